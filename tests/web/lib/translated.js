// A page in Spanish for those who know it in English: what is looked for by its words is looked for by their Spanish.

import { SPANISH } from "./texts.js";

const TEXTS = { ...SPANISH.server, ...SPANISH.page };
const FINDERS = ["getByRole", "getByLabel", "getByText", "getByPlaceholder", "getByTitle", "locator", "filter"];
/** What gives a locator again. */
const CHAINS = [...FINDERS, "first", "last", "nth"];

/** The Spanish of a text: known as it is, or by a pattern with places. @param {string} text */
function spanish(text) {
  if (text in TEXTS) return TEXTS[text];
  for (const [key, words] of Object.entries(TEXTS)) {
    const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const match = names.length > 0 && text.match(`^${key.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "(.+)")}$`);
    if (match) return words.replace(/\{(\w+)\}/g, (_, name) => TEXTS[match[names.indexOf(name) + 1]] ?? match[names.indexOf(name) + 1]);
  }
  return text;
}

/** The Spanish of what is looked for. A pattern becomes the text that it means; one that means none would find nothing, or anything. @param {unknown} wanted @returns {any} */
function translated(wanted) {
  if (typeof wanted === "string") return spanish(wanted);
  if (!(wanted instanceof RegExp)) return wanted;
  const key = Object.keys(TEXTS).find((text) => wanted.test(text));
  if (key) return new RegExp(TEXTS[key].replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+"));
  throw new Error(`${wanted} means no text of the catalogue`);
}

/** @template {object} T @param {T} found a page or a locator @returns {T} */
export function inSpanish(found) {
  return new Proxy(found, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (/** @type {any[]} */ ...given) => {
        const isFinder = FINDERS.includes(String(name));
        const [first, options] = given;
        // The first of what `getByRole` and `locator` are given is no text.
        const args = !isFinder ? given : [["getByRole", "locator", "filter"].includes(String(name)) ? withWords(first) : translated(first), ...(options ? [withWords(options)] : [])];
        const answer = value.apply(target, args);
        return CHAINS.includes(String(name)) ? inSpanish(answer) : answer;
      };
    },
  });
}

/** @param {any} options */
const withWords = (options) => (typeof options === "object" && options !== null ? Object.fromEntries(Object.entries(options).map(([key, value]) => [key, ["name", "hasText"].includes(key) ? translated(value) : value])) : options);
