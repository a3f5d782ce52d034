// The account: signing in and out, the password, tokens for programs, the end of it.

import { api } from "./api.js";
import { noteAnswer } from "./consent.js";
import { by, make, sure } from "./dom.js";
import { t } from "./lang.js";
import { profile } from "./people.js";
import { languageChoice } from "./looks.js";
import { me } from "./shell.js";
import { copyBox } from "./share.js";
import { capital, day } from "./words.js";

/** Where to go once signed in: a page of ours, or nowhere. */
function next() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "";
  return /^\/[a-z]/.test(wanted) ? wanted : "/account";
}

/**
 * Lets a form do something, and says what came of it beside its button.
 * @param {string} id
 * @param {(field: (name: string) => string, form: HTMLFormElement) => Promise<string | void>} action
 */
function onSubmit(id, action) {
  const form = by(id);
  const said = make("p", { class: "said", role: "status" });
  form.append(said);
  form.onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const button = form.querySelector("button[type=submit]");
    button.disabled = true;
    said.textContent = "";
    try {
      said.textContent = (await action((name) => form.elements[name].value, form)) ?? "";
      said.classList.remove("error");
    } catch (error) {
      said.textContent = capital(/** @type {Error} */ (error).message);
      said.classList.add("error");
    }
    button.disabled = false;
  };
}

/** Says of a refused password that it is wrong, and of nothing else. @param {any} error @returns {never} */
function wrongPassword(error) {
  throw error.code === "wrong" ? new Error(t("Wrong password.")) : error;
}

/** @param {string} first @param {string} second */
function same(first, second) {
  if (first !== second) throw new Error(t("The two passwords differ."));
}

onSubmit("sign-in", async (field) => {
  await api.signIn(field("name").trim(), field("password"));
  location.assign(next());
});
onSubmit("register", async (field) => {
  same(field("password"), field("again"));
  await api.register(field("name").trim(), field("password"));
  location.assign(next());
});
onSubmit("password", async (field, form) => {
  same(field("fresh"), field("again"));
  await api.changePassword(field("old"), field("fresh"), form.revoke.checked).catch(wrongPassword);
  form.reset();
  await showTokens();
  return t("Password changed.");
});
onSubmit("sharing", async (field) => {
  await api.changeSharing(/** @type {import("./types.js").Sharing} */ (field("sharing")));
  noteAnswer((await me)?.name ?? "");
  return t("Saved.");
});
onSubmit("make-token", async (field, form) => {
  const { token } = await api.makeToken(field("label").trim());
  form.reset();
  by("new-token").replaceChildren(make("p", { text: t("Copy your token now. It won’t be shown again.") }), copyBox(token, t("New token")));
  await showTokens();
});
onSubmit("delete-account", async (field) => {
  if (!(await sure(t("Delete your account? This can’t be undone."), t("Delete")))) return;
  await api.deleteAccount(field("password")).catch(wrongPassword);
  location.assign("/account");
});
by("sign-out").onclick = async () => {
  await api.signOut();
  location.assign("/account");
};

async function showTokens() {
  const tokens = await api.tokens();
  const rows = tokens.map(({ id, label, created, used }) => make("li", { class: "row" },
    make("div", { class: "row-text" }, make("strong", { text: label || t("Unnamed") }),
      make("p", { class: "muted", text: used ? t("created {day}, last used {used}", { day: day(created), used: day(used) }) : t("created {day}, never used", { day: day(created) }) })),
    make("button", {
      text: t("Revoke"), class: "danger", "aria-label": t("Revoke {name}", { name: label }),
      onclick: async () => {
        if (!(await sure(t("Revoke this token? Programs that use it can’t play any more."), t("Revoke")))) return;
        await api.revokeToken(id);
        by("new-token").replaceChildren();
        await showTokens();
      },
    })));
  by("tokens").replaceChildren(...rows);
}

by("language").replaceChildren(languageChoice());

me.then(async (account) => {
  by("signed-out").hidden = account !== null;
  by("signed-in").hidden = account === null;
  if (!account) return;
  document.title = `${account.name} · Selforge`;
  by("account-name").textContent = account.name;
  by("account-since").textContent = t("Member since {day}.", { day: day(account.created) });
  by("account-profile").href = profile(account.name);
  by("password-name").value = by("delete-name").value = account.name;
  await Promise.all([showTokens(), api.sharing().then(({ sharing }) => (by("sharing").elements.sharing.value = sharing))]);
}).catch((error) => (by("account-problem").textContent = capital(error.message)));
