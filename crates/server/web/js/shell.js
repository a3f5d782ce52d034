// What all pages share: the bar at the top, the menu of a phone, light and dark.

import { api } from "./api.js";
import { by, draw, icon, make } from "./dom.js";
import { language, plural, t } from "./lang.js";

/** The pages, as the menu names them. */
const PAGES = [
  ["/", t("Play")],
  ["/lobby", t("Online")],
  ["/puzzles", t("Puzzles")],
  ["/workshop", t("Workshop")],
  ["/analysis", t("Analysis")],
  ["/learn", t("Learn")],
  ["/results", t("Results")],
];

/** Pages that are part of another one of the menu. @type {Record<string, string>} */
const UNDER = { "/game": "/", "/join": "/lobby", "/puzzle": "/puzzles" };

/** Fills the page's `<header class="bar">`; what stands in it already are the page's own buttons. */
function fillBar() {
  const bar = /** @type {HTMLElement} */ (document.querySelector("header.bar"));
  const own = [...bar.children];
  const here = `/${location.pathname.split("/")[1]}`;
  // Whoever plays for a session finds back to it.
  if (here !== "/session" && localStorage.getItem("session")?.includes('"current":"')) {
    own.forEach((button) => button.toggleAttribute("hidden", !["sound", "open-rules"].includes(button.id)));
    own.push(make("a", { class: "link", href: "/session", text: t("Session"), "aria-label": t("Back to the session") }));
  }
  const discs = [[9, 8], [15.5, 12], [9, 16]].map(([cx, cy]) => draw("circle", { cx, cy, r: 4 }));
  const brand = make("a", { class: "brand", href: "/", "aria-label": "Selforge" },
    icon(...discs), make("span", { text: "Selforge" }));
  const links = PAGES.map(([href, text]) => make("a", { href, text, "aria-current": (UNDER[here] ?? here) === href ? "page" : null }));
  const nav = make("nav", { id: "site", "aria-label": t("Main") }, ...links, make("a", { id: "account-link", href: "/account", text: t("Sign in"), "aria-current": here === "/account" ? "page" : null }));
  const half = icon(
    draw("circle", { cx: 12, cy: 12, r: 9 }), draw("path", { class: "half", d: "M12 3a9 9 0 0 0 0 18z" }));
  const theme = make("button", { id: "theme", class: "ghost", "aria-label": t("Change between light and dark"), onclick: changeTheme }, half);
  const menu = make("button", {
    id: "menu", class: "ghost", text: t("Menu"), "aria-controls": "site", "aria-expanded": "false",
    onclick: () => menu.setAttribute("aria-expanded", String(nav.classList.toggle("open"))),
  });
  bar.replaceChildren(brand, nav, make("div", { class: "bar-own" }, ...own), menu, theme);
}

function changeTheme() {
  const { theme } = document.documentElement.dataset;
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  setTheme(dark ? "light" : "dark");
}

/** @param {string | null} theme */
function setTheme(theme) {
  if (theme !== "light" && theme !== "dark") return;
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}

/** Makes every dialog's own buttons close it. */
function closeDialogs() {
  for (const button of document.querySelectorAll("dialog .close")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
}

for (const key of ["pieces", "board"]) {
  const look = localStorage.getItem(`look-${key}`);
  if (look) document.documentElement.dataset[key] = look;
}
setTheme(new URLSearchParams(location.search).get("theme") ?? localStorage.getItem("theme"));
fillBar();
closeDialogs();

// Installed, the pages open without a server too; nothing of it is needed for the first look.
if ("serviceWorker" in navigator && isSecureContext) {
  const register = async () => {
    try {
      await navigator.serviceWorker.register("/sw.js");
      (await navigator.serviceWorker.ready).active?.postMessage({ stock: language });
    } catch {
      // A browser that does not want one does without.
    }
  };
  // A page that waited for its language may be loaded already.
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

const asked = api.me().catch(() => ({ account: null, challenges: 0 }));

/** The account that this browser is signed in to; asked for once a page. @type {Promise<import("./types.js").AccountView | null>} */
export const me = asked.then(({ account }) => account);

asked.then(({ account, challenges }) => {
  if (account) by("account-link").textContent = account.name;
  const online = document.querySelector('#site a[href="/lobby"]');
  if (!online || !challenges) return;
  online.append(make("span", { class: "badge", text: String(challenges), "aria-hidden": "true" }));
  online.setAttribute("aria-label", plural(challenges, "Online, {n} challenge", "Online, {n} challenges"));
});
