// Two engines play a game on a board that is there, and it is thrown away afterwards.

import { api } from "./api.js";
import { plural, t, translate } from "./lang.js";
import { Live } from "./live.js";
import { Pace } from "./pace.js";
import { capital } from "./words.js";

/** How long the last position can be looked at, in milliseconds. */
const LAST = 4000;

export class Show {
  /**
   * @param {import("./board.js").BoardView} board
   * @param {{begin: () => Promise<string>, said: (text: string, wrong: boolean) => void, changed: (on: boolean) => void}} callbacks how a game is made, where it is told, and what else changes
   */
  constructor(board, callbacks) {
    this.board = board;
    this.callbacks = callbacks;
    this.on = false;
    /** @type {Live | null} */ this.live = null;
    /** @type {import("./types.js").GameState | null} */ this.state = null;
    /** @type {string} */ this.id = "";
    /** @type {number | undefined} */ this.timer = undefined;
    this.pace = new Pace((update) => this.follow(update), (update) => update.events.some(({ type }) => type === "move"));
    addEventListener("pagehide", () => this.stop());
  }

  async start() {
    this.on = true;
    this.callbacks.changed(true);
    try {
      const id = await this.callbacks.begin();
      this.id = id;
      if (!this.on) return this.forget();
      this.live = new Live(id, {
        state: (state) => {
          this.pace.clear();
          this.state = state;
          this.show(state.position, state.standing);
        },
        update: (update) => this.pace.take(update),
        presence: () => {}, refused: () => {}, connected: () => {}, gone: () => this.stop(),
      });
    } catch (error) {
      this.stop();
      this.callbacks.said(capital(/** @type {Error} */ (error).message), true);
    }
  }

  /** @param {import("./types.js").GameUpdate} update */
  follow(update) {
    this.show(update.position, update.standing);
  }

  /** @param {import("./types.js").Position} position @param {import("./types.js").Standing} standing */
  show(position, standing) {
    if (!this.state || !this.on) return;
    this.board.show(this.state.board, { ...position, moves: [], others: [] });
    if (standing.result === null) this.callbacks.said(t("Move {n}", { n: position.ply }), false);
    else {
      const sides = this.state.presentation.sides;
      const winner = standing.winners.length === 1 ? sides[position.sets[standing.winners[0].charCodeAt(0) - 65]]?.name : null;
      this.callbacks.said(winner ? plural(position.ply, "{who} won after {n} move.", "{who} won after {n} moves.", { who: translate(winner) }) : plural(position.ply, "Draw after {n} move.", "Draw after {n} moves."), false);
      this.timer = setTimeout(() => this.stop(), LAST);
    }
  }

  stop() {
    if (!this.on) return;
    this.on = false;
    clearTimeout(this.timer);
    this.pace.clear();
    this.live?.close();
    this.live = this.state = null;
    this.forget();
    this.callbacks.said("", false);
    this.callbacks.changed(false);
  }

  /** Nobody needs the game any more. */
  forget() {
    if (this.id) api.remove(this.id).catch(() => {});
    this.id = "";
  }
}
