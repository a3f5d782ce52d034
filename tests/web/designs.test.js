// The workshop in detail: conversion, distance, limits, pieces out of the palette, what was kept, and a link to it.

import assert from "node:assert/strict";
import { suite } from "./lib/suite.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();

/** The workshop, with its design on the board. @param {Page} page @param {string} [address] */
async function enter(page, address = "/workshop") {
  await page.goto(address);
  await page.locator("#board .piece").first().waitFor();
  await page.locator("#kinds .kind").first().waitFor();
}

/** Waits until the address names the game that has these rules. @param {Page} page @param {() => Promise<unknown>} change */
async function changed(page, change) {
  const before = page.url();
  await change();
  await page.waitForURL((url) => url.href !== before);
}

/** The card of the Fox, who goes one step; its name follows from its rules. @param {Page} page */
const fox = (page) => page.locator("#kinds .kind").nth(1);

/** How many pieces stand on the board. @param {Page} page */
const pieces = (page) => page.locator("#board .piece").count();

/** A rule in the list of rules, by its heading. @param {Page} page @param {string} heading @param {RegExp} words */
const ruled = (page, heading, words) => page.locator("#rules dt", { hasText: new RegExp(`^${heading}$`) }).locator("xpath=following-sibling::dd[1]").filter({ hasText: words }).waitFor();

visit("what a piece becomes on the last row is chosen among the others, also those that stand nowhere", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  await fox(page).locator("summary").click();
  const becomes = fox(page).getByLabel("On the last row");
  assert.ok(!(await becomes.locator("option").allTextContents()).includes("Fox"), "nothing becomes what it is");
  await changed(page, () => becomes.selectOption("Queen"));
  await ruled(page, "Fox", /becomes a Queen on the last row/);
  await changed(page, () => becomes.selectOption("Stays what it is"));
  await ruled(page, "Fox", /captures by jumping over\. /);
  assert.equal(await becomes.inputValue(), "0");
  await changed(page, () => page.getByRole("button", { name: "Undo" }).click());
  await ruled(page, "Fox", /becomes a Queen on the last row/);
});

visit("a piece that went one step goes any distance, and back", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  await fox(page).locator("summary").click();
  const far = page.getByRole("button", { name: "Any distance" });
  await changed(page, () => far.click());
  await page.locator("#rules", { hasText: /Moves any distance diagonally, captures by jumping over/ }).waitFor();
  assert.equal(await far.getAttribute("aria-pressed"), "true");
  await changed(page, () => page.getByRole("button", { name: "One step" }).click());
  await ruled(page, "Fox", /^Moves one step diagonally/);
});

visit("how long a game may take, and who wins then, is chosen and told", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  await ruled(page, "End", /After 100 moves .* whoever has more pieces wins/);
  const most = page.getByLabel("Moves at most");
  await changed(page, async () => {
    await most.fill("60");
    await most.press("Tab");
  });
  await ruled(page, "End", /After 60 moves/);
  await changed(page, () => page.getByRole("group", { name: "At the limit" }).getByRole("button", { name: "Draw" }).click());
  await ruled(page, "End", /After 60 moves .* draw/);
  assert.doesNotMatch(await page.locator("#rules").innerText(), /more pieces wins/);
  assert.equal(await page.getByRole("button", { name: "More pieces win" }).getAttribute("aria-pressed"), "false");
  // What is no number of moves is the usual one.
  await changed(page, async () => {
    await most.fill("0");
    await most.press("Tab");
  });
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("moves")).value === "100");
});

visit("a piece is dragged from the palette to a cell, but only to the nearest rows", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  const before = await pieces(page);
  const drag = async (/** @type {string} */ to) => {
    await page.getByRole("group", { name: "What a tap places" }).getByRole("button", { name: "Fox" }).hover();
    await page.mouse.down();
    await page.locator(`#board [aria-label^="${to},"]`).hover();
    await page.mouse.up();
  };
  const names = await page.locator("#board [aria-label*=', empty']").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")?.split(",")[0] ?? ""));
  const free = names.find((name) => /[123]$/.test(name)) ?? assert.fail("no cell is empty");
  await changed(page, () => drag(free));
  await page.locator(`#board [aria-label^="${free}, your Fox"]`).waitFor();
  assert.equal(await pieces(page), before + 2, "the other side has one more too");
  const url = page.url();
  await drag("d4");
  await page.getByText("Pieces start on your three nearest rows.").waitFor();
  assert.equal(await pieces(page), before + 2);
  assert.equal(page.url(), url);
});

visit("what was saved is opened again, and gone once it is deleted", async (come) => {
  const { page } = await come({ still: true });
  await enter(page);
  await page.getByRole("button", { name: "Open…" }).click();
  const dialog = page.getByRole("dialog", { name: "Open a design" });
  await dialog.getByText("Nothing saved yet.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByLabel("Name of the game").fill("Heron");
  await changed(page, async () => {
    await page.getByLabel("Moves at most").fill("77");
    await page.getByLabel("Moves at most").press("Tab");
  });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. You’ll find it under New game › Mine.").waitFor();
  const saved = new URL(page.url()).searchParams.get("spec");
  // One to begin with is no game of one's own.
  await page.getByRole("button", { name: "Open…" }).click();
  await changed(page, () => dialog.locator("ul").last().getByRole("button").last().click());
  assert.equal(await page.getByLabel("Name of the game").inputValue(), "My game");
  await page.getByRole("button", { name: "Open…" }).click();
  await changed(page, () => dialog.getByRole("button", { name: "Heron", exact: true }).click());
  assert.equal(await page.getByLabel("Name of the game").inputValue(), "Heron");
  assert.equal(new URL(page.url()).searchParams.get("spec"), saved);
  await page.getByRole("button", { name: "Open…" }).click();
  await dialog.getByRole("button", { name: "Delete Heron" }).click();
  await page.getByRole("dialog", { name: /^Delete Heron/ }).getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Heron", exact: true }).waitFor({ state: "detached" });
  await enter(page);
  await page.getByRole("button", { name: "Open…" }).click();
  await dialog.getByText("Nothing saved yet.").waitFor();
});

visit("a link to a design is copied, and opens it under its name", async (come) => {
  const [{ page, context }, friend] = [await come({ still: true }), (await come({ still: true })).page];
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page);
  await page.getByLabel("Name of the game").fill("Otter & Co");
  await changed(page, async () => {
    await page.getByLabel("Moves at most").fill("77");
    await page.getByLabel("Moves at most").press("Tab");
  });
  await ruled(page, "End", /After 77 moves/);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  await enter(friend, await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(await friend.getByLabel("Name of the game").inputValue(), "Otter & Co");
  await ruled(friend, "End", /After 77 moves/);
  assert.equal(await friend.getByLabel("Moves at most").inputValue(), "77");
});
