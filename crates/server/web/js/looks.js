// How boards and pieces look: chosen once, kept in this browser.

import { by, make } from "./dom.js";

/** What can be chosen: the attribute of the page, and its values with their names; the first is what holds without a choice. */
const LOOKS = /** @type {[string, string, [string, string][]][]} */ ([
  ["pieces", "Piece colours", [["", "Blue and amber"], ["safe", "Colour-blind safe"], ["plain", "Dark and light"]]],
  ["board", "Board", [["", "Paper"], ["wood", "Wood"], ["sea", "Sea"], ["contrast", "High contrast"]]],
]);

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
  const dialog = make("dialog", { id: "looks-dialog", "aria-labelledby": "looks-heading" },
    make("header", {}, make("h2", { id: "looks-heading", text: "Colours" }), make("button", { class: "ghost close", "aria-label": "Close", text: "✕", onclick: () => dialog.close() })),
    ...LOOKS.map(choice));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
