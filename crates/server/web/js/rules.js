// The page on which rules are written: a text, what is wrong with it while one types, and its games.

import "./shell.js";
import { api } from "./api.js";
import { by, make } from "./dom.js";
import { loadRules, plural, t, translate } from "./lang.js";
import { DRAFT, TEMPLATE } from "./ruledraft.js";
import { playAddress, thumb } from "./thumb.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").RuleProblem} Problem */

/** How long to wait for more typing before asking the server. */
const PAUSE = 350;

const text = /** @type {HTMLTextAreaElement} */ (by("text"));
const gutter = by("gutter");
let name = "my-game.zrf";
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
/** @type {AbortController | null} */ let asking = null;
/** The problems that are shown. @type {Problem[]} */ let problems = [];

/** The number of lines that the gutter shows, and which of them are wrong. */
let numbered = "";

function drawGutter() {
  const lines = text.value.split("\n").length;
  const wrong = new Map(problems.filter(({ file }) => !file).map(({ line, error }) => [line, error ? "wrong" : "warned"]));
  const key = `${lines} ${[...wrong].join()}`;
  if (key !== numbered) gutter.replaceChildren(...Array.from({ length: lines }, (_, at) => make("span", { class: wrong.get(at + 1) ?? null, text: at + 1 })));
  numbered = key;
  gutter.scrollTop = text.scrollTop;
}

function showPlace() {
  const before = text.value.slice(0, text.selectionStart).split("\n");
  by("place").textContent = t("Line {line}, column {column}", { line: before.length, column: [...before[before.length - 1]].length + 1 });
}

/** Goes to a place of the text. @param {number} line @param {number} column */
function goTo(line, column) {
  const lines = text.value.split("\n");
  const row = lines[Math.min(line, lines.length) - 1] ?? "";
  const ahead = [...row].slice(0, column - 1).join("").length;
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + ahead;
  text.focus();
  // The word at the place is marked, so that it is seen.
  const word = text.value.slice(start).match(/^[^\s()"]+|^./)?.[0].length ?? 0;
  text.setSelectionRange(start, start + word);
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (line - 4) * height);
  drawGutter();
  showPlace();
}

/** Asks what is wrong, once typing pauses. */
function later() {
  clearTimeout(timer);
  by("verdict").textContent = t("Checking…");
  by("save").disabled = true;
  timer = setTimeout(check, PAUSE);
}

async function check() {
  const ask = ++asked;
  asking?.abort();
  asking = new AbortController();
  localStorage.setItem(DRAFT, JSON.stringify({ name, text: text.value }));
  try {
    // What may be wrong is told with the rules.
    const [found] = await Promise.all([api.checkRules(text.value, name, asking.signal), loadRules()]);
    if (ask !== asked) return;
    problems = found.problems;
    by("save").disabled = found.errors > 0;
    by("verdict").textContent = found.errors > 0 ? plural(found.errors, "{n} error.", "{n} errors.") : plural(found.games.length, "Ready: {n} game.", "Ready: {n} games.");
    by("verdict").className = found.errors > 0 ? "error" : "fine";
    by("games").replaceChildren(...found.games.map(({ title, seats, cells }) => make("li", { text: `${title} · ${plural(seats, "{n} player", "{n} players")} · ${plural(cells, "{n} position", "{n} positions")}` })));
  } catch (error) {
    if (ask !== asked || /** @type {Error} */ (error).name === "AbortError") return;
    problems = [];
    by("verdict").textContent = capital(/** @type {Error} */ (error).message);
    by("verdict").className = "error";
  }
  by("problems").replaceChildren(...problems.map(({ error, file, line, column, message }) => make("li", { class: error ? "wrong" : "warned" },
    make("button", { disabled: Boolean(file), onclick: () => goTo(line, column) }, make("b", { text: file ? `${file} ${line}:${column}` : `${line}:${column}` }), " ", capital(translate(message))))));
  drawGutter();
}

/** Shows another text. @param {string} title @param {string} content */
function open(title, content) {
  name = title;
  text.value = content;
  by("name").textContent = title;
  by("cards").replaceChildren();
  text.scrollTop = 0;
  text.setSelectionRange(0, 0);
  drawGutter();
  showPlace();
  check();
}

async function save() {
  by("save").disabled = true;
  try {
    const { file } = await api.bringRules(new Blob([text.value]), name);
    if (!file) return check();
    history.replaceState(null, "", `/rules?file=${file.fingerprint}`);
    by("cards").replaceChildren(...file.cards.map(({ spec, title }) => make("li", { class: "rule-card" }, thumb(spec), make("strong", { text: title }),
      make("div", { class: "row" }, make("a", { class: "button primary", text: t("Play"), href: playAddress(spec), "aria-label": t("Play {game}", { game: title }) }),
        make("a", { class: "button", text: t("Edit position"), href: `/editor?spec=${encodeURIComponent(spec)}`, "aria-label": t("Edit position of {game}", { game: title }) }),
        make("a", { class: "button", text: t("Analyse"), href: `/analysis?spec=${encodeURIComponent(spec)}`, "aria-label": t("Analyse {game}", { game: title }) })))));
    by("verdict").textContent = t("Saved under New game › Mine. Anyone with the link can play it.");
  } catch (error) {
    by("verdict").textContent = capital(/** @type {Error} */ (error).message);
    by("verdict").className = "error";
  }
  by("save").disabled = false;
}

text.addEventListener("input", () => {
  drawGutter();
  later();
});
text.addEventListener("scroll", () => (gutter.scrollTop = text.scrollTop));
document.addEventListener("selectionchange", () => { if (document.activeElement === text) showPlace(); });
/** Whether the next tab leaves the text, as everywhere else. */
let leaving = false;
text.addEventListener("keydown", (event) => {
  if (event.key === "Escape") leaving = true;
  else if (event.key === "Tab" && !event.shiftKey && !leaving && !event.ctrlKey && !event.altKey) {
    event.preventDefault();
    text.setRangeText("  ", text.selectionStart, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input"));
  } else if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    if (!by("save").disabled) save();
  } else if (event.key !== "Tab" && event.key !== "Shift") leaving = false;
});
text.addEventListener("focus", () => (leaving = false));
by("save").onclick = save;
by("template").onclick = () => open("my-game.zrf", TEMPLATE);
by("open").onclick = () => by("file").click();
by("file").onchange = async () => {
  const [file] = by("file").files;
  if (file) open(file.name, await file.text());
  by("file").value = "";
};
by("download").onclick = () => {
  const address = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
};

const wanted = new URLSearchParams(location.search).get("file");
const kept = localStorage.getItem(DRAFT);
if (wanted) {
  api.ruleText(wanted).then((file) => open(file.name, file.text)).catch((error) => {
    open("my-game.zrf", TEMPLATE);
    by("verdict").textContent = capital(error.message);
  });
} else if (kept) {
  const draft = JSON.parse(kept);
  open(String(draft.name), String(draft.text));
} else open("my-game.zrf", TEMPLATE);
