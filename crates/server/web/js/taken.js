// The pieces that were taken, beside those who took them.

import { emblem } from "./board.js";
import { make } from "./dom.js";
import { t, translate } from "./lang.js";

/** @typedef {import("./types.js").Position} Position */

/** How many pieces of each kind a set has. @param {Position} position @param {number} set @returns {Map<string, {count: number, shape: string}>} */
function kinds({ pieces, shapes }, set) {
  const found = new Map();
  for (const { words, shape } of pieces.filter((piece) => piece.set === set)) {
    const plain = words.replace(/, .*/, "");
    found.set(plain, { count: (found.get(plain)?.count ?? 0) + 1, shape: found.get(plain)?.shape ?? shapes[shape] });
  }
  return found;
}

/**
 * The pieces of a set that are gone, by their kinds. What was promoted is not gone.
 * @param {Position} start @param {Position} now @param {number} set
 */
function gone(start, now, set) {
  const [before, after] = [kinds(start, set), kinds(now, set)];
  const lost = [...before].map(([words, { count, shape }]) => ({ words, shape, count: count - (after.get(words)?.count ?? 0) }));
  let promoted = [...after].reduce((sum, [words, { count }]) => sum + Math.max(0, count - (before.get(words)?.count ?? 0)), 0);
  // Of what is missing, the most common kind is the one that is promoted.
  for (const kind of lost.toSorted((a, b) => (before.get(b.words)?.count ?? 0) - (before.get(a.words)?.count ?? 0))) {
    const taken = Math.min(promoted, Math.max(0, kind.count));
    kind.count -= taken;
    promoted -= taken;
  }
  return lost.filter(({ count }) => count > 0);
}

/** @param {import("./board.js").BoardView} view @param {import("./types.js").Board} board @param {Position} start @param {Position} now @param {number} taker the set of who took them */
export function takenPieces(view, board, start, now, taker) {
  const others = [...new Set(start.pieces.map(({ set }) => set))].filter((set) => set !== taker);
  const size = (/** @type {Position} */ { pieces }) => pieces.filter(({ set }) => set === taker).length;
  // With several others it is not known who took a piece; and pieces that change sides are not taken.
  const lost = others.length === 1 && size(now) <= size(start) ? gone(start, now, others[0]) : [];
  return make("span", { class: "taken" }, ...lost.map(({ words, shape, count }) => make("span", { role: "img", "aria-label": `${count} ${translate(count > 1 ? `${words}s` : words)}` },
    emblem(board, shape, view.prefix), ...(count > 1 ? [make("small", { text: String(count) })] : []))));
}

/** By how much a seat is ahead in what pieces are worth, once some were taken. @param {Position} start @param {Position} now @param {number} seat */
export function lead(start, { material, pieces }, seat) {
  const n = material.length === 2 && pieces.length < start.pieces.length ? material[seat] - material[1 - seat] : 0;
  const words = t("ahead by {n}", { n });
  return n > 0 ? [make("span", { class: "ahead", role: "img", "aria-label": words, title: words, text: `+${n}` })] : [];
}
