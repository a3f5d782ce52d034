// Asks the engine: a quick look at the position one sees, the whole line, then a deep look.

import { api, Refused } from "./api.js";
import { line } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {Partial<import("./types.js").FoundEvaluation & import("./types.js").EndedGame>} Evaluation */

/** How many positions are asked about at once; the server takes as many. */
const CHUNK = 12;
/** How long to wait when another page of ours has taken our place. */
const PATIENCE = 1500;

export class Thinker {
  /** @param {() => void} heard is called whenever there is something new */
  constructor(heard) {
    this.heard = heard;
    this.on = true;
    /** @type {{spec: string, start: string | null} | null} */ this.game = null;
    /** @type {Node | null} */ this.at = null;
    /** What is known, by position. @type {WeakMap<Node, {quick?: Evaluation, deep?: Evaluation}>} */
    this.known = new WeakMap();
    /** @type {AbortController | null} */ this.deep = null;
    this.working = false;
    this.trouble = "";
  }

  /** Begins another game. @param {string} spec @param {string | null} start */
  begin(spec, start) {
    this.game = { spec, start };
    this.known = new WeakMap();
    this.stop();
  }

  /** Looks at a position. @param {Node} at */
  look(at) {
    if (this.at !== at) this.stop();
    this.at = at;
    this.work();
  }

  /** Thinks, or does not. @param {boolean} on */
  turn(on) {
    this.on = on;
    if (on) this.work();
    else this.stop();
  }

  /** Ends a deep look; quick ones are over soon. */
  stop() {
    this.deep?.abort();
    this.deep = null;
  }

  /** The best that is known of a position. @param {Node} node @returns {Evaluation | undefined} */
  of(node) {
    const known = this.known.get(node);
    return known?.deep ?? known?.quick;
  }

  /** The nodes of the line one looks at, the start first. @returns {Node[]} */
  get positions() {
    const { at } = this;
    if (!at) return [];
    const nodes = line(at);
    let root = at;
    while (root.parent) root = root.parent;
    return [root, ...nodes];
  }

  /** @param {Node} node @param {"quick" | "deep"} effort @param {Evaluation} evaluation */
  note(node, effort, evaluation) {
    this.known.set(node, { ...this.known.get(node), [effort]: evaluation });
  }

  async work() {
    if (this.working) return;
    this.working = true;
    try {
      while (this.on && (await this.step()));
      this.trouble = "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.trouble = error.message;
      this.heard();
    } finally {
      this.working = false;
    }
  }

  /** Asks the next question; whether there was one. */
  async step() {
    const { at, game } = this;
    if (!at || !game) return false;
    const positions = this.positions;
    const here = positions.indexOf(at);
    const missing = (/** @type {number} */ number) => !this.known.get(positions[number])?.quick;
    const first = missing(here) ? here : positions.findIndex((_, number) => missing(number));
    const deep = first < 0;
    const known = this.known.get(at);
    if (deep && (known?.deep || known?.quick?.over)) return false;
    const moves = positions.slice(1).map((node) => node.move);
    /** @type {import("./types.js").EngineRequest} */
    const question = deep
      ? { ...game, moves: moves.slice(0, here), effort: "deep" }
      : { ...game, moves, from: first, count: first === here ? 1 : CHUNK, effort: "quick" };
    const abort = new AbortController();
    if (deep) this.deep = abort;
    try {
      const answer = await api.think(question, abort.signal);
      if ("replaced" in answer) {
        if (!abort.signal.aborted) await new Promise((done) => setTimeout(done, PATIENCE));
        return true;
      }
      for (const evaluation of answer.evaluations) {
        this.note(positions[evaluation.number], deep ? "deep" : "quick", evaluation);
      }
      if (this.game === game) this.heard();
    } catch (error) {
      if (/** @type {any} */ (error).name !== "AbortError") throw error;
    }
    return true;
  }
}
