// The puzzles that come along, by their names: tests solve the same ones every time.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

/** @typedef {import("../../../crates/server/web/js/types.js").PuzzleView["theme"]} Theme */
/** @typedef {{game: string, theme: Theme, moves: number, line: string[]}} Shipped */

const SHIPPED = new URL("../../../crates/lab/src/puzzles/shipped/", import.meta.url);
/** The themes in the order of the program. @type {Theme[]} */
const THEMES = ["win", "cut-off", "piece-ahead", "hold", "save"];
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** The name of a puzzle, as `Puzzle::id` makes it: six letters of a hash (FNV-1a). @param {Shipped} puzzle */
function nameOf({ game, theme }) {
  const hash = [...Buffer.from(game), 0, THEMES.indexOf(theme)].reduce((sum, byte) => BigInt.asUintN(64, (sum ^ BigInt(byte)) * 0x100000001b3n), 0xcbf29ce484222325n);
  return Array.from({ length: 6 }, (_, at) => LETTERS[Number((hash >> BigInt(5 * at)) & 31n)]).join("");
}

/**
 * The first puzzle with such a task in which every move is a single step or jump that asks nothing, and the cells of its line.
 * Asked for as somebody who has given up: the visitor must not be who solves it.
 * @param {import("playwright-core").Page} page @param {{game: string, theme: Theme, moves: number}} task
 */
export async function findPuzzle(page, { game, theme, moves }) {
  const lines = (await readFile(new URL(`${game}.jsonl`, SHIPPED), "utf8")).trim().split("\n");
  const known = lines.map((line) => /** @type {Shipped} */ (JSON.parse(line)));
  for (const puzzle of known.filter((puzzle) => puzzle.theme === theme && puzzle.moves === moves && !puzzle.line.some((text) => /\d[nbrq]$/.test(text)))) {
    const id = nameOf(puzzle);
    const { positions } = await (await page.request.post(`/api/puzzles/${id}/solution`)).json();
    const line = /** @type {number[][]} */ (positions.map((/** @type {any} */ { last }) => last.path));
    if (line.every((path) => path.length === 2)) return { id, line };
  }
  return assert.fail(`no puzzle of ${game}: ${theme} ${moves}`);
}
