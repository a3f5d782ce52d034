// The pages and states that are worth a picture.

import { Visitor } from "./browser.js";
import { runArena } from "./server.js";
import { join, register } from "./people.js";
import { action, engine, makeGame, move, open, person, resign, untilMovable, untilMoves, untilStatus } from "./table.js";

/** @typedef {import("playwright-core").Page} Page */
/** Where a scene is played, and who else came: they stay until it was looked at. */
/** @typedef {{browser: import("playwright-core").Browser, server: import("./server.js").Server, others: Page[]}} Stage */
/** @typedef {{name: string, go: (page: Page, stage: Stage) => Promise<void>}} Scene */

const EVOLVED = "rulespace game=paper-1";
const SMALL = "selfo board=hexhex-4 seed=4";

/** A game of a spec at one screen. @param {string} spec @param {number} [seats] @returns {(page: Page) => Promise<void>} */
const game = (spec, seats = 2) => async (page) => {
  await makeGame(page, spec, Array.from({ length: seats }, () => person()));
  await untilMovable(page);
};

/** Moves the pawn on e7 to a square, and is asked which piece it becomes. @param {Page} page @param {string} to */
export async function promote(page, to) {
  await page.locator('#board [aria-label^="e7,"]').click();
  await page.locator(`#board [aria-label^="${to},"].goal`).click();
  await page.getByRole("dialog", { name: "Promote to" }).waitFor();
}

const BLITZ = { kind: "real", base: 300, increment: 3 };

/** Names must differ: all scenes are of one server. */
let names = 0;
const someone = () => `ann-${++names}`;

/** Somebody else, elsewhere. @param {Stage} stage */
const another = async ({ browser, server, others }) => {
  const { page } = await Visitor.come(browser, server.origin, { still: true });
  others.push(page);
  return page;
};

/** Everybody who came for a scene goes. @param {Stage} stage */
export const clear = ({ others }) => Promise.all(others.splice(0).map((page) => page.context().close()));

/** @type {Scene[]} */
export const SCENES = [
  {
    name: "play-first-visit",
    go: async (page) => {
      await page.goto("/");
      await untilMovable(page);
    },
  },
  {
    name: "play-piece-chosen",
    go: async (page) => {
      await game("selfo seed=7")(page);
      await page.locator("#board .cell.movable").first().click();
      await page.locator("#board .cell.goal").first().waitFor();
    },
  },
  {
    name: "play-middle",
    go: async (page) => {
      await makeGame(page, "selfo seed=7", [person("Ann"), engine("greedy")]);
      for (const plies of [2, 4, 6]) {
        await move(page);
        await untilMoves(page, plies);
      }
    },
  },
  {
    name: "play-looking-back",
    go: async (page) => {
      await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
      for (let ply = 0; ply < 4; ply++) await move(page);
      await page.locator("#back").click();
      await untilStatus(page, /Position after/);
    },
  },
  {
    name: "play-draw-offer",
    go: async (page) => {
      await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
      await move(page);
      await action(page, "Offer draw").click();
      await action(page, /^Accept/).waitFor();
    },
  },
  {
    name: "play-over",
    go: async (page) => {
      await makeGame(page, SMALL, [person("Ann"), engine()]);
      await move(page);
      await untilMoves(page, 2);
      await untilMovable(page);
      await resign(page);
      await page.locator("#end:visible").waitFor();
    },
  },
  { name: "play-six-seats", go: game("selfo board=hexhex-6 seats=6 seed=4", 6) },
  { name: "play-chess", go: game("chess") },
  { name: "play-checkers", go: game("checkers") },
  { name: "play-shogi", go: game("zrf game=shogi") },
  { name: "play-xiangqi", go: game("zrf game=xiangqi") },
  { name: "play-morris", go: game("zrf game=nine-mens-morris") },
  { name: "play-ur", go: game("zrf game=race") },
  { name: "play-tablut", go: game("zrf game=tablut") },
  { name: "play-chinese-checkers", go: game("zrf game=chinese-checkers", 6) },
  { name: "play-reversi", go: game("zrf game=reversi") },
  { name: "play-evolved", go: game(EVOLVED) },
  {
    name: "play-promotion",
    go: async (page) => {
      await game("chess position=\"3q4/4P3/8/8/8/8/8/K6k w\"")(page);
      await promote(page, "e8");
    },
  },
  {
    name: "play-chain",
    go: async (page) => {
      await game("checkers position=\"8/A7/3b4/2A1A3/8/2A1A3/8/8 B\"")(page);
      await page.locator("#board .cell.movable").first().click();
      await page.locator("#board .cell.goal").first().click();
      await page.getByRole("dialog", { name: "Which way?" }).waitFor();
    },
  },
  { name: "play-irregular", go: game("selfo board=voronoi-80 seed=4") },
  {
    name: "play-names-turned",
    go: async (page) => {
      await game(SMALL)(page);
      await page.locator("#flip").click();
      await page.locator("#names").click();
    },
  },
  {
    name: "new-game",
    go: async (page) => {
      await game(SMALL)(page);
      await page.locator("#open-new").click();
      await page.locator(".game-card .cells").nth(3).waitFor();
    },
  },
  ...["Chess", "Draughts", "In a row", "Hunts", "Races", "Puzzles", "Mine"].map((kind) => ({
    name: `new-game-${kind.toLowerCase().replaceAll(" ", "-")}`,
    go: async (/** @type {Page} */ page) => {
      await page.goto("/");
      await untilMovable(page);
      await page.locator("#open-new").click();
      const gallery = page.getByRole("dialog", { name: "New game" });
      await gallery.getByRole("button", { name: kind, exact: true }).click();
      await gallery.locator(".game-card:visible").first().waitFor();
      await page.waitForFunction(() => [...document.querySelectorAll("#gallery .board-svg")].every((svg) => svg.querySelector(".cells") || svg.getBoundingClientRect().width === 0 || svg.getBoundingClientRect().top > innerHeight));
    },
  })),
  {
    name: "new-game-error",
    go: async (page) => {
      await page.goto("/");
      await untilMovable(page);
      await page.locator("#open-new").click();
      await page.getByRole("dialog", { name: "New game" }).getByRole("button", { name: "Mine", exact: true }).click();
      await page.locator("#gallery input[type=file]").setInputFiles({ name: "wrong.zrf", mimeType: "text/plain", buffer: Buffer.from("(game\n  (title \"Mine\")\n  (playerz White Black)\n)") });
      await page.locator("#gallery .rule-problems .error").first().waitFor();
    },
  },
  {
    name: "rule-editor",
    go: async (page) => {
      await page.goto("/rules");
      await page.getByText("Ready: 1 game.").waitFor();
      await page.getByRole("button", { name: "Save and play" }).click();
      await page.locator(".rule-card .cells").waitFor();
    },
  },
  {
    name: "rule-editor-error",
    go: async (page) => {
      await page.goto("/rules");
      await page.getByText("Ready: 1 game.").waitFor();
      const text = page.getByLabel("Rules", { exact: true });
      await text.fill((await text.inputValue()).replace("(players White Black)", "(players White)").replace("(verify empty?)", "(verify emptyy?)"));
      await page.getByRole("list", { name: "Problems" }).getByRole("button").first().waitFor();
    },
  },
  {
    name: "customise",
    go: async (page) => {
      await page.goto(`/?spec=${encodeURIComponent(SMALL)}`);
      await page.locator("#new-players .player").first().waitFor();
      await page.locator("#new-start:enabled").waitFor();
    },
  },
  {
    name: "customise-error",
    go: async (page) => {
      await page.goto(`/?spec=${encodeURIComponent(SMALL)}`);
      await page.locator("#new-players .player").first().waitFor();
      await page.locator("#new-spec").fill("selfo board=hexhex-99");
      await page.locator("#new-error:not(:empty)").waitFor();
    },
  },
  {
    name: "saved-games",
    go: async (page) => {
      for (const spec of ["chess", "checkers", SMALL]) await game(spec)(page);
      await page.locator("#open-library").click();
      await page.locator("#library-list li").nth(2).waitFor();
    },
  },
  {
    name: "rules",
    go: async (page) => {
      await game(SMALL)(page);
      await page.locator("#open-rules").click();
      await page.getByRole("dialog", { name: /^Rules of/ }).waitFor();
    },
  },
  {
    name: "lobby-empty",
    go: async (page) => {
      await page.goto("/lobby");
      await page.locator("#open-list .none").waitFor();
      await page.locator("#seek-start:enabled").waitFor();
    },
  },
  {
    name: "lobby",
    go: async (page, stage) => {
      const [ann, ben] = [await another(stage), await another(stage)];
      const more = { clock: BLITZ, listed: true };
      await makeGame(ann, SMALL, [person("Ann"), open()], more);
      await makeGame(ann, "chess", [open(), person("Ann")], { listed: true });
      const id = await makeGame(ann, "selfo seed=7", [person("Ann"), open()], more);
      await join(ben, id, "Ben");
      await move(ann);
      await makeGame(page, "checkers", [person("Cid"), open()], more);
      await page.goto("/lobby");
      await page.locator("#open-list button").nth(1).waitFor();
      await page.locator("#own-list .danger").first().waitFor();
      await page.locator("#seek-start:enabled").waitFor();
    },
  },
  {
    name: "play-waiting",
    go: async (page) => {
      await makeGame(page, SMALL, [person("Ann"), open()], { clock: BLITZ });
      await page.getByLabel("Link to this game").waitFor();
    },
  },
  {
    name: "join",
    go: async (page, stage) => {
      const ann = await another(stage);
      const id = await makeGame(ann, SMALL, [person("Ann"), open()], { clock: BLITZ });
      await page.goto(`/join/${id}`);
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    },
  },
  {
    name: "join-nothing",
    go: async (page) => {
      await page.goto("/join/0123456789abcdef");
      await page.locator("#join-problem").waitFor();
    },
  },
  {
    name: "play-online",
    go: async (page, stage) => {
      const ben = await another(stage);
      const id = await makeGame(page, SMALL, [person("Ann"), open()], { clock: BLITZ });
      await join(ben, id, "Ben");
      await move(page);
      await move(ben);
      await untilMoves(page, 2);
      await action(ben, "Offer draw").click();
      await action(page, /^Accept/).waitFor();
      await ben.context().close();
      await page.getByText("is away").waitFor();
    },
  },
  {
    name: "play-watching",
    go: async (page, stage) => {
      const [ann, ben] = [await another(stage), await another(stage)];
      const id = await makeGame(ann, SMALL, [person("Ann"), open()], { clock: BLITZ });
      await join(ben, id, "Ben");
      await move(ann);
      await page.goto(`/game/${id}`);
      await untilStatus(page, /You are watching/);
    },
  },
  {
    name: "account-signed-out",
    go: async (page) => {
      await page.goto("/account");
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    },
  },
  {
    name: "account",
    go: async (page) => {
      await register(page, someone());
      await page.getByLabel("What is it for?").fill("my bot");
      await page.getByRole("button", { name: "Create token" }).click();
      await page.getByLabel("New token").waitFor();
    },
  },
  {
    name: "player",
    go: async (page, stage) => {
      const ben = await another(stage);
      const name = someone();
      await register(page, name);
      await register(ben, someone());
      const id = await makeGame(page, "selfo", [person(), open()], { clock: BLITZ, rated: true });
      await join(ben, id);
      await move(page);
      await move(ben);
      await untilMoves(page, 2);
      await resign(page);
      await page.locator(".seat .change").first().waitFor();
      await page.goto(`/player/${name}`);
      await page.locator("#ratings tr").first().waitFor();
    },
  },
  {
    name: "player-unknown",
    go: async (page) => {
      await page.goto("/player/nobody-at-all");
      await page.locator("#player-problem").waitFor();
    },
  },
  {
    name: "analysis-chooser",
    go: async (page) => {
      for (const spec of ["chess", SMALL]) await game(spec)(page);
      await page.goto("/analysis");
      await page.locator("#saved li").nth(1).waitFor();
    },
  },
  {
    name: "analysis",
    go: async (page) => {
      const id = await makeGame(page, SMALL, [person("Ann"), person("Ben")]);
      for (let ply = 0; ply < 6; ply++) await move(page);
      await page.goto(`/analysis/${id}`);
      for (const name of ["Signals", "Critical paths", "Self-organisation"]) await page.getByRole("button", { name }).click();
      await page.locator("#best strong").waitFor();
      await page.locator("#board .paths > *").first().waitFor({ state: "attached" });
    },
  },
  {
    name: "analysis-chess",
    go: async (page) => {
      await page.goto("/analysis?spec=chess");
      await page.locator("#best strong").waitFor();
    },
  },
  {
    name: "editor",
    go: async (page) => {
      await page.goto(`/editor?spec=${encodeURIComponent(SMALL)}`);
      await page.getByRole("heading", { name: "Is it fair?" }).waitFor();
    },
  },
  ...["chess", "checkers", "rulespace"].map((spec) => ({
    name: `editor-${spec}`,
    go: async (/** @type {Page} */ page) => {
      await page.goto(`/editor?spec=${spec}`);
      await untilStatus(page, /^Ready to play\./);
    },
  })),
  {
    name: "learn",
    go: async (page) => {
      await page.goto("/learn");
      await untilMovable(page);
    },
  },
  {
    name: "learn-end",
    go: async (page) => {
      await page.goto("/learn");
      while ((await page.getByRole("link", { name: "Play your first game" }).count()) === 0) await page.getByRole("button", { name: "Skip" }).click();
      await page.locator("#board .piece").nth(20).waitFor();
    },
  },
  {
    name: "puzzle",
    go: async (page) => {
      await page.goto("/puzzle/daily");
      await untilMovable(page);
    },
  },
  {
    name: "puzzle-wrong",
    go: async (page) => {
      await page.goto("/puzzles");
      const { id, position } = await (await page.request.get("/api/puzzles/next?game=selfo&near=1500")).json();
      await page.goto(`/puzzle/${id}`);
      await untilMovable(page);
      const judge = async (/** @type {string} */ text) => (await (await page.request.post(`/api/puzzles/${id}/try`, { data: { moves: [text] } })).json()).verdict;
      for (const { text, path } of position.moves) {
        if ((await judge(text)) !== "wrong") continue;
        await page.locator(`#board [data-cell="${path[0]}"].movable`).click();
        await page.locator(`#board [data-cell="${path.at(-1)}"].goal`).click();
        break;
      }
      await page.getByRole("button", { name: "Try again" }).waitFor();
    },
  },
  {
    name: "workshop",
    go: async (page) => {
      await page.goto("/workshop");
      await page.locator("#kinds .kind summary").first().click();
      await page.locator("#kinds .kind[open] .ways").waitFor();
      await page.getByRole("button", { name: "Measure it" }).click();
      await page.locator("#bars .bar-row").first().waitFor();
    },
  },
  {
    name: "workshop-evolving",
    go: async (page) => {
      await page.goto("/workshop");
      await page.locator("#kinds .kind").first().waitFor();
      await page.locator("#evolve").click();
      await page.locator("#champions li .cell").first().waitFor();
      await page.locator("#evolve").click();
      await page.getByText(/^Stopped/).waitFor();
    },
  },
  {
    name: "rules-legend",
    go: async (page) => {
      await game(EVOLVED)(page);
      await page.getByRole("button", { name: "Rules" }).click();
      await page.locator(".legend-card").first().waitFor();
    },
  },
  {
    name: "leaderboards",
    go: async (page) => {
      await register(page, someone());
      const { id } = await (await page.request.get("/api/puzzles/next?game=selfo")).json();
      await page.request.post(`/api/puzzles/${id}/solution`);
      await page.goto("/leaderboards");
      await page.locator("#boards table, #said:not(:empty)").first().waitFor();
    },
  },
  {
    name: "watch",
    go: async (page, stage) => {
      const host = await another(stage);
      const id = await makeGame(host, SMALL, [person("Ann"), open()], { listed: true, clock: BLITZ });
      await join(await another(stage), id, "Ben");
      await page.goto("/watch");
      await page.locator("#board .piece").first().waitFor();
    },
  },
  {
    name: "player-challenge",
    go: async (page, stage) => {
      const other = someone();
      await register(await another(stage), other);
      await register(page, someone());
      await page.goto(`/player/${other}`);
      await page.getByRole("button", { name: "Challenge" }).click();
      await page.getByRole("dialog", { name: `Challenge ${other}` }).waitFor();
    },
  },
  {
    name: "lobby-quick",
    go: async (page) => {
      await page.goto("/lobby");
      await page.locator("#quick button:enabled").first().click();
      await page.getByText("Looking for an opponent…").waitFor();
    },
  },
  {
    name: "play-vote",
    go: async (page) => {
      await makeGame(page, EVOLVED, [person("Ann"), person("Ben")]);
      await move(page);
      await move(page);
      await resign(page);
      await page.getByRole("button", { name: "Like", exact: true }).click();
      await page.locator("#vote a").waitFor();
      await page.locator("#end:visible").waitFor();
    },
  },
  {
    name: "results",
    go: async (page) => {
      await makeGame(page, EVOLVED, [person("Ann"), engine("random")]);
      await move(page);
      await untilMoves(page, 2);
      await untilMovable(page);
      await resign(page);
      await page.getByRole("button", { name: "Like", exact: true }).click();
      await page.locator("#vote a").waitFor();
      await page.goto("/results");
      await page.locator("#votes .voted").waitFor();
    },
  },
  {
    name: "session",
    go: async (page) => {
      await page.goto("/session");
      await page.getByRole("button", { name: "Continue" }).waitFor();
    },
  },
  {
    name: "session-run",
    go: async (page) => {
      await page.goto("/session");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Begin" }).click();
      await page.locator(".rules-text:not(:empty)").waitFor();
    },
  },
  {
    name: "experiments",
    go: async (page, { server }) => {
      await runArena(server, "selfo board=hexhex-3", "random; greedy");
      await page.goto("/experiments");
      await page.locator("a.run").first().waitFor();
    },
  },
  {
    name: "experiment",
    go: async (page, { server }) => {
      await runArena(server, "selfo board=hexhex-3", "random; greedy");
      await page.goto("/experiments");
      await page.locator("a.run").first().click();
      await page.getByRole("link", { name: "Play this game" }).waitFor();
    },
  },
];
