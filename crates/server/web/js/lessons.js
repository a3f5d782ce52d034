// What the introduction teaches: one small board for each thought.

import { t } from "./lang.js";


/**
 * @typedef {{board: import("./types.js").Board, position: import("./types.js").Position,
 *   to_move: string | null, result: string | null, winners: string[]}} Try
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} text
 * @property {string} spec the board and its pieces
 * @property {string[]} [before] the moves that were played when the newcomer comes
 * @property {string} [offer] how the moves begin that are offered as buttons
 * @property {string[]} [reply] what the other side answers: the first of these that is legal
 * @property {(now: Try, start: Try) => boolean} solved
 * @property {string} praise said when it is solved
 * @property {(now: Try) => string} hint said when it is not
 */

/** How many groups a seat has. @param {Try} now @param {number} seat */
export function groups(now, seat) {
  return Number(now.position.counts[seat].match(/in (\d+) group/)?.[1] ?? 1);
}

/** Whether a set is blocked. @param {Try} now @param {number} set */
function blocked(now, set) {
  return now.position.pieces.some((piece) => piece.set === set && piece.words.includes("blocked"));
}

/** A start on the smallest board. @param {string} position @param {string} [more] */
const small = (position, more = "swap=off") => `selfo board=hexhex-3 position="${position} A" ${more}`;

/** @type {Lesson[]} */
export const LESSONS = [
  {
    title: t("Pieces that touch are a group"),
    text: t("You are blue. On your turn, move one piece one step to an empty cell beside it. Tap a blue piece, then a dot: bring two of your three groups together."),
    spec: small("B1B/4/1A1A1/4/A1B"),
    solved: (now, start) => groups(now, 0) < groups(start, 0),
    praise: t("They touch: two groups are one now."),
    hint: () => t("Good step, but no two groups touch yet. Try another one."),
  },
  {
    title: t("One group wins"),
    text: t("Bring all your pieces into one group and you win at once. Blue needs one more step."),
    spec: small("1A1/4/2A1B/1A2/1B1"),
    solved: (now) => now.winners.length === 1 && now.winners[0] === "A",
    praise: t("All of blue is one group. You win!"),
    hint: (now) => t("Not yet: blue is in {n} groups. Which piece stands alone?", { n: groups(now, 0) }),
  },
  {
    title: t("Stand in the way"),
    text: t("Nothing is ever captured, and no piece moves through another. So you can cut a piece off. Close the last gap around amber’s piece at the top."),
    spec: small("BA1/A3/2A2/4/A1B"),
    solved: (now) => blocked(now, 1),
    praise: t("Amber’s pieces cannot reach each other any more: they are hatched. Amber cannot win now."),
    hint: () => t("There is still a way out. The gap is the empty cell below the amber piece."),
  },
  {
    title: t("A blockade is a draw"),
    text: t("Now your own corner piece is cut off, so blue cannot win. Save the draw: when all colours are cut off, nobody wins."),
    spec: small("BA1/A3/2A2/BB2/AB1"),
    solved: (now) => now.result !== null && now.winners.length === 2,
    praise: t("Both colours are blocked: the game is a draw."),
    hint: () => t("Amber can still get out at the top. Close that gap with the free blue piece."),
  },
  {
    title: t("You may pass"),
    text: t("You don’t have to move. Here both sides wait for the other to make room. Press Pass and see what amber does."),
    spec: small("BA1/A3/5/3B/1BA"),
    offer: "pass",
    reply: ["pass"],
    solved: (now) => now.result !== null && now.winners.length === 2,
    praise: t("Amber passes too. When all pass in turn, the game is a draw."),
    hint: () => t("That makes room for amber. Stay where you are: press Pass below the board."),
  },
  {
    title: t("Swap instead of your first move"),
    text: t("To keep the first move fair, the second player may swap sides instead of making the first move. You are amber, and blue is one step from winning. Swap!"),
    spec: small("1A1/1A2/2B1A/B3/1B1", ""),
    offer: "swap",
    before: ["c5-d5"],
    solved: (now) => now.position.sets[1] === 0,
    praise: t("Blue is yours, and amber’s player is to move."),
    hint: () => t("Blue will be faster now. Take its place: press Swap below the board."),
  },
];
