// What a puzzle asks for, in words.

/** @typedef {import("./types.js").PuzzleView} Puzzle */

const NUMBERS = ["no moves", "one move", "two", "three", "four", "five", "six"];
/** What winning is called, by how the game ends then. @type {Record<string, string>} */
const WINS = { connected: "connect", checkmate: "mate" };

/** @param {number} moves */
const within = (moves) => `in ${NUMBERS[moves] ?? `${moves} moves`}`;

/** The names of the solver's side and of the other. @param {Puzzle} puzzle */
export function sidesOf({ solver, position, presentation }) {
  const seat = solver.charCodeAt(0) - 65;
  const name = (/** @type {number} */ at) => presentation.sides[position.sets[at]]?.name ?? "";
  return { own: name(seat), other: name(1 - seat) };
}

/** The task as a headline: `Blue to move: connect in three`. @param {Puzzle} puzzle */
export function taskOf(puzzle) {
  const { own, other } = sidesOf(puzzle);
  const { theme, moves, ending } = puzzle;
  /** @type {Record<Puzzle["theme"], string>} */
  const tasks = {
    win: `${WINS[ending ?? ""] ?? "win"} ${within(moves)}`,
    "cut-off": moves === 1 ? `cut ${other} off` : `cut ${other} off ${within(moves)}`,
    "piece-ahead": `win a piece ${within(moves)}`,
    hold: "find the only defence",
    save: "save your group",
  };
  return `${own} to move: ${tasks[theme]}`;
}

/** What that means, in a sentence. @param {Puzzle} puzzle */
export function aboutOf(puzzle) {
  const { other } = sidesOf(puzzle);
  const { moves } = puzzle;
  /** @type {Record<Puzzle["theme"], string>} */
  const about = {
    win: "Only one first move works.",
    "cut-off": `Wall ${other}’s pieces off from each other, so that they can never meet. Yours must still be able to.`,
    "piece-ahead": `Come out a piece ahead, with nothing for ${other} to take back at once.`,
    hold: `${other} threatens to win ${within(moves)}. Only one move stops it.`,
    save: `${other} threatens to cut your pieces off from each other ${within(moves)}. Only one move stops it.`,
  };
  return about[puzzle.theme];
}
