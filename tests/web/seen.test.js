// What must be seen on the board: motion where it is allowed, the last move, what one points at, and the cells themselves.

import assert from "node:assert/strict";
import { join } from "./lib/people.js";
import { suite } from "./lib/suite.js";
import { action, engine, makeGame, move, open, person, untilMovable } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();
const SMALL = "selfo board=hexhex-4 seed=4";
/** The least contrast of areas that are told apart, as WCAG counts it. */
const APART = 1.2;

/** The contrasts of what is seen of a first element against what is seen of a second: each is a list of paints, one over the other. @param {Page} page @param {[string, string][][]} layers selectors with their properties */
const contrast = (page, ...layers) => page.evaluate((layers) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!canvas) throw new Error("no canvas");
  const brightness = layers.map((paints) => {
    canvas.globalAlpha = 1;
    for (const [selector, property] of paints) {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`no ${selector}`);
      const style = getComputedStyle(element);
      canvas.globalAlpha = Number(style.opacity);
      canvas.fillStyle = style.getPropertyValue(property);
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(...brightness) + 0.05) / (Math.min(...brightness) + 0.05);
}, layers);

/** @type {[string, string]} */ const PAGE = ["body", "background-color"];

/** Counts the pieces that begin to glide, from now on. @param {Page} page */
const countGlides = (page) => page.evaluate(() => {
  Object.assign(window, { glides: 0 });
  document.addEventListener("transitionrun", ({ target, propertyName }) => {
    if (propertyName === "transform" && /** @type {Element} */ (target).matches("#board .piece")) /** @type {any} */ (window).glides += 1;
  });
});

visit("a swap and a move are seen to happen, but not by those who want no motion", async (come) => {
  for (const still of [false, true]) {
    const [ann, ben] = [(await come({ still })).page, (await come({ still: true })).page];
    const id = await makeGame(ann, SMALL, [person("Ann"), open()]);
    await join(ben, id, "Ben");
    await untilMovable(ann);
    await countGlides(ann);
    await move(ann);
    // A frame later the style of whatever was moved is known.
    await ann.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    if (still) assert.equal(await ann.evaluate(() => /** @type {any} */ (window).glides), 0);
    else await ann.waitForFunction(() => /** @type {any} */ (window).glides > 0);
    await action(ben, "Swap").click();
    // The banner goes by itself: what is seen of it is noted as soon as it is there.
    const moving = await ann.waitForFunction(() => {
      const pieces = [...document.querySelectorAll("#banner:not([hidden]) .swapping svg")];
      return pieces.length === 2 && pieces.map((piece) => piece.getAnimations().length);
    });
    assert.deepEqual(await moving.jsonValue(), still ? [0, 0] : [1, 1]);
  }
});

visit("cells stand out from the page in every look of the board, by their colour or their border", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, SMALL, [person(), engine()]);
  await untilMovable(page);
  await page.getByRole("button", { name: "Colours" }).click();
  const looks = page.getByRole("dialog", { name: "Colours" });
  const seen = [];
  for (const name of ["Paper", "Wood", "Sea", "High contrast"]) {
    await looks.getByRole("button", { name, exact: true }).click();
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      const [fill, stroke] = [await contrast(page, [["#board .cell", "fill"]], [PAGE]), await contrast(page, [["#board .cell", "stroke"]], [PAGE])];
      seen.push({ name, colorScheme, fill, stroke });
    }
  }
  assert.deepEqual(seen.filter(({ fill, stroke }) => Math.max(fill, stroke) < APART), []);
});

visit("light and dark squares are told apart in every look of the board", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "chess", [person(), person()]);
  await untilMovable(page);
  await page.getByRole("button", { name: "Colours" }).click();
  const seen = [];
  for (const name of ["Paper", "Wood", "Sea", "High contrast"]) {
    await page.getByRole("dialog", { name: "Colours" }).getByRole("button", { name, exact: true }).click();
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      seen.push({ name, colorScheme, apart: await contrast(page, [["#board .cell.light", "fill"]], [["#board .cell.dark", "fill"]]) });
    }
  }
  assert.deepEqual(seen.filter(({ apart }) => apart < APART), []);
});

visit("the last move is seen where it began and more where it ended, and so is the piece that one points at", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, SMALL, [person(), person()]);
  await move(page);
  await untilMovable(page);
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    await page.mouse.move(0, 0);
    const [began, ended] = [await contrast(page, [["#board .cell", "fill"], ["#board .touched:not(.to)", "fill"]], [["#board .cell", "fill"]]), await contrast(page, [["#board .cell", "fill"], ["#board .touched.to", "fill"]], [["#board .cell", "fill"]])];
    assert.ok(began >= APART && ended > began, `${colorScheme}: ${began} and ${ended}`);
    const hovered = page.locator("#board .cell.movable").first();
    const fill = () => hovered.evaluate((cell) => getComputedStyle(cell).fill);
    const plain = await fill();
    await hovered.hover();
    assert.notEqual(await fill(), plain, "a piece that can move answers the pointer");
    const apart = await contrast(page, [["#board .cell.movable:hover", "fill"]], [["#board .cell:not(:hover)", "fill"]]);
    assert.ok(apart >= APART, `${colorScheme}: what one points at ${apart}`);
  }
});
