// The play page at the sizes that people have: nothing sideways, nobody's seat out of view, nothing overlaps.

import assert from "node:assert/strict";
import { suite } from "./lib/suite.js";
import { engine, fitsTheScreen, makeGame, move, open, person, resign, SIZES, untilMovable, untilMoves, untilStatus } from "./lib/table.js";
import { join } from "./lib/people.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();

/** What is wrong with the seats and the board on the screen. @param {Page} page @param {boolean} grouped whether groups are counted */
const faults = (page, grouped) => page.evaluate((grouped) => {
  const box = (/** @type {Element} */ element) => element.getBoundingClientRect();
  const seats = [...document.querySelectorAll(".seat")];
  const own = document.querySelector("#seats-bottom .seat");
  const board = document.querySelector("#board .cells");
  const apart = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const found = [];
  if (!own || box(own).bottom > innerHeight + 1 || box(own).top < 0) found.push("the own seat is out of view");
  if (!board || box(board).bottom > innerHeight + 1) found.push("the board is out of view");
  for (const [at, one] of seats.entries()) {
    if (board && !apart(box(one), box(board))) found.push(`seat ${at} lies over the board`);
    for (const other of seats.slice(at + 1)) if (!apart(box(one), box(other))) found.push("two seats overlap");
    const count = one.querySelector(".count");
    if (grouped && (!count || box(count).width < 10)) found.push(`the groups of seat ${at} are not seen`);
    for (const part of one.children) if (box(part).right > box(one).right + 1) found.push(`${part.className} of seat ${at} is cut off`);
  }
  for (const button of document.querySelectorAll("#acts button")) if (box(button).right > innerWidth) found.push(`${button.textContent} is cut off`);
  return found;
}, grouped);

/** Looks at the page at every size. @param {Page} page @param {boolean} [grouped] whether groups are counted */
async function fitsEverywhere(page, grouped = true) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await fitsTheScreen(page);
    assert.deepEqual(await faults(page, grouped), [], `${width} x ${height}`);
  }
}

visit("two seats and the board are seen whole on every screen", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo seed=7", [person("Ann"), engine()]);
  await untilMovable(page);
  await fitsEverywhere(page);
});

visit("groups are counted beside clocks too", async (come) => {
  const ann = (await come({ still: true })).page;
  const ben = (await come({ still: true })).page;
  const id = await makeGame(ann, "selfo board=hexhex-5 seed=4", [person("Annabella Longname"), open()], { clock: { kind: "real", base: 300, increment: 3 } });
  await join(ben, id, "Benedict Longername");
  await move(ann);
  await fitsEverywhere(ann);
});

visit("taken pieces are seen whole beside the names of a chess game", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "chess", [person("Annabella Longname"), person("Benedict Longername")]);
  for (const [ply, [from, to]] of [["e2", "e4"], ["d7", "d5"], ["e4", "d5"], ["d8", "d5"], ["b1", "c3"], ["d5", "g2"], ["f1", "g2"]].entries()) {
    await page.locator(`#board [aria-label^="${from},"]`).click();
    await page.locator(`#board [aria-label^="${to},"].goal`).click();
    await untilMoves(page, ply + 1);
  }
  assert.equal(await page.locator(".seat .taken svg").count(), 3, "a pawn and a queen of Black, two pawns of White, pawns once with their number");
  await fitsEverywhere(page, false);
});

visit("a game of Hex fits every screen", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "hex", [person("Ann"), person("Ben")]);
  await untilMovable(page);
  await fitsEverywhere(page, false);
});

visit("an evolved game that is over and asks how it was liked fits every screen", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "rulespace game=paper-1", [person("Ann"), engine()]);
  await move(page);
  await untilMoves(page, 2);
  await untilMovable(page);
  await resign(page);
  await page.getByRole("button", { name: "Like", exact: true }).waitFor();
  await fitsEverywhere(page, false);
});

for (const [seats, board] of /** @type {const} */ ([[4, 6], [5, 6], [6, 6], [12, 8]])) {
  visit(`${seats} seats do not overlap, and have the letters that buttons name`, async (come) => {
    const { page } = await come({ still: true });
    await makeGame(page, `selfo board=hexhex-${board} seats=${seats} seed=4`, [person("Ann"), ...Array.from({ length: seats - 1 }, () => engine())]);
    await move(page);
    await fitsEverywhere(page);
    assert.deepEqual((await page.locator(".seat .letter").allInnerTexts()).sort(), [..."ABCDEFGHIJKL"].slice(0, seats));
  });
}

visit("a round of several players stands in the list without overlap, and who is called alike is told apart", async (come) => {
  const { page } = await come({ still: true });
  for (const seats of [3, 4, 6]) {
    await makeGame(page, `selfo board=hexhex-6 seats=${seats} seed=4`, [person("Ann"), ...Array.from({ length: seats - 1 }, () => person("Ben"))]);
    await move(page);
    // Every seat may be swapped with: these are many buttons.
    if (seats === 4) await fitsEverywhere(page);
    for (let ply = 1; ply <= seats; ply++) await move(page);
    for (const [width, height] of [[1280, 720], [390, 844]]) {
      await page.setViewportSize({ width, height });
      const overlaps = await page.locator("#moves b, #moves button").evaluateAll((parts) => {
        const boxes = parts.map((part) => [part.textContent, part.getBoundingClientRect()]);
        const meet = (/** @type {any} */ [, a], /** @type {any} */ [, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => meet(one, other)).map(([text]) => `${one[0]} over ${text}`));
      });
      assert.deepEqual(overlaps, [], `${seats} seats at ${width} x ${height}`);
    }
    await untilStatus(page, /^Ben B to move\.$/);
  }
});

visit("on an upright tablet what can be done is seen beside the board, and so is a review", async (come) => {
  const { page } = await come({ still: true });
  await page.setViewportSize({ width: 768, height: 1024 });
  await makeGame(page, "chess", [person("Ann"), person("Ben")]);
  const seen = async (/** @type {import("playwright-core").Locator} */ part) => {
    const box = await part.boundingBox() ?? assert.fail("it is not seen");
    assert.ok(box.y > 0 && box.y + box.height <= 1024);
  };
  await move(page);
  await move(page);
  for (const part of ["#last", "#acts", "#seats-bottom", "#moves"]) await seen(page.locator(part));
  await resign(page);
  await page.getByRole("region", { name: "Result" }).getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("region", { name: "Turning points" });
  await review.locator(".points, p").first().waitFor();
  await seen(review);
});

visit("who has left a game of several is struck through", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-6 seats=4 seed=4", ["Ann", "Ben", "Cid", "Dan"].map(person));
  await move(page);
  await resign(page);
  const struck = () => page.locator(".seat .person").evaluateAll((names) => names.filter((name) => getComputedStyle(name).textDecorationLine === "line-through").length);
  await page.locator(".seat.left-game").waitFor();
  assert.equal(await struck(), 1);
  // The rounds go on without them: Cid, Dan, and then Ann begins the next.
  for (let ply = 0; ply < 3; ply++) await move(page);
  assert.deepEqual(await page.locator("#moves li").evaluateAll((rounds) => rounds.map((round) => round.querySelectorAll("button").length)), [3, 1]);
  for (const left of ["Cid", "Dan"]) {
    await resign(page);
    await page.locator(".seat.left-game", { hasText: left }).waitFor();
  }
  await untilStatus(page, /^Ann won: Ann is the last one left\.$/);
  await makeGame(page, "selfo board=hexhex-4 seed=4", [person(), person()]);
  await move(page);
  await resign(page);
  await page.locator("#status.over").waitFor();
  assert.equal(await struck(), 0, "with two it is told by the result");
});

visit("the names of six colours are read whole, but on the smallest phones", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-6 seats=6 seed=4", Array.from({ length: 6 }, () => person()));
  await untilMovable(page);
  for (const [width, height] of SIZES.filter(([width, height]) => width >= 390 && height >= 390)) {
    await page.setViewportSize({ width, height });
    const cut = await page.locator(".seat .person").evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent));
    assert.deepEqual(cut, [], `${width} x ${height}`);
  }
});

visit("on a phone on its side nothing lies under the board when one scrolls", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-4 seed=4", [person(), person()]);
  await untilMovable(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const covered = await page.evaluate(() => {
    const board = /** @type {Element} */ (document.querySelector("#board")).getBoundingClientRect();
    return [...document.querySelectorAll(".left h1, .left p, .left button, .left a")].filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return right > left && left < board.right - 1 && right > board.left + 1 && top < board.bottom - 1 && bottom > board.top + 1;
    }).map((element) => element.textContent);
  });
  assert.deepEqual(covered, []);
});

visit("the latest move is seen in the list after a screen was turned", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-4 seed=4", [person("Ann"), person("Ben")]);
  for (let count = 0; count < 8; count++) await move(page);
  for (const [width, height] of [[390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(() => {
      const [list, last] = ["#moves", "#moves [aria-current]"].map((which) => /** @type {Element} */ (document.querySelector(which)).getBoundingClientRect());
      return last.left >= list.left && last.right <= list.right && last.top >= list.top && last.bottom <= list.bottom;
    });
  }
});

visit("the end of a game is told within a phone's screen, beside what to do next", async (come) => {
  for (const [width, height] of [[360, 640], [390, 844]]) {
    const { page } = await come({ still: true, phone: true });
    await page.setViewportSize({ width, height });
    await makeGame(page, "selfo board=hexhex-4 seed=4", [person("Ann"), person("Ben")]);
    await move(page);
    await resign(page);
    const card = page.getByRole("region", { name: "Result" });
    await card.getByRole("link", { name: "Analyse" }).waitFor();
    for (const part of [card.getByRole("heading"), card.getByRole("link", { name: "Analyse" }), page.locator("#acts").getByRole("button", { name: "Rematch" })]) {
      const box = await part.boundingBox() ?? assert.fail("it is not seen");
      assert.ok(box.y > 0 && box.y + box.height <= height, `${width} x ${height}`);
    }
    const [own, top] = [await page.locator("#seats-bottom").boundingBox(), await card.boundingBox()];
    assert.ok(own && top && own.y + own.height <= top.y, "the board and the own seat are seen above it");
    await page.setViewportSize({ width: height, height: width });
    for (const name of ["Rematch", "Analyse"]) {
      const part = await card.locator("button, a", { hasText: name }).elementHandle() ?? assert.fail(name);
      // The page is laid out anew some frames after the screen was turned.
      await page.waitForFunction(([part, height]) => {
        const box = /** @type {Element} */ (part).getBoundingClientRect();
        return innerHeight === height && box.height > 0 && box.top > 0 && box.bottom <= innerHeight;
      }, /** @type {const} */ ([part, width]));
    }
  }
});

visit("the page keeps its shape while the game comes", async (come) => {
  for (const [width, height] of [[1280, 720], [768, 1024], [360, 740], [740, 360]]) {
    const { page } = await come({ still: true });
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const seen = /** @type {any} */ (window);
      seen.shifted = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((shift) => (seen.shifted += /** @type {any} */ (shift).value))).observe({ type: "layout-shift", buffered: true });
    });
    // The page is seen before the game is here.
    await page.route("**/api/games", async (route) => {
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
      await route.continue();
    });
    await page.goto("/");
    await untilMovable(page);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shifted = await page.evaluate(() => /** @type {any} */ (window).shifted);
    assert.ok(shifted < 0.1, `${width} x ${height}: ${shifted}`);
  }
});

visit("the menu of a small screen has all its pages on the screen", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-4 seed=4", [person("Ann"), person("Ben")]);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole("button", { name: "Menu" }).click();
  for (const [width, height] of SIZES.filter(([width]) => width <= 1100)) {
    await page.setViewportSize({ width, height });
    const outside = await page.locator(".bar nav a").evaluateAll((links) => links.filter((link) => {
      const { left, right, bottom } = link.getBoundingClientRect();
      return left < 0 || right > innerWidth || bottom > innerHeight;
    }).map((link) => link.textContent));
    assert.deepEqual(outside, [], `${width} x ${height}`);
  }
});

visit("a puzzle fills a large screen too", async (come) => {
  const { page } = await come({ still: true });
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.goto("/puzzle/daily");
  await untilMovable(page);
  const box = await page.locator("#board .cells").boundingBox();
  assert.ok(box && box.height > 800, `the board is ${box?.height} pixels high`);
});

visit("a large screen is filled by the board", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo seed=7", [person(), engine()]);
  await untilMovable(page);
  await page.setViewportSize({ width: 2560, height: 1440 });
  const box = await page.locator("#board .cells").boundingBox();
  assert.ok(box && box.height > 1100, `the board is ${box?.height} pixels high`);
});

visit("labels of irregular boards stand outside the board", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=voronoi-80 seed=4", [person(), person()]);
  await untilMovable(page);
  const inside = await page.evaluate(() => [...document.querySelectorAll("#board .rim-label")].filter((label) => {
    const { x, y, width, height } = label.getBoundingClientRect();
    return document.elementsFromPoint(x + width / 2, y + height / 2).some((element) => element.classList.contains("cell"));
  }).map((label) => label.textContent));
  assert.deepEqual(inside, []);
  assert.ok(await page.locator("#board .rim-label").count() > 5);
});

visit("a board for kings shows its diagonals, one of squares does not", async (come) => {
  const { page } = await come({ still: true });
  for (const [kind, there] of /** @type {const} */ ([["king", true], ["square", false]])) {
    await makeGame(page, `selfo board=${kind}-6x6 seed=4`, [person(), person()]);
    await untilMovable(page);
    assert.equal(await page.locator("#board .link-corner").count() > 0, there, kind);
  }
});
