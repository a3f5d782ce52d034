// Games from rule files: the library in the gallery, files of one's own, and the page to write them on.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { isAccessible } from "./lib/axe.js";
import { PHONE } from "./lib/browser.js";
import { suite } from "./lib/suite.js";
import { fitsTheScreen, move, untilMovable, untilMoves } from "./lib/table.js";
import { bmp, zip } from "./lib/zip.js";

const visit = suite();
const BREAKTHROUGH = await readFile(new URL("../../rules/breakthrough.zrf", import.meta.url), "utf8");

/** @typedef {import("playwright-core").Page} Page */

/** The gallery, with the part for files of one's own. @param {Page} page */
async function openGallery(page) {
  await page.goto("/");
  await untilMovable(page);
  await page.locator("#open-new").click();
  const gallery = page.getByRole("dialog", { name: "New game" });
  await gallery.getByRole("button", { name: /^Add a rule file/ }).waitFor({ state: "attached" });
  return gallery;
}

/** Drops a file on the gallery. @param {Page} page @param {string} name @param {Buffer | string} content */
async function drop(page, name, content) {
  const bytes = [...Buffer.from(content)];
  const transfer = await page.evaluateHandle(([name, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(/** @type {number[]} */ (bytes))], String(name)));
    return data;
  }, /** @type {const} */ ([name, bytes]));
  await page.dispatchEvent("#gallery", "drop", { dataTransfer: transfer });
}

visit("every game of the library has a card with a picture, in a group of its kind", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  const search = gallery.getByLabel("Search games");
  for (const [words, title] of [["shogi chess", "Shogi"], ["tigers", "Bagh Chal"], ["dice 4,600", "Royal Game of Ur"], ["peg cross", "Peg Solitaire: Cross"]]) {
    await search.fill(words);
    assert.deepEqual(await gallery.locator(".game-card:visible strong").allTextContents(), [title]);
  }
  await search.fill("");
  const { gallery: cards } = await (await page.request.get("/api/catalogue")).json();
  const files = cards.filter((/** @type {{spec: string}} */ { spec }) => spec.startsWith("zrf"));
  assert.equal(files.length, 58);
  for (const card of await gallery.locator(".game-card:has(.board-svg)").all()) await card.scrollIntoViewIfNeeded();
  await page.waitForFunction((count) => document.querySelectorAll("#gallery .game-card:not(:has(#daily)) .cells polygon:first-child").length === count, cards.length);
});

visit("one click starts a game of the library against a level, by its own name", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByRole("button", { name: "Draughts", exact: true }).click();
  await gallery.getByRole("button", { name: /^International Draughts/ }).click();
  await page.locator("#title", { hasText: "International Draughts" }).waitFor();
  assert.match(await page.title(), /International Draughts/);
  await move(page);
  await untilMoves(page, 2);
  await page.locator("#open-library").click();
  await page.getByRole("dialog", { name: "Saved games" }).getByText("International Draughts").waitFor();
});

visit("a puzzle for one is played alone", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByRole("button", { name: "Puzzles", exact: true }).click();
  await gallery.getByRole("button", { name: /^Peg Solitaire: Cross/ }).click();
  await page.locator("#title", { hasText: "Peg Solitaire: Cross" }).waitFor();
  await move(page);
});

visit("a dropped file with an error is told with line and column; the right one is played and shared", async (come) => {
  const visitor = await come({ still: true });
  const { page } = visitor;
  const gallery = await openGallery(page);
  await drop(page, "wrong.zrf", BREAKTHROUGH.replace("(players White Black)", "(playerz White Black)"));
  await gallery.getByText("wrong.zrf has").waitFor();
  const line = BREAKTHROUGH.slice(0, BREAKTHROUGH.indexOf("(players White")).split("\n").length;
  assert.match(await gallery.locator(".rule-problems").innerText(), new RegExp(`Line ${line}, column \\d+`));
  await drop(page, "Break through.zrf", BREAKTHROUGH);
  await gallery.getByText("Added 3 games.").waitFor();
  const card = gallery.locator(".rule-file").getByRole("button", { name: /^Breakthrough 6x6/ });
  await card.locator(".cells").waitFor();
  await card.click();
  await page.locator("#title", { hasText: "Breakthrough 6x6" }).waitFor();
  await move(page);
  await untilMoves(page, 2);
  const spec = await page.locator("#spec").textContent() ?? "";
  assert.match(spec, /^zrf file=[0-9a-f]{32} variant="Breakthrough 6x6"$/);
  const friend = await come({ still: true });
  await friend.page.goto(`/?spec=${encodeURIComponent(spec)}`);
  await friend.page.getByRole("dialog", { name: "Customise" }).locator("#new-start:enabled").waitFor();
  await page.locator("#analyse").click();
  await page.locator("#title", { hasText: "Breakthrough 6x6" }).waitFor();
  await page.goto(`/editor?spec=${encodeURIComponent(spec)}`);
  await page.locator("#board .piece").first().waitFor();
});

visit("own files are found again under Mine, and can be deleted", async (come) => {
  const { page } = await come({ still: true });
  let gallery = await openGallery(page);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), (async () => {
    await gallery.getByRole("button", { name: "Mine", exact: true }).click();
    await gallery.getByRole("button", { name: /^Add a rule file/ }).click();
  })()]);
  await chooser.setFiles({ name: "mine.zrf", mimeType: "text/plain", buffer: Buffer.from(BREAKTHROUGH) });
  await gallery.getByText("Added 3 games.").waitFor();
  gallery = await openGallery(page);
  await gallery.getByRole("button", { name: "Mine", exact: true }).click();
  await gallery.getByRole("heading", { name: "mine.zrf" }).waitFor();
  await isAccessible(page, "all");
  await gallery.getByRole("button", { name: "Delete mine.zrf" }).click();
  await page.getByRole("dialog", { name: /^Delete mine/ }).getByRole("button", { name: "Delete" }).click();
  await gallery.locator(".rule-file").waitFor({ state: "detached" });
});

visit("pictures in a ZIP are the pieces of the game", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  const rules = BREAKTHROUGH.replaceAll(/\(image [^)]*\)/g, "").replace(/\(name Man\)/, '(name Man) (image White "images\\wman.bmp" Black "images\\bman.bmp")');
  await drop(page, "game.zip", zip({ "game/Game.zrf": rules, "game/images/WMan.bmp": bmp([250, 250, 250]), "game/images/BMan.bmp": bmp([20, 20, 20]) }));
  await gallery.getByText("Added 3 games.").waitFor();
  await gallery.locator(".rule-file .piece image").first().waitFor({ state: "attached" });
  const address = await gallery.locator(".rule-file .piece image").first().getAttribute("href");
  const answer = await page.request.get(String(address));
  assert.equal(answer.headers()["content-type"], "image/png");
  assert.equal((await answer.body()).subarray(1, 4).toString(), "PNG");
  await drop(page, "game.zip", zip({ "Game.zrf": rules, "WMan.bmp": bmp([1, 2, 3]) }));
  await gallery.getByText(/no usable picture bman.bmp/).waitFor();
});

visit("rules are checked while one types, and a click goes to what is wrong", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/rules");
  await page.getByText("Ready: 1 game.").waitFor();
  const text = page.getByLabel("Rules", { exact: true });
  const template = await text.inputValue();
  await text.fill(template.replace("(players White Black)", "(players White)"));
  const problem = page.getByRole("list", { name: "Problems" }).getByRole("button").first();
  await problem.waitFor();
  assert.ok(await page.getByRole("button", { name: "Save and play" }).isDisabled());
  const [line] = (await problem.locator("b").innerText()).split(":").map(Number);
  await problem.click();
  const at = await text.evaluate((area) => {
    const { value, selectionStart } = /** @type {HTMLTextAreaElement} */ (area);
    return value.slice(0, selectionStart).split("\n").length;
  });
  assert.equal(at, line);
  await page.locator(`.gutter .wrong`, { hasText: new RegExp(`^${line}$`) }).waitFor();
  await text.fill(template);
  await page.getByText("Ready: 1 game.").waitFor();
  await text.press("Control+Home");
  await text.press("Tab");
  assert.ok((await text.inputValue()).startsWith("  ;"), "tab inserts two blanks");
  await text.press("Escape");
  await text.press("Tab");
  assert.ok(!(await text.evaluate((area) => area === document.activeElement)), "escape and tab leave");
  await isAccessible(page, "all");
  await page.setViewportSize(PHONE);
  await fitsTheScreen(page);
});

visit("what was written is saved, played and edited again", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/rules");
  await page.getByText("Ready: 1 game.").waitFor();
  const text = page.getByLabel("Rules", { exact: true });
  await text.fill((await text.inputValue()).replace("My game", "Noughts"));
  await page.getByText("Noughts · 2 players · 9 positions").waitFor();
  await page.getByRole("button", { name: "Save and play" }).click();
  await page.locator(".rule-card .cells").waitFor();
  await page.reload();
  await page.getByText("Ready: 1 game.").waitFor();
  assert.match(await text.inputValue(), /Noughts/);
  await page.getByRole("button", { name: "Save and play" }).click();
  await page.getByRole("link", { name: "Play Noughts" }).click();
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.locator("#new-start:enabled").click();
  await page.locator("#title", { hasText: "Noughts" }).waitFor();
  await page.locator("#board .cell.goal, #board .cell.movable").first().click();
  await untilMoves(page, 1);
});
