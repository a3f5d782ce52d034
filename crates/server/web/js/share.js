// A text to be copied or handed on.

import { make } from "./dom.js";
import { t } from "./lang.js";

/** How long a button says what it has done. */
const SAID = 1600;

/** A button that copies a text. @param {() => string} text @param {string} label @param {Record<string, unknown>} [more] what else it has */
export function copyButton(text, label, more) {
  const button = make("button", { ...more, type: "button", text: label, onclick: async () => {
    button.textContent = (await copy(text())) ? t("Copied") : t("Not copied");
    setTimeout(() => (button.textContent = label), SAID);
  } });
  return button;
}

/** A text with a button to copy it, and one to share it where there is something to share with.
 * @param {string} text @param {string} label what it is @param {string} [title] what is shared */
export function copyBox(text, label, title) {
  const field = make("input", { value: text, readonly: true, "aria-label": label, onfocus: () => field.select() });
  const box = make("div", { class: "copy" }, field, copyButton(() => text, t("Copy")));
  if (title && "share" in navigator) {
    // Who closes the sheet has shared nothing, which is no fault.
    box.append(make("button", { type: "button", text: t("Share"), onclick: () => navigator.share({ title, url: text }).catch(() => {}) }));
  }
  return box;
}

/** The private link of a game. @param {string} id */
export function linkOf(id) {
  return `${location.origin}/join/${id}`;
}

/** Copies a text; pages that are not secure have only the old way. @param {string} text @returns {Promise<boolean>} */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { class: "unseen" });
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
