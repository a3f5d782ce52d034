// The best live game: of several the one whose players are better, then the next; without one the page says so.

import assert from "node:assert/strict";
import { join, register } from "./lib/people.js";
import { suite } from "./lib/suite.js";
import { makeGame, move, open, person, resign, untilMoves } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();
const CLOCK = { kind: "real", base: 300, increment: 3 };
/** How long the end of a game can be looked at. */
const LAST = 6000;

/** From now on time passes on a page only when it is told to. @param {Page} page */
const stopTime = (page) => page.clock.pauseAt(Date.now() + 3_600_000);

/** A game between two guests, listed for all to see. @param {Page} first @param {Page} second @param {string} name their names begin with it */
async function guestsGame(first, second, name) {
  const id = await makeGame(first, "selfo board=hexhex-3 seed=4 swap=off", [person(`${name}-1`), open()], { listed: true, clock: CLOCK });
  await join(second, id, `${name}-2`);
  return id;
}

visit("without a live game the page says so, and shows the next one by itself", async (come) => {
  const [ann, ben, eve] = (await Promise.all(Array.from({ length: 3 }, () => come({ still: true })))).map(({ page }) => page);
  await eve.clock.install();
  await eve.goto("/watch");
  await eve.getByText("No live games right now. The next one appears here by itself.").waitFor();
  assert.ok(await eve.getByRole("link", { name: "Open the game" }).isHidden());
  assert.ok(await eve.locator("#board").isHidden());
  const id = await guestsGame(ann, ben, "lone");
  await eve.locator("#players", { hasText: "lone-1" }).waitFor();
  assert.equal(await eve.getByRole("link", { name: "Open the game" }).getAttribute("href"), `/game/${id}`);
  await stopTime(eve);
  await resign(ann);
  await eve.getByText("The game is over after 0 moves.").waitFor();
});

visit("of two live games the one between better players is shown, and when it is over the other", async (come) => {
  const [ann, ben, cid, dan, eve] = (await Promise.all(Array.from({ length: 5 }, () => come({ still: true })))).map(({ page }) => page);
  await register(ann, "ann-strong");
  await register(ben, "ben-strong");
  // The guests' game began before, and more was played in it.
  const guests = await guestsGame(cid, dan, "guest");
  await move(cid);
  await untilMoves(dan, 1);
  await move(dan);
  const best = await makeGame(ann, "selfo", [person(), open()], { listed: true, clock: CLOCK, rated: true });
  await join(ben, best);
  await eve.clock.install();
  await eve.goto("/watch");
  await eve.locator("#players", { hasText: "ann-strong" }).waitFor();
  assert.equal(await eve.getByRole("link", { name: "Open the game" }).getAttribute("href"), `/game/${best}`);
  await eve.getByText("0 moves", { exact: true }).waitFor();
  await stopTime(eve);
  await resign(ann);
  await eve.getByText(/^The game is over after 0 moves\./).waitFor();
  await eve.clock.fastForward(LAST);
  await eve.locator("#players", { hasText: "guest-1" }).waitFor();
  assert.equal(await eve.getByRole("link", { name: "Open the game" }).getAttribute("href"), `/game/${guests}`);
  await eve.getByText("2 moves", { exact: true }).waitFor();
});
