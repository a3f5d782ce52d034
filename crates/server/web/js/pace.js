// News in their order, but one move at a time: who plays engines must see what each of them did.

/** How long a move is seen before an engine's answer follows, in milliseconds. */
const MOMENT = 400;
/** Whoever is so many moves behind wants to catch up. */
const BEHIND = 3;

/** @typedef {import("./types.js").GameUpdate} Update */

export class Pace {
  /**
   * @param {(update: Update) => void} show
   * @param {(update: Update) => boolean} waits whether an update must not follow at once
   */
  constructor(show, waits) {
    this.show = show;
    this.waits = waits;
    /** @type {Update[]} */ this.queue = [];
    this.moved = 0;
    /** @type {number | undefined} */ this.timer = undefined;
  }

  /** A move was shown just now. */
  mark() {
    this.moved = performance.now();
  }

  /** Forgets what waits: something newer is known. */
  clear() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
  }

  /** @param {Update} update */
  take(update) {
    this.queue.push(update);
    if (this.timer === undefined) this.next();
  }

  next() {
    this.timer = undefined;
    for (let update = this.queue[0]; update; update = this.queue[0]) {
      const left = this.moved + MOMENT - performance.now();
      if (left > 0 && this.queue.length <= BEHIND && !document.hidden && this.waits(update)) {
        this.timer = setTimeout(() => this.next(), left);
        return;
      }
      this.queue.shift();
      if (update.events.some(({ type }) => type === "move")) this.mark();
      this.show(update);
    }
  }
}
