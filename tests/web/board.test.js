// The board itself: pieces that are placed, pieces that move, and moves that share their cells.

import assert from "node:assert/strict";
import { isAccessible } from "./lib/axe.js";
import { promote } from "./lib/scenes.js";
import { suite } from "./lib/suite.js";
import { countMoves, engine, makeGame, moves, person, untilMovable, untilMoves } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();

/**
 * A board of three cells in a row, of no game at all: a piece on the first moves to the second over
 * nothing, or to the third and takes what stands on the second; others are placed on empty cells.
 * @param {Page} page
 * @param {{full: boolean}} wishes whether an enemy stands on the second cell
 */
async function madeUp(page, { full }) {
  await page.goto("/learn");
  await untilMovable(page);
  await page.evaluate(async (full) => {
    const { BoardView } = await import(/** @type {any} */ ("/js/board.js"));
    const { chooseMove } = await import(/** @type {any} */ ("/js/chooser.js"));
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "board-svg");
    svg.id = "made-up";
    document.querySelector("main")?.replaceChildren(svg);
    const corners = [[-40, -40], [40, -40], [40, 40], [-40, 40]];
    const cells = ["one", "two", "three"].map((name, at) => ({ name, label: name, centre: [80 * at, 0], outline: corners.map(([x, y]) => [x + 80 * at, y]), row: 0 }));
    const board = { cells, edges: [[0, 1], [1, 2]], show_edges: false, borders: [], bonded: false, labels: [], radius: 30, definitions: "" };
    const disc = '<circle r="30" fill="#1f4e79"/>';
    const piece = (/** @type {number} */ cell, /** @type {number} */ set) => ({ cell, set, shape: 0, words: set === 0 ? "blue disc" : "amber ring", turns: false });
    const stone = { words: "blue disc", shape: disc };
    const legal = full
      ? [{ text: "take", path: [0, 2], captures: [1] }, { text: "drop", path: [2], places: stone }]
      : [{ text: "step", path: [0, 1] }, { text: "drop two", path: [1], places: stone },
        { text: "drop three", path: [2], places: stone }, { text: "drop three tall", path: [2], places: { ...stone, words: "blue tower" } }];
    const position = { ply: 0, text: "", pieces: full ? [piece(0, 0), piece(1, 1)] : [piece(0, 0)], shapes: [disc], last: null, sets: [0, 1], counts: [], to_move: "A", moves: legal, others: [], claim: null };
    /** @type {(string | null)[]} */ const played = [];
    /** @type {any} */ (window).played = played;
    const view = new BoardView(svg, async (/** @type {any[]} */ found) => played.push((await chooseMove(view, found))?.text ?? null));
    view.show(board, position);
  }, full);
}

/** The moves that were played on a made-up board. @param {Page} page */
const played = (page) => page.evaluate(() => /** @type {any} */ (window).played);

/** Waits until so many moves were chosen or left. @param {Page} page @param {number} count */
const untilPlayed = (page, count) => page.waitForFunction((count) => /** @type {any} */ (window).played.length === count, count);

/** A cell of a made-up board. @param {Page} page @param {number} at */
const cell = (page, at) => page.locator(`#made-up [data-cell="${at}"]`);

visit("a piece is placed on an empty cell by one click, and is seen there before", async (come) => {
  const { page } = await come({ still: true });
  await madeUp(page, { full: false });
  assert.equal(await cell(page, 1).getAttribute("aria-label"), "two, empty, can be played");
  assert.equal(await cell(page, 0).getAttribute("aria-label"), "one, blue disc, can move");
  await cell(page, 1).hover();
  await page.locator("#made-up .placing").waitFor();
  await cell(page, 1).click();
  await untilPlayed(page, 1);
  // A piece that was chosen moves, although another could be placed there; where it cannot go, one is placed.
  await cell(page, 0).click();
  await cell(page, 1).click();
  await untilPlayed(page, 2);
  assert.deepEqual(await played(page), ["drop two", "step"]);
});

visit("pieces are placed and moved by taps and by the keyboard", async (come) => {
  const { page } = await come({ still: true, phone: true });
  await madeUp(page, { full: false });
  await cell(page, 1).tap();
  await untilPlayed(page, 1);
  await cell(page, 1).focus();
  await page.keyboard.press("Enter");
  await untilPlayed(page, 2);
  for (const key of ["ArrowLeft", "Enter", "ArrowRight", " "]) await page.keyboard.press(key);
  await untilPlayed(page, 3);
  assert.deepEqual(await played(page), ["drop two", "drop two", "step"]);
});

visit("moves that share their cells are told apart by a choice, which Escape leaves", async (come) => {
  const { page } = await come({ still: true });
  await madeUp(page, { full: false });
  await cell(page, 2).click();
  const dialog = page.getByRole("dialog", { name: "Promote to" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await untilPlayed(page, 1);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-cell")), "2");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Tower" }).click();
  await untilPlayed(page, 2);
  assert.deepEqual(await played(page), [null, "drop three tall"]);
});

visit("what a move would take is marked when one points at its goal", async (come) => {
  const { page } = await come({ still: true });
  await madeUp(page, { full: true });
  await cell(page, 0).click();
  assert.equal(await cell(page, 2).getAttribute("aria-label"), "three, empty, capture here");
  assert.equal(await page.locator("#made-up .captured").count(), 0);
  await cell(page, 2).hover();
  await page.locator('#made-up [data-captured="1"]').waitFor({ state: "attached" });
  await page.mouse.move(0, 0);
  await page.locator('#made-up [data-captured="1"]').waitFor({ state: "detached" });
  await cell(page, 0).focus();
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await page.locator('#made-up [data-captured="1"]').waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await untilPlayed(page, 1);
  assert.deepEqual(await played(page), ["take"]);
});

visit("a pawn becomes what its player wants, a queen first", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, 'chess position="3q4/4P3/8/8/8/8/8/K6k w"', [person("Ann"), person("Ben")]);
  await untilMovable(page);
  await promote(page, "d8");
  const dialog = page.getByRole("dialog", { name: "Promote to" });
  assert.deepEqual((await dialog.getByRole("button").allInnerTexts()).map((text) => text.trim()), ["Queen", "Rook", "Bishop", "Knight"]);
  await isAccessible(page, "all");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await countMoves(page), 0);
  await promote(page, "e8");
  for (const key of ["Tab", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await untilMoves(page, 1);
  assert.deepEqual(await moves(page), ["e8=N"]);
  await page.locator('#board [aria-label^="e8, white knight"]').waitFor({ state: "attached" });
});

visit("a chain that can go two ways is chosen by its picture, and its way is shown afterwards", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, 'checkers position="8/A7/3b4/2A1A3/8/2A1A3/8/8 B"', [person("Ann"), person("Ben")]);
  await page.locator("#board .cell.movable").first().click();
  await page.locator("#board .cell.goal").first().click();
  const ways = page.getByRole("dialog", { name: "Which way?" }).getByRole("button");
  assert.equal(await ways.count(), 2);
  const text = (await ways.last().locator("span").innerText()).trim();
  await ways.last().click();
  await untilMoves(page, 1);
  assert.deepEqual(await moves(page), [text]);
  const points = (await page.locator("#board .trail polyline").getAttribute("points")) ?? "";
  assert.equal(points.trim().split(" ").length, text.split("x").length, "the way has every square of the move");
});

visit("a piece that was chosen stays chosen while the page learns more", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-3 seed=4", [person(), engine()]);
  await untilMovable(page);
  await page.locator("#board .cell.movable").first().click();
  await page.evaluate(() => document.getElementById("flip")?.click());
  await page.locator("#board .cell.goal").first().click();
  await untilMoves(page, 1);
});
