// Puzzles: a position, a task, and a server that says whether a move is right.

import { api, isMissing } from "./api.js";
import { BoardView } from "./board.js";
import { chooseMove } from "./chooser.js";
import { by, draw, icon, make } from "./dom.js";
import { dateWords, t, translate } from "./lang.js";
import { aboutOf, sidesOf, taskOf } from "./puzzletask.js";
import "./shell.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").PuzzleView} Puzzle */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").PuzzleChange} Change */

/** How long an own move can be looked at before the reply, in milliseconds. */
const PAUSE = 700;
/** A guest's level, in this browser: where it begins, and what a puzzle changes. */
const LEVEL = { key: "puzzle-level", first: 1200, step: 60 };

const board = new BoardView(by("board"), async (moves) => {
  const move = await chooseMove(board, moves);
  if (move) play(move.text);
});
/** @type {Puzzle | null} */ let puzzle = null;
/** The position that the solver is in. @type {Position | null} */ let now = null;
/** The solver's right moves so far. @type {string[]} */ let moves = [];
/** Whether the puzzle is solved or given up, or a guest has failed at it: what follows is for practice. */
let done = false;
let failed = false;
/** Rises with whatever is shown, so that an answer that comes late is not. */
let turn = 0;

const wait = () => new Promise((then) => setTimeout(then, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PAUSE));

/** Loads a puzzle: one by its name, the one of today (`daily`), or the next. @param {string | null} id @param {boolean} [focus] whether the reader is led there */
async function load(id, focus = false) {
  const asked = ++turn;
  by("acts").inert = true;
  try {
    const found = await (id ? api.puzzle(id) : api.nextPuzzle({ game: chosen(), near: String(level()), not: puzzle?.id ?? "" }));
    if (asked === turn) begin(found, focus);
  } catch (error) {
    if (asked !== turn) return;
    say(isMissing(error) ? t("There is no such puzzle.") : capital(/** @type {Error} */ (error).message), "bad");
    by("acts").replaceChildren(next("primary"));
  }
  by("acts").inert = false;
}

/** @param {Puzzle} found @param {boolean} focus */
function begin(found, focus) {
  const fresh = puzzle?.id !== found.id;
  [puzzle, moves, done, failed] = [found, [], false, false];
  const path = `/puzzle/${found.day ? "daily" : found.id}`;
  if (location.pathname !== path) history[location.pathname === "/puzzles" ? "replaceState" : "pushState"](null, "", path);
  by("kind").textContent = found.day ? `${t("Puzzle of the day")} · ${dayWords(found.day)}` : t("{game} puzzle", { game: translate(found.presentation.title) });
  by("title").textContent = taskOf(found);
  document.title = `${taskOf(found)} · Selforge`;
  by("text").textContent = aboutOf(found);
  say(found.tried === true ? t("You have solved this one. It won’t be rated again.") : found.tried === false ? t("You have tried this one. It won’t be rated again.") : "");
  by("guest").hidden = found.own !== null;
  showGames(found);
  showFacts(found, null);
  if (fresh) board.flipped = found.solver !== "A";
  show(found.position);
  acts();
  if (focus) by("title").focus();
}

/** @param {Position} position @param {boolean} [frozen] whether nobody may move now */
function show(position, frozen = false) {
  if (!puzzle) return;
  if (!frozen) now = position;
  board.show(puzzle.board, frozen ? { ...position, moves: [] } : position);
  by("others").replaceChildren(...(frozen ? [] : position.others.map(({ text, words }) => make("button", { text: capital(translate(words)), onclick: () => play(text) }))));
}

/** @param {string} text */
async function play(text) {
  if (!puzzle || done) return;
  const asked = ++turn;
  const keyboard = by("board").contains(document.activeElement) || by("others").contains(document.activeElement);
  // A second click before the verdict would be judged instead of the first move.
  if (now) show(now, true);
  let answer;
  try {
    answer = await api.tryPuzzle(puzzle.id, [...moves, text]);
  } catch (error) {
    if (asked !== turn) return;
    say(capital(/** @type {Error} */ (error).message), "bad");
    if (now) show(now);
    return;
  }
  if (asked !== turn) return;
  show(answer.positions[0], true);
  const { other } = sidesOf(puzzle);
  if (answer.change) showFacts(puzzle, answer.change);
  if (answer.verdict === "wrong") {
    practise(false);
    say(WRONG[puzzle.theme](other), "bad");
    acts(true);
    if (keyboard) by("again").focus();
  } else if (answer.verdict === "solved") {
    practise(true);
    done = true;
    say(failed ? t("Solved, on a later try.") : t("Solved!"), "good");
    acts();
    if (keyboard) by("next").focus();
  } else {
    moves.push(text);
    say(t("Right. {side} answers…", { side: other }), "good");
    await wait();
    if (asked !== turn) return;
    show(answer.positions[1]);
    say(t("Right. {side} has answered: go on.", { side: other }), "good");
  }
}

/** What is said of a wrong move. @type {Record<Puzzle["theme"], (side: string) => string>} */
const WRONG = {
  win: (side) => t("Not this one: {side} can hold out longer.", { side }),
  "cut-off": (side) => t("Not this one: {side} can still get through.", { side }),
  "piece-ahead": (side) => t("Not this one: {side} keeps its pieces.", { side }),
  hold: (side) => t("Not this one: {side} wins all the same.", { side }),
  save: (side) => t("Not this one: {side} cuts you off all the same.", { side }),
};

/** Goes back to where the wrong move was played. */
function again() {
  turn++;
  if (!now || !puzzle) return;
  failed = true;
  say("");
  acts();
  // Nobody moves back: the position from before is simply there again.
  show({ ...now, last: moves.length > 0 ? now.last : null });
  /** @type {SVGElement | null} */ (by("board").querySelector("[tabindex='0']"))?.focus();
}

/** Gives up and shows how it goes. */
async function solve() {
  if (!puzzle) return;
  const asked = ++turn;
  by("acts").inert = true;
  try {
    const { line, positions, change } = await api.puzzleSolution(puzzle.id);
    if (asked !== turn) return;
    practise(false);
    done = true;
    if (change) showFacts(puzzle, change);
    say(t("Solution: {moves}", { moves: line.join(", ") }));
    acts();
    by("next").focus();
    show(puzzle.position, true);
    for (const position of positions) {
      await wait();
      if (asked !== turn) return;
      show(position, true);
    }
  } catch (error) {
    if (asked === turn) say(capital(/** @type {Error} */ (error).message), "bad");
  } finally {
    by("acts").inert = false;
  }
}

/** @param {string} text @param {"" | "good" | "bad"} [mood] */
function say(text, mood = "") {
  const line = by("said");
  line.className = `said ${mood}`;
  const tick = icon(draw("path", { d: "M4 13l5 5L20 7" }));
  line.replaceChildren(...(mood === "good" ? [tick] : []), make("span", { text }));
}

/** @param {string} looks */
const next = (looks) => make("button", { id: "next", class: looks, text: t("Next puzzle"), onclick: () => load(null, true) });

/** The buttons of the puzzle. @param {boolean} [wrong] whether a wrong move stands on the board */
function acts(wrong = false) {
  const give = make("button", { id: "solution", class: "ghost", text: t("Show solution"), onclick: solve });
  by("acts").replaceChildren(...(done ? [next("primary"), make("a", { class: "button", text: t("Analyse"), href: `/analysis?spec=${encodeURIComponent(puzzle?.spec ?? "")}` })]
    : wrong ? [make("button", { id: "again", class: "primary", text: t("Try again"), onclick: again }), give, next("ghost")]
      : [next(""), give]));
}

/** The ratings, and how they changed. @param {Puzzle} shown @param {Change | null} change */
function showFacts({ rating, own, moves }, change) {
  const fact = (/** @type {string} */ name, /** @type {(Node | string)[]} */ ...value) => [make("dt", { text: name }), make("dd", {}, ...value)];
  const changed = (/** @type {number} */ before, /** @type {number} */ after) => {
    const by = after - before;
    return by === 0 ? [] : [" ", make("span", { class: by > 0 ? "up" : "down", text: by > 0 ? `+${by}` : `−${-by}` })];
  };
  const mine = own ? fact(t("Your rating"), change ? String(change.after) : `${own.rating}${own.provisional ? "?" : ""}`, ...(change ? changed(change.before, change.after) : [])) : [];
  by("facts").replaceChildren(...mine, ...fact(t("Puzzle rating"), String(change ? change.puzzle_after : rating)), ...(moves > 1 ? fact(t("Moves"), String(moves)) : []));
}

/** The games that there are puzzles of. @param {Puzzle} shown */
function showGames({ games }) {
  const select = by("game");
  by("game-field").hidden = games.length < 2;
  if (select.options.length === games.length + 1) return;
  const option = (/** @type {string} */ value, /** @type {string} */ text) => make("option", { value, text });
  select.replaceChildren(option("", t("All games")), ...games.map(({ game, title, puzzles }) => option(game, `${translate(title)} (${puzzles})`)));
  select.value = localStorage.getItem("puzzle-game") ?? "";
  if (select.selectedIndex < 0) select.value = "";
}

/** A day in the reader's words. @param {string} day */
const dayWords = (day) => dateWords(new Date(`${day}T12:00:00`), { dateStyle: "long" });

/** The game that puzzles are wanted of, also before the list of games is known. */
const chosen = () => (by("game").options.length > 0 ? by("game").value : localStorage.getItem("puzzle-game") ?? "");

const level = () => Number(localStorage.getItem(LEVEL.key)) || LEVEL.first;

/** Guests have a level that only this browser knows: it moves with the first verdict on each puzzle. @param {boolean} solved */
function practise(solved) {
  if (!puzzle || puzzle.own || done || failed) return;
  failed = !solved;
  localStorage.setItem(LEVEL.key, String(Math.min(2600, Math.max(800, level() + (solved ? LEVEL.step : -LEVEL.step)))));
}

/** The puzzle that the address names. */
const named = () => location.pathname.match(/^\/puzzle\/([\w-]+)/)?.[1] ?? null;

by("game").addEventListener("change", () => {
  localStorage.setItem("puzzle-game", by("game").value);
  load(null);
});
addEventListener("popstate", () => load(named()));
load(named());
