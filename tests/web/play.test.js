// One visitor at the play page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite } from "./lib/suite.js";
import { action, countMoves, engine, fitsTheScreen, makeGame, move, moves, person, resign, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

const SMALL = "selfo board=hexhex-3 seed=4";
const visit = suite();

visit("whoever comes for the first time moves a piece at once and is answered", async (come) => {
  const { page } = await come();
  await page.goto("/");
  await move(page);
  await untilMoves(page, 2);
  await untilMovable(page);
});

visit("a piece is dragged to its target", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, SMALL, [person(), person()]);
  await untilMovable(page);
  const from = await page.locator("#board .cell.movable").first().boundingBox();
  assert.ok(from);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  const to = await page.locator("#board .cell.goal").first().boundingBox();
  assert.ok(to);
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await untilMoves(page, 1);
});

visit("a game is made, played and given up with the keyboard alone", async (come) => {
  const { page } = await come();
  await page.goto("/");
  await untilMovable(page);
  const { keyboard } = page;
  /** @param {() => Promise<boolean>} there */
  const tabUntil = async (there) => {
    for (let presses = 0; presses < 80; presses++) {
      if (await there()) return;
      await keyboard.press("Tab");
    }
    assert.fail("the Tab key does not lead there");
  };
  const focusIs = (/** @type {string} */ selector) => () => page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);

  await tabUntil(focusIs("#open-new"));
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New game" }).waitFor();
  await tabUntil(focusIs(".game-card .choose"));
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New game" }).waitFor({ state: "hidden" });
  await untilMovable(page);

  await tabUntil(focusIs("#board .cell"));
  for (const selector of [".cell.movable", ".cell.goal"]) {
    const goal = await page.locator(`#board ${selector}`).first().getAttribute("data-cell");
    const there = `#board [data-cell="${goal}"]`;
    for (let presses = 0; !(await focusIs(there)()); presses++) {
      assert.ok(presses < 60, `the arrows lead to ${there}`);
      const [right, down] = await page.evaluate((there) => {
        const middle = (/** @type {Element | null} */ cell) => {
          const { x, y, width, height } = /** @type {Element} */ (cell).getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        };
        const [[x, y], [goalX, goalY]] = [middle(document.activeElement), middle(document.querySelector(there))];
        return [goalX - x, goalY - y];
      }, there);
      // First to the row, then along it.
      const aside = Math.abs(down) < 3;
      await keyboard.press(aside ? (right > 0 ? "ArrowRight" : "ArrowLeft") : down > 0 ? "ArrowDown" : "ArrowUp");
    }
    await keyboard.press("Enter");
  }
  await untilMoves(page, 1);
  await untilMovable(page);

  await tabUntil(() => page.evaluate(() => document.activeElement?.textContent === "Resign"));
  await keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await tabUntil(() => page.evaluate(() => document.activeElement?.closest("dialog") !== null && document.activeElement?.textContent === "Resign"));
  await keyboard.press("Enter");
  await untilStatus(page, /won|lost/);
});

visit("a whole game is played on a phone, by taps, without scrolling sideways", async (come) => {
  const { page } = await come({ phone: true });
  await makeGame(page, `${SMALL} plies=8`, [person(), engine("random")]);
  while ((await page.locator("#status.over").count()) === 0) {
    await page.locator("#status.over, #board .cell.movable").first().waitFor();
    if ((await page.locator("#board .cell.movable").count()) === 0) continue;
    const before = await countMoves(page);
    await page.locator("#board .cell.movable").first().tap();
    await page.locator("#board .cell.goal").first().tap();
    await untilMoves(page, before + 1);
    await page.locator("#status.over, #board .cell.movable").first().waitFor();
    await fitsTheScreen(page);
  }
  assert.equal(await countMoves(page), 8);
  const small = await page.locator("#acts button, .step button").evaluateAll((buttons) => buttons.filter((button) => button.getBoundingClientRect().height < 44).map((button) => button.textContent));
  assert.deepEqual(small, [], "fingers need 44 pixels");
});

visit("a reload in the middle shows the same game", async (come) => {
  const { page } = await come();
  await page.goto("/");
  await move(page);
  await untilMoves(page, 2);
  const before = await moves(page);
  await page.reload();
  await untilMoves(page, 2);
  assert.deepEqual(await moves(page), before);
  await page.goto("/");
  await untilMoves(page, 2);
  assert.deepEqual(await moves(page), before, "the page opens with the game that is not finished");
});

visit("a page outlives a server that is killed, and misses nothing", async (come, server) => {
  const visitor = await come();
  const { page } = visitor;
  await makeGame(page, SMALL, [person(), person()]);
  await move(page);
  visitor.expected.push(/WebSocket connection|ERR_CONNECTION_REFUSED/);
  await server.kill();
  await page.locator("#connection").waitFor();
  await server.run();
  await page.locator("#connection").waitFor({ state: "hidden" });
  await move(page);
  assert.equal(await countMoves(page), 2);
  const before = await moves(page);
  await page.reload();
  await untilMoves(page, 2);
  assert.deepEqual(await moves(page), before);
});

visit("three seats are filled by a person and two engines", async (come) => {
  const { page } = await come();
  await makeGame(page, "selfo board=hexhex-4 seats=3 seed=4", [person("Ann"), engine(), engine("greedy")]);
  await move(page);
  await untilMoves(page, 3);
  await move(page);
  await untilMoves(page, 6);
  assert.equal(await page.locator(".seat").count(), 3);
});

visit("a move is taken back, and a draw is offered, declined and agreed at one screen", async (come) => {
  const { page } = await come();
  await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  await move(page);
  await action(page, "Take back").click();
  await page.locator("#moves .empty").waitFor();
  await action(page, "Offer draw").click();
  await action(page, /^Decline/).click();
  await untilStatus(page, /Draw declined/);
  await action(page, "Offer draw").click();
  await action(page, /^Accept/).click();
  await untilStatus(page, /Draw: both players agreed/);
});

visit("the address carries a game, and the dialog says what is wrong with one", async (come) => {
  const visitor = await come();
  const { page } = visitor;
  await page.goto(`/?spec=${encodeURIComponent("selfo board=hexhex-3")}`);
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.waitFor();
  visitor.expected.push(/status of 422/);
  await page.locator("#new-spec").fill("selfo board=hexhex-99");
  await page.locator("#new-error", { hasText: "expected" }).waitFor();
  assert.ok(await page.locator("#new-start").isDisabled());
  await page.locator("#new-spec").fill("chess");
  await page.locator("#new-error:empty").waitFor({ state: "attached" });
  await page.locator("#new-players .player").nth(1).waitFor();
  await page.locator("#new-start:enabled").click();
  await page.locator("#title", { hasText: "Chess" }).waitFor();
  await move(page);
});

visit("saved games are found again, and a record is downloaded", async (come) => {
  const { page } = await come();
  await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  await move(page);
  await resign(page);
  await untilStatus(page, /won|lost/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#record").click()]);
  const record = await readFile(await download.path(), "utf8");
  assert.match(record, /^selforge record 1/);
  assert.match(record, /Ann/);
  await makeGame(page, "chess", [person(), person()]);
  await untilMovable(page);
  await page.locator("#open-library").click();
  await page.locator("#library-list li").nth(1).waitFor();
  await page.locator("#library-list", { hasText: "At this screen" }).waitFor();
  await page.locator("#library-search").fill("ann");
  assert.equal(await page.locator("#library-list li").count(), 1);
  await page.getByRole("button", { name: "Open Selfo", exact: true }).click();
  await untilStatus(page, /won|lost/);
});
