// The texts of the pages and scripts, as a translator must find them.

import { readdir, readFile } from "node:fs/promises";

const WEB = new URL("../../../crates/server/web/", import.meta.url);

/** @param {string} name */
const part = async (name) => JSON.parse(await readFile(new URL(`lang/${name}.json`, WEB), "utf8"));

/** The Spanish catalogue by its parts: what a first visit needs, what the other pages have and are told, and the rules of games. @type {Record<"first" | "pages" | "rules", {page?: Record<string, string>, server?: Record<string, string>}>} */
export const PARTS = { first: await part("es"), pages: await part("es-pages"), rules: await part("es-rules") };

/** The whole catalogue: texts of the pages, and patterns of what the server says. @type {{page: Record<string, string>, server: Record<string, string>}} */
export const SPANISH = { page: { ...PARTS.first.page, ...PARTS.pages.page }, server: { ...PARTS.first.server, ...PARTS.pages.server, ...PARTS.rules.server } };

/** @typedef {{type: "string" | "template" | "word" | "sign", text: string, line: number}} Token */

/** A script in words, signs and texts; comments stay behind. @param {string} source @returns {Token[]} */
export function tokens(source) {
  /** @type {Token[]} */ const found = [];
  let at = 0;
  const line = () => source.slice(0, at).split("\n").length;
  /** Reads a text up to its end; what stands in `${…}` of a template is read as code. @param {string} end */
  const text = (end) => {
    const began = line();
    let value = "";
    for (at += 1; source[at] !== end; at += 1) {
      if (source[at] === "\\") value += source[++at] === "n" ? "\n" : source[at] === "u" ? String.fromCharCode(parseInt(source.slice(at + 1, (at += 4) + 1), 16)) : source[at];
      else if (end === "`" && source.startsWith("${", at)) {
        found.push({ type: "template", text: value, line: began });
        value = "";
        at += 2;
        code("}");
      } else value += source[at];
    }
    at += 1;
    found.push({ type: end === "`" ? "template" : "string", text: value, line: began });
  };
  /** Reads code up to a sign that closes it. @param {string} end */
  const code = (end) => {
    for (let depth = 0; at < source.length;) {
      const here = source[at];
      const last = found.at(-1);
      if (here === end && depth === 0) return;
      if (source.startsWith("//", at)) at = source.indexOf("\n", at);
      else if (source.startsWith("/*", at)) at = source.indexOf("*/", at) + 2;
      else if (here === '"' || here === "'" || here === "`") text(here);
      // After a sign that ends no value, a slash begins a pattern.
      else if (here === "/" && (!last || (last.type === "sign" && !")]".includes(last.text)))) {
        for (let set = false; (at += 1), source[at] !== "/" || set;) {
          if (source[at] === "\\") at += 1;
          else if (source[at] === "[") set = true;
          else if (source[at] === "]") set = false;
        }
        at += 1;
        found.push({ type: "word", text: "pattern", line: line() });
      } else if (/\w|\$/.test(here)) {
        const word = source.slice(at).match(/^[\w$]+/)?.[0] ?? here;
        found.push({ type: "word", text: word, line: line() });
        at += word.length;
      } else {
        if (end !== "" && here === "{") depth += 1;
        if (end !== "" && here === "}") depth -= 1;
        if (!/\s/.test(here)) found.push({ type: "sign", text: here, line: line() });
        at += 1;
      }
    }
  };
  code("");
  return found;
}

/** Of calls of these functions, the texts among what they are given: how many each has. */
const TRANSLATORS = { t: 1, plural: 2 };

/**
 * The texts that a script asks to be translated, and those that look as if they should be and are not.
 * @param {string} source
 */
export function scriptTexts(source) {
  const all = tokens(source);
  const asked = new Set();
  /** @type {string[]} */ const keys = [];
  all.forEach(({ type, text }, at) => {
    if (type !== "word" || !(text in TRANSLATORS) || all[at + 1]?.text !== "(" || all[at - 1]?.text === "." || all[at - 1]?.text === "function") return;
    let depth = 0;
    let wanted = TRANSLATORS[/** @type {keyof typeof TRANSLATORS} */ (text)];
    for (let next = at + 1; next < all.length && wanted > 0; next += 1) {
      const token = all[next];
      if (token.type === "sign" && "([{".includes(token.text)) depth += 1;
      if (token.type === "sign" && ")]}".includes(token.text) && (depth -= 1) === 0) break;
      if (token.type !== "string" || depth !== 1) continue;
      asked.add(token);
      keys.push(token.text);
      wanted -= 1;
    }
  });
  const bare = all.filter((token, at) => (token.type === "string" || token.type === "template") && !asked.has(token) && isProse(token.text) && !isCode(all, at));
  return { keys, bare };
}

/** Whether a text is for the program: a class, a case, a comparison, an import. @param {Token[]} all @param {number} at */
function isCode(all, at) {
  const [before, sign] = [all[at - 2], all[at - 1]];
  return ["from", "case", "class", "className"].includes(sign?.text) || (sign?.text === ":" && before?.text === "class")
    || (sign?.text === "=" && ["=", "className"].includes(before?.text)) || (["?", ":"].includes(sign?.text) && isLook(all, at));
}

/** Whether a text is one of two looks: both sides of a choice stand behind `class`. @param {Token[]} all @param {number} at */
function isLook(all, at) {
  const start = all.slice(Math.max(0, at - 14), at).findLastIndex(({ text }) => text === "class" || text === "className");
  return start >= 0 && !all.slice(Math.max(0, at - 14) + start, at).some(({ text }) => text === ",");
}

/** Whether a text is one that people read: several words, or one that begins like a sentence. @param {string} text */
const isProse = (text) => /^[\s·,:–]*[A-Z][a-z’]+(?:[ .!?…:,]|$)/.test(text) || /(?:^|[\s,])[a-z’]{2,}[,:]? [a-z’]{2,}/.test(text);

/** The texts of a page: between its tags, and in attributes that are read. @param {string} html */
export function pageTexts(html) {
  const body = html.slice(html.indexOf("<body")).replace(/<noscript>[^]*?<\/noscript>|<code>[^]*?<\/code>/g, "<code></code>");
  const title = html.match(/<title>(.*?)<\/title>/)?.[1].split(" · ") ?? [];
  const between = body.split(/<[^>]*>/).map((text) => text.replace(/\s+/g, " ")).filter((text) => /[A-Za-z]{2}/.test(text));
  const attributes = [...body.matchAll(/ (?:title|aria-label|placeholder|alt|label)="([^"]*[A-Za-z]{2}[^"]*)"/g)].map(([, text]) => text);
  return [...title, ...between, ...attributes];
}

/** The scripts of the play page: those that it imports, and those that it loads when they are wanted. @param {(readonly [string, string])[]} scripts @returns {Set<string>} */
export function firstVisit(scripts) {
  const sources = new Map(scripts);
  const found = new Set();
  const open = ["js/play.js"];
  for (let name = open.pop(); name; name = open.pop()) {
    if (found.has(name) || !sources.has(name)) continue;
    found.add(name);
    for (const [, imported, loaded] of (sources.get(name) ?? "").matchAll(/(?:from |import |import\()"\.\/(\w+)\.js"|\bload\("(\w+)"\)/g)) open.push(`js/${imported ?? loaded}.js`);
  }
  return found;
}

/** All pages and scripts by their names. */
export async function sources() {
  const read = async (/** @type {string} */ name) => /** @type {const} */ ([name, await readFile(new URL(name, WEB), "utf8")]);
  const pages = (await readdir(WEB)).filter((name) => name.endsWith(".html"));
  const scripts = (await readdir(new URL("js/", WEB))).filter((name) => name.endsWith(".js")).map((name) => `js/${name}`);
  return { pages: await Promise.all(pages.map(read)), scripts: await Promise.all(scripts.map(read)) };
}
