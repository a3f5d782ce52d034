// How the page speaks: every ending as a sentence that players use, and no word that only the code knows.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { suite } from "./lib/suite.js";
import { untilMovable } from "./lib/table.js";
import { SPANISH } from "./lib/texts.js";

const visit = suite();
const WEB = new URL("../../crates/server/web/", import.meta.url);

/** Results as records write them, who won, and what the player of the first seat reads. The second seat is a level's. */
const ENDINGS = [
  ["A wins, connected", ["A"], "You won: you connected all your pieces."],
  ["B wins, connected", ["B"], "You lost: Friendly connected all its pieces."],
  ["draw, adjudicated: 100 plies without progress", ["A", "B"], "Draw: 50 moves each without progress."],
  ["draw, adjudicated: 300 plies", ["A", "B"], "Draw: 150 moves each."],
  ["draw, mutual blockade", ["A", "B"], "Draw: neither player can connect any more."],
  ["draw, all seats passed", ["A", "B"], "Draw: both players passed."],
  ["draw, agreement", ["A", "B"], "Draw: both players agreed."],
  ["draw, third repetition", ["A", "B"], "Draw: the same position came up for the third time."],
  ["B wins, resignation of A", ["B"], "You lost: you resigned."],
  ["A wins, forfeit of B: out of time", ["A"], "You won: Friendly ran out of time."],
  ["A wins, honour lost", ["A"], "You won: Friendly lost its last starred piece."],
  ["B wins, no move left", ["B"], "You lost: you have no move left."],
  ["A wins, checkmate", ["A"], "You won: checkmate."],
  ["draw, insufficient material", ["A", "B"], "Draw: neither side can give checkmate."],
];

visit("every ending is told in plain words", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/");
  await untilMovable(page);
  const said = await page.evaluate(async (endings) => {
    const [{ status }, { Game, setLevels }] = await Promise.all([import(/** @type {any} */ ("/js/words.js")), import(/** @type {any} */ ("/js/model.js"))]);
    setLevels((await (await fetch("/api/catalogue")).json()).levels);
    const id = location.pathname.split("/")[2];
    const state = await (await fetch(`/api/games/${id}`)).json();
    return endings.map(([result, winners]) => status(new Game({ ...state, standing: { ...state.standing, result, winners, to_move: null } })));
  }, ENDINGS);
  assert.deepEqual(said, ENDINGS.map(([, , sentence]) => sentence));
});

visit("no page and no script shows words that only the code knows", async () => {
  const words = /\b(ply|plies|spec|specs|genes|adjudicated|seat letter|forge)\b/i;
  // The catalogue has all texts of the scripts.
  assert.deepEqual(Object.keys(SPANISH.page).filter((text) => words.test(text)), []);
  const pages = (await readdir(WEB)).filter((name) => name.endsWith(".html"));
  assert.ok(pages.length > 5);
  for (const name of pages) {
    const shown = (await readFile(new URL(name, WEB), "utf8")).replace(/<script[^]*?<\/script>|<code>[^]*?<\/code>/g, "").replace(/<[^>]*>/g, " ");
    assert.doesNotMatch(shown, words, name);
  }
});
