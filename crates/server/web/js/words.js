// What is said about a game.

import { dateWords, plural, t, translate } from "./lang.js";


/** @typedef {import("./model.js").Game} Game */

/** Who has won, or who is to move. @param {Game} game */
export function status(game) {
  const { standing, waiting } = game.state;
  if (standing.result !== null) {
    const { headline, reason } = verdict(game);
    return `${headline}${reason ? `: ${reason}` : "."}`;
  }
  if (waiting) return game.watching ? t("A seat is open.") : t("Waiting for someone to join.");
  const news = lately(game);
  const seat = standing.to_move ?? "A";
  const watching = game.watching ? `${t("You are watching.")} ` : "";
  if (game.player(seat).kind === "engine") return news + watching + t("{who} is thinking…", { who: game.name(seat) });
  if (game.moves.length === 0 && game.own === seat) return news + (game.state.position.moves.some(({ path }) => path.length > 1) ? t("Your move: tap a piece, then a dot.") : t("Your move: tap an empty cell."));
  const swaps = game.state.position.others.some(({ text }) => text.startsWith("swap"));
  return news + watching + (game.own === seat ? (swaps ? t("Your move, or swap sides.") : t("Your move.")) : t("{who} to move.", { who: game.name(seat) }));
}

/** What the last event was, where it must be told in words. @param {Game} game */
function lately(game) {
  const said = news(game);
  return said && `${said} `;
}

/** @param {Game} game */
function news(game) {
  const last = game.state.events.at(-1);
  const seat = last && "seat" in last ? last.seat : "A";
  const own = game.own === seat;
  const who = game.name(seat);
  switch (last?.type) {
    case "move":
      if (last.text === "pass") return own ? t("You passed.") : t("{who} passed.", { who });
      if (last.text.startsWith("swap")) return own ? t("You swapped sides.") : t("{who} swapped sides.", { who });
      return "";
    case "decline-draw":
      return t("Draw declined.");
    case "decline-take-back":
      return game.state.events.findLast((event) => event.type === "ask-take-back")?.seat === seat ? t("Take-back request withdrawn.") : t("Take-back declined.");
    case "take-back":
      return t("Move taken back.");
    case "resign":
      return own ? t("You resigned.") : t("{who} resigned.", { who });
    case "forfeit": {
      const why = translate(last.reason.replace(/^resigned.*/, "resigned"));
      return own ? t("You are out: {why}.", { why }) : t("{who} is out: {why}.", { who, why });
    }
    case "sit":
      if (own) return t("Game on!");
      return game.seats === 2 && game.own !== null ? t("Your opponent has joined.") : t("{who} has joined.", { who });
    case "resume":
      return t("The server was away for {time}. The clocks were stopped.", { time: span(last.lost) });
    default:
      return "";
  }
}

/** How a game ended: a headline, and the reason as the rest of a sentence; empty where there is none. @param {Game} game @returns {{headline: string, reason: string, mood: "won" | "lost" | "draw" | "over"}} */
export function verdict(game) {
  const { winners, result } = game.state.standing;
  const text = result ?? "";
  const cause = text.includes(",") ? text.slice(text.indexOf(",") + 1).trim() : "";
  const [winner] = winners;
  const reason = because(game, cause);
  if (winners.length === 1) {
    if (winner === game.own) return { headline: t("You won"), reason, mood: "won" };
    if (game.own !== null && game.seats === 2) return { headline: t("You lost"), reason, mood: "lost" };
    return { headline: t("{who} won", { who: game.name(winner) }), reason, mood: game.own === null ? "over" : "lost" };
  }
  const all = winners.length === game.seats;
  return { headline: all ? t("Draw") : t("Draw between {names}", { names: winners.map((seat) => game.name(seat)).join(t(" and ")) }), reason, mood: "draw" };
}

/** Why a game ended, as a sentence; the server says it in the words of records. @param {Game} game @param {string} cause */
function because(game, cause) {
  const { winners } = game.state.standing;
  const [, left, why = ""] = cause.match(/^(?:resignation|forfeit) of ([A-L])(?:: (.*))?$/) ?? [];
  if (left && game.seats === 2) return gone(game, left, why);
  const limit = cause.match(/^adjudicated: (\d+) plies(.*)$/);
  if (limit) return each(game, Number(limit[1]), limit[2] !== "");
  const repeated = cause.match(/^(\w+) repetition$/);
  if (repeated) return t("the same position came up for the {which} time.", { which: translate(repeated[1]) });
  const others = game.letters.filter((seat) => !winners.includes(seat));
  const plain = left ? "last" : cause.replace(/^claimed /, "");
  const known = (winners.length === 1 && victory(game, winners[0], plain)) || (others.length === 1 && defeat(game, others[0], plain)) || common(plain, game.seats > 2);
  return known || (cause && `${translate(cause)}.`);
}

/** Why somebody left the game. @param {Game} game @param {string} seat @param {string} why */
function gone(game, seat, why) {
  const own = game.own === seat;
  const who = game.name(seat);
  if (why === "out of time") return own ? t("you ran out of time.") : t("{who} ran out of time.", { who });
  if (why === "" || why.startsWith("resigned")) return own ? t("you resigned.") : t("{who} resigned.", { who });
  const reason = translate(why);
  return own ? t("you are out ({why}).", { why: reason }) : t("{who} is out ({why}).", { who, why: reason });
}

/** What the one winner did, if the cause says it; an engine's pieces are `its`, a person's `their`. @param {Game} game @param {string} seat @param {string} cause */
function victory(game, seat, cause) {
  const own = game.own === seat;
  const its = game.player(seat).kind === "engine";
  const who = game.name(seat);
  switch (cause) {
    case "connected":
      if (game.state.board.bonded) return own ? t("you connected all your pieces.") : its ? t("{who} connected all its pieces.", { who }) : t("{who} connected all their pieces.", { who });
      return own ? t("you connected your two sides.") : its ? t("{who} connected its two sides.", { who }) : t("{who} connected their two sides.", { who });
    case "last":
    case "last seat left":
      return own ? t("you are the last one left.") : t("{who} is the last one left.", { who });
    case "pieces counted at the move limit":
      return own ? t("you had more pieces at the move limit.") : t("{who} had more pieces at the move limit.", { who });
    default:
      return "";
  }
}

/** What befell the one loser, if the cause says it. @param {Game} game @param {string} seat @param {string} cause */
function defeat(game, seat, cause) {
  const own = game.own === seat;
  const its = game.player(seat).kind === "engine";
  const who = game.name(seat);
  switch (cause) {
    case "honour lost":
      return own ? t("you lost your last starred piece.") : its ? t("{who} lost its last starred piece.", { who }) : t("{who} lost their last starred piece.", { who });
    case "no move for the pieces of honour":
      return own ? t("you can’t move any starred piece.") : t("{who} can’t move any starred piece.", { who });
    case "no pieces":
      return own ? t("you lost your last piece.") : its ? t("{who} lost its last piece.", { who }) : t("{who} lost their last piece.", { who });
    case "no move":
    case "no move left":
      return own ? t("you have no move left.") : t("{who} has no move left.", { who });
    default:
      return "";
  }
}

/** What happened to all, if the cause says it. @param {string} cause @param {boolean} many whether there were more than two */
function common(cause, many) {
  switch (cause) {
    case "both connected":
      return t("one move connected both players’ pieces.");
    case "mutual blockade":
      return many ? t("nobody can connect any more.") : t("neither player can connect any more.");
    case "all seats passed":
      return many ? t("everyone passed.") : t("both players passed.");
    case "honour lost":
      return t("the last starred piece was lost.");
    case "no move for the pieces of honour":
      return t("a starred piece can’t move.");
    case "move limit":
      return t("the move limit was reached.");
    case "pieces counted at the move limit":
      return t("equal numbers of pieces at the move limit.");
    case "fifty moves":
      return t("fifty moves each without a capture or a pawn move.");
    case "insufficient material":
      return t("neither side can give checkmate.");
    case "agreement":
      return many ? t("everyone agreed.") : t("both players agreed.");
    default:
      return "";
  }
}

/** So many moves of all players, as each of them counts. @param {Game} game @param {number} plies @param {boolean} idle whether nobody came further in them */
function each(game, plies, idle) {
  if (plies % game.seats === 0) {
    const n = plies / game.seats;
    return idle ? t("{n} moves each without progress.", { n }) : t("{n} moves each.", { n });
  }
  return idle ? t("{n} moves in all without progress.", { n: plies }) : t("{n} moves in all.", { n: plies });
}

/** What the limit that comes near says; empty while it is far. @param {Game} game */
export function nearingLimit(game) {
  const limit = game.state.standing.limit;
  if (!limit || limit.plies > NEAR * game.seats) return "";
  const moves = Math.ceil(limit.plies / game.seats);
  return limit.without_progress
    ? plural(moves, "{n} move left without progress, then it is a draw.", "{n} moves left without progress, then it is a draw.")
    : plural(moves, "{n} move left, then it is a draw.", "{n} moves left, then it is a draw.");
}

/** From how many moves each a limit is near. */
const NEAR = 12;

/** A time in the reader's own words. @param {number} seconds */
export const when = (seconds) => dateWords(new Date(seconds * 1000), { dateStyle: "medium", timeStyle: "short" });

/** A day in the reader's own words. @param {number} seconds */
export const day = (seconds) => dateWords(new Date(seconds * 1000), { dateStyle: "medium" });

/** A stretch of time, roughly. @param {number} milliseconds */
function span(milliseconds) {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 120 ? plural(seconds, "{n} second", "{n} seconds") : plural(Math.round(seconds / 60), "{n} minute", "{n} minutes");
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
