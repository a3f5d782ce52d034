// What puzzles ask for: each task is told in words, and solved by the line that was proven.

import assert from "node:assert/strict";
import { register } from "./lib/people.js";
import { findPuzzle } from "./lib/puzzles.js";
import { suite } from "./lib/suite.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../crates/server/web/js/types.js").PuzzleView} Puzzle */
/** @typedef {{game: string, theme: Puzzle["theme"], moves: number}} Task */

const visit = suite();
/** Plays a solution to its end, and waits for each reply. @param {Page} page @param {number[][]} line */
async function solve(page, line) {
  for (const [at, path] of line.entries()) {
    if (at % 2 === 1) {
      await page.locator("#said.good", { hasText: /^Right\. .* has answered: go on\.$/ }).waitFor();
      continue;
    }
    for (const [cell, kind] of [[path[0], "movable"], [path.at(-1), "goal"]]) await page.locator(`#board [data-cell="${cell}"].${kind}`).click();
    if (at + 2 < line.length) await page.locator("#said.good").waitFor();
  }
  await page.locator("#said.good", { hasText: "Solved!" }).waitFor();
}

/** Tasks, what the headline asks for, and the sentence below. @type {[Task, RegExp, RegExp][]} */
const TASKS = [
  [{ game: "selfo", theme: "win", moves: 3 }, /^(Blue|Amber) to move: connect in three$/, /^Only one first move works\.$/],
  [{ game: "selfo", theme: "win", moves: 4 }, /^(Blue|Amber) to move: connect in four$/, /^Only one first move works\.$/],
  [{ game: "selfo", theme: "cut-off", moves: 1 }, /^(Blue to move: cut Amber|Amber to move: cut Blue) off$/, /^Cut (Blue|Amber)’s pieces off from each other for good\./],
  [{ game: "selfo", theme: "cut-off", moves: 2 }, /^(Blue to move: cut Amber|Amber to move: cut Blue) off in two$/, /^Cut (Blue|Amber)’s pieces off from each other for good\./],
  [{ game: "selfo", theme: "save", moves: 1 }, /^(Blue|Amber) to move: save your group$/, /^(Blue|Amber) threatens to cut your pieces off from each other in one move\. Only one move stops it\.$/],
  [{ game: "selfo", theme: "hold", moves: 1 }, /^(Blue|Amber) to move: find the only defence$/, /^(Blue|Amber) threatens to win in one move\. Only one move stops it\.$/],
  [{ game: "chess", theme: "win", moves: 2 }, /^(White|Black) to move: mate in two$/, /^Only one first move works\.$/],
  [{ game: "checkers", theme: "win", moves: 2 }, /^(Blue|Amber) to move: win in two$/, /^Only one first move works\.$/],
  [{ game: "checkers", theme: "piece-ahead", moves: 2 }, /^(Blue|Amber) to move: win a piece in two$/, /^Come out a piece ahead/],
];

for (const [task, headline, about] of TASKS) {
  visit(`${task.game}: a task of the theme ${task.theme} in ${task.moves} is told and solved`, async (come) => {
    const { page } = await come({ still: true });
    await page.goto("/learn");
    const { id, line } = await findPuzzle(page, task);
    await page.goto(`/puzzle/${id}`);
    await page.getByRole("heading", { name: headline }).waitFor();
    assert.match(await page.locator("#text").innerText(), about);
    await solve(page, line);
    await page.getByRole("link", { name: "Analyse" }).waitFor();
  });
}

visit("who solves a puzzle at the first try wins rating from it, once", async (come) => {
  const [{ page }, stranger] = [await come({ still: true }), (await come()).page];
  await stranger.goto("/learn");
  await register(page, "first-try");
  const { id, line } = await findPuzzle(stranger, { game: "selfo", theme: "win", moves: 2 });
  const before = /** @type {Puzzle} */ (await (await stranger.request.get(`/api/puzzles/${id}`)).json()).rating;
  await page.goto(`/puzzle/${id}`);
  await solve(page, line);
  const won = Number((await page.locator("#facts .up", { hasText: /^\+\d+$/ }).innerText()).slice(1));
  assert.ok(won > 0);
  assert.match(await page.locator("#facts").innerText(), new RegExp(`Your rating\\s+${1500 + won} \\+${won}`));
  const after = /** @type {Puzzle} */ (await (await stranger.request.get(`/api/puzzles/${id}`)).json()).rating;
  assert.ok(after < before, `the puzzle fell from ${before} to ${after}`);
  await page.reload();
  await page.locator("#said", { hasText: "You have solved this one. It won’t be rated again." }).waitFor();
  await page.locator("#facts", { hasText: `Your rating${1500 + won}` }).waitFor();
  await solve(page, line);
  assert.equal(await page.locator("#facts .up, #facts .down").count(), 0, "it counts once");
});
