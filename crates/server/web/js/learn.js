// The introduction: the newcomer moves on real boards, by the server's rules.

import { api } from "./api.js";
import { BoardView } from "./board.js";
import { by, draw, icon, make } from "./dom.js";
import { t, translate } from "./lang.js";
import { LESSONS } from "./lessons.js";
import "./shell.js";
import { capital } from "./words.js";

/** @typedef {import("./lessons.js").Try} Try */

/** How long a wrong move and an answer can be looked at. */
const PAUSE = 900;
const KEY = "learned";
/** The game to look forward to. */
const FIRST = "selfo seed=7";

const board = new BoardView(by("board"), (moves) => play(moves[0].text));
/** Which lesson; one past the last is the end. */
let at = 0;
/** Rises with whatever is shown, so that an answer that comes late is not. */
let turn = 0;
/** @type {string[]} */ let moves = [];
/** @type {Try | null} */ let start = null;
/** The board of the lesson: the same object for every position, so that pieces are seen to move. @type {import("./types.js").Board | null} */
let ground = null;
/** @type {Set<number>} */ const solved = new Set();

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Goes to a lesson. @param {number} number @param {boolean} focus whether the reader is led there */
async function go(number, focus) {
  at = number;
  by("progress").replaceChildren(...LESSONS.map((lesson, index) => make("li", {},
    make("button", {
      "aria-label": `${index + 1}: ${lesson.title}${solved.has(index) ? t(", done") : ""}`, class: solved.has(index) ? "done" : "",
      "aria-current": index === at ? "step" : null, onclick: () => go(index, true),
    }, make("i")))));
  if (at === LESSONS.length) end();
  else await begin();
  if (focus) by("title").focus();
}

/** Sets the board of the lesson up. */
async function begin() {
  const lesson = LESSONS[at];
  by("title").textContent = lesson.title;
  by("text").textContent = lesson.text;
  say("");
  acts();
  const asked = ++turn;
  moves = [...(lesson.before ?? [])];
  const now = await ask();
  if (!now || asked !== turn) return;
  start = now;
  ground = bare(now.board);
  show(now);
}

/** What the server says to the moves so far. @returns {Promise<Try | null>} */
async function ask() {
  try {
    return await api.analyse({ spec: LESSONS[at].spec, moves });
  } catch (error) {
    say(String(/** @type {any} */ (error).message));
    return null;
  }
}

/** A board without the names at its rim, which a newcomer does not need. @param {import("./types.js").Board} board */
const bare = (board) => ({ ...board, labels: [] });

/** @param {Try} now @param {boolean} [frozen] whether nobody may move now */
function show(now, frozen = false) {
  board.show(ground ?? now.board, frozen ? { ...now.position, moves: [] } : now.position);
  const { offer } = LESSONS[at];
  const others = now.position.others.filter(({ text }) => !frozen && offer !== undefined && text.startsWith(offer));
  by("others").replaceChildren(...others.map(({ text, words }) => make("button", { class: "primary", text: capital(translate(words)), onclick: () => play(text) })));
}

/** Plays a move, then what the other side answers. @param {string} text */
async function play(text) {
  const lesson = LESSONS[at];
  const asked = ++turn;
  moves.push(text);
  let now = await ask();
  if (!now || !start || asked !== turn) return;
  const keyboard = by("board").contains(document.activeElement) || by("others").contains(document.activeElement);
  const reply = lesson.reply?.find((reply) => now?.position.others.some((move) => move.text === reply) || now?.position.moves.some((move) => move.text === reply));
  show(now, true);
  if (reply && text === "pass") {
    await wait(PAUSE);
    if (asked !== turn) return;
    moves.push(reply);
    now = await ask();
    if (!now || asked !== turn) return;
    show(now, true);
  }
  if (lesson.solved(now, start)) {
    solved.add(at);
    if (solved.size === LESSONS.length) localStorage.setItem(KEY, "yes");
    by("progress").children[at].firstElementChild.classList.add("done");
    say(lesson.praise, true);
    acts();
    if (keyboard) by("next").focus();
    return;
  }
  say(lesson.hint(now));
  await wait(PAUSE);
  if (asked !== turn) return;
  // A wrong move goes back where it came from; the hint stays.
  moves = [...(lesson.before ?? [])];
  show(back(start, now));
}

/** The start again, reached by taking the last move back, so that it is seen to go back. @param {Try} from @param {Try} now @returns {Try} */
function back(from, now) {
  const { last } = now.position;
  return { ...from, position: { ...from.position, last: last && { ...last, path: last.path.toReversed() } } };
}

/** @param {string} text @param {boolean} [good] */
function say(text, good = false) {
  const line = by("said");
  line.className = good ? "said good" : "said";
  const tick = icon(draw("path", { d: "M4 13l5 5L20 7" }));
  line.replaceChildren(...(good ? [tick] : []), make("span", { text }));
}

/** The buttons of a lesson. */
function acts() {
  const done = solved.has(at);
  const last = at === LESSONS.length - 1;
  by("acts").replaceChildren(
    make("button", { id: "next", class: done ? "primary" : "", text: done ? (last ? t("Finish") : t("Next")) : t("Skip"), onclick: () => go(at + 1, true) }),
    ...(at > 0 ? [make("button", { class: "ghost", text: t("Back"), onclick: () => go(at - 1, true) })] : []));
}

function end() {
  turn++;
  by("title").textContent = t("That’s all there is to Selfo");
  by("text").textContent = t("Easy to learn, hard to master. Your first opponent is a friendly one.");
  say("");
  by("others").replaceChildren();
  by("acts").replaceChildren(
    make("a", { id: "next", class: "button primary", href: "/", text: t("Play your first game") }),
    make("button", { class: "ghost", text: t("Start over"), onclick: () => { solved.clear(); go(0, true); } }));
  const asked = turn;
  api.preview(FIRST).then(({ board: full, position }) => {
    if (asked === turn) board.show(bare(full), { ...position, moves: [] });
  }).catch(() => {});
}

go(0, false);
