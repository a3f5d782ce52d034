// A stranger's walk: first visit, first win, rematch, analysis, a puzzle, another game, an own variant, a link to a friend.

import assert from "node:assert/strict";
import { findPuzzle } from "./lib/puzzles.js";
import { suite } from "./lib/suite.js";
import { countMoves, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();
/** A beginner can win within so many moves of their own; this one is given the engine's advice. */
const SOON = 30;

/** Plays what an engine would, by two clicks; false once the game is over. @param {Page} page */
async function playWell(page) {
  await page.locator("#status.over, #board .cell.movable").first().waitFor();
  if (await page.locator("#status.over").count() > 0) return false;
  const before = await countMoves(page);
  const cells = await page.evaluate(async () => {
    const id = location.pathname.split("/")[2];
    const state = await (await fetch(`/api/games/${id}`)).json();
    const start = (await (await fetch(`/api/games/${id}/at/0`)).json()).position.text;
    const moves = state.events.filter((/** @type {any} */ event) => event.type === "move").map((/** @type {any} */ { text }) => text);
    const question = { spec: state.spec, start, moves, from: moves.length, count: 1, effort: "quick" };
    const answer = await (await fetch("/api/analysis/engine", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question) })).json();
    const best = answer.evaluations?.[0]?.line?.[0]?.text;
    const move = state.position.moves.find((/** @type {any} */ { text }) => text === best) ?? state.position.moves[0];
    return [move.path[0], move.path.at(-1)];
  });
  for (const cell of cells) await page.locator(`#board [data-cell="${cell}"]`).click();
  await untilMoves(page, before + 1);
  return true;
}

/** Solves the puzzle of a page by its line. @param {Page} page @param {number[][]} line */
async function solvePuzzle(page, line) {
  await untilMovable(page);
  for (const [at, path] of line.entries()) {
    if (at % 2 === 1) {
      await page.locator("#said.good", { hasText: "has answered: go on." }).waitFor();
      continue;
    }
    await page.locator(`#board [data-cell="${path[0]}"].movable`).click();
    await page.locator(`#board [data-cell="${path.at(-1)}"].goal`).click();
    await page.locator("#said.good").waitFor();
  }
  await page.locator("#said", { hasText: "Solved!" }).waitFor();
}

visit("a stranger finds the way from the first visit to a game with a friend", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/");
  let moves = 0;
  while (await playWell(page)) assert.ok(++moves <= SOON, "the first game is won soon");
  await untilStatus(page, /^You won: you connected all your pieces\.$/);

  const card = page.getByRole("region", { name: "Result" });
  const first = page.url();
  await card.getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.href !== first);
  await untilMovable(page);

  await page.getByRole("link", { name: "Analyse" }).click();
  await page.getByRole("link", { name: "Back to the game" }).click();
  await untilMovable(page);

  await page.getByRole("link", { name: "Puzzles", exact: true }).click();
  // The next puzzle is drawn from many: here it is one that is known.
  const { id, line } = await findPuzzle((await come()).page, { game: "selfo", theme: "win", moves: 2 });
  await page.route(/puzzles\/next\?game=selfo/, async (route) => route.fulfill({ response: await route.fetch({ url: new URL(`/api/puzzles/${id}`, page.url()).href }) }), { times: 1 });
  await page.getByLabel("Puzzles from").selectOption("selfo");
  await page.waitForURL(`**/puzzle/${id}`);
  await page.getByRole("heading", { name: "Selfo puzzle" }).waitFor();
  await solvePuzzle(page, line);
  const solved = page.url();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForURL((url) => url.href !== solved);
  await untilMovable(page);

  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.waitForURL("**/game/*");
  await untilMovable(page);

  await page.getByRole("button", { name: "New game" }).click();
  const gallery = page.getByRole("dialog", { name: "New game" });
  await gallery.getByRole("button", { name: /^Lines of Action 2 players/ }).click();
  await page.locator("#title", { hasText: "Lines of Action" }).waitFor();

  await page.getByRole("button", { name: "New game" }).click();
  await gallery.getByRole("button", { name: "Customise Two-step Selfo" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.locator("#new-start:enabled").waitFor();
  const preview = page.waitForResponse((answer) => answer.url().endsWith("/api/preview") && /density=30/.test(answer.request().postData() ?? ""));
  await dialog.getByLabel("Pieces per 100 cells").fill("30");
  await preview;
  await dialog.locator("#new-start:enabled").waitFor();
  await dialog.getByLabel("Amber: who plays?").selectOption("link");
  await dialog.locator("#new-start").click();
  const link = await page.getByLabel("Link to this game").inputValue();
  await page.locator("#spec", { hasText: "density=30" }).waitFor({ state: "attached" });

  const friend = (await come({ still: true })).page;
  await friend.goto(link);
  await friend.getByRole("button", { name: "Play", exact: true }).click();
  await untilStatus(page, /Your opponent has joined\. Your move/);
  await friend.locator("#spec", { hasText: "density=30" }).waitFor({ state: "attached" });
});
