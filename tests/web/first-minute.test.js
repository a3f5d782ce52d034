// The first minute: one move at a time, nothing untold, an end that is an event.

import assert from "node:assert/strict";
import { isAccessible } from "./lib/axe.js";
import { join } from "./lib/people.js";
import { suite } from "./lib/suite.js";
import { action, countMoves, engine, makeGame, move, open, person, resign, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

const visit = suite();
const SMALL = "selfo board=hexhex-3 seed=4";
/** Blue wins by one step, or nobody does soon. */
const NEAR_WIN = 'selfo board=hexhex-3 position="1A1/4/2A1B/1A2/1B1 A" swap=off';

visit("a first visit finds the quick game without a swap, against a level for beginners", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/");
  await untilMovable(page);
  assert.ok(await page.locator("#spec").isHidden(), "a beginner need not read a code");
  await page.getByText("Game code").first().click();
  assert.match(await page.locator("#spec").innerText(), /board=hexhex-5 .*density=24 swap=off/);
  assert.match(await page.locator("#seats-top").innerText(), /Friendly/);
  await page.getByRole("link", { name: "New here? Learn Selfo in a minute." }).waitFor();
  assert.match(await page.locator("#goal").innerText(), /^Connect all your pieces into one group before your opponent does\.$/);
});

visit("an engine's answer comes a moment after the move, so that both are seen", async (come) => {
  const { page } = await come({ still: true });
  await page.clock.install();
  /** @type {(frame: string) => void} */ let hear = () => {};
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => hear(String(payload))));
  await makeGame(page, SMALL, [person(), engine()]);
  await untilMovable(page);
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  const answered = new Promise((done) => (hear = (frame) => { if (/"type":"move","seat":"B"/.test(frame)) done(null); }));
  await page.locator("#board .cell.movable").first().click();
  await page.locator("#board .cell.goal").first().click();
  await answered;
  await untilMoves(page, 1);
  await untilStatus(page, /is thinking/);
  assert.equal(await countMoves(page), 1, "the answer is here, and not shown yet");
  await page.clock.runFor(400);
  await untilMoves(page, 2);
});

visit("an engine that thinks can be told to move now, without a reload", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo seed=7", [person(), engine("alphabeta time=60s")]);
  await move(page);
  await action(page, "Move now").click();
  await untilMoves(page, 2);
});

visit("passing asks once, and is told", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  await untilMovable(page);
  await action(page, "Pass").click();
  const dialog = page.getByRole("dialog", { name: "Pass your turn?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await countMoves(page), 0);
  await action(page, "Pass").click();
  await dialog.getByRole("button", { name: "Pass" }).click();
  await untilMoves(page, 1);
  await untilStatus(page, /Ann passed\./);
  await page.locator("#banner", { hasText: "Ann passed." }).waitFor();
});

visit("a second click on Rematch does nothing to the next game", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  await move(page);
  await resign(page);
  await untilStatus(page, /won/);
  const before = page.url();
  const button = await action(page, "Rematch").boundingBox();
  assert.ok(button);
  const [x, y] = [button.x + button.width / 2, button.y + button.height / 2];
  await page.mouse.click(x, y);
  await page.waitForURL((url) => url.href !== before);
  await untilMovable(page);
  await page.mouse.click(x, y);
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await countMoves(page), 0);
});

visit("a swap is announced where everyone looks", async (come) => {
  const ann = (await come({ still: true })).page;
  const ben = (await come({ still: true })).page;
  const id = await makeGame(ann, "selfo board=hexhex-4 seed=4", [person("Ann"), open()]);
  await join(ben, id, "Ben");
  await untilStatus(ann, /Your opponent has joined/);
  await move(ann);
  await untilStatus(ben, /^Your move, or swap sides\.$/);
  await action(ben, "Swap").click();
  await ann.locator("#banner", { hasText: "Ben swapped sides. You play Amber now." }).waitFor();
  await untilStatus(ann, /Ben swapped sides\. Your move\./);
  assert.equal(await ann.locator("#banner .swapping svg").count(), 2);
});

visit("a double click swaps for one player, not for the next at the same screen as well", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-4 seats=3 seed=4", ["Ann", "Ben", "Cid"].map(person));
  await move(page);
  await action(page, "Swap with A").dblclick();
  await untilStatus(page, /^Ben swapped sides\. Cid to move\.$/);
  await action(page, "Swap with B").click();
  await untilMoves(page, 3);
  assert.equal(await countMoves(page), 3);
});

visit("a limit that comes near is told in moves", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, `${SMALL} plies=8 progress=off`, [person("Ann"), person("Ben")]);
  await untilStatus(page, /4 moves left, then it is a draw/);
  for (let ply = 0; ply < 8; ply++) await move(page);
  await untilStatus(page, /^Draw: 4 moves each\.$/);
});

visit("moves without progress are counted down, and end the game", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, 'selfo board=hexhex-3 position="1A1/4/2A1B/1A2/1B1 A" swap=off progress=8', [person("Ann"), person("Ben")]);
  for (const left of ["4 moves", "3 moves", "2 moves", "1 move"]) {
    await untilStatus(page, new RegExp(`\\b${left} left without progress, then it is a draw\\.$`));
    for (let ply = 0; ply < 2; ply++) await move(page);
  }
  await untilStatus(page, /^Draw: 4 moves each without progress\.$/);
});

visit("an offered draw is announced where everyone looks", async (come) => {
  const [ann, ben] = [(await come({ still: true })).page, (await come({ still: true })).page];
  const id = await makeGame(ann, "selfo board=hexhex-4 seed=4", [person("Ann"), open()]);
  await join(ben, id, "Ben");
  await move(ann);
  await action(ben, "Offer draw").click();
  // They go by themselves after a while.
  await Promise.all([ann.locator("#banner", { hasText: "Ben offers a draw." }).waitFor(), ben.locator("#banner", { hasText: "You offered a draw." }).waitFor()]);
  await move(ben);
  for (const page of [ann, ben]) await page.locator("#banner").waitFor({ state: "hidden" });
});

visit("the end of a game is a card with the reason, the winning group lit, and what to do next", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, NEAR_WIN, [person(), engine()]);
  await untilMovable(page);
  // Whichever step connects the three.
  const winning = await page.evaluate(async () => {
    const id = location.pathname.split("/")[2];
    const state = await (await fetch(`/api/games/${id}`)).json();
    for (const { text } of state.position.moves) {
      const answer = await (await fetch("/api/analysis", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ spec: state.spec, moves: [text] }) })).json();
      if (answer.result) return state.position.moves.find((/** @type {any} */ move) => move.text === text).path;
    }
    return null;
  });
  assert.ok(winning);
  for (const cell of [winning[0], winning.at(-1)]) await page.locator(`#board [data-cell="${cell}"]`).click();
  await untilStatus(page, /^You won: you connected all your pieces\.$/);
  const card = page.getByRole("region", { name: "Result" });
  await card.getByRole("heading", { name: "You won" }).waitFor();
  assert.match(await card.innerText(), /You connected all your pieces\./);
  assert.equal(await page.locator("#board .piece.shines").count(), 3);
  for (const name of ["Rematch", "New game"]) await card.getByRole("button", { name }).waitFor();
  await card.getByRole("link", { name: "Analyse" }).waitFor();
  await isAccessible(page, "all");
  await card.getByRole("button", { name: "Close" }).click();
  await card.waitFor({ state: "hidden" });
});

visit("a review names the turning points and leads to them", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, 'chess position="3q2k1/5ppp/8/7Q/8/8/5PPP/6K1 w"', [person("Ann"), person("Ben")]);
  await untilMovable(page);
  // A queen given away, and taken.
  for (const [from, to] of [["h5", "d5"], ["d8", "d5"]]) {
    await page.locator(`#board [aria-label^="${from},"]`).click();
    await page.locator(`#board [aria-label^="${to},"].goal`).click();
    await page.locator(`#board [aria-label^="${to},"][aria-label*="queen"]`).waitFor({ state: "attached" });
    // The board shows a move before the server has told of it.
    await untilMovable(page);
  }
  await resign(page);
  await page.getByRole("region", { name: "Result" }).getByRole("button", { name: "Review" }).click();
  const points = page.getByRole("region", { name: "Turning points" }).getByRole("button");
  await points.first().waitFor();
  assert.match(await points.first().innerText(), /^Move 1: Qd5\s+Ann: cost \d+ %\. Better: [QK]?\S*[a-h][1-8]\S*$/, "a move is named");
  await points.first().click();
  await untilStatus(page, /Position after 0 of/);
  await page.locator("#board .hint").waitFor({ state: "attached" });
});

visit("what happens elsewhere does not take a piece out of a player's hand", async (come) => {
  const ann = (await come({ still: true })).page;
  const ben = (await come({ still: true })).page;
  const id = await makeGame(ann, "selfo board=hexhex-4 seed=4", [person("Ann"), open()]);
  await join(ben, id, "Ben");
  await untilMovable(ann);
  await ann.locator("#board .cell.movable").first().click();
  await ann.locator("#board .chosen").waitFor({ state: "attached" });
  await action(ben, "Offer draw").click();
  await ann.getByText("Ben offers a draw.").first().waitFor();
  assert.equal(await ann.locator("#board .chosen").count(), 1);
  await ann.locator("#board .cell.goal").first().click();
  await untilMoves(ann, 1);
});
