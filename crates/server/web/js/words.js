// What is said about a game.

/** @typedef {import("./model.js").Game} Game */

/** Who has won, or who is to move. @param {Game} game */
export function status(game) {
  const { standing, waiting } = game.state;
  if (standing.result !== null) return ending(game);
  if (waiting) return game.watching ? "A seat is open." : "Waiting for someone to join.";
  const news = lately(game);
  const seat = standing.to_move ?? "A";
  const watching = game.watching ? "You are watching. " : "";
  if (game.player(seat).kind === "engine") return `${news}${watching}${game.name(seat)} is thinking…`;
  if (game.moves.length === 0 && game.own === seat) return `${news}Your move: ${game.state.position.moves.some(({ path }) => path.length > 1) ? "tap a piece, then a dot" : "tap an empty cell"}.`;
  return news + watching + (game.own === seat ? "Your move." : `${game.name(seat)} to move.`);
}

/** What the last event was, where it is no move. @param {Game} game */
function lately(game) {
  const last = game.state.events.at(-1);
  const who = () => game.name(last && "seat" in last ? last.seat : "A");
  const does = (/** @type {string} */ you, /** @type {string} */ other) => `${who()} ${who() === "You" ? you : other}`;
  switch (last?.type) {
    case "decline-draw":
      return `${does("decline", "declines")} the draw. `;
    case "decline-take-back":
      return `${does("do", "does")} not agree to take back. `;
    case "take-back":
      return "Taken back. ";
    case "resign":
      return `${does("resign", "resigns")}. `;
    case "forfeit":
      return `${does("are", "is")} out (${last.reason.replace(/^resigned.*/, "resigned")}). `;
    case "sit":
      return `${does("are", "is")} here. `;
    case "resume":
      return `The server was away for ${span(last.lost)}; the clocks stood still. `;
    default:
      return "";
  }
}

/** @param {Game} game */
function ending(game) {
  const { standing } = game.state;
  const result = standing.result ?? "";
  const reason = result.includes(",") ? result.slice(result.indexOf(",") + 1).trim() : "";
  const because = reason ? ` (${reasonWords(game, reason)})` : "";
  if (standing.winners.length === 1) {
    const winner = game.name(standing.winners[0]);
    return winner === "You" ? `You win!${because}` : `${winner} wins${because}.`;
  }
  const all = standing.winners.length === game.seats;
  return `Draw${all ? "" : ` of ${standing.winners.map((seat) => game.name(seat)).join(" and ")}`}${because}.`;
}

/** Why a game ended; with two seats it is plain who gave up. @param {Game} game @param {string} reason */
function reasonWords(game, reason) {
  const [, seat, why = ""] = reason.match(/^(?:resignation|forfeit) of ([A-F])(?:: (.*))?$/) ?? [];
  if (!seat) return reason;
  const words = why === "" || why.startsWith("resigned") ? "resignation" : why;
  return game.seats === 2 ? words : `${words} of ${game.name(seat).replace("You", "yours")}`;
}

/** A time in the reader's own words. @param {number} seconds */
export function when(seconds) {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** A day in the reader's own words. @param {number} seconds */
export function day(seconds) {
  return new Date(seconds * 1000).toLocaleDateString(undefined, { dateStyle: "medium" });
}

/** A stretch of time, roughly. @param {number} milliseconds */
function span(milliseconds) {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 120 ? count(seconds, "second") : count(Math.round(seconds / 60), "minute");
}

/** So many of something. @param {number} number @param {string} thing */
export function count(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
