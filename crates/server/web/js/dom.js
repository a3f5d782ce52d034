// Small words for the page's elements.

import { t } from "./lang.js";


const SVG = "http://www.w3.org/2000/svg";

/** The element with this id, which the page has. @param {string} id @returns {any} */
export const by = (id) => document.getElementById(id);

/**
 * A new element.
 * @param {string} name
 * @param {Record<string, any>} [attributes] attributes; `on…` are listeners, `text` is the content
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** A new SVG element. @param {string} name @param {Record<string, any>} [attributes] @param {...Node} children @returns {any} */
export function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** A small picture beside words, which says nothing by itself. @param {...Node} shapes */
export const icon = (...shapes) => draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, ...shapes);

/** @param {Element} element @param {Record<string, any>} attributes @param {(Node | string)[]} children */
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") element.textContent = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Elements from SVG text that our own server made.
 * @param {string} text
 */
export function markup(text) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.children].map((child) => document.importNode(child, true));
}

/**
 * Opens a dialog that goes when it is closed.
 * @param {string} id @param {string} title @param {{class?: string}} look @param {...(Node | string)} content
 */
export function popup(id, title, look, ...content) {
  const dialog = make("dialog", { id, "aria-labelledby": `${id}-heading`, ...look },
    make("header", {}, make("h2", { id: `${id}-heading`, text: title }), make("button", { class: "ghost close", "aria-label": t("Close"), text: "✕", onclick: () => dialog.close() })), ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks whether to do something. @param {string} question @param {string} yes what the button says that does it @returns {Promise<boolean>} */
export async function sure(question, yes) {
  const choices = [{ value: false, content: [t("Cancel")] }, { value: true, content: [yes], danger: true }];
  return (await choose(choices, question)) === true;
}

/**
 * Lets one of several things be chosen; null if none was.
 * @template T
 * @param {{value: T, content: (Node | string)[], danger?: boolean}[]} choices what stands on the buttons; danger if it cannot be undone
 * @param {string} question
 * @returns {Promise<T | null>}
 */
export function choose(choices, question) {
  /** @type {T | null} */
  let chosen = null;
  const button = (/** @type {typeof choices[0]} */ { value, content, danger }) => make("button", { class: danger ? "danger" : "", onclick: () => { chosen = value; dialog.close(); } }, ...content);
  const dialog = make("dialog", { "aria-label": question }, make("h2", { text: question }), make("div", { class: "choices" }, ...choices.map(button)));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => { dialog.remove(); done(chosen); }, { once: true }));
}
