// The pages and states that are worth a picture.

import { action, engine, makeGame, move, person, resign, untilMovable, untilMoves, untilStatus } from "./table.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{browser: import("playwright-core").Browser, server: import("./server.js").Server, phone: boolean}} Stage */
/** @typedef {{name: string, go: (page: Page, stage: Stage) => Promise<void>}} Scene */

const SMALL = "selfo board=hexhex-4 seed=4";

/** A game of a spec at one screen. @param {string} spec @param {number} [seats] @returns {(page: Page) => Promise<void>} */
const game = (spec, seats = 2) => async (page) => {
  await makeGame(page, spec, Array.from({ length: seats }, () => person()));
  await untilMovable(page);
};

/** @type {Scene[]} */
export const SCENES = [
  {
    name: "play-first-visit",
    go: async (page) => {
      await page.goto("/");
      await untilMovable(page);
    },
  },
  {
    name: "play-piece-chosen",
    go: async (page) => {
      await game("selfo seed=7")(page);
      await page.locator("#board .cell.movable").first().click();
      await page.locator("#board .cell.goal").first().waitFor();
    },
  },
  {
    name: "play-middle",
    go: async (page) => {
      await makeGame(page, "selfo seed=7", [person("Ann"), engine("greedy")]);
      for (const plies of [2, 4, 6]) {
        await move(page);
        await untilMoves(page, plies);
      }
    },
  },
  {
    name: "play-looking-back",
    go: async (page) => {
      await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
      for (let ply = 0; ply < 4; ply++) await move(page);
      await page.locator("#back").click();
      await untilStatus(page, /Position after 3/);
    },
  },
  {
    name: "play-draw-offer",
    go: async (page) => {
      await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
      await move(page);
      await action(page, "Offer draw").click();
      await action(page, "Accept draw").waitFor();
    },
  },
  {
    name: "play-over",
    go: async (page) => {
      await makeGame(page, SMALL, [person("Ann"), engine()]);
      await move(page);
      await untilMoves(page, 2);
      await untilMovable(page);
      await resign(page);
      await untilStatus(page, /wins/);
    },
  },
  { name: "play-six-seats", go: game("selfo board=hexhex-6 seats=6 seed=4", 6) },
  { name: "play-chess", go: game("chess") },
  { name: "play-checkers", go: game("checkers") },
  { name: "play-evolved", go: game("rulespace game=paper-1") },
  { name: "play-irregular", go: game("selfo board=voronoi-80 seed=4") },
  {
    name: "play-names-turned",
    go: async (page) => {
      await game(SMALL)(page);
      await page.locator("#flip").click();
      await page.locator("#names").click();
    },
  },
  {
    name: "new-game",
    go: async (page) => {
      await game(SMALL)(page);
      await page.locator("#open-new").click();
      await page.locator("#new-players .player").first().waitFor();
    },
  },
  {
    name: "new-game-error",
    go: async (page) => {
      await game(SMALL)(page);
      await page.locator("#open-new").click();
      await page.locator("#new-players .player").first().waitFor();
      await page.locator("#new-spec").fill("selfo board=hexhex-99");
      await page.locator("#new-error", { hasText: "expected" }).waitFor();
    },
  },
  {
    name: "saved-games",
    go: async (page) => {
      for (const spec of ["chess", "checkers", SMALL]) await game(spec)(page);
      await page.locator("#open-library").click();
      await page.locator("#library-list li").nth(2).waitFor();
    },
  },
  {
    name: "rules",
    go: async (page) => {
      await game(SMALL)(page);
      await page.locator("#open-rules").click();
      await page.getByRole("dialog", { name: /^Rules of/ }).waitFor();
    },
  },
];
