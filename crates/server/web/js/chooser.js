// One of several moves with the same cells: which piece a pawn becomes, which way a chain goes.

import { BoardView, emblem } from "./board.js";
import { draw, make, choose } from "./dom.js";
import { t, translate } from "./lang.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").LegalMove} Move */

/**
 * Lets one of several moves be chosen; null if none was.
 * @param {BoardView} view where they are played
 * @param {Move[]} moves
 * @returns {Promise<Move | null>}
 */
export async function chooseMove(view, moves) {
  if (moves.length === 1) return moves[0];
  const promotion = moves.every((move) => move.places) && new Set(moves.map((move) => move.path.join())).size === 1;
  const choices = moves.map((move) => ({ value: move, content: promotion ? piece(view, move) : way(view, move) }));
  const chosen = await choose(choices, promotion ? t("Promote to") : t("Which way?"));
  /** @type {SVGElement | null} */ (view.svg.querySelector(`[data-cell="${view.current}"]`))?.focus();
  return chosen;
}

/** The piece that a move brings. @param {BoardView} view @param {Move} move */
function piece(view, move) {
  const { board } = view;
  const { shape = "", words = "" } = move.places ?? {};
  // The colour is known: what matters is the kind.
  const kind = capital(translate(words.replace(/^\S+ /, "") || words));
  return [...(board ? [emblem(board, shape, view.prefix)] : []), make("span", { text: kind })];
}

/** The way of a move, on a small board. @param {BoardView} view @param {Move} move */
function way(view, move) {
  const { board, position } = view;
  const svg = draw("svg", { class: "board-svg way", "aria-hidden": "true" });
  if (board && position) {
    const small = new BoardView(svg);
    small.flipped = view.flipped;
    small.turned = view.turned;
    small.show({ ...board, labels: [] }, { ...position, moves: [], last: null });
    small.decorate("arrows", () => small.wayOf(move));
  }
  return [svg, make("span", { text: move.text })];
}
