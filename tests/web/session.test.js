// A guided session: games, runs, votes, questions, and the two tables at the end.

import assert from "node:assert/strict";
import { suite } from "./lib/suite.js";

const visit = suite();

/** What a link would save. @param {import("playwright-core").Page} page @param {string} name */
async function table(page, name) {
  const href = await page.getByRole("link", { name }).getAttribute("href");
  return decodeURIComponent(String(href).split(",").slice(1).join(","));
}

/** Ends the game on the table by resigning. @param {import("playwright-core").Page} page */
async function giveUp(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("link", { name: "Back to the session" }).click();
}

visit("a session shows the rules with pictures, and no letters that stand on no piece", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/session");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.locator(".rules-text .legend-card svg").first().waitFor();
  assert.doesNotMatch(await page.locator(".rules-text").innerText(), /kind \d|\(U;|small ones/i);
});

visit("a session leads through runs, votes and questions to the tables of a survey", async (come) => {
  const { page } = await come();
  await page.goto("/session");
  await page.getByText("As text").click();
  await page.getByLabel(/One in each line/).fill("hex board=hex-3x3\nhex board=hex-4x4");
  await page.getByLabel("Times each game is played").fill("2");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Age, if you like").fill("27");
  await page.getByLabel("Gender, if you like").fill("F, mostly");
  await page.getByRole("button", { name: "Begin" }).click();
  const votes = ["Liked it", "Neither", "Liked it", "Disliked it"];
  for (const [at, vote] of votes.entries()) {
    await page.getByRole("heading", { name: `Game ${1 + Math.floor(at / 2)} of 2, ${1 + at % 2} of 2` }).waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForURL(/\/game\//);
    if (at === 0) {
      // Whoever comes back too early is sent on.
      await page.getByRole("link", { name: "Back to the session" }).click();
      await page.getByRole("link", { name: "Continue playing" }).click();
    }
    await giveUp(page);
    await page.getByRole("button", { name: vote, exact: true }).click();
  }
  await page.getByText("Yes", { exact: true }).click();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByRole("heading", { name: "Thank you!" }).waitFor();
  assert.equal(await table(page, "Votes (CSV)"), [
    "player,game,run,vote,age,gender,interest",
    '1,hex board=hex-3x3,1,like,27,"F, mostly",',
    '1,hex board=hex-3x3,2,neutral,27,"F, mostly",',
    '1,hex board=hex-4x4,1,like,27,"F, mostly",',
    '1,hex board=hex-4x4,2,dislike,27,"F, mostly",', "",
  ].join("\n"));
  assert.equal(await table(page, "Answers (CSV)"), "player,game,than,answer\n1,hex board=hex-3x3,hex board=hex-4x4,yes\n");
  await page.getByRole("button", { name: "Next player" }).click();
  assert.equal(await page.getByLabel(/Your number/).inputValue(), "2");
});

visit("the games of a session are chosen by their names", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/session");
  const games = page.locator(".chosen li");
  await games.nth(3).waitFor();
  assert.equal(await games.count(), 4);
  await page.getByRole("button", { name: "Remove game 4" }).click();
  await page.getByLabel("Game 2", { exact: true }).selectOption({ label: "Small Hex" });
  await page.getByRole("button", { name: "Add a game" }).click();
  await page.getByLabel("Game 4", { exact: true }).selectOption({ label: "Checkers" });
  assert.equal(await page.getByLabel("Game 4", { exact: true }).evaluate((it) => it === document.activeElement), true, "the focus stays");
  await page.getByText("As text").click();
  const specs = (await page.getByLabel(/One in each line/).inputValue()).split("\n");
  assert.deepEqual([specs[1], specs[3]], ["hex board=hex-7x7", "checkers"]);
  // What is written is chosen, too.
  await page.getByLabel(/One in each line/).fill("hex\nselfo board=hexhex-4 seed=3");
  await page.getByText("As text").click();
  await games.nth(1).waitFor();
  assert.deepEqual(await games.locator("select").evaluateAll((all) => all.map((it) => /** @type {HTMLSelectElement} */ (it).selectedOptions[0].text)), ["Hex", "Selfo · Hexagon size 4"]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("You will play 2 games").waitFor();
});

visit("a session of one game or of games that do not open says what is wrong", async (come) => {
  const { page } = await come();
  await page.goto("/session");
  await page.getByText("As text").click();
  const games = page.getByLabel(/One in each line/);
  await games.fill("hex");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Please choose 2 to 12 games.").waitFor();
  await games.fill("hex\nhexx");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: "hexx" }).waitFor();
});
