// A game over a WebSocket that comes back by itself and misses nothing.

import { t, translate } from "./lang.js";


/** @typedef {import("./types.js").GameState} State */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

/** A WebSocket that is opened again whenever it closes. */
export class Wire {
  /**
   * @param {string} path
   * @param {{open?: () => void, hear: (message: any) => void, connected: (yes: boolean) => void}} listener
   */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.listener.open?.();
    };
    socket.onmessage = (message) => {
      if (this.closed || this.socket !== socket) return;
      this.listener.connected(true);
      this.listener.hear(JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.listener.connected(false);
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** Says something, if anyone listens; returns whether. @param {any} message */
  say(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

/** One game: the state once, then the news in their order. */
export class Live {
  /**
   * @param {string} id
   * @param {{state: (state: State) => void, update: (update: import("./types.js").GameUpdate) => void,
   *   presence: (presence: import("./types.js").Presence) => void, refused: (reason: string) => void,
   *   gone: () => void, connected: (yes: boolean) => void}} listener
   */
  constructor(id, listener) {
    this.listener = listener;
    this.number = 0;
    /** @type {import("./types.js").Presence | null} */
    this.presence = null;
    this.wire = new Wire(`/api/games/${id}/live`, {
      open: () => this.hello(),
      hear: (message) => this.hear(message),
      connected: (yes) => listener.connected(yes),
    });
  }

  /** Says what we have; the rest comes as the answer. */
  hello() {
    this.wire.say({ type: "hello", have: this.number });
  }

  /** Asks for something to be done. @param {import("./types.js").Command} action */
  act(action) {
    const said = this.wire.say({ type: "act", after: this.number, action });
    if (!said) this.listener.refused(t("the server can’t be reached; nothing was done"));
  }

  /** @param {import("./types.js").ServerMessage} message */
  hear(message) {
    if (message.type === "gone") {
      this.close();
      this.listener.gone();
    }
    if (message.type === "state") this.take(message);
    if (message.type === "refused") {
      if (message.state) this.take(message.state);
      this.listener.refused(translate(message.reason));
    }
    if (message.type === "presence") {
      this.presence = message;
      this.listener.presence(message);
    }
    if (message.type === "update") {
      // What is not the very next news is old, or something is missing.
      if (message.after === this.number) {
        this.number = message.number;
        this.listener.update(message);
      } else if (message.number > this.number) {
        this.hello();
      }
    }
  }

  /** @param {State} state */
  take(state) {
    this.number = state.number;
    this.listener.state(state);
    // Who is here may have been told before there was a game to show them at.
    if (this.presence) this.listener.presence(this.presence);
  }

  close() {
    this.wire.close();
  }
}
