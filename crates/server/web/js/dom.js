// Small words for the page's elements.

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

/** Asks a yes-or-no question. @param {string} question @returns {Promise<boolean>} */
export async function sure(question) {
  return (await choose(["No", "Yes"], question, "Yes")) === "Yes";
}

/**
 * Lets one of several texts be chosen; null if none was.
 * @param {string[]} texts
 * @param {string} [question]
 * @param {string} [danger] the text whose choice cannot be undone
 * @returns {Promise<string | null>}
 */
export function choose(texts, question = "Which move?", danger = "") {
  /** @type {string | null} */
  let chosen = null;
  const button = (/** @type {string} */ text) => make("button", { text, class: text === danger ? "danger" : "", onclick: () => { chosen = text; dialog.close(); } });
  const dialog = make("dialog", { "aria-label": question }, make("h2", { text: question }), make("div", { class: "choices" }, ...texts.map(button)));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => { dialog.remove(); done(chosen); }, { once: true }));
}
