// The server's HTTP face.

/** What the server says is wrong. */
export class Refused extends Error {
  /** @param {string} message @param {number} status @param {number | null} column @param {string} code */
  constructor(message, status, column, code = "") {
    super(message);
    this.status = status;
    this.column = column;
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body] what is sent: a text as it is, anything else as JSON
 * @param {AbortSignal | null} [signal] ends the call
 * @returns {Promise<any>}
 */
async function call(method, path, body, signal = null) {
  const plain = typeof body === "string" || body instanceof Blob;
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { "content-type": plain ? "text/plain" : "application/json" };
  let answer;
  try {
    answer = await fetch(path, { method, headers, signal, body: body === undefined || plain ? body : JSON.stringify(body) });
  } catch (error) {
    if (/** @type {any} */ (error).name === "AbortError") throw error;
    throw new Refused("The server does not answer.", 0, null);
  }
  const said = await answer.json().catch(() => ({}));
  // What is typed letter by letter is often wrong: that is an answer, not a failure.
  if (answer.ok && !said.error) return said;
  const { message = "The server could not do that.", column = null, code = "" } = said.error ?? {};
  throw new Refused(message, answer.status, column, code);
}

/** @typedef {import("./types.js").NewGameRequest} NewGameRequest */

export const api = {
  /** @returns {Promise<import("./types.js").Catalogue>} */
  catalogue: () => call("GET", "/api/catalogue"),
  /** @returns {Promise<import("./types.js").Preview>} */
  preview: (/** @type {string} */ spec) => call("POST", "/api/preview", { spec }),
  /** The pieces of a position, legal or not. @returns {Promise<import("./types.js").Editable>} */
  edit: (/** @type {string} */ spec) => call("POST", "/api/editor", { spec }),
  /** The spec of a game from other pieces. @returns {Promise<{spec: string}>} */
  compose: (/** @type {string} */ spec, /** @type {(string | null)[]} */ cells, /** @type {string} */ to_move) => call("POST", "/api/editor/compose", { spec, cells, to_move }),
  /** The game that a spec or a position names. @returns {Promise<{spec: string}>} */
  guess: (/** @type {string} */ text) => call("POST", "/api/guess", { text }),

  /** @returns {Promise<{can: boolean, forge: boolean, vote: string | null}>} */
  ownVote: (/** @type {string} */ id) => call("GET", `/api/games/${id}/vote`),
  vote: (/** @type {string} */ id, /** @type {string} */ vote) => call("POST", `/api/games/${id}/vote`, { vote }),
  results: () => call("GET", "/api/results"),
  /** @returns {Promise<any[]>} */
  experiments: () => call("GET", "/api/experiments"),
  experiment: (/** @type {string} */ id) => call("GET", `/api/experiments/${id}`),
  /** @returns {Promise<{id: string}>} */
  create: (/** @type {NewGameRequest} */ wanted) => call("POST", "/api/games", wanted),
  /** @returns {Promise<import("./types.js").GameSummary[]>} */
  list: () => call("GET", "/api/games"),
  /** @returns {Promise<import("./types.js").State>} */
  state: (/** @type {string} */ id) => call("GET", `/api/games/${id}`),
  remove: (/** @type {string} */ id) => call("DELETE", `/api/games/${id}`),
  at: (/** @type {string} */ id, /** @type {number} */ ply) => call("GET", `/api/games/${id}/at/${ply}`),
  join: (/** @type {string} */ id, /** @type {string} */ name) => call("POST", `/api/games/${id}/join`, name ? { name } : {}),
  /** @returns {Promise<{id: string}>} */
  rematch: (/** @type {string} */ id) => call("POST", `/api/games/${id}/rematch`),

  /** @returns {Promise<{account: import("./types.js").Account | null}>} */
  me: () => call("GET", "/api/me"),
  register: (/** @type {string} */ name, /** @type {string} */ password) => call("POST", "/api/accounts", { name, password }),
  signIn: (/** @type {string} */ name, /** @type {string} */ password) => call("POST", "/api/session", { name, password }),
  signOut: () => call("DELETE", "/api/session"),
  changePassword: (/** @type {string} */ old, /** @type {string} */ fresh) => call("PUT", "/api/account/password", { old, new: fresh }),
  deleteAccount: (/** @type {string} */ password) => call("DELETE", "/api/account", { password }),
  /** @returns {Promise<import("./types.js").Token[]>} */
  tokens: () => call("GET", "/api/tokens"),
  /** @returns {Promise<{id: number, token: string}>} */
  makeToken: (/** @type {string} */ label) => call("POST", "/api/tokens", { label }),
  revokeToken: (/** @type {number} */ id) => call("DELETE", `/api/tokens/${id}`),
  /** @returns {Promise<import("./types.js").Profile>} */
  player: (/** @type {string} */ name) => call("GET", `/api/players/${encodeURIComponent(name)}`),

  /** The last position of a line. @param {any} line @param {AbortSignal | null} [signal] */
  analyse: (line, signal) => call("POST", "/api/analysis", line, signal),
  /** What an engine thinks. @param {any} question @param {AbortSignal | null} [signal] */
  think: (question, signal) => call("POST", "/api/analysis/engine", question, signal),
  balance: (/** @type {string} */ spec, thorough = false) => call("POST", "/api/balance", { spec, thorough }),
  /** A game that chance chooses. @returns {Promise<{spec: string}>} */
  chance: () => call("GET", "/api/chance"),
  notes: (/** @type {string} */ id) => call("GET", `/api/games/${id}/notes`),
  keepNotes: (/** @type {string} */ id, /** @type {any} */ notes) => call("PUT", `/api/games/${id}/notes`, notes),
  /** @returns {Promise<{id: string, warning: string | null}>} */
  bring: (/** @type {string | Blob} */ text) => call("POST", "/api/records", text),
};

/** Whether an error says that there is no such thing. @param {unknown} error */
export function isMissing(error) {
  return error instanceof Refused && error.status === 404;
}
