// What a puzzle asks for, in words.

import { t, translate } from "./lang.js";


/** @typedef {import("./types.js").PuzzleView} Puzzle */

/** In how many moves, in words. */
const WITHIN = ["", t("in one move"), t("in two"), t("in three"), t("in four"), t("in five"), t("in six")];

/** @param {number} moves */
const within = (moves) => WITHIN[moves] || t("in {n} moves", { n: moves });

/** The names of the solver's side and of the other. @param {Puzzle} puzzle */
export function sidesOf({ solver, position, presentation }) {
  const seat = solver.charCodeAt(0) - 65;
  const name = (/** @type {number} */ at) => translate(presentation.sides[position.sets[at]]?.name ?? "");
  return { own: name(seat), other: name(1 - seat) };
}

/** What winning is called, by how the game ends then. @param {string} ending @param {string} within */
function winning(ending, within) {
  if (ending === "connected") return t("connect {within}", { within });
  return ending === "checkmate" ? t("mate {within}", { within }) : t("win {within}", { within });
}

/** The task as a headline: `Blue to move: connect in three`. @param {Puzzle} puzzle */
export function taskOf(puzzle) {
  const { own, other } = sidesOf(puzzle);
  const { theme, moves, ending } = puzzle;
  /** @type {Record<Puzzle["theme"], string>} */
  const tasks = {
    win: winning(ending ?? "", within(moves)),
    "cut-off": moves === 1 ? t("cut {side} off", { side: other }) : `${t("cut {side} off", { side: other })} ${within(moves)}`,
    "piece-ahead": `${t("win a piece")} ${within(moves)}`,
    hold: t("find the only defence"),
    save: t("save your group"),
  };
  return t("{side} to move: {task}", { side: own, task: tasks[theme] });
}

/** What that means, in a sentence. @param {Puzzle} puzzle */
export function aboutOf(puzzle) {
  const { other } = sidesOf(puzzle);
  const { moves } = puzzle;
  /** @type {Record<Puzzle["theme"], string>} */
  const about = {
    win: t("Only one first move works."),
    "cut-off": t("Cut {side}’s pieces off from each other for good. Yours must still be able to connect.", { side: other }),
    "piece-ahead": t("Come out a piece ahead, with nothing for {side} to take back at once.", { side: other }),
    hold: t("{side} threatens to win {within}. Only one move stops it.", { side: other, within: within(moves) }),
    save: t("{side} threatens to cut your pieces off from each other {within}. Only one move stops it.", { side: other, within: within(moves) }),
  };
  return about[puzzle.theme];
}
