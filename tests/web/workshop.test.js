// The workshop: a game is designed with pictures, tried, watched, measured, bred from, saved and shared.

import assert from "node:assert/strict";
import { suite } from "./lib/suite.js";
import { eventually, fitsTheScreen } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();

/** The workshop, with its design on the board. @param {Page} page @param {string} [address] */
async function enter(page, address = "/workshop") {
  await page.goto(address);
  await page.locator("#board .piece").first().waitFor();
  await page.locator("#kinds .kind").first().waitFor();
}

/** How many pieces stand on the board. @param {Page} page */
const pieces = (page) => page.locator("#board .piece").count();

/** The cell of a name. @param {Page} page @param {string} name */
const cell = (page, name) => page.locator(`#board [aria-label^="${name},"]`);

/** Waits until the address names the game that has these rules. @param {Page} page @param {() => Promise<unknown>} change */
async function changed(page, change) {
  const before = page.url();
  await change();
  await page.waitForURL((url) => url.href !== before);
}

/** An empty cell of the first three rows. @param {Page} page */
async function emptyCell(page) {
  for (const file of "abcdefgh") {
    for (const rank of [3, 2, 1]) {
      if (await page.locator(`#board [aria-label^="${file}${rank}, empty"]`).count()) return `${file}${rank}`;
    }
  }
  return assert.fail("no cell is empty");
}

visit("a piece is placed by a tap, dragged to another cell and thrown off the board, and all of it is undone", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  const before = await pieces(page);
  const name = await emptyCell(page);
  await changed(page, () => cell(page, name).click());
  assert.equal(await pieces(page), before + 2, "both sides have one more");
  const place = async (/** @type {string} */ at) => {
    const box = await cell(page, at).boundingBox() ?? assert.fail("no cell");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async (/** @type {{x: number, y: number}} */ from, /** @type {{x: number, y: number}} */ to) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
  };
  const other = await emptyCell(page);
  await changed(page, async () => drag(await place(name), await place(other)));
  await cell(page, name).and(page.locator('[aria-label*="empty"]')).waitFor();
  assert.equal(await pieces(page), before + 2);
  const board = await page.locator("#board").boundingBox() ?? assert.fail("no board");
  await changed(page, async () => drag(await place(other), { x: board.x + board.width / 2, y: board.y - 40 }));
  assert.equal(await pieces(page), before);
  for (let times = 0; times < 3; times++) await changed(page, () => page.getByRole("button", { name: "Undo" }).click());
  assert.equal(await pieces(page), before);
});

visit("how a piece moves, captures and changes is chosen with pictures, and the rules say it", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  const kind = page.locator("#kinds .kind").first();
  await kind.locator("summary").click();
  await changed(page, () => page.locator("#kinds .kind[open]").getByRole("button", { name: "Rows and columns" }).click());
  await page.locator("#kinds .kind[open] summary").getByText(/along rows and columns|one step straight/).waitFor();
  await page.locator("#rules").getByText(/along rows and columns|one step straight/).first().waitFor();
  const star = page.locator("#kinds .kind[open]").getByRole("button", { name: /Lose them all/ });
  const on = await star.getAttribute("aria-pressed");
  await changed(page, () => star.click());
  assert.notEqual(await star.getAttribute("aria-pressed"), on);
  const jumps = page.locator("#kinds .kind[open]").getByRole("button", { name: "By jumping over" });
  if (await jumps.getAttribute("aria-pressed") === "false") await changed(page, () => jumps.click());
  await page.locator("#kinds .kind[open] summary").getByText(/jumping over/).waitFor();
  const duty = await page.locator("#duty [aria-pressed=false]").textContent();
  await changed(page, () => page.locator("#duty [aria-pressed=false]").click());
  assert.equal(await page.locator("#duty [aria-pressed=true]").textContent(), duty);
});

visit("a design is tried against a beginner at once, and its pieces stand in a legend", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  await page.getByLabel("Name of the game").fill("Heron’s Gambit");
  await changed(page, async () => {
    await page.getByLabel("Moves at most").fill("77");
    await page.getByLabel("Moves at most").press("Tab");
  });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. You’ll find it under New game › Mine.").waitFor();
  await page.getByRole("button", { name: "Try it" }).click();
  await page.waitForURL("**/game/*");
  await page.getByRole("heading", { level: 1, name: "Heron’s Gambit" }).waitFor();
  await page.getByRole("region", { name: "Pieces" }).locator("p").first().waitFor();
  await page.getByRole("button", { name: "Rules" }).click();
  const rules = page.getByRole("dialog", { name: "Rules of Heron’s Gambit" });
  await rules.locator(".legend-card svg").first().waitFor();
  assert.doesNotMatch(await rules.innerText(), /kind \d|\(U;/i, "no letters that stand on no piece");
  await rules.getByRole("button", { name: "Close" }).click();
  // It is a card among the games that one can start.
  await page.locator("#open-new").click();
  await page.getByRole("button", { name: /Heron’s Gambit/ }).first().waitFor();
  await page.getByRole("link", { name: "Change Heron’s Gambit in the workshop" }).waitFor();
  await page.keyboard.press("Escape");
  // Whoever has tried it goes on with it.
  await page.getByRole("link", { name: "Change in the workshop" }).click();
  await page.locator("#kinds .kind").first().waitFor();
  assert.equal(await page.getByLabel("Name of the game").inputValue(), "Heron’s Gambit");
  assert.equal(await page.getByLabel("Moves at most").inputValue(), "77");
});

visit("engines play the design on the board, and a change ends the show", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  await page.getByRole("button", { name: "Watch engines play" }).click();
  await page.locator("#said", { hasText: /Move [1-9]/ }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Watch engines play" }).waitFor();
  await page.locator("#said", { hasText: "Tap a cell" }).waitFor();
  // What was only watched is no saved game.
  await eventually(async () => (await (await page.request.get("/api/games")).json()).length === 0);
});

visit("a design is measured beside games that everybody knows", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  await page.getByRole("button", { name: "Measure it" }).click();
  await page.getByRole("img", { name: /^Skill: \d+ %\..*Chess \d+ %, Checkers \d+ %/ }).waitFor();
  assert.ok(await page.locator("#bars .bar-row").count() >= 6);
  await page.getByText(/\d+ engine games/).waitFor();
  const name = await emptyCell(page);
  await changed(page, () => cell(page, name).click());
  await page.locator("#bars.old").waitFor();
});

visit("evolution brings variations as cards, can be stopped, and one of them is opened", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  const evolve = page.getByRole("region", { name: "How it plays" });
  // The second step waits: a quick machine would be through before anyone could stop it.
  /** @type {() => void} */ let open = () => {};
  /** @type {Promise<void>} */ const gate = new Promise((go) => { open = go; });
  await page.route("**/api/workshop/breed", async (route) => {
    if (route.request().postDataJSON().step > 0) await gate;
    await route.continue().catch(() => {});
  });
  await evolve.getByRole("button", { name: "Start" }).click();
  await page.locator("#progress-words", { hasText: /^Step 1 of \d+ · \d+ games? tried/ }).waitFor();
  await evolve.getByRole("button", { name: "Stop" }).click();
  await page.locator("#progress-words", { hasText: /^Stopped · / }).waitFor();
  open();
  await evolve.getByRole("button", { name: "Start" }).waitFor();
  const child = page.locator("#champions button").first();
  await child.locator(".cell").first().waitFor();
  await changed(page, () => child.click());
  assert.match(await page.getByLabel("Name of the game").inputValue(), /, child 1$/);
  await changed(page, () => page.getByRole("button", { name: "Undo" }).click());
});

visit("a design begins with an empty board, which says what it lacks", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  await page.getByRole("button", { name: "Open…" }).click();
  await page.getByRole("dialog", { name: "Open a design" }).getByRole("button", { name: "Empty board" }).click();
  await page.locator("#said.wrong", { hasText: "Put at least one piece on the board." }).waitFor();
  assert.equal(await pieces(page), 0);
  assert.ok(await page.getByRole("button", { name: "Try it" }).isDisabled());
  await changed(page, async () => cell(page, await emptyCell(page)).click());
  assert.ok(await page.getByRole("button", { name: "Try it" }).isEnabled());
});

visit("a link opens the same design under its name elsewhere", async (come) => {
  const [ann, ben] = [(await come({ still: true })).page, (await come({ phone: true, still: true })).page];
  await enter(ann);
  await ann.getByLabel("Name of the game").fill("Otter");
  await ann.getByLabel("Name of the game").press("Tab");
  await ann.waitForURL((url) => url.searchParams.get("name") === "Otter");
  await changed(ann, async () => cell(ann, await emptyCell(ann)).click());
  const address = new URL(ann.url());
  assert.equal(address.searchParams.get("name"), "Otter");
  await enter(ben, address.pathname + address.search);
  assert.equal(await ben.getByLabel("Name of the game").inputValue(), "Otter");
  assert.equal(await pieces(ben), await pieces(ann));
  await fitsTheScreen(ben);
});

visit("a game that cannot be changed here says so, with a way to play it, and the usual design is shown", async (come) => {
  const { page } = await come({ still: true });
  await enter(page, "/workshop?spec=hex");
  const told = page.getByText("Hex can't be changed here");
  await told.waitFor();
  assert.equal(await page.getByRole("link", { name: "Play Hex" }).getAttribute("href"), "/?spec=hex");
  await enter(page);
  assert.ok(await page.locator("#instead").isHidden());
});
