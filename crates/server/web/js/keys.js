// Keys for what the buttons do; `?` shows them all.

import { by, make, popup } from "./dom.js";
import { t } from "./lang.js";

/** Keys, what they do in words, and the button that does it. @type {[string, string, string][]} */
export const KEYS = [
  ["ArrowLeft", t("One move back"), "back"],
  ["ArrowRight", t("One move forward"), "forward"],
  ["Home", t("Start of the game"), "first"],
  ["End", t("Latest move"), "last"],
  ["f", t("Flip the board"), "flip"],
  ["r", t("Rotate the board"), "rotate"],
  ["c", t("Coordinates"), "names"],
  ["m", t("Sound on or off"), "sound"],
  ["n", t("New game"), "open-new"],
  ["l", t("Saved games"), "open-library"],
];
/** What is written on keys. @type {Record<string, string>} */
const CAPS = { ArrowLeft: "←", ArrowRight: "→", Home: t("Home"), End: t("End") };

/** Lets the keys press the buttons. @param {() => void} undo takes the last move back */
export function listenToKeys(undo) {
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, textarea, dialog") || event.altKey) return;
    const undoing = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) || event.key === "u" || event.key === "Backspace";
    if (undoing) undo();
    else if (event.ctrlKey || event.metaKey) return;
    else if (event.key === "?") showHelp();
    // On the board itself the arrows go from cell to cell.
    else if (target.closest("svg") && event.key.length > 1) return;
    else {
      const id = KEYS.find(([key]) => key === event.key)?.[2];
      if (!id) return;
      by(id).click();
    }
    event.preventDefault();
  });
}

function showHelp() {
  if (by("help-dialog")) return;
  const row = (/** @type {string[]} */ keys, /** @type {string} */ words) => make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", { text: CAPS[key] ?? key.toUpperCase() }))), make("dd", { text: words }));
  popup("help-dialog", t("Keyboard shortcuts"), {},
    make("dl", { class: "keys-list" }, ...KEYS.map(([key, words]) => row([key], words)), row(["U", "⌫"], t("Take back")), row(["Tab", "←", "→"], t("Move around the board")), row(["Enter"], t("Choose a piece, then a cell")), row(["Esc"], t("Let go of a piece")), row(["?"], t("This help"))),
    make("p", { class: "muted", text: t("Mouse: draw arrows and circles with the right button.") }));
}
