// Finding somebody to play with: one click by speed, a challenge from a profile, leaderboards, the best live game.

import assert from "node:assert/strict";
import { register } from "./lib/people.js";
import { suite } from "./lib/suite.js";
import { eventually, fitsTheScreen, makeGame, move, open, person, resign, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();

/** Two players. What one takes back may be gone before the other has fetched its picture. @param {(wishes?: {}) => Promise<import("./lib/browser.js").Visitor>} come */
async function two(come) {
  const visitors = [await come(), await come()];
  for (const visitor of visitors) visitor.expected.push(/status of 404/);
  return visitors.map(({ page }) => page);
}

/** A button of quick pairing. @param {Page} page @param {string} clock */
const quick = (page, clock) => page.getByRole("group", { name: "Speeds" }).getByRole("button", { name: clock });

visit("two who click the same speed play each other, and a second click takes the offer back", async (come) => {
  const [ann, ben] = await two(come);
  for (const page of [ann, ben]) {
    await page.goto("/lobby");
    await page.locator("#quick button:enabled").first().waitFor();
  }
  await quick(ann, "10+5").click();
  await ann.getByText("Looking for an opponent…").waitFor();
  await quick(ann, "10+5").click();
  await ann.locator("#quick-said:empty").waitFor({ state: "attached" });
  await ben.getByText("Nobody is waiting.").waitFor();
  await quick(ann, "3+2").click();
  await ann.getByText("Looking for an opponent…").waitFor();
  // Another speed is another game.
  await quick(ben, "10+5").click();
  await ben.getByText("Looking for an opponent…").waitFor();
  await quick(ben, "3+2").click();
  for (const page of [ann, ben]) await page.waitForURL("**/game/*");
  assert.equal(ann.url(), ben.url());
});

visit("of two who offer the same at the same time, one goes to the other", async (come) => {
  const [ann, ben] = await two(come);
  for (const page of [ann, ben]) {
    await page.goto("/lobby");
    await page.locator("#quick button:enabled").first().waitFor();
  }
  await Promise.all([quick(ann, "30+20").click(), quick(ben, "30+20").click()]);
  for (const page of [ann, ben]) await page.waitForURL("**/game/*");
  assert.equal(ann.url(), ben.url());
});

visit("a player is challenged from the profile, sees it on every page, accepts and plays; another one is declined", async (come) => {
  const [ann, ben] = [(await come()).page, (await come()).page];
  await register(ann, "ann-challenger");
  await register(ben, "ben-challenged");
  const challenge = async () => {
    await ann.goto("/player/ben-challenged");
    await ann.getByRole("button", { name: "Challenge" }).click();
    const dialog = ann.getByRole("dialog", { name: "Challenge ben-challenged" });
    await dialog.getByLabel("Clock").selectOption("10+5");
    await dialog.getByRole("button", { name: "Send challenge" }).click();
    await ann.waitForURL("**/game/*");
    return ann.url();
  };
  await challenge();
  await ben.goto("/learn");
  await ben.getByRole("link", { name: "Online, 1 challenge" }).click();
  await ben.getByText("ann-challenger challenges you").waitFor();
  await fitsTheScreen(ben);
  await ben.getByRole("button", { name: "Decline ann-challenger’s challenge" }).click();
  await ben.getByText("ann-challenger challenges you").waitFor({ state: "detached" });
  await ann.waitForURL("**/lobby");
  await ann.getByText("The other player called the game off.").waitFor();
  const game = await challenge();
  await ben.getByRole("button", { name: "Accept ann-challenger’s challenge" }).click();
  await ben.waitForURL(game);
  await Promise.race([untilMovable(ann), untilMovable(ben)]);
  // Nobody else can take the seat of a challenge, and nobody challenges themselves.
  await ann.goto("/player/ann-challenger");
  await ann.getByRole("heading", { level: 1, name: "ann-challenger" }).waitFor();
  assert.ok(await ann.getByRole("button", { name: "Challenge" }).isHidden());
});

visit("who asked for it is notified of the own turn while looking elsewhere, and the icon has a dot", async (come) => {
  const [visitor, ben] = [await come(), (await come()).page];
  const ann = visitor.page;
  await visitor.context.grantPermissions(["notifications"]);
  await ann.addInitScript(() => {
    Object.assign(window, { told: [] });
    class Told {
      static permission = "granted";
      static requestPermission = async () => "granted";
      close() {}
      /** @param {string} title @param {{body: string}} about */
      constructor(title, { body }) {
        /** @type {any} */ (window).told.push(`${title}: ${body}`);
      }
    }
    Object.assign(window, { Notification: Told });
  });
  const id = await makeGame(ann, "selfo board=hexhex-3 seed=4 swap=off", [person("Ann"), open()]);
  await ben.goto(`/join/${id}`);
  await ben.getByRole("button", { name: "Play", exact: true }).click();
  await ann.getByRole("button", { name: "Notify me" }).click();
  await ann.locator('#notify[aria-pressed="true"]').waitFor();
  await ann.locator('link[rel="icon"][href*="circle cx=\'19\'"]').waitFor({ state: "attached" });
  await move(ann);
  await ann.locator('link[rel="icon"]:not([href*="circle cx=\'19\'"])').waitFor({ state: "attached" });
  await ann.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  await move(ben);
  await ann.waitForFunction(() => /** @type {any} */ (window).told.length > 0);
  assert.deepEqual(await ann.evaluate(() => /** @type {any} */ (window).told), ["Your move: Selfo"]);
});

visit("the title of a page says whose move it is there", async (come) => {
  const [ann, ben] = [(await come({ still: true })).page, (await come({ still: true })).page];
  const id = await makeGame(ann, "selfo board=hexhex-3 seed=4 swap=off", [person("Ann"), open()]);
  await ben.goto(`/join/${id}`);
  await ben.getByRole("button", { name: "Play", exact: true }).click();
  const titled = (/** @type {Page} */ page, /** @type {string} */ title) => page.waitForFunction((title) => document.title === title, title);
  await titled(ann, "● Your move · Selfo · Selforge");
  await titled(ben, "Selfo · Selforge");
  await move(ann);
  await titled(ben, "● Your move · Selfo · Selforge");
  await titled(ann, "Selfo · Selforge");
  await resign(ben);
  for (const page of [ann, ben]) await titled(page, "Selfo · Selforge");
});

visit("a rated game puts both players on the leaderboard of the game, the winner first", async (come) => {
  const [ann, ben] = [(await come()).page, (await come()).page];
  await register(ann, "ann-leader");
  await register(ben, "ben-leader");
  const id = await makeGame(ann, "selfo", [person(), open()], { clock: { kind: "real", base: 300, increment: 3 }, rated: true });
  await ben.goto(`/join/${id}`);
  await ben.getByRole("button", { name: "Play", exact: true }).click();
  await move(ann);
  await untilMoves(ben, 1);
  await move(ben);
  await untilMoves(ann, 2);
  await resign(ben);
  await untilStatus(ann, /You won/);
  // The board is as of a few seconds ago.
  await eventually(async () => (await (await ann.request.get("/api/leaderboards")).text()).includes("ann-leader"));
  await ann.goto("/leaderboards?game=selfo");
  const board = ann.getByRole("region", { name: "Selfo, blitz", exact: true });
  await board.getByRole("link", { name: "ben-leader" }).waitFor();
  const names = await board.locator("tbody a").allTextContents();
  assert.deepEqual(names.filter((name) => name.endsWith("-leader")), ["ann-leader", "ben-leader"]);
  await board.getByRole("link", { name: "ann-leader" }).click();
  await ann.waitForURL("**/player/ann-leader");
});

visit("the best live game is watched as it is played", async (come) => {
  const [ann, ben, eve] = [(await come()).page, (await come()).page, (await come({ phone: true })).page];
  const id = await makeGame(ann, "selfo board=hexhex-3 seed=4", [person("Ann"), open()], { listed: true, clock: { kind: "real", base: 300, increment: 3 } });
  await ben.goto(`/join/${id}`);
  await ben.getByRole("button", { name: "Play", exact: true }).click();
  await move(ann);
  await eve.goto("/watch");
  await eve.getByRole("link", { name: "Open the game" }).waitFor();
  await eve.locator("#said", { hasText: "move" }).waitFor();
  await eve.locator("#board .piece").first().waitFor();
  await fitsTheScreen(eve);
  assert.match(await eve.getByRole("link", { name: "Open the game" }).getAttribute("href") ?? "", /^\/game\/[0-9a-f]+$/);
});
