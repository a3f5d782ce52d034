// Games in the notations of chess and draughts players: opened, told what is wrong, downloaded.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { suite } from "./lib/suite.js";
import { makeGame, move, moves, person, untilMovable, untilMoves } from "./lib/table.js";

const visit = suite();
const PGN = `[Event "Club"]
[White "Ann"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Qh5 {Early.} Nc6 (2... g6 3. Qxe5+) 3. Bc4 Nf6?? 4. Qxf7# 1-0
`;

visit("a game of chess is pasted as PGN, with its names, comments and moves", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/analysis");
  await page.locator("#paste").fill(PGN);
  await page.locator("#paste-open").click();
  await page.waitForURL(/\/analysis\/[0-9a-f]+/);
  await page.getByText("Qxf7#").waitFor();
  await page.getByText(/variations were left out/i).waitFor();
});

visit("a PGN that is wrong is refused with its line and the move", async (come) => {
  const visitor = await come({ still: true });
  visitor.expected.push(/status of 422/);
  const { page } = visitor;
  await page.goto("/analysis");
  await page.locator("#paste").fill(PGN.replace("3. Bc4", "3. Bc5"));
  await page.locator("#paste-open").click();
  await page.locator("#chooser-error", { hasText: /line 6.*Bc5/ }).waitFor();
});

visit("a game of chess is downloaded as PGN and comes back as the same game", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "chess", [person("Ann"), person("Ben")]);
  await untilMovable(page);
  await page.locator('#board [aria-label^="e2,"]').click();
  await page.locator('#board [aria-label^="e4,"].goal').click();
  await untilMoves(page, 1);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download PGN" }).click()]);
  assert.match(download.suggestedFilename(), /\.pgn$/);
  const text = await readFile(await download.path(), "utf8");
  assert.match(text, /\[White "Ann"\]/);
  assert.match(text, /1\. e4 \*/);
  const answer = await page.request.post("/api/records", { data: text, headers: { "content-type": "text/plain" } });
  assert.ok(answer.ok(), await answer.text());
});

visit("a game of checkers is downloaded as PDN and comes back as the same game", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "checkers", [person("Ann"), person("Ben")]);
  for (let ply = 0; ply < 2; ply++) await move(page);
  const played = await moves(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download PDN" }).click()]);
  assert.match(download.suggestedFilename(), /\.pdn$/);
  const text = await readFile(await download.path(), "utf8");
  assert.match(text, /\[GameType "21"\]/);
  assert.match(text, /\[Black "Ann"\]/);
  assert.ok(text.includes(`1. ${played.join(" ")} *`), text);
  await page.goto("/analysis");
  await page.locator("#paste").fill(text);
  await page.locator("#paste-open").click();
  await page.locator("#tree button", { hasText: played[1] }).waitFor();
  assert.deepEqual(await page.locator("#tree button").allTextContents(), played);
});

visit("draughts are read as PDN, and other games offer neither", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/analysis");
  await page.locator("#paste").fill('[GameType "21"]\n[Black "Ann"]\n\n1. 11-15 23-19 2. 8-11 *');
  await page.locator("#paste-open").click();
  await page.waitForURL(/\/analysis\/[0-9a-f]+/);
  await page.getByText("8-11").waitFor();
  await makeGame(page, "hex", [person(), person()]);
  await untilMovable(page);
  assert.ok(await page.locator("#portable").isHidden());
});
