// What is said about a game.

/** @typedef {import("./model.js").Game} Game */

/** Who has won, or who is to move. @param {Game} game */
export function status(game) {
  const { standing } = game.state;
  if (standing.result !== null) return ending(game);
  const answer = standing.can.includes("accept-draw");
  if (standing.offer_by && answer) return `${game.name(standing.offer_by)} ${game.name(standing.offer_by) === "You" ? "offer" : "offers"} a draw.`;
  const last = game.state.events.at(-1);
  const refused = last?.type === "decline-draw" ? `${game.name(last.seat ?? "A")} declines the draw. ` : "";
  const seat = standing.to_move ?? "A";
  if (game.player(seat).kind === "engine") return `${refused}${game.name(seat)} is thinking…`;
  if (game.moves.length === 0 && game.people === 1) return "Your move: tap a piece, then a dot.";
  return refused + (game.name(seat) === "You" ? "Your move." : `${game.name(seat)} to move.`);
}

/** @param {Game} game */
function ending(game) {
  const { standing } = game.state;
  const result = standing.result ?? "";
  const reason = result.includes(",") ? result.slice(result.indexOf(",") + 1).trim() : "";
  // With two seats it is plain who resigned.
  const because = reason ? ` (${game.seats === 2 ? reason.replace(/^resignation of [A-F]$/, "resignation") : reason})` : "";
  if (standing.winners.length === 1) {
    const winner = game.name(standing.winners[0]);
    return winner === "You" ? `You win!${because}` : `${winner} wins${because}.`;
  }
  const all = standing.winners.length === game.seats;
  return `Draw${all ? "" : ` of ${standing.winners.map((seat) => game.name(seat)).join(" and ")}`}${because}.`;
}

/** A time in the reader's own words. @param {number} seconds */
export function when(seconds) {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a move that is not from a cell to a cell is called: `Pass`, `Swap with B`. @param {string} text */
export function otherMove(text) {
  return capital(text.replace(/^swap-([a-f])$/, (_, seat) => `swap with ${seat.toUpperCase()}`));
}
