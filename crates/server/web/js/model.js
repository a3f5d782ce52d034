// The game as this page knows it: the state, and the moves that stand.

/** @typedef {import("./types.js").State} State */

export class Game {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** The moves that stand. @type {{seat: string, text: string}[]} */
    this.moves = [];
    for (const event of state.events) this.note(event);
  }

  /** Takes up news that follow on what we have. @param {import("./types.js").Update} update */
  take(update) {
    const { state } = this;
    state.number = update.number;
    state.events.push(...update.events);
    state.board = update.board ?? state.board;
    state.position = update.position;
    state.standing = update.standing;
    for (const event of update.events) this.note(event);
  }

  /** @param {import("./types.js").Happening} event */
  note(event) {
    if (event.type === "move") this.moves.push({ seat: event.seat ?? "", text: event.text ?? "" });
    if (event.type === "take-back") this.moves.splice(this.moves.length - (event.plies ?? 0));
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

  /** How many people sit at the table. */
  get people() {
    return this.state.players.filter((player) => player.kind === "person").length;
  }

  /** What to call a seat. @param {string} letter */
  name(letter) {
    const player = this.player(letter);
    if (player.kind === "engine") return engineName(player.spec);
    return player.name || (this.people === 1 ? "You" : `Player ${letter}`);
  }
}

/** @type {import("./types.js").Level[]} */
let levels = [];

/** @param {import("./types.js").Level[]} known */
export function setLevels(known) {
  levels = known;
}

/** An engine in words. @param {string} spec */
export function engineName(spec) {
  const level = levels.find((level) => level.two === spec || level.more === spec);
  return level ? `${level.name} engine` : spec;
}
