// What players know from elsewhere: pieces, notation, check, premoves, drawings, keys, colours.

import assert from "node:assert/strict";
import { isAccessible } from "./lib/axe.js";
import { join } from "./lib/people.js";
import { suite } from "./lib/suite.js";
import { action, countMoves, engine, makeGame, move, moves, open, person, untilMovable, untilMoves } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();
const CLOCK = { clock: { kind: "real", base: 300, increment: 3 } };

/** Moves a piece from a square to another. @param {Page} page @param {string} from @param {string} to */
async function step(page, from, to) {
  const before = await countMoves(page);
  await page.locator(`#board [aria-label^="${from},"]`).click();
  await page.locator(`#board [aria-label^="${to},"].goal`).click();
  await untilMoves(page, before + 1);
}

visit("chess has white and black pieces, the notation of books, and a king in check is marked", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "chess", [person("Ann"), person("Ben")]);
  await untilMovable(page);
  await page.locator('#board [aria-label^="e1, white king"]').waitFor({ state: "attached" });
  await page.locator('#board [aria-label^="e8, black king"]').waitFor({ state: "attached" });
  assert.equal(await page.locator("#board .piece .white").count(), 16);
  for (const [from, to] of [["e2", "e4"], ["f7", "f6"], ["g1", "f3"]]) await step(page, from, to);
  assert.equal(await page.locator("#board .checked").count(), 0);
  await step(page, "g7", "g5");
  await step(page, "f3", "g5");
  await step(page, "f6", "g5");
  await step(page, "d1", "h5");
  assert.deepEqual(await moves(page), ["e4", "f6", "Nf3", "g5", "Nxg5", "fxg5", "Qh5#"]);
  assert.equal(await page.locator("#board .checked").count(), 1);
  await page.reload();
  await untilMoves(page, 7);
  assert.equal((await moves(page)).at(-1), "Qh5#");
  await page.getByRole("link", { name: "Analyse" }).first().click();
  await page.locator("#tree button", { hasText: "Qh5#" }).waitFor();
  assert.deepEqual(await page.locator("#tree button").allTextContents(), ["e4", "f6", "Nf3", "g5", "Nxg5", "fxg5", "Qh5#"]);
  await page.locator("#status", { hasText: /^Ann won: checkmate\.$/ }).waitFor();
});

visit("a game that Black begins has Black's first move in Black's column", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, 'chess position="4k3/4p3/8/8/8/8/4P3/4K3 b"', [person("Ann"), person("Ben")]);
  await untilMovable(page);
  for (const [from, to] of [["e7", "e5"], ["e2", "e4"]]) await step(page, from, to);
  assert.deepEqual(await page.locator("#moves li").allInnerTexts().then((rows) => rows.map((row) => row.split(/\s+/))), [["1", "…", "e5"], ["2", "e4"]]);
});

visit("taken pieces stand beside their taker", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "chess", [person("Ann"), person("Ben")]);
  for (const [from, to] of [["e2", "e4"], ["d7", "d5"], ["e4", "d5"]]) await step(page, from, to);
  await page.locator("#seats-bottom .taken [aria-label='1 black pawn']").waitFor();
  assert.equal(await page.locator("#seats-top .taken svg").count(), 0);
  assert.equal(await page.locator("#seats-bottom .ahead").textContent(), "+1");
  await step(page, "d8", "d5");
  await page.locator("#seats-top .taken [aria-label='1 white pawn']").waitFor();
  assert.equal(await page.locator(".ahead").count(), 0, "nobody is ahead");
  await makeGame(page, "zrf game=reversi", [person("Ann"), person("Ben")]);
  await untilMovable(page);
  await page.locator("#board .cell.movable").first().click();
  await untilMoves(page, 1);
  assert.equal(await page.locator(".taken svg").count(), 0, "what was turned over is not taken");
});

visit("a position is copied as FEN and opened again from it, in chess and checkers", async (come) => {
  const { page } = await come({ still: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [spec, fen] of /** @type {[string, RegExp][]} */ ([["chess", /^[a-z]{8}\/.* b KQkq \S+ \d+ 1$/], ["checkers", /^W:W[\dK,]+:B[\dK,]+$/]])) {
    await makeGame(page, spec, [person("Ann"), person("Ben")]);
    await move(page);
    await page.getByRole("button", { name: "Copy FEN" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, fen);
    const pieces = await page.locator("#board .piece").count();
    await page.goto("/analysis");
    await page.locator("#paste").fill(text);
    await page.locator("#paste-open").click();
    await page.locator("#board .piece").first().waitFor();
    assert.equal(await page.locator("#board .piece").count(), pieces);
  }
  await makeGame(page, "hex", [person(), person()]);
  await untilMovable(page);
  assert.ok(await page.locator("#fen").isHidden());
});

visit("the squares of checkers have the numbers of the list", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "checkers", [person("Ann"), person("Ben")]);
  await untilMovable(page);
  assert.deepEqual((await page.locator("#board .cell-number").allTextContents()).map(Number).sort((a, b) => a - b), Array.from({ length: 32 }, (_, at) => at + 1));
  assert.equal(await page.locator("#board .rim-label").count(), 0);
});

visit("rules to read do not say what is typed in a terminal, and call players by their colours", async (come) => {
  const { page } = await come({ still: true });
  for (const [spec, words] of [["checkers", "is crowned"], ["chess", "En passant"], ["hex", "Blue connects the top and the bottom, Amber the left and the right."], ["selfo", "Blue and Amber take turns; Blue moves first."], ["rulespace", "Blue begins, then the sides take turns."], ["zrf game=xiangqi", "The general never leaves the palace."]]) {
    await makeGame(page, spec, [person(), person()]);
    await untilMovable(page);
    await page.getByRole("button", { name: "Rules" }).click();
    const rules = page.getByRole("dialog", { name: /^Rules of/ });
    await rules.getByText(words).first().waitFor();
    assert.doesNotMatch(await rules.innerText(), /typed|In text|hexhex|1A1A|rnbq/);
  }
});

visit("arrows and circles are drawn with the right button, and go with the next click", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "chess", [person("Ann"), person("Ben")]);
  await untilMovable(page);
  const middle = async (/** @type {string} */ square) => {
    const box = await page.locator(`#board [aria-label^="${square},"]`).boundingBox();
    assert.ok(box);
    return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  };
  const stroke = async (/** @type {string} */ from, /** @type {string} */ to) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await middle(to)));
    await page.mouse.up({ button: "right" });
  };
  await stroke("e2", "e2");
  await page.waitForFunction(() => document.querySelectorAll("#board .drawn").length === 1);
  await stroke("g1", "f3");
  await page.waitForFunction(() => document.querySelectorAll("#board .drawn").length === 2);
  assert.equal(await page.locator("#board .drawn polygon").count(), 1);
  await page.mouse.click(...(await middle("e5")));
  assert.equal(await page.locator("#board .drawn").count(), 0);
});

visit("a move is planned while the other's clock runs, and played at once when it can be", async (come) => {
  const ann = (await come({ still: true })).page;
  const ben = (await come({ still: true })).page;
  const id = await makeGame(ann, "chess", [person("Ann"), open()], CLOCK);
  await join(ben, id, "Ben");
  await untilMovable(ann);
  await ben.locator('#board [aria-label^="e7,"]').click();
  await ben.locator('#board [aria-label^="e5,"]').click();
  assert.equal(await ben.locator("#board .planned").count(), 2);
  await step(ann, "e2", "e4");
  await untilMoves(ann, 2);
  assert.deepEqual(await moves(ann), ["e4", "e5"]);
  // A plan that is not possible any more is dropped; Escape drops one too.
  await ben.locator('#board [aria-label^="d7,"]').click();
  await ben.locator('#board [aria-label^="d3,"]').click();
  await step(ann, "g1", "f3");
  await untilMovable(ben);
  assert.equal(await ben.locator("#board .planned").count(), 0);
  assert.equal(await countMoves(ben), 3);
  // It is planned by dragging as well.
  await step(ben, "d7", "d5");
  await ben.locator('#board [aria-label^="b8,"]').hover();
  await ben.mouse.down();
  await ben.locator('#board [aria-label^="c6,"]').hover();
  await ben.mouse.up();
  assert.equal(await ben.locator("#board .planned").count(), 2);
  await step(ann, "b1", "c3");
  await untilMoves(ann, 6);
  assert.equal((await moves(ann)).at(-1), "Nc6");
});

visit("a plan is dragged by a finger, and the page stays where it is", async (come) => {
  const [ann, ben] = [(await come({ still: true })).page, (await come({ still: true, phone: true })).page];
  const id = await makeGame(ann, "chess", [person("Ann"), open()], CLOCK);
  await join(ben, id, "Ben");
  await untilMovable(ann);
  // Only the drawn game has its full height: what is scrolled before would move with it.
  await ben.locator("#board .piece").first().waitFor();
  await ben.locator(".clock").first().waitFor();
  // The board is in the middle of a page that can be scrolled both ways.
  await ben.evaluate(() => {
    document.body.style.paddingBottom = "600px";
    scrollTo(0, 60);
  });
  const middle = async (/** @type {string} */ square) => {
    const box = await ben.locator(`#board [aria-label^="${square},"]`).boundingBox() ?? assert.fail(square);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle("b8"), await middle("c6")];
  const finger = await ben.context().newCDPSession(ben);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ ...touchPoints) => finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", from);
  for (let step = 1; step <= 10; step++) await touch("touchMove", { x: from.x + (to.x - from.x) * step / 10, y: from.y + (to.y - from.y) * step / 10 });
  await touch("touchEnd");
  await ben.locator("#board .planned").nth(1).waitFor({ state: "attached" });
  assert.equal(await ben.evaluate(() => scrollY), 60);
});

visit("a piece in the hand stays there whatever the server tells, and a piece that was chosen is dragged", async (come) => {
  const ann = (await come({ still: true })).page;
  const ben = (await come({ still: true })).page;
  const id = await makeGame(ann, "chess", [person("Ann"), open()], CLOCK);
  await join(ben, id, "Ben");
  await untilMovable(ann);
  const over = (/** @type {Page} */ page, /** @type {string} */ square) => page.locator(`#board [aria-label^="${square},"]`).hover();
  const lifted = (/** @type {Page} */ page) => page.locator("#board .piece.lifted").getAttribute("style");
  // The opponent offers a draw while a pawn is in the hand.
  await over(ann, "e2");
  await ann.mouse.down();
  await over(ann, "e4");
  const held = await lifted(ann);
  await action(ben, "Offer draw").click();
  await action(ann, /^Accept/).waitFor();
  assert.equal(await lifted(ann), held);
  await ann.mouse.up();
  await untilMoves(ben, 1);
  await step(ben, "e7", "e5");
  // A plan is dragged from a piece that was chosen by a click, and by letting go of it nothing is chosen.
  await ben.locator('#board [aria-label^="b8,"]').click();
  await over(ben, "b8");
  await ben.mouse.down();
  await over(ben, "c6");
  await ben.mouse.up();
  assert.equal(await ben.locator("#board .planned").count(), 2);
  await ben.locator('#board [aria-label^="g8,"]').click();
  assert.equal(await ben.locator("#board .chosen").count(), 1);
  await ben.locator('#board [aria-label^="g8,"]').click();
  assert.equal(await ben.locator("#board .chosen").count(), 0);
  // The answer comes while the planned move is still in the hand: it is a move now.
  await over(ben, "g8");
  await ben.mouse.down();
  await over(ben, "f6");
  const planned = await lifted(ben);
  await step(ann, "g1", "f3");
  await untilMovable(ben);
  assert.equal(await lifted(ben), planned);
  await ben.mouse.up();
  await untilMoves(ann, 4);
  assert.equal((await moves(ann)).at(-1), "Nf6");
});

visit("keys press the buttons, and a question mark shows them", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-4 seed=4", [person("Ann"), person("Ben")]);
  await move(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.waitFor();
  await isAccessible(page, "all");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("f");
  assert.equal(await page.locator("#flip").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("c");
  assert.ok(await page.locator("#board .cell-name").count() > 0);
  await page.keyboard.press("u");
  await page.locator("#moves .empty").waitFor();
});

visit("colours are chosen once and kept, with some for colour-blind players", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-4 seed=4", [person(), engine()]);
  await untilMovable(page);
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--set0").trim());
  const before = await colour();
  await page.locator("#looks").click();
  const dialog = page.getByRole("dialog", { name: "Colours" });
  await dialog.getByRole("button", { name: "Colour-blind safe" }).click();
  await dialog.getByRole("button", { name: "Wood" }).click();
  await isAccessible(page, "all");
  assert.equal(await colour(), "#0072b2");
  await page.reload();
  await untilMovable(page);
  assert.equal(await colour(), "#0072b2");
  await page.locator("#looks").click();
  await dialog.getByRole("button", { name: "Blue and amber" }).click();
  assert.equal(await colour(), before);
});
