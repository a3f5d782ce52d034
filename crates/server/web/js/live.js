// A game over a WebSocket that comes back by itself and misses nothing.

/** @typedef {import("./types.js").State} State */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export class Live {
  /**
   * @param {string} id
   * @param {{state: (state: State) => void, update: (update: import("./types.js").Update) => void,
   *   refused: (reason: string) => void, gone: () => void, connected: (yes: boolean) => void}} listener
   */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    this.number = 0;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.hello();
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.listener.connected(false);
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  /** Says what we have; the rest comes as the answer. */
  hello() {
    this.say({ type: "hello", have: this.number });
  }

  /** Says something, if anyone listens; returns whether. @param {any} message */
  say(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Asks for something to be done. @param {any} action */
  act(action) {
    const said = this.say({ type: "act", after: this.number, action });
    if (!said) this.listener.refused("the server cannot be reached; nothing was done");
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "gone") {
      this.close();
      this.listener.gone();
      return;
    }
    this.listener.connected(true);
    if (message.type === "state") this.take(message);
    if (message.type === "refused") {
      this.take(message.state);
      this.listener.refused(message.reason);
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
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
