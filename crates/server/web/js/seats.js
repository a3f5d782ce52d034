// The rows above and below the board: who plays, who is to move, what is left of the time.

import { emblem } from "./board.js";
import { hurry, timeLeft } from "./clock.js";
import { by, make } from "./dom.js";
import { t, translate } from "./lang.js";
import { playerTag } from "./people.js";
import { play } from "./sound.js";
import { lead, takenPieces } from "./taken.js";

/** @typedef {import("./model.js").Game} Game */

/** How often running clocks are looked at, in milliseconds. */
const TICK = 100;

export class Seats {
  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    /** @type {Game | null} */ this.game = null;
    /** The clocks on the page, by seat. @type {Map<string, HTMLElement>} */ this.clocks = new Map();
    /** Whether the own clock was low when last looked at. */
    this.hurried = false;
    setInterval(() => this.tick(), TICK);
  }

  /** @param {Game} game @param {import("./types.js").Position} position the one that is looked at */
  show(game, position) {
    this.game = game;
    this.clocks.clear();
    const rows = game.letters.map((letter, at) => this.row(game, position, letter, at));
    // The seat at this screen is below the board; the others are above, in order.
    const own = game.own ?? game.state.you[0];
    const first = own === undefined ? 0 : game.letters.indexOf(own);
    const below = this.board.flipped && game.own === null ? (first + 1) % rows.length : first;
    by("seats-bottom").replaceChildren(rows[below]);
    by("seats-top").replaceChildren(...rows.filter((_, at) => at !== below));
    by("seats-top").classList.toggle("many", rows.length > 3);
    this.tick();
  }

  /** @param {Game} game @param {import("./types.js").Position} position @param {string} letter @param {number} at */
  row(game, position, letter, at) {
    const { standing, board, presentation } = game.state;
    const player = game.player(letter);
    const turn = standing.to_move === letter && !game.state.waiting;
    const row = make("div", { class: `seat${turn ? " turn" : ""}${game.seats < 3 || standing.active.includes(letter) ? "" : " left-game"}` });
    row.append(emblem(board, presentation.sides[position.sets[at]].shape, this.board.prefix));
    // Buttons name seats by their letters where there are several others.
    if (game.seats > 2) row.append(make("span", { class: "letter", text: letter }));
    const away = this.away(game, letter);
    if (away !== null) row.append(make("span", { class: `dot${away ? " away" : ""}`, role: "img", "aria-label": away ? t("away") : t("here"), title: away ? t("away") : t("here") }));
    const tag = playerTag(player, game.label(letter));
    tag.classList.toggle("muted", player.kind === "open");
    row.append(tag, ...this.change(game, letter));
    row.append(make("span", { class: "note", text: note(game, letter, turn, away === true) }));
    if (game.start) row.append(takenPieces(this.board, board, game.start, position, position.sets[at]), ...lead(game.start, position, at));
    row.append(count(position.counts[at] ?? ""));
    if (game.left(letter) !== null) {
      const clock = make("span", { class: "clock", role: "timer", "aria-live": "off", "aria-label": t("Time of {who}", { who: game.label(letter) }) });
      this.clocks.set(letter, clock);
      row.append(clock);
    }
    return row;
  }

  /** Whether somebody elsewhere is away; null where that is not known or no question. @param {Game} game @param {string} letter */
  away(game, letter) {
    const { presence } = game;
    const elsewhere = game.state.online && game.player(letter).kind === "person" && !game.state.you.includes(letter);
    return presence && elsewhere ? !presence.here.includes(letter) : null;
  }

  /** What the game did to a rating. @param {Game} game @param {string} letter */
  change(game, letter) {
    const change = game.state.ratings?.find((rating) => rating.seat === letter);
    if (!change) return [];
    const by = Math.round(change.after) - Math.round(change.before);
    const words = by < 0 ? `−${-by}` : `+${by}`;
    return [make("span", { class: `change${by < 0 ? " down" : ""}`, text: words, title: t("{before} before, {after} now", { before: Math.round(change.before), after: Math.round(change.after) }) })];
  }

  /** Makes the clocks show the time. */
  tick() {
    const { game } = this;
    if (!game) return;
    for (const [letter, clock] of this.clocks) {
      const left = game.left(letter) ?? 0;
      const running = game.state.clocks?.running === letter;
      const low = left < hurry(game.state.clock) && !game.over;
      const text = timeLeft(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("running", running);
      clock.classList.toggle("low", low);
      if (letter === game.own) {
        if (low && running && !this.hurried && game.state.clock.kind === "real") play("hurry");
        this.hurried = low;
      }
    }
  }
}

/** What is counted of a set; where there is little room, the groups alone. @param {string} text */
function count(text) {
  const [, more = "", rest = text] = translate(text).match(/^(\d+ \S+ (?:in|en) )(.*)$/) ?? ["", "", translate(text)];
  return make("span", { class: more ? "count" : "count plain", hidden: text.startsWith("0 ") }, make("span", { class: "more", text: more }), rest);
}

/** @param {Game} game @param {string} letter @param {boolean} turn @param {boolean} away */
function note(game, letter, turn, away) {
  const { winners } = game.state.standing;
  if (winners.includes(letter)) return winners.length === 1 ? t("winner") : t("draw");
  if (away) return t("is away");
  if (!turn) return "";
  return game.player(letter).kind === "engine" ? t("thinking") : t("to move");
}
