// Texts and their Spanish: nothing is missing in the catalogue, nothing in it is stale, and no text goes round it.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { firstVisit, pageTexts, PARTS, scriptTexts, sources, SPANISH } from "./lib/texts.js";

const { pages, scripts } = await sources();
/** The texts that the scripts and pages have, by where they are; the module that looks them up has none of its own. */
const asked = new Map(scripts.filter(([name]) => name !== "js/lang.js").flatMap(([name, source]) => scriptTexts(source).keys.map((key) => [key, name])));
for (const [name, html] of pages) for (const text of pageTexts(html)) asked.set(text in SPANISH.page ? text : text.trim(), name);

/** @param {string} text */
const places = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

test("every text of the pages and scripts has its Spanish, and nothing else is kept", () => {
  assert.ok(asked.size > 800, `${asked.size} texts are found`);
  assert.deepEqual([...asked].filter(([key]) => !(key in SPANISH.page)), [], "these texts are missing");
  assert.deepEqual(Object.keys(SPANISH.page).filter((key) => !asked.has(key)), [], "no page has these texts any more");
});

test("the part for a first visit has the texts of the play page and no others", () => {
  const names = firstVisit(scripts);
  assert.ok(names.has("js/words.js") && names.has("js/gallery.js") && names.has("js/ownrules.js") && !names.has("js/lobby.js"));
  const first = new Set(scripts.filter(([name]) => names.has(name) && name !== "js/lang.js").flatMap(([, source]) => scriptTexts(source).keys));
  for (const text of pageTexts(pages.find(([name]) => name === "index.html")?.[1] ?? "")) first.add(text in SPANISH.page ? text : text.trim());
  assert.deepEqual(Object.keys(PARTS.first.page ?? {}).filter((key) => !first.has(key)), [], "these belong to the other pages");
  assert.deepEqual(Object.keys(PARTS.pages.page ?? {}).filter((key) => first.has(key)), [], "these belong to the play page");
  assert.deepEqual(Object.keys(PARTS.rules.server ?? {}).filter((key) => key in (PARTS.first.server ?? {})), [], "these are there twice");
});

test("a translation has the places of its text", () => {
  for (const part of [SPANISH.page, SPANISH.server]) {
    for (const [key, text] of Object.entries(part)) {
      assert.notEqual(text.trim(), "", key);
      assert.deepEqual(places(text), places(key), key);
    }
  }
});

/** Texts that people read in every language alike, or that are keys and codes. */
const ALIKE = /^(?:[\s·]*Selforge|English|Home|End|Tab|Esc|Enter|Escape|Shift|Backspace|Files|Notification|Mine|Friendly)$/;
/** Scripts whose other texts are for the program or for search: engines, selectors, examples, words to be found by. */
const CODES = [/playouts=|time=|seed=|board=|^selforge |^input, select/, /^puzzle of the day $|^Add a rule file \.zrf|^Write your own rules|^Design a game workshop/, /^[a-z]+ (?:bond|fill|line|first|full|to|on|again|good|odd|plus)$|^(?:bond|lined|filled|backed) in$|^card end $/];

test("no script shows a text that is not looked up", () => {
  const bare = scripts.filter(([name]) => name !== "js/ruledraft.js").flatMap(([name, source]) => scriptTexts(source).bare
    .filter(({ text }) => !ALIKE.test(text) && !CODES.some((code) => code.test(text))).map(({ text, line }) => `${name}:${line}: ${text}`));
  assert.deepEqual(bare, [], "wrap these in t(…)");
});

test("a text that is not looked up is found", () => {
  const source = 'make("p", { class: "big red", text: "You won" }); say(`Move ${number} of the game`); t("Draw"); plural(n, "{n} move", "{n} moves");';
  const { keys, bare } = scriptTexts(source);
  assert.deepEqual(keys, ["Draw", "{n} move", "{n} moves"]);
  assert.deepEqual(bare.map(({ text }) => text), ["You won", "Move ", " of the game"]);
});

/** The sources of the server, without their tests. @param {URL} folder @returns {Promise<string[]>} */
async function serverSources(folder) {
  const found = await Promise.all((await readdir(folder, { withFileTypes: true })).map(async (entry) => {
    if (entry.isDirectory()) return /^(?:tests|openapi)$/.test(entry.name) ? [] : serverSources(new URL(`${entry.name}/`, folder));
    const source = entry.name.endsWith(".rs") && entry.name !== "tests.rs" ? await readFile(new URL(entry.name, folder), "utf8") : "";
    return [source.split("#[cfg(test)]\nmod tests {")[0]];
  }));
  return found.flat();
}

/** What calls of these are given, up to the bracket that closes them. @param {string} source @param {RegExp} calls @returns {string[]} */
function given(source, calls) {
  return [...source.matchAll(calls)].map((call) => {
    const start = (call.index ?? 0) + call[0].length;
    const [inside] = source.slice(start).match(/^(?:"(?:[^"\\]|\\[^])*"|\((?:"(?:[^"\\]|\\[^])*"|[^()"]|\((?:"(?:[^"\\]|\\[^])*"|[^()"])*\))*\)|[^()"])*/) ?? [""];
    return inside;
  });
}

test("what the server refuses with has its Spanish", async () => {
  const sources = await serverSources(new URL("../../crates/server/src/", import.meta.url));
  const texts = sources.flatMap((source) => [
    ...given(source, /ApiError::(?:invalid|forbidden|too_large|too_many|unavailable)\(/g),
    // The first text is a word for programs.
    ...given(source, /ApiError::(?:unauthorized|conflict)\(/g).map((inside) => inside.replace(/"[^"]*"/, "")),
    // What is told later was put together before.
    ...given(source, /let problem =\s*(?:format!\()?/g).map((inside) => inside.split(";\n")[0]),
    // What a game that is played refuses.
    ...(/enum Refusal/.test(source) ? given(source, /#\[error\(/g) : []),
  ]).flatMap((inside) => [...inside.matchAll(/"((?:[^"\\]|\\[^])*)"/g)].map(([, text]) => text.replace(/\\\n\s*/g, "").replaceAll('\\"', '"'))).filter((text) => text.includes(" ") && text.trim().length > 2);
  assert.ok(texts.length > 60, `${texts.length} texts are found`);
  assert.ok(texts.includes("this name is taken; choose another") && texts.some((text) => text.startsWith("Games of more than")));
  // What stands at a place is not known here.
  const bare = (/** @type {string} */ text) => text.replace(/\{[^}]*\}/g, "{}");
  const known = new Set(Object.keys(SPANISH.server).map(bare));
  const isKnown = (/** @type {string} */ text) => known.has(bare(text)) || known.has(bare(text).replace(/[.!?:;]$/, ""));
  const parts = (/** @type {string} */ text) => text.replace(/\.(?=\{)/g, ". ").split(/(?<=[.!?:;]) /);
  const missing = texts.filter((text) => !isKnown(text) && !parts(text).every((part) => isKnown(part) || /^(?:\{[^}]*\} ?)+$/.test(part)));
  assert.deepEqual(missing, [], "these texts are English to everyone");
});
