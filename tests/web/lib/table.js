// A visitor at the play page.

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** Waits until a piece can be moved. @param {Page} page */
export async function untilMovable(page) {
  await page.locator("#board .cell.movable").first().waitFor();
}

/** How many moves the list shows. @param {Page} page */
export function countMoves(page) {
  return page.locator("#moves button").count();
}

/** Waits until the list shows so many moves, or more. @param {Page} page @param {number} count */
export async function untilMoves(page, count) {
  await page.locator("#moves button").nth(count - 1).waitFor();
}

/** The texts of the moves in the list. @param {Page} page */
export function moves(page) {
  return page.locator("#moves button").allTextContents();
}

/**
 * Moves the first piece that can be moved, by two clicks (or taps), and waits until the move is in the list.
 * @param {Page} page
 * @param {"click" | "tap"} [by]
 */
export async function move(page, by = "click") {
  await untilMovable(page);
  const before = await countMoves(page);
  await page.locator("#board .cell.movable").first()[by]();
  await page.locator("#board .cell.goal").first()[by]();
  await untilMoves(page, before + 1);
}

/** The button of an action beside the board. @param {Page} page @param {string | RegExp} name */
export function action(page, name) {
  return page.getByLabel("Moves and actions").getByRole("button", { name });
}

/** Gives up, and is sure of it. @param {Page} page */
export async function resign(page) {
  await action(page, "Resign").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}

/** Waits until the line under the board says this. @param {Page} page @param {RegExp} words */
export async function untilStatus(page, words) {
  await page.locator("#status", { hasText: words }).waitFor();
}

/** Widths and heights: phones upright and on their side, tablets, small windows, large screens. */
export const SIZES = [[360, 640], [390, 844], [844, 390], [667, 375], [768, 1024], [820, 1180], [1000, 700], [1024, 768], [1101, 700], [1280, 720], [1920, 1080], [2560, 1440]];

/** The page is no wider than the screen. @param {Page} page */
export async function fitsTheScreen(page) {
  const screen = page.viewportSize()?.width ?? 0;
  // A phone makes a page that is too wide smaller, and itself wider: it must not come to that.
  const wide = await page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth));
  assert.ok(wide <= screen, `${page.url()}: ${wide} pixels on a screen of ${screen}`);
}

/**
 * Makes a game as the visitor of this page, without the dialog, and opens it.
 * @param {Page} page
 * @param {string} spec
 * @param {object[]} players
 * @param {object} [more] clock, listed, rated
 */
export async function makeGame(page, spec, players, more = {}) {
  const answer = await page.request.post("/api/games", { data: { spec, players, ...more } });
  assert.ok(answer.ok(), await answer.text());
  const { id } = await answer.json();
  await page.goto(`/game/${id}`);
  return id;
}

export const person = (name = "") => ({ kind: "person", name });
export const engine = (spec = "random") => ({ kind: "engine", spec });
export const open = () => ({ kind: "open" });

/** Asks again until something holds; the test's own patience ends it otherwise. @param {() => Promise<boolean>} holds */
export async function eventually(holds) {
  while (!(await holds())) await new Promise((again) => setTimeout(again, 100));
}
