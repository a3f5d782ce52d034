// Learning, voting, results and experiments.

import assert from "node:assert/strict";
import { LESSONS } from "../../crates/server/web/js/lessons.js";
import { runArena } from "./lib/server.js";
import { suite } from "./lib/suite.js";
import { engine, makeGame, move, person, resign, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const EVOLVED = "rulespace game=paper-1";
const visit = suite();

/** What the rules say to moves of a lesson. @param {Page} page @param {string} spec @param {string[]} moves */
async function ask(page, spec, moves) {
  const answer = await page.request.post("/api/analysis", { data: { spec, moves } });
  return answer.ok() ? answer.json() : null;
}

/** A move that solves a lesson, with its cells if it has any. @param {Page} page @param {import("../../crates/server/web/js/lessons.js").Lesson} lesson */
async function solution(page, { spec, before = [], reply = [], solved }) {
  const start = await ask(page, spec, before);
  for (const { text, path = [], words = "" } of [...start.position.moves, ...start.position.others]) {
    for (const answer of [[], reply.slice(0, 1)]) {
      const now = await ask(page, spec, [...before, text, ...answer]);
      if (now && solved(now, start)) return { path, words };
    }
  }
  return assert.fail(`a lesson cannot be solved: ${spec}`);
}

visit("a newcomer solves every lesson of the introduction and is led to a first game", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/learn");
  for (const lesson of LESSONS) {
    await page.getByRole("heading", { name: lesson.title }).waitFor();
    await untilMovable(page);
    const { path, words } = await solution(page, lesson);
    if (path.length === 0) await page.locator("#others").getByRole("button", { name: words }).click();
    else {
      await page.locator(`#board [data-cell="${path[0]}"]`).click();
      await page.locator(`#board [data-cell="${path.at(-1)}"].goal`).click();
    }
    await page.locator("#said.good").waitFor();
    await page.getByRole("button", { name: /^(Next|Finish)$/ }).click();
  }
  await page.getByRole("link", { name: "Play your first game" }).click();
  await move(page);
});

visit("an evolved game is voted on, and the vote is among the results", async (come) => {
  const { page } = await come();
  await makeGame(page, EVOLVED, [person("Ann"), engine("random")]);
  for (const plies of [2, 4]) {
    await move(page);
    await untilMoves(page, plies);
  }
  await untilMovable(page);
  await resign(page);
  await untilStatus(page, /won|lost/);
  await page.getByRole("button", { name: "Like", exact: true }).click();
  await page.getByRole("link", { name: "What others think" }).click();
  await page.getByText("1 vote of 1 player on 1 game").waitFor();
  const row = page.locator("#votes .voted > li");
  assert.match(await row.innerText(), /^Evolved game 1\s+100\s%\s+liked by 1 of 1 player/, "by its name, in plain words");
  await page.locator("#people a", { hasText: "Evolved game 1" }).waitFor();
  const csv = await (await page.request.get("/api/votes.csv")).text();
  assert.match(csv, /like/);
  assert.doesNotMatch(csv, /Ann/);
});

visit("the thesis's set-ups are one click away from a game against its player", async (come) => {
  const { page } = await come();
  await page.goto("/results");
  const setups = page.locator("#repeat button");
  await setups.nth(4).waitFor();
  assert.deepEqual(await setups.allInnerTexts(), [1, 2, 3, 4, 5].map((n) => `Set-up ${n}`));
  await setups.nth(2).click();
  await untilMovable(page);
  const id = new URL(page.url()).pathname.split("/")[2];
  const state = await (await page.request.get(`/api/games/${id}`)).json();
  assert.match(state.spec, /setup=thesis-3/);
  assert.deepEqual(state.players.map((/** @type {any} */ it) => it.spec ?? it.kind), ["person", "swarm"]);
});

visit("results call a game without a name of its own by its family and what is special about it", async (come) => {
  const { page } = await come({ still: true });
  const none = { losses: 0, wins: 0, draws: 0, total: 0 };
  await page.route("**/api/results", async (route) => {
    const results = await (await route.fetch()).json();
    for (const setup of ["selfo setup=thesis-3", "rulespace moves=30"]) results.people.rows.push({ setup, engine: "random", inexperienced: { ...none, losses: 1, total: 1 }, experienced: none });
    await route.fulfill({ json: results });
  });
  await page.goto("/results");
  await page.locator("#people a", { hasText: /^Selfo · Set-up 3 of the thesis$/ }).waitFor();
  await page.locator("#people a", { hasText: /^Chess-like games · Move limit: 30$/ }).waitFor();
});

visit("a run of the laboratory is listed, shown, and its game played", async (come, server) => {
  await runArena(server, "selfo board=hexhex-3", "random; greedy");
  const { page } = await come();
  await page.goto("/results");
  await page.getByRole("link", { name: "Experiments" }).click();
  await page.getByRole("link", { name: /random.*greedy/ }).click();
  await page.getByRole("link", { name: "Play this game" }).click();
  await page.getByRole("dialog", { name: "Customise" }).waitFor();
  await page.locator("#new-start:enabled").click();
  await untilMovable(page);
});
