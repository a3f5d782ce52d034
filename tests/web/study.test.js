// Looking into games: the analysis page and the board editor.

import assert from "node:assert/strict";
import { readFile, writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "./lib/suite.js";
import { makeGame, move, person, resign, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const SMALL = "selfo board=hexhex-4 seed=4";
const visit = suite();

/** The moves in the tree, variations too. @param {Page} page */
const tree = (page) => page.locator("#tree button");

/** A game of so many moves, on the analysis page. @param {Page} page @param {number} plies */
async function study(page, plies) {
  const id = await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  for (let ply = 0; ply < plies; ply++) await move(page);
  await page.goto(`/analysis/${id}`);
  await tree(page).nth(plies - 1).waitFor();
  return id;
}

visit("a game is stepped through with engine, signals, paths and the self-organisation curve", async (come) => {
  const { page } = await come();
  await study(page, 6);
  for (const name of ["Signals", "Critical paths", "Self-organisation"]) await page.getByRole("button", { name }).click();
  await page.locator("#organisation-chart path, #organisation-chart polyline").first().waitFor();
  await page.locator("#first").click();
  const seen = new Set();
  for (let ply = 0; ply <= 6; ply++) {
    if (ply > 0) await page.locator("#forward").click();
    await untilStatus(page, ply === 0 ? /Start position/ : new RegExp(`After ${ply} of 6`));
    await page.locator("#best strong").waitFor();
    await page.locator("#board .signals > *").first().waitFor({ state: "attached" });
    await page.locator("#board .paths > *").first().waitFor({ state: "attached" });
    seen.add(await page.locator("#board .paths").innerHTML());
  }
  assert.ok(seen.size > 1, "what is seen changes with the position");
  assert.ok(await page.locator("#forward").isDisabled());
  await page.keyboard.press("Home");
  await untilStatus(page, /Start position/);
});

visit("a resignation stands in the list by its player's name, and the code of the game is there for who wants it", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  await move(page);
  await resign(page);
  await page.getByRole("link", { name: "Analyse" }).first().click();
  await tree(page).nth(1).waitFor();
  assert.equal(await tree(page).nth(1).innerText(), "Ben resigns");
  assert.ok(await page.getByText("selfo board=hexhex-4").isHidden());
  await page.getByText("Game code", { exact: true }).click();
  await page.getByText("selfo board=hexhex-4").waitFor();
});

visit("a sample of self-organised play is one click away", async (come) => {
  const { page } = await come();
  await page.goto("/analysis");
  await page.getByRole("button", { name: "See a sample: self-organised play" }).click();
  await tree(page).nth(74).waitFor();
  assert.equal(await tree(page).count(), 75);
  await untilStatus(page, /won/);
});

visit("the pieces that the network counts on have a number each, with words for it, and go away again", async (come) => {
  const { page } = await come();
  await study(page, 2);
  const worths = page.locator("#board .worths");
  await page.getByRole("button", { name: "Key pieces" }).click();
  await worths.locator(".worth-number").first().waitFor({ state: "attached" });
  assert.equal(await worths.locator(".worth-number").count(), await page.locator("#board .pieces > *").count(), "every piece has one");
  const widths = await worths.locator(".worth-ring").evaluateAll((rings) => rings.map((ring) => Number(ring.getAttribute("stroke-width"))));
  assert.ok(Math.max(...widths) > 2 * Math.min(...widths), "more is thicker");
  assert.match(await page.locator("#counted").innerText(), /^The network expects \w+, to move, to score \d+ of 100 points\./);
  const before = await worths.innerHTML();
  await page.locator("#back").click();
  await page.waitForFunction((was) => document.querySelector("#board .worths")?.innerHTML !== was, before);
  await page.getByRole("button", { name: "Key pieces" }).click();
  await page.locator("#counted").waitFor({ state: "hidden" });
  assert.equal(await worths.locator("*").count(), 0);
});

visit("a variation and a comment are kept, and are in the record that is downloaded", async (come) => {
  const { page } = await come();
  await study(page, 3);
  await page.locator("#first").click();
  await untilStatus(page, /Start position/);
  await page.getByLabel(/^Comment/).fill("a quiet start");
  const played = (await tree(page).first().textContent()) ?? "";
  await untilMovable(page);
  // Another move than the one that was played.
  await page.locator("#board .cell.movable").last().click();
  await page.locator("#board .cell.goal").last().click();
  await tree(page).nth(3).waitFor();
  await page.locator("#saved-note", { hasText: /saved|kept/i }).waitFor();
  await page.reload();
  await tree(page).nth(3).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download with comments" }).click()]);
  const record = await readFile(await download.path(), "utf8");
  assert.match(record, /a quiet start/);
  assert.match(record, new RegExp(played.replace(/[^\w-]/g, "")));
});

visit("a record is brought as a file, and a damaged one is refused with its line", async (come) => {
  const visitor = await come();
  const { page } = visitor;
  const id = await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
  for (let ply = 0; ply < 4; ply++) await move(page);
  const record = await (await page.request.get(`/api/games/${id}/record`)).text();
  const folder = await mkdtemp(join(tmpdir(), "selforge-records-"));
  await writeFile(join(folder, "good.sgr"), record);
  await writeFile(join(folder, "bad.sgr"), record.replace(/^2 B .*$/m, "2 B a1-z9"));
  const stranger = await come();
  await stranger.page.goto("/analysis");
  await stranger.page.locator("#file").setInputFiles(join(folder, "good.sgr"));
  await stranger.page.waitForURL("**/analysis/*");
  await tree(stranger.page).nth(3).waitFor();
  await stranger.page.getByText("Ann").first().waitFor();
  await page.goto("/analysis");
  visitor.expected.push(/status of 422/);
  await page.locator("#file").setInputFiles(join(folder, "bad.sgr"));
  await page.locator("#chooser-error", { hasText: /line \d+/ }).waitFor();
});

visit("a spec and a position are pasted", async (come) => {
  const { page } = await come();
  for (const [text, game, cells] of /** @type {const} */ ([
    ["selfo board=hexhex-3 seed=5", "Selfo", 19],
    ["A1B/4/5/4/B1A A", "Selfo", 19],
    ["4k3/8/8/8/8/8/4P3/4K3 w", "Chess", 64],
    ["8/8/1a6/8/3b4/8/1B6/8 A", "Checkers", 64],
  ])) {
    await page.goto("/analysis");
    await page.getByLabel("Or paste a game").fill(text);
    await page.getByRole("button", { name: "Open" }).click();
    await untilMovable(page);
    assert.equal(await page.locator("#board .cell").count(), cells);
    assert.equal(await page.locator("#title").textContent(), game);
  }
});

visit("the editor has every piece of each game, and takes finished positions too", async (come) => {
  const { page } = await come();
  for (const [spec, pieces, to] of /** @type {const} */ ([
    ["chess", 12, ["White", "Black"]],
    ["checkers", 4, ["Blue", "Amber"]],
    ["rulespace", 12, ["Blue", "Amber"]],
    ["selfo board=hexhex-4 seed=4 seats=3", 6, ["Blue", "Amber", "Green"]],
  ])) {
    await page.goto(`/editor?spec=${encodeURIComponent(spec)}`);
    await untilStatus(page, /^Ready to play\. /);
    assert.equal(await page.locator("#spec").inputValue(), spec, "nothing is lost before something is changed");
    assert.equal(await page.locator("#palette [data-letter]").count(), pieces + 1, spec);
    assert.deepEqual(await page.locator("#to-move option").allTextContents(), to);
    const before = await page.locator("#spec").inputValue();
    await page.getByRole("button", { name: "Swap colours" }).click();
    await page.waitForFunction((before) => /** @type {any} */ (document.getElementById("spec")).value !== before, before);
    await untilStatus(page, /\w/);
  }
  await page.goto(`/editor?spec=${encodeURIComponent("chess position=\"8/8/8/8/8/8/4P3/4K3 w\"")}`);
  await page.locator("#status.wrong").waitFor();
  assert.equal(await page.locator("#board .piece").count(), 2);
  await page.locator('#palette [data-letter="k"]').click();
  await page.locator('#board [data-cell="4"]').click();
  await untilStatus(page, /White to move/);
});

visit("pieces of the editor are dragged to other cells and off the board", async (come) => {
  const { page } = await come({ still: true });
  await page.goto(`/editor?spec=${encodeURIComponent('selfo board=hexhex-3 position="A1B/4/5/4/B1A A"')}`);
  await page.locator("#board .piece").nth(3).waitFor();
  const middle = async (/** @type {string} */ place) => {
    const box = await page.locator(place).boundingBox() ?? assert.fail("nothing there");
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (/** @type {number[]} */ [x, y], /** @type {number[]} */ [tx, ty]) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + tx) / 2, (y + ty) / 2);
    await page.mouse.move(tx, ty);
    await page.mouse.up();
  };
  await drag(await middle('#board [data-cell="0"]'), await middle('#board [data-cell="9"]'));
  await page.waitForURL((url) => url.search.includes("2B") && decodeURIComponent(url.search).includes("2A2"));
  assert.equal(await page.locator("#board .piece").count(), 4);
  await drag(await middle('#board [data-cell="9"]'), await middle("#status"));
  await page.locator("#board .piece").nth(3).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("#board .piece").nth(3).waitFor();
});

visit("a position is set up in the editor, checked, and played", async (come) => {
  const { page } = await come();
  await page.goto(`/editor?spec=${encodeURIComponent("selfo board=hexhex-3")}`);
  await page.locator("#board .cell").nth(18).waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.locator("#play[aria-disabled]").waitFor();
  assert.match((await page.locator("#status").textContent()) ?? "", /\w/, "it says what is wrong");
  for (const [letter, cells] of /** @type {const} */ ([["A", [0, 9, 18]], ["B", [2, 7, 16]]])) {
    await page.locator(`#palette [data-letter="${letter}"]`).click();
    for (const cell of cells) await page.locator(`#board [data-cell="${cell}"]`).click();
  }
  // The server has seen every piece.
  await untilStatus(page, /Blue: 3 pieces.*Amber: 3 pieces/);
  await page.getByRole("heading", { name: "Is it fair?" }).waitFor();
  await page.locator("#play:not([aria-disabled])").click();
  await page.getByRole("dialog", { name: "Customise" }).waitFor();
  await page.locator("#new-start:enabled").click();
  await page.getByRole("dialog", { name: "Customise" }).waitFor({ state: "hidden" });
  await untilMovable(page);
  assert.equal(await page.locator("#board .piece").count(), 6);
  await move(page);
  await untilMoves(page, 1);
});
