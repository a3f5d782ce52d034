// What is said about a game.

/** @typedef {import("./model.js").Game} Game */

/** Who has won, or who is to move. @param {Game} game */
export function status(game) {
  const { standing, waiting } = game.state;
  if (standing.result !== null) {
    const { headline, reason } = verdict(game);
    return reason ? `${headline}: ${reason.replace(/^You\b/, "you")}` : `${headline}.`;
  }
  if (waiting) return game.watching ? "A seat is open." : "Waiting for someone to join.";
  const news = lately(game);
  const seat = standing.to_move ?? "A";
  const watching = game.watching ? "You are watching. " : "";
  if (game.player(seat).kind === "engine") return `${news}${watching}${game.name(seat)} is thinking…`;
  if (game.moves.length === 0 && game.own === seat) return `${news}Your move: ${game.state.position.moves.some(({ path }) => path.length > 1) ? "tap a piece, then a dot" : "tap an empty cell"}.`;
  return news + watching + (game.own === seat ? "Your move." : `${game.name(seat)} to move.`);
}

/** What a seat did, for the seat at this screen or another. @param {Game} game @param {string} seat @param {string} you @param {string} other */
function does(game, seat, you, other) {
  const name = game.name(seat);
  return `${name} ${name === "You" ? you : other}`;
}

/** Whose: `your`, or `its` and `their` of others. @param {Game} game @param {string} seat */
const whose = (game, seat) => (game.name(seat) === "You" ? "your" : game.player(seat).kind === "engine" ? "its" : "their");

/** What the last event was, where it must be told in words. @param {Game} game */
function lately(game) {
  const last = game.state.events.at(-1);
  const seat = last && "seat" in last ? last.seat : "A";
  const own = game.name(seat) === "You";
  switch (last?.type) {
    case "move":
      return last.text === "pass" ? `${does(game, seat, "passed", "passed")}. ` : last.text.startsWith("swap") ? `${does(game, seat, "swapped", "swapped")} sides. ` : "";
    case "decline-draw":
      return "Draw declined. ";
    case "decline-take-back":
      return own ? "Take-back request withdrawn. " : "Take-back declined. ";
    case "take-back":
      return "Move taken back. ";
    case "resign":
      return `${does(game, seat, "resigned", "resigned")}. `;
    case "forfeit":
      return `${does(game, seat, "are", "is")} out: ${last.reason.replace(/^resigned.*/, "resigned")}. `;
    case "sit":
      return own ? "Game on! " : game.seats === 2 && game.own !== null ? "Your opponent has joined. " : `${game.name(seat)} has joined. `;
    case "resume":
      return `The server was away for ${span(last.lost)}. The clocks were stopped. `;
    default:
      return "";
  }
}

/** How a game ended: a headline, and the reason as a sentence; empty where there is none. @param {Game} game @returns {{headline: string, reason: string, mood: "won" | "lost" | "draw" | "over"}} */
export function verdict(game) {
  const { winners, result } = game.state.standing;
  const text = result ?? "";
  const cause = text.includes(",") ? text.slice(text.indexOf(",") + 1).trim() : "";
  const [winner] = winners;
  const reason = because(game, cause);
  if (winners.length === 1) {
    if (winner === game.own) return { headline: "You won", reason, mood: "won" };
    if (game.own !== null && game.seats === 2) return { headline: "You lost", reason, mood: "lost" };
    return { headline: `${game.name(winner)} won`, reason, mood: game.own === null ? "over" : "lost" };
  }
  const all = winners.length === game.seats;
  return { headline: all ? "Draw" : `Draw between ${winners.map((seat) => game.name(seat)).join(" and ")}`, reason, mood: "draw" };
}

/** Why a game ended, as a sentence; the server says it in the words of records. @param {Game} game @param {string} cause */
function because(game, cause) {
  const { winners } = game.state.standing;
  const [winner] = winners;
  const others = game.letters.filter((seat) => !winners.includes(seat));
  const loser = others.length === 1 ? others[0] : null;
  const [, left, why = ""] = cause.match(/^(?:resignation|forfeit) of ([A-L])(?:: (.*))?$/) ?? [];
  if (left) {
    if (why === "out of time") return `${does(game, left, "ran", "ran")} out of time.`;
    return why === "" || why.startsWith("resigned") ? `${does(game, left, "resigned", "resigned")}.` : `${does(game, left, "are", "is")} out (${why}).`;
  }
  const limit = cause.match(/^adjudicated: (\d+) plies(.*)$/);
  if (limit) return `${each(game, Number(limit[1]))}${limit[2]}.`;
  const repeated = cause.match(/^(\w+) repetition$/);
  if (repeated) return `the same position came up for the ${repeated[1]} time.`;
  const many = game.seats > 2;
  /** @type {Record<string, () => string>} */
  const words = {
    connected: () => (game.state.board.bonded ? `${game.name(winner)} connected all ${whose(game, winner)} pieces.` : `${game.name(winner)} connected ${whose(game, winner)} two sides.`),
    "both connected": () => "one move connected both players’ pieces.",
    "mutual blockade": () => `${many ? "nobody" : "neither player"} can connect any more.`,
    "all seats passed": () => `${many ? "everyone" : "both players"} passed.`,
    "last seat left": () => `${does(game, winner, "are", "is")} the last one left.`,
    "honour lost": () => (loser ? `${game.name(loser)} lost ${whose(game, loser)} last starred piece.` : "the last starred piece was lost."),
    "no move for the pieces of honour": () => (loser ? `${game.name(loser)} can’t move any starred piece.` : "a starred piece can’t move."),
    "no pieces": () => (loser ? `${game.name(loser)} lost ${whose(game, loser)} last piece.` : ""),
    "no move": () => (loser ? `${does(game, loser, "have", "has")} no move left.` : ""),
    "no move left": () => (loser ? `${does(game, loser, "have", "has")} no move left.` : ""),
    "move limit": () => "the move limit was reached.",
    "pieces counted at the move limit": () => (winners.length === 1 ? `${game.name(winner)} had more pieces at the move limit.` : "equal numbers of pieces at the move limit."),
    "fifty moves": () => "fifty moves each without a capture or a pawn move.",
    "insufficient material": () => "neither side can give checkmate.",
    agreement: () => `${many ? "everyone" : "both players"} agreed.`,
  };
  const known = words[cause] ?? words[cause.replace(/^claimed /, "")];
  return known ? known() : cause && `${cause}.`;
}

/** So many moves of all players, as each of them counts. @param {Game} game @param {number} plies */
function each(game, plies) {
  return plies % game.seats === 0 ? `${plies / game.seats} moves each` : `${plies} moves in all`;
}

/** What the limit that comes near says; empty while it is far. @param {Game} game */
export function nearingLimit(game) {
  const limit = game.state.standing.limit;
  if (!limit || limit.plies > NEAR * game.seats) return "";
  const moves = Math.ceil(limit.plies / game.seats);
  return limit.without_progress ? `${count(moves, "move")} left without progress, then it is a draw.` : `${count(moves, "move")} left, then it is a draw.`;
}

/** From how many moves each a limit is near. */
const NEAR = 12;

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
