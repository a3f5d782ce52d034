// Visitors with browsers of their own, in one game.

import assert from "node:assert/strict";
import { join, PASSWORD, register } from "./lib/people.js";
import { suite } from "./lib/suite.js";
import { action, countMoves, engine, fitsTheScreen, makeGame, move, moves, open, person, resign, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const SMALL = "selfo board=hexhex-3 seed=4";
const visit = suite();

/** The name of the game at an address. @param {Page} page */
const idOf = (page) => page.url().split("/").pop() ?? "";

/** Ann makes a game in the lobby. @param {Page} ann */
async function offer(ann) {
  await ann.getByText("Game code").click();
  await ann.getByLabel("Game code").fill(SMALL);
  await ann.getByLabel("Your seat").selectOption("First to move");
  await ann.getByLabel("Your name").fill("Ann");
  await ann.getByRole("button", { name: "Create game" }).click();
}

/** Somebody takes Ann's offer. @param {Page} page */
const takeOffer = (page) => page.getByRole("button", { name: /^Join Selfo of Ann/ }).click();

visit("two browsers play over a private link: swap, draw declined, take-back, resignation, rematch, draw agreed", async (come) => {
  const [ann, ben] = [(await come()).page, (await come()).page];
  await ann.goto("/lobby");
  await ann.getByLabel("Clock").selectOption("none");
  await ann.getByLabel("By link").check();
  await offer(ann);
  const link = await ann.getByLabel("Link to this game").inputValue();
  await ben.goto(link);
  await ben.getByText("Ann invites you").waitFor();
  await ben.getByLabel("Your name").fill("Ben");
  await ben.getByRole("button", { name: "Play", exact: true }).click();

  await move(ann);
  await untilMoves(ben, 1);
  await action(ben, "Swap").click();
  await untilMoves(ann, 2);
  assert.deepEqual(await moves(ann), await moves(ben));
  await move(ann);
  await untilMoves(ben, 3);

  await action(ann, "Offer draw").click();
  await ben.locator("#ask").getByText("Ann offers a draw.").waitFor();
  await action(ben, "Decline").click();
  await untilStatus(ann, /Draw declined/);

  await action(ann, "Take back").click();
  await ben.getByText("Ann asks to take back").waitFor();
  await action(ben, "Decline").click();
  for (const page of [ann, ben]) await untilStatus(page, /^Take-back declined\./);
  await action(ann, "Take back").click();
  await action(ann, "Withdraw").click();
  for (const page of [ann, ben]) await untilStatus(page, /^Take-back request withdrawn\./);
  await action(ann, "Take back").click();
  await action(ben, "Accept").waitFor();
  await action(ben, "Accept").click();
  await untilStatus(ann, /Move taken back/);
  assert.equal(await countMoves(ann), 2);
  await move(ann);
  await untilMoves(ben, 3);
  await move(ben);
  await untilMoves(ann, 4);

  await resign(ann);
  await untilStatus(ben, /You won: Ann resigned/);
  await untilStatus(ann, /You lost: you resigned/);

  await action(ben, "Rematch").click();
  await action(ann, "Play again").click();
  // The seats have moved on: Ben, who was second, begins.
  await move(ben);
  await untilMoves(ann, 1);
  await action(ann, "Offer draw").click();
  await action(ben, "Accept").click();
  for (const page of [ann, ben]) await untilStatus(page, /Draw: both players agreed/);
});

visit("three seats are shared by two browsers and an engine, and all see the same", async (come) => {
  const [ann, ben] = [(await come()).page, (await come()).page];
  const id = await makeGame(ann, "selfo board=hexhex-4 seats=3 seed=4", [person("Ann"), open(), engine("random")]);
  await join(ben, id, "Ben");
  for (const plies of [3, 6]) {
    await move(ann);
    await untilMoves(ben, plies - 2);
    await move(ben);
    for (const page of [ann, ben]) await untilMoves(page, plies);
  }
  assert.deepEqual(await moves(ann), await moves(ben));
});

visit("both browsers outlive a server that is killed, and miss nothing", async (come, server) => {
  const visitors = [await come(), await come()];
  const [ann, ben] = visitors.map(({ page }) => page);
  const id = await makeGame(ann, SMALL, [person("Ann"), open()]);
  await join(ben, id, "Ben");
  await move(ann);
  await untilMoves(ben, 1);
  for (const visitor of visitors) visitor.expected.push(/WebSocket connection|ERR_CONNECTION_REFUSED/);
  await server.kill();
  for (const page of [ann, ben]) await page.locator("#connection").waitFor();
  await server.run();
  for (const page of [ann, ben]) await page.locator("#connection").waitFor({ state: "hidden" });
  await move(ben);
  await untilMoves(ann, 2);
  await move(ann);
  await untilMoves(ben, 3);
  await ben.reload();
  await untilMoves(ben, 3);
  assert.deepEqual(await moves(ann), await moves(ben));
});

visit("a spectator sees every move at once and can do nothing", async (come) => {
  const [ann, ben, cid] = [(await come()).page, (await come()).page, (await come()).page];
  const id = await makeGame(ann, SMALL, [person("Ann"), open()]);
  await join(ben, id, "Ben");
  await cid.goto(`/game/${id}`);
  await untilStatus(cid, /You are watching/);
  await ann.getByText("1 person watching").waitFor();
  await move(ann);
  await untilMoves(cid, 1);
  assert.deepEqual(await moves(cid), await moves(ann));
  assert.equal(await cid.locator("#board .cell.movable").count(), 0);
  assert.equal(await action(cid, /Resign|Offer draw|Take back|Pass/).count(), 0);
});

visit("a game in the lobby is joined by whoever comes, and can be watched there", async (come) => {
  const [ann, ben, cid] = [(await come()).page, (await come()).page, (await come()).page];
  for (const page of [ann, ben, cid]) await page.goto("/lobby");
  await offer(ann);
  await takeOffer(ben);
  await Promise.all([ann, ben].map((page) => page.waitForURL("**/game/*")));
  assert.equal(idOf(ann), idOf(ben));
  await move(ann);
  await untilMoves(ben, 1);
  await cid.getByRole("link", { name: /^Watch Ann against/ }).click();
  await untilMoves(cid, 1);
});

visit("whoever offers a game goes to it, also when it is taken before the lobby tells of it", async (come) => {
  const [ann, ben] = [(await come()).page, (await come()).page];
  let deaf = false;
  await ann.routeWebSocket("**/api/lobby/live", (socket) => {
    const server = socket.connectToServer();
    server.onMessage((news) => deaf || socket.send(news));
  });
  for (const page of [ann, ben]) await page.goto("/lobby");
  await ann.getByText("2 people online").waitFor();
  deaf = true;
  await offer(ann);
  await takeOffer(ben);
  await ben.waitForURL("**/game/*");
  deaf = false;
  // Somebody comes to the lobby, which is the next that Ann hears.
  await (await come()).page.goto("/lobby");
  await ann.waitForURL(ben.url());
});

visit("a clock that runs out loses the game", async (come) => {
  const [ann, ben] = [(await come()).page, (await come()).page];
  const id = await makeGame(ann, SMALL, [person("Ann"), open()], { clock: { kind: "real", base: 5, increment: 0 } });
  await join(ben, id, "Ben");
  // Ann, who begins, does nothing: however slow the machine, it is her time that runs out.
  await ben.getByRole("timer").nth(1).waitFor();
  await untilStatus(ann, /You lost: you ran out of time/);
  await untilStatus(ben, /You won: .* ran out of time/);
});

visit("an account is made, a rated game played, and the ratings change", async (come) => {
  const [ann, ben] = [(await come()).page, (await come()).page];
  await register(ann, "ann");
  await register(ben, "ben");
  await ann.goto("/");
  await ann.locator("#account-link", { hasText: /^ann$/ }).waitFor();
  const id = await makeGame(ann, "selfo", [person(), open()], { clock: { kind: "real", base: 300, increment: 3 }, rated: true });
  await join(ben, id);
  await move(ann);
  await untilMoves(ben, 1);
  await move(ben);
  await untilMoves(ann, 2);
  await resign(ann);
  await untilStatus(ben, /You won/);
  await ben.locator(".seat .change", { hasText: /^\+\d+/ }).waitFor();
  await ann.locator(".seat .change.down", { hasText: /^−\d+/ }).first().waitFor();
  await ben.goto("/player/ben");
  await ben.getByRole("row", { name: /Selfo blitz/ }).waitFor();
  await ben.locator("#history li.row").first().waitFor();
  assert.equal(await ben.locator("#history li.row").count(), 1);
});

visit("an invitation tells the rules with pictures, and by the game's own name", async (come) => {
  const { page } = await come({ still: true });
  const friend = (await come({ still: true })).page;
  const { spec } = await (await page.request.get("/api/chance")).json();
  const id = await makeGame(page, spec, [person("Ann"), open()]);
  const name = await page.locator("#title", { hasText: /^\w+ \w+$/ }).innerText();
  await friend.goto(`/join/${id}`);
  await friend.getByRole("heading", { name: `Ann invites you to a game of ${name}` }).waitFor();
  await friend.getByText("Rules", { exact: true }).click();
  await friend.locator("#join-rules .legend-card svg").first().waitFor();
  assert.doesNotMatch(await friend.locator("#join-game").innerText(), /kind \d|\(U;|are typed|genes=/i);
});

visit("whether games may be shared is asked after a game of somebody with an account, until there is an answer", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, SMALL, [person(), engine()]);
  await untilMovable(page);
  await resign(page);
  await page.getByRole("region", { name: "Result" }).waitFor();
  const question = page.getByRole("group", { name: /^Share your finished games with researchers\?/ });
  assert.equal(await question.count(), 0, "nobody without an account is asked");
  await register(page, "Cleo");
  const finish = async () => {
    await makeGame(page, SMALL, [person(), engine()]);
    await untilMovable(page);
    await resign(page);
    await page.getByRole("region", { name: "Result" }).waitFor();
  };
  await finish();
  await question.waitFor();
  // Who does not answer is not asked in the midst of the next game, but after it.
  const first = page.url();
  await page.getByRole("region", { name: "Result" }).getByRole("button", { name: "Rematch" }).click();
  await page.waitForURL((url) => url.href !== first);
  await untilMovable(page);
  assert.equal(await question.count(), 0);
  await resign(page);
  await question.getByRole("button", { name: "Yes, without my name" }).click();
  await page.getByRole("link", { name: "Change it any time" }).click();
  await page.locator("select[name=sharing]").waitFor();
  await page.waitForFunction(() => /** @type {HTMLSelectElement} */ (document.querySelector("select[name=sharing]")).value === "nameless");
  await page.getByLabel("Share my games").selectOption("no");
  await page.getByRole("form", { name: "Research" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await finish();
  assert.equal(await question.count(), 0, "an answer is an answer");
});

visit("a session is left and entered again, and a wrong password is refused", async (come) => {
  const visitor = await come();
  const { page } = visitor;
  await register(page, "dora");
  await page.getByRole("button", { name: "Sign out" }).click();
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Name").fill("dora");
  await form.getByLabel("Password").fill("wrong horse");
  visitor.expected.push(/status of 401/);
  await form.getByRole("button", { name: "Sign in" }).click();
  await form.getByRole("status").filter({ hasText: /\w/ }).waitFor();
  await form.getByLabel("Password").fill(PASSWORD);
  await form.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "dora" }).waitFor();
});

visit("a program plays as an account, by a token", async (come, server) => {
  const { page } = await come();
  await register(page, "emma");
  await page.getByLabel("What is it for?").fill("my bot");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await page.getByLabel("New token").inputValue();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ spec: SMALL, players: [person(), engine()] });
  const made = await fetch(`${server.origin}/api/games`, { method: "POST", headers, body });
  assert.equal(made.status, 200);
  const { id } = await made.json();
  await page.goto(`/game/${id}`);
  await untilMovable(page);
});

visit("online pages fit on a phone", async (come) => {
  const [ann, ben] = [(await come({ phone: true })).page, (await come({ phone: true })).page];
  await ann.goto("/lobby");
  await ann.getByRole("button", { name: "Create game" }).waitFor();
  await fitsTheScreen(ann);
  const id = await makeGame(ann, SMALL, [person("Ann"), open()], { clock: { kind: "real", base: 300, increment: 3 } });
  await ann.getByLabel("Link to this game").waitFor();
  await fitsTheScreen(ann);
  await ben.goto(`/join/${id}`);
  await ben.getByRole("button", { name: "Play", exact: true }).waitFor();
  await fitsTheScreen(ben);
  await join(ben, id, "Ben");
  await move(ann, "tap");
  await move(ben, "tap");
  for (const page of [ann, ben]) await fitsTheScreen(page);
});
