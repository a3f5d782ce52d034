// Rule files of one's own in the gallery: dropped or chosen, told what is wrong, shown as cards.

import { api } from "./api.js";
import { make, draw, sure } from "./dom.js";
import { wordsOf } from "./gallery.js";
import { loadRules, plural, t, translate } from "./lang.js";
import { dropGame, ownGames } from "./mygames.js";
import { DRAFT } from "./ruledraft.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").RuleFileView} RuleFile */
/** @typedef {import("./types.js").GalleryCard} Card */

/**
 * The part of the gallery with games of one's own.
 * @param {HTMLElement} dialog where files may be dropped
 * @param {(card: Card) => HTMLElement} card draws a card
 * @param {{changed: () => void, reveal: () => void}} callbacks what the gallery does when there are other cards, and to show this part
 */
export function ownRules(dialog, card, callbacks) {
  const chosen = make("input", { type: "file", accept: ".zrf,.zip", hidden: true, onchange: () => take(chosen.files?.[0]) });
  const face = (/** @type {string} */ d, /** @type {string} */ title, /** @type {string} */ about) => [draw("svg", { class: "thumb plus", viewBox: "0 0 100 100", "aria-hidden": "true" }, draw("path", { d })),
    make("span", { class: "card-title" }, make("strong", { text: title })), make("span", { class: "about", text: about })];
  const tile = (/** @type {string} */ words, /** @type {Node} */ content) => make("li", { class: "game-card", "data-words": wordsOf(words) }, content);
  const add = tile(`Add a rule file .zrf zip zillions ${t("Add a rule file")}`,
    make("button", { class: "choose", onclick: () => chosen.click() }, ...face("M50 28v44M28 50h44", t("Add a rule file"), t("Drop a .zrf here, or a ZIP with its pictures."))));
  const write = tile(`Write your own rules editor ${t("Write your own")}`,
    make("a", { class: "choose", href: "/rules" }, ...face("M30 70l4-14 30-30 10 10-30 30zM58 32l10 10", t("Write your own"), t("Start from a small game and change it."))));
  const design = tile(`Design a game workshop pictures evolve ${t("Design a game")}`,
    make("a", { class: "choose", href: "/workshop" }, ...face("M26 26h48v48H26zM50 26v48M26 50h48M38 62l6-6M62 38l-6 6", t("Design a game"), t("Choose with pictures how pieces move and capture."))));
  const designs = ownGames().map((game) => {
    const { name, spec, seats } = game;
    const item = card({ spec, title: name, about: seats ? t("Customised by you.") : t("Your own design."), seats: seats ?? 2, group: "Mine" });
    item.append(make("button", { class: "customise drop", text: t("Delete"), "aria-label": t("Delete {name}", { name }), onclick: async () => {
      if (!(await sure(t("Delete {name}? Your games of it stay.", { name }), t("Delete")))) return;
      dropGame(game);
      item.remove();
      callbacks.changed();
    } }));
    return item;
  });
  const list = make("ul", { class: "game-cards" }, ...designs, design, write, add);
  const files = make("div", { class: "rule-files" });
  const said = make("div", { class: "rule-problems", role: "status" });
  const part = make("section", { "data-group": "Mine", "aria-label": t("Mine") }, make("h3", { text: t("Mine") }), said, list, files, chosen);

  const show = (/** @type {RuleFile} */ file) => {
    const remove = make("button", { class: "ghost", text: t("Delete"), "aria-label": t("Delete {name}", { name: file.name }), onclick: async () => {
      if (!(await sure(t("Delete {name}? Your games of it stay.", { name: file.name }), t("Delete")))) return;
      try {
        await api.dropRules(file.fingerprint);
        block.remove();
        callbacks.changed();
      } catch (error) {
        tell([capital(/** @type {Error} */ (error).message)]);
      }
    } });
    const edit = make("a", { class: "link", text: t("Edit rules"), href: `/rules?file=${file.fingerprint}`, "aria-label": t("Edit rules of {name}", { name: file.name }) });
    const block = make("div", { class: "rule-file", "data-file": file.fingerprint },
      make("h4", {}, file.name, make("small", { text: [plural(file.cards.length, "{n} game", "{n} games"), ...(file.pictures ? [plural(file.pictures, "{n} picture", "{n} pictures")] : [])].join(" · ") }), edit, remove),
      make("ul", { class: "game-cards" }, ...file.cards.map(card)));
    files.querySelector(`[data-file="${file.fingerprint}"]`)?.remove();
    return block;
  };
  const tell = (/** @type {(Node | string)[]} */ lines) => said.replaceChildren(...lines.map((line) => make("p", {}, line)));

  /** @param {File | undefined} file */
  async function take(file) {
    chosen.value = "";
    if (!file) return;
    callbacks.reveal();
    tell([t("Reading {name}…", { name: file.name })]);
    try {
      // What may be wrong is told with the rules.
      const [{ check, file: kept }] = await Promise.all([api.bringRules(file, file.name), loadRules()]);
      if (kept) {
        files.prepend(show(kept));
        tell([plural(kept.cards.length, "Added {n} game. Click one to play.", "Added {n} games. Click one to play."), ...check.problems.slice(0, 3).map(problemLine)]);
        callbacks.changed();
        return;
      }
      const open = make("button", { text: t("Open in the editor"), onclick: async () => {
        localStorage.setItem(DRAFT, JSON.stringify({ name: file.name, text: await file.text() }));
        location.assign("/rules");
      } });
      const more = check.errors > 8 ? [plural(check.errors - 8, "… and {n} more error.", "… and {n} more errors.")] : [];
      tell([make("strong", { text: plural(check.errors, "{name} has {n} error.", "{name} has {n} errors.", { name: file.name }) }), ...check.problems.filter(({ error }) => error).slice(0, 8).map(problemLine), ...more, ...(file.name.toLowerCase().endsWith(".zip") ? [] : [open])]);
    } catch (error) {
      tell([make("span", { class: "error", text: capital(/** @type {Error} */ (error).message) })]);
    }
  }

  dialog.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    dialog.classList.add("dropping");
  });
  dialog.addEventListener("dragleave", (event) => {
    if (event.target === dialog) dialog.classList.remove("dropping");
  });
  dialog.addEventListener("drop", (event) => {
    event.preventDefault();
    dialog.classList.remove("dropping");
    take(event.dataTransfer?.files[0]);
  });
  api.rules().then((known) => {
    files.append(...known.map(show));
    callbacks.changed();
  }).catch(() => {});
  return part;
}

/** A problem in a line: place and reason. @param {import("./types.js").RuleProblem} problem */
function problemLine({ error, file, line, column, message }) {
  const place = file ? t("{file}, line {line}, column {column}", { file, line, column }) : t("Line {line}, column {column}", { line, column });
  return make("span", { class: error ? "error" : "muted" }, make("b", { text: `${place}: ` }), capital(translate(message)));
}
