// Games beyond the page: a link for everyone, an animation, a preview in chats, a board in other pages.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { suite } from "./lib/suite.js";
import { engine, makeGame, move, person, resign, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();
const SMALL = "selfo board=hexhex-3 seed=4 swap=off";

/** A finished game of Ann against a computer. @param {Page} page */
async function finished(page) {
  const id = await makeGame(page, SMALL, [person("Ann"), engine("random")]);
  await move(page);
  await untilMoves(page, 2);
  await resign(page);
  await untilStatus(page, /You lost/);
  return id;
}

visit("a finished game against a computer is open to whoever has its link, an unfinished one is not", async (come) => {
  const [ann, stranger] = [(await come({ still: true })).page, await come({ still: true })];
  const id = await finished(ann);
  await stranger.page.goto(`/game/${id}`);
  await untilStatus(stranger.page, /won/);
  const going = await makeGame(ann, SMALL, [person("Ann"), engine("random")]);
  const answer = await stranger.page.request.get(`/api/games/${going}`);
  assert.equal(answer.status(), 404);
  stranger.expected.push(/status of 404/);
  await stranger.page.goto(`/game/${going}`);
  await stranger.page.getByRole("heading", { name: "No game here" }).waitFor();
  await stranger.page.getByRole("link", { name: "Play", exact: true }).last().click();
  await stranger.page.locator("#board .cell.movable").first().waitFor();
});

visit("an address that is no page leads on", async (come) => {
  const { page, expected } = await come({ still: true });
  expected.push(/status of 404/);
  assert.equal((await page.goto("/no-such-page"))?.status(), 404);
  await page.getByRole("heading", { name: "There is no such page." }).waitFor();
  await page.getByRole("link", { name: "Puzzles", exact: true }).last().click();
  await page.waitForURL("**/puzzle/*");
  await page.goto("/player/nobody-at-all");
  await page.getByRole("link", { name: "Leaderboards" }).click();
  await page.getByRole("heading", { name: "Leaderboards" }).waitFor();
});

visit("a finished game is an animation that shows every position in turn", async (come) => {
  const { page } = await come({ still: true });
  // Of two people: a player that moves at random may pass, and nothing would be seen.
  const id = await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  for (let count = 0; count < 2; count++) await move(page);
  await resign(page);
  const link = page.getByRole("link", { name: "Animation" });
  assert.equal(await link.getAttribute("href"), `/api/games/${id}/animation`);
  const answer = await page.request.get(`/api/games/${id}/animation`);
  assert.match(answer.headers()["content-type"], /^image\/svg\+xml/);
  // A page of the program takes no style from elsewhere; the animation needs none to move.
  const svg = (await answer.text()).replace(/<style>[^]*?<\/style>/, "");
  await page.goto("/learn");
  await untilMovable(page);
  const seen = await page.evaluate(async (text) => {
    const svg = /** @type {any} */ (new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
    document.body.replaceChildren(svg);
    svg.pauseAnimations();
    const standing = (/** @type {number} */ seconds) => {
      svg.setCurrentTime(seconds);
      return [...svg.querySelectorAll("g[transform]")].filter((piece) => getComputedStyle(piece).visibility === "visible").map((piece) => piece.getAttribute("transform")).sort();
    };
    return [0.1, 0.9, 1.7].map(standing);
  }, svg);
  assert.ok(seen[0].length > 4);
  assert.deepEqual(seen.map((pieces) => pieces.length), Array(3).fill(seen[0].length), "nothing is captured here");
  assert.notDeepEqual(seen[0], seen[1]);
  assert.notDeepEqual(seen[1], seen[2]);
});

visit("chats are told who plays what, without a script", async (come) => {
  const [ann, stranger] = [(await come({ still: true })).page, (await come()).page];
  const id = await finished(ann);
  const told = async (/** @type {string} */ path) => (await (await stranger.request.get(path)).text()).match(/<meta property="og:[a-z_]+" content="[^"]*">/g)?.join("\n") ?? "";
  const about = await told(`/game/${id}`);
  assert.match(about, /og:title" content="Selfo: Ann – Dice"/);
  assert.match(about, /og:description" content="Dice won after 2 moves\./);
  const secret = await makeGame(ann, SMALL, [person("Ann"), engine("random")]);
  assert.equal(await told(`/game/${secret}`), await told("/lobby"), "nothing is told of what is not for everyone");
  // Social sites show pictures by their absolute addresses, and no SVG.
  const origin = new URL(ann.url()).origin;
  const picture = (/** @type {string} */ text) => text.match(/og:image" content="([^"]*)"/)?.[1] ?? "";
  const cards = new Set();
  for (const path of [`/game/${id}`, "/", "/?spec=selfo%20board=hexhex-4", `/puzzle/${(await (await stranger.request.get("/api/puzzles/daily")).json()).id}`]) {
    const address = picture(await told(path));
    assert.ok(address.startsWith(`${origin}/cards/`), `${path}: ${address}`);
    const card = await stranger.request.get(address);
    assert.equal(card.headers()["content-type"], "image/png", path);
    const bytes = await card.body();
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630], path);
    cards.add(bytes.toString("base64"));
    assert.equal((await stranger.request.get(address, { headers: { "if-none-match": card.headers().etag } })).status(), 304);
  }
  assert.equal(cards.size, 4, "each shows its own board");
  for (const name of [`${secret}.png`, "0123456789abcdef.png", "puzzle-none.png", "code.png?spec=nothing", "selforge.svg"]) assert.equal((await stranger.request.get(`/cards/${name}`)).status(), 404, name);
});

visit("another site shows a board within its page, with which the game is stepped through", async (come) => {
  const { page } = await come({ still: true });
  const id = await finished(page);
  const origin = new URL(page.url()).origin;
  // Another port is another site's page as far as frames go.
  const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<title>Blog</title><iframe src="${origin}/embed/${id}" width="480" height="540" title="Game"></iframe>`));
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  try {
    const address = other.address();
    await page.goto(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`);
    const frame = page.frameLocator("iframe");
    await frame.locator("#board .piece").first().waitFor();
    await frame.locator("#said", { hasText: "Ann" }).waitFor();
    await frame.getByRole("button", { name: "First position" }).click();
    await frame.locator("#said", { hasText: "move 0" }).waitFor();
    await frame.getByRole("button", { name: "One move forward" }).click();
    await frame.locator("#said", { hasText: "move 1" }).waitFor();
    await frame.getByRole("button", { name: "Last position" }).click();
    await frame.locator("#said", { hasText: "Dice won" }).waitFor();
  } finally {
    other.close();
  }
});

visit("a finished game is shared by its link and as code for a page, and both are copied", async (come) => {
  const [{ page, context }, stranger] = [await come({ still: true }), (await come({ still: true })).page];
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await finished(page);
  const origin = new URL(page.url()).origin;
  await page.getByRole("button", { name: "Share…" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this game" });
  const copied = async (/** @type {string} */ label) => {
    const field = dialog.locator(".copy").filter({ has: page.getByLabel(label) });
    await field.getByRole("button", { name: "Copy" }).click();
    await field.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(text, await field.getByLabel(label).inputValue());
    return text;
  };
  assert.equal(await copied("Link to the game"), `${origin}/game/${id}`);
  const frame = (await copied("Code for a page")).match(/^<iframe src="([^"]+)" width="480" height="540" title="Selfo" loading="lazy"><\/iframe>$/);
  assert.equal(frame?.[1], `${origin}/embed/${id}`);
  await stranger.goto(frame?.[1] ?? "");
  await stranger.locator("#board .piece").first().waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
});

visit("the position that one looks at is a picture, and a game that goes on is not offered for sharing", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  await move(page);
  await move(page);
  const picture = async () => {
    const answer = await page.request.get(await page.getByRole("link", { name: "Image" }).getAttribute("href") ?? "");
    assert.match(answer.headers()["content-type"], /^image\/svg\+xml/);
    return answer.text();
  };
  const last = await picture();
  assert.match(last, /<svg[^]*<polygon/);
  await page.getByRole("button", { name: "First position" }).click();
  await untilStatus(page, /Position after 0 of 2/);
  assert.notEqual(await picture(), last);
  assert.ok(await page.getByRole("button", { name: "Share…" }).isHidden());
});
