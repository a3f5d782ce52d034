// The game as this page knows it: the state, the moves that stand, and who is here.

import { t, translate } from "./lang.js";


/** @typedef {import("./types.js").GameState} State */

export class Game {
  /** @param {State} state @param {import("./types.js").Presence | null} [presence] who is here, if the server has said it */
  constructor(state, presence = null) {
    this.state = state;
    /** The moves that stand. @type {{seat: string, text: string}[]} */
    this.moves = [];
    for (const event of state.events) this.note(event);
    /** When the clocks were as the state says, by this page's own clock. */
    this.heard = performance.now();
    this.presence = presence;
    /** The position in which the game began, once it is known. @type {import("./types.js").Position | null} */
    this.start = this.moves.length === 0 ? state.position : null;
  }

  /** Takes up news that follow on what we have. @param {import("./types.js").GameUpdate} update */
  take(update) {
    const { state } = this;
    state.number = update.number;
    state.events.push(...update.events);
    state.board = update.board ?? state.board;
    state.players = update.players ?? state.players;
    for (const key of /** @type {const} */ (["notation", "position", "standing", "you", "can", "online", "waiting", "clocks", "rematch", "ratings"])) {
      if (update[key] !== undefined) /** @type {any} */ (state)[key] = update[key];
    }
    this.heard = performance.now();
    for (const event of update.events) this.note(event);
  }

  /** @param {import("./types.js").GameEvent} event */
  note(event) {
    if (event.type === "move") this.moves.push({ seat: event.seat, text: event.text });
    if (event.type === "take-back") this.moves.splice(this.moves.length - event.plies);
  }

  get seats() {
    return this.state.players.length;
  }

  /** Seats' letters in order. */
  get letters() {
    return this.state.players.map((_, at) => String.fromCharCode(65 + at));
  }

  /** @param {string} letter */
  player(letter) {
    return this.state.players[letter.charCodeAt(0) - 65];
  }

  /** Whether this client may do that now. @param {import("./types.js").Permission} action */
  can(action) {
    return this.state.can.includes(action);
  }

  get over() {
    return this.state.standing.result !== null;
  }

  /** The one seat of this client; null if it watches, or plays several. */
  get own() {
    return this.state.you.length === 1 ? this.state.you[0] : null;
  }

  /** Whether this client only watches others. */
  get watching() {
    return this.state.online && this.state.you.length === 0;
  }

  /** Whether it is for the one person at this screen to move. */
  get yourMove() {
    return this.own !== null && this.state.standing.to_move === this.own && !this.state.waiting;
  }

  /** What to call a seat in a sentence. @param {string} letter */
  name(letter) {
    if (letter === this.own) return t("You");
    const label = this.label(letter);
    // Of several that are called the same, the letter says which.
    return this.seats > 2 && this.letters.some((other) => other !== letter && this.label(other) === label) ? `${label} ${letter}` : label;
  }

  /** What stands at a seat. @param {string} letter */
  label(letter) {
    const player = this.player(letter);
    if (player.kind === "open") return t("Open seat");
    if (player.kind === "engine") return engineName(player.spec);
    if (player.name) return player.name;
    if (letter === this.own) return t("You");
    return this.own !== null && this.seats === 2 ? t("Opponent") : this.side(letter);
  }

  /** What the side of a seat is called. @param {string} letter */
  side(letter) {
    const { position, presentation } = this.state;
    return translate(presentation.sides[position.sets[this.letters.indexOf(letter)]].name);
  }

  /** How long a seat has left by now, in milliseconds; null without clocks. @param {string} letter */
  left(letter) {
    const { clocks } = this.state;
    const left = clocks?.left[letter];
    if (!clocks || left === undefined) return null;
    return clocks.running === letter ? Math.max(0, left - (performance.now() - this.heard)) : left;
  }
}

/**
 * Whether a seat's pieces stand clearly in the upper part of the board.
 * @param {import("./types.js").Board} board @param {import("./types.js").Position} position @param {number} seat
 */
export function startsAbove(board, position, seat) {
  const heights = board.cells.map((cell) => cell.centre[1]);
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  const own = position.pieces.filter((piece) => piece.set === position.sets[seat]).map((piece) => heights[piece.cell]);
  const mean = own.reduce((sum, height) => sum + height, 0) / own.length;
  return (mean - top) / (bottom - top) < 0.3;
}

/** @type {import("./types.js").Level[]} */
let levels = [];

/** @param {import("./types.js").Level[]} known */
export function setLevels(known) {
  levels = known;
}

/** An engine in words. @param {string} spec */
export function engineName(spec) {
  const level = levels.find((level) => level.specs.includes(spec));
  return level ? translate(level.name) : spec;
}

/** A level in words, with its rating if it has one. @param {{name: string, about: string, rating: string | null}} level */
export const levelWords = ({ name, about, rating }) => [`${translate(name)} – ${translate(about)}`, ...(rating ? [translate(rating)] : [])].join(" · ");
