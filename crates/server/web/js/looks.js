// How boards and pieces look: chosen once, kept in this browser.

import { by, make, popup } from "./dom.js";
import { LANGUAGES, chosenLanguage, setLanguage, t } from "./lang.js";

/** What can be chosen: the attribute of the page, and its values with their names; the first is what holds without a choice. */
const LOOKS = /** @type {[string, string, [string, string][]][]} */ ([
  ["pieces", t("Piece colours"), [["", t("Blue and amber")], ["safe", t("Colour-blind safe")], ["plain", t("Dark and light")]]],
  ["board", t("Board"), [["", t("Paper")], ["wood", t("Wood")], ["sea", t("Sea")], ["contrast", t("High contrast")]]],
]);

/** The choice of the language; the page is read again in it. */
export function languageChoice() {
  const chosen = chosenLanguage();
  const languages = /** @type {[string, string][]} */ ([["", t("Automatic")], ...Object.entries(LANGUAGES)]);
  return make("fieldset", { id: "languages" }, make("legend", { text: t("Language") }), make("div", { class: "switches" },
    ...languages.map(([code, text]) => make("button", { type: "button", text, lang: code || null, "aria-pressed": String(code === chosen), onclick: () => setLanguage(code) }))));
}

/** Opens the dialog in which looks are chosen. */
export function showLooks() {
  if (by("looks-dialog")) return;
  const root = document.documentElement;
  const choice = (/** @type {[string, string, [string, string][]]} */ [key, title, values]) => make("fieldset", {}, make("legend", { text: title }), make("div", { class: "switches" },
    ...values.map(([value, text]) => make("button", { type: "button", text, "aria-pressed": String((root.dataset[key] ?? "") === value), onclick: (/** @type {any} */ event) => {
      if (value) root.dataset[key] = value;
      else delete root.dataset[key];
      localStorage.setItem(`look-${key}`, value);
      for (const other of event.target.parentNode.children) other.setAttribute("aria-pressed", String(other === event.target));
    } }))));
  popup("looks-dialog", t("Colours"), {}, ...LOOKS.map(choice), languageChoice());
}
