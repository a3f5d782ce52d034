// The language of the pages, numbers and days.
//
// English stands in the pages and scripts themselves and is the key to the catalogue of another language
// (`lang/es.json`), as gettext does it: who writes a page writes a sentence and no name for it, a text that
// is missing is English and not empty, and an English visit fetches nothing. Names for texts would need an
// English catalogue as well, which every visitor would pay for. The catalogue comes in parts, so that a first
// visit is light in every language: what the play page has, what only other pages have (`-pages`), and the
// rules of games, their options and what requests are refused with (`-rules`), fetched when they are wanted.
//
// What the server says (the names of games, rules, reasons) is English too, as in records and in the API. It
// is translated here, sentence by sentence, by patterns with places: the server need not know who reads.
//
// A script that asks for a text must find it at once, so this module waits for the catalogue, and all that
// import it wait with it. The page stays hidden until it is translated: nobody sees it change its language.

/**
 * @typedef {{page: Record<string, string>, server: Record<string, string>}} Texts
 * @typedef {Texts & {patterns: [RegExp, string, string[]][] | null, known: Map<string, string>, rules?: Promise<void>}} Catalogue what
 *   the server's sentences look like with what they are called here, made when one is asked for; sentences that were translated before
 */
/** @typedef {Record<string, string | number>} Values */

const KEY = "language";
/** How long a page waits for its language before it is shown in English, in milliseconds. */
const PATIENCE = 5000;
/** The languages by their codes, in their own words. */
export const LANGUAGES = { en: "English", es: "Español" };

/** What was chosen here; empty for the browser's own. */
export const chosenLanguage = () => localStorage.getItem(KEY) ?? "";

/** Tests read some modules where no browser is: there all is English. */
const isBrowser = typeof document === "object";
const browser = isBrowser ? navigator.languages : [];

/** The language of this visit. */
export const language = [isBrowser ? chosenLanguage() : "", ...browser].map((name) => name.split("-")[0]).find((name) => name in LANGUAGES) ?? "en";

/** Where the reader is, for days and numbers. */
const locale = browser.find((name) => name.split("-")[0] === language) ?? language;

/** A page and the modules that it loads later share one catalogue. @type {{selforgeTexts?: Promise<Catalogue | null>}} */
const shared = /** @type {any} */ (globalThis);
/** @type {Catalogue | null} */ let texts = null;

async function begin() {
  if (!isBrowser) return;
  const root = document.documentElement;
  root.lang = language;
  // The server hides pages that will be translated; what was chosen here only the page knows.
  if (chosenLanguage()) keepChoice(chosenLanguage());
  if (language === "en") {
    root.classList.remove("translating");
    return;
  }
  const first = shared.selforgeTexts === undefined;
  root.classList.toggle("translating", first);
  shared.selforgeTexts ??= load();
  texts = await shared.selforgeTexts;
  if (!texts) root.lang = "en";
  else if (first) translatePage();
  root.classList.remove("translating");
}

/** Tells the server what was chosen, for a year. @param {string} code */
const keepChoice = (code) => (document.cookie = `${KEY}=${code};path=/;max-age=${code ? 31536000 : 0};samesite=lax`);

/** A part of the catalogue. @param {string} name @returns {Promise<Partial<Texts> | null>} */
const part = (name) => fetch(`/lang/${name}.json`, { signal: AbortSignal.timeout(PATIENCE) }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);

/** The texts of this page. @returns {Promise<Catalogue | null>} */
async function load() {
  const isPlay = /^\/(?:game\/.*)?$/.test(location.pathname);
  const [first, pages] = await Promise.all([part(language), isPlay ? null : part(`${language}-pages`)]);
  // Tables without what all objects have: nobody's game is called `constructor` in another language.
  const table = () => Object.create(null);
  return first && { page: Object.assign(table(), first.page, pages?.page), server: Object.assign(table(), first.server, pages?.server), patterns: null, known: new Map() };
}

/** Waits for the rules of games to be known in the reader's language. */
export async function loadRules() {
  if (!texts) return;
  const all = texts;
  all.rules ??= part(`${language}-rules`).then((rules) => {
    // What did not come is asked for again.
    if (!rules) all.rules = undefined;
    Object.assign(all.server, rules?.server);
    all.known.clear();
    all.patterns = null;
  });
  await all.rules;
}

/** Reads another language from now on; empty for the browser's own. @param {string} code */
export function setLanguage(code) {
  localStorage.setItem(KEY, code);
  keepChoice(code);
  location.reload();
}

/** A text of the page in the reader's language; `{name}` are places for values. @param {string} text @param {Values} [values] */
export function t(text, values) {
  return put(texts?.page[text] ?? text, values);
}

const rules = new Intl.PluralRules(language);

/** One of two texts, by a number, which both may name as `{n}`. @param {number} n @param {string} one @param {string} many @param {Values} [values] */
export function plural(n, one, many, values) {
  return t(rules.select(n) === "one" ? one : many, { ...values, n: decimal(n) });
}

/** What the server says, in the reader's language as far as it is known there. @param {string} text */
export function translate(text) {
  if (!texts || text === "") return text;
  const before = texts.known.get(text);
  if (before !== undefined) return before;
  const said = whole(text) ?? text.split("\n").map((line) => whole(line) ?? sentences(line)).join("\n");
  texts.known.set(text, said);
  return said;
}

/** Many sentences, each by itself. @param {string} line */
const sentences = (line) => line.split(/(?<=[.!?:;]) /).map((sentence) => whole(sentence) ?? sentence).join(" ");

/** A text that is known as it is, or by a pattern; with a capital letter or a small one; null if it is not. @param {string} text */
function whole(text) {
  const small = text.charAt(0).toLowerCase() + text.slice(1);
  return exact(text) ?? capital(exact(small)) ?? pattern(text) ?? capital(pattern(small));
}

/** A text that is known as it is, or without the sign at its end. @param {string} text @returns {string | null} */
function exact(text) {
  const [, words, sign] = text.match(/^(.+)([.!?:;])$/) ?? [];
  const said = texts?.server[text] ?? texts?.page[text];
  const rest = said === undefined && words ? exact(words) : null;
  return rest === null ? said ?? null : rest + sign;
}

/** A text that looks like one that is known, with or without a sign at its end. @param {string} text @returns {string | null} */
function pattern(text) {
  if (!texts) return null;
  // The more a pattern says, the earlier it is tried.
  texts.patterns ??= Object.entries(texts.server).filter(([key]) => key.includes("{")).sort(([a], [b]) => b.length - a.length).map(([key, words]) => [matcher(key), words, places(key)]);
  for (const [regex, words, names] of texts.patterns) {
    const match = text.match(regex);
    if (match) return put(words, Object.fromEntries(names.map((name, at) => [name, translate(match[at + 1])]))) + match[names.length + 1];
  }
  return null;
}

/** @param {string | null} text */
const capital = (text) => text && text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text @param {Values} [values] */
function put(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place)) : text;
}

/** @param {string} key */
const places = (key) => [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

/** What may stand at a place, by its name: a number, a word, a word with a number; at others anything within a sentence. @type {Record<string, string>} */
const PLACES = { n: "[\\d,]*\\d", colour: "\\S+", seat: "\\S+", letter: "\\S+", cell: "\\S+", kind: "\\S+(?: \\d+)?" };

/** A pattern of the server's sentences. @param {string} key */
function matcher(key) {
  const parts = key.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : `(${PLACES[part.replace(/\d$/, "")] ?? "(?:(?![.!?] ).)+?"})`));
  return new RegExp(`^${parts.join("")}([.!?:;]?)$`);
}

/** What of elements is read besides their text. */
const SAID = ["title", "aria-label", "placeholder", "alt", "label"];

/** Translates the page as it was sent. */
function translatePage() {
  document.title = document.title.split(" · ").map((part) => t(part)).join(" · ");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) for (const name of SAID.filter((said) => node.hasAttribute(said))) node.setAttribute(name, t(node.getAttribute(name) ?? ""));
    else node.nodeValue = translateText(node.nodeValue ?? "");
  }
}

/** The text of a node. What stands beside another element has the spaces around it in its key, where that tells it from the same word elsewhere. @param {string} text */
function translateText(text) {
  const plain = text.replace(/\s+/g, " ");
  return texts?.page[plain] ?? plain.replace(plain.trim(), t(plain.trim()));
}

/** Formats of numbers by their digits behind the point. @type {Map<number, Intl.NumberFormat>} */ const formats = new Map();

/** A number with so many digits behind the point. @param {number} value @param {number} [digits] */
export function decimal(value, digits = 0) {
  const format = formats.get(digits) ?? new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  formats.set(digits, format);
  return format.format(value);
}

/** A time or a day, as people write it there. @param {Date} date @param {Intl.DateTimeFormatOptions} format */
export const dateWords = (date, format) => new Intl.DateTimeFormat(locale, format).format(date);

// All that this module has is there: it can wait.
await begin();
