// The server's HTTP face.

import { loadRules, t, translate } from "./lang.js";

/** How long a refusal waits for its words in the reader's language, in milliseconds. */
const PATIENCE = 500;

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
  let said;
  try {
    answer = await fetch(path, { method, headers, signal, body: body === undefined || plain ? body : JSON.stringify(body) });
    said = await answer.json().catch(() => ({}));
    // It may have been ended in the midst of the answer as well.
    signal?.throwIfAborted();
  } catch (error) {
    if (/** @type {any} */ (error).name === "AbortError") throw error;
    throw new Refused(t("The server isn’t answering."), 0, null);
  }
  // What is typed letter by letter is often wrong: that is an answer, not a failure.
  if (answer.ok && !said.error) return said;
  const { message = t("The server could not do that."), column = null, code = "" } = said.error ?? {};
  // What may be wrong is said in many ways, which are with the rules: few visits need them.
  await Promise.race([loadRules(), new Promise((done) => setTimeout(done, PATIENCE))]);
  throw new Refused(translate(message), answer.status, column, code);
}

/** @typedef {import("./types.js").NewGameRequest} NewGameRequest */

export const api = {
  /** @returns {Promise<import("./types.js").Catalogue>} */
  catalogue: () => call("GET", "/api/catalogue"),
  /** @returns {Promise<import("./types.js").Preview>} */
  preview: (/** @type {string} */ spec) => call("POST", "/api/preview", { spec }),
  /** The pieces of a position, legal or not. @returns {Promise<import("./types.js").EditView>} */
  edit: (/** @type {string} */ spec) => call("POST", "/api/editor", { spec }),
  /** The spec of a game from other pieces. @returns {Promise<{spec: string}>} */
  compose: (/** @type {string} */ spec, /** @type {(string | null)[]} */ cells, /** @type {string} */ to_move) => call("POST", "/api/editor/compose", { spec, cells, to_move }),
  /** The game that a spec or a position names. @returns {Promise<{spec: string}>} */
  guess: (/** @type {string} */ text) => call("POST", "/api/guess", { text }),

  /** @returns {Promise<import("./types.js").OwnVote>} */
  ownVote: (/** @type {string} */ id) => call("GET", `/api/games/${id}/vote`),
  vote: (/** @type {string} */ id, /** @type {string} */ vote) => call("POST", `/api/games/${id}/vote`, { vote }),
  /** @returns {Promise<import("./types.js").Results>} */
  results: () => call("GET", "/api/results"),
  /** @returns {Promise<import("./types.js").RunSummary[]>} */
  experiments: () => call("GET", "/api/experiments"),
  /** @returns {Promise<import("./types.js").RunView>} */
  experiment: (/** @type {string} */ id) => call("GET", `/api/experiments/${id}`),
  /** @returns {Promise<import("./types.js").GameId>} */
  create: (/** @type {NewGameRequest} */ wanted) => call("POST", "/api/games", wanted),
  /** @returns {Promise<import("./types.js").GameSummary[]>} */
  list: () => call("GET", "/api/games"),
  /** @returns {Promise<import("./types.js").GameState>} */
  state: (/** @type {string} */ id) => call("GET", `/api/games/${id}`),
  remove: (/** @type {string} */ id) => call("DELETE", `/api/games/${id}`),
  /** @returns {Promise<import("./types.js").PositionAt>} */
  at: (/** @type {string} */ id, /** @type {number} */ ply) => call("GET", `/api/games/${id}/at/${ply}`),
  join: (/** @type {string} */ id, /** @type {string} */ name) => call("POST", `/api/games/${id}/join`, name ? { name } : {}),
  /** @returns {Promise<import("./types.js").GameId>} */
  rematch: (/** @type {string} */ id) => call("POST", `/api/games/${id}/rematch`),

  /** @returns {Promise<import("./types.js").Me>} */
  me: () => call("GET", "/api/me"),
  register: (/** @type {string} */ name, /** @type {string} */ password) => call("POST", "/api/accounts", { name, password }),
  signIn: (/** @type {string} */ name, /** @type {string} */ password) => call("POST", "/api/session", { name, password }),
  signOut: () => call("DELETE", "/api/session"),
  changePassword: (/** @type {string} */ old, /** @type {string} */ fresh, /** @type {boolean} */ revoke_tokens) => call("PUT", "/api/account/password", { old, new: fresh, revoke_tokens }),
  /** @returns {Promise<import("./types.js").GameSharing>} */
  sharing: () => call("GET", "/api/account/sharing"),
  changeSharing: (/** @type {import("./types.js").Sharing} */ sharing) => call("PUT", "/api/account/sharing", { sharing }),
  deleteAccount: (/** @type {string} */ password) => call("DELETE", "/api/account", { password }),
  /** @returns {Promise<import("./types.js").TokenView[]>} */
  tokens: () => call("GET", "/api/tokens"),
  /** @returns {Promise<import("./types.js").CreatedToken>} */
  makeToken: (/** @type {string} */ label) => call("POST", "/api/tokens", { label }),
  revokeToken: (/** @type {number} */ id) => call("DELETE", `/api/tokens/${id}`),
  /** @returns {Promise<import("./types.js").Profile>} */
  player: (/** @type {string} */ name) => call("GET", `/api/players/${encodeURIComponent(name)}`),

  /** The strongest players by game and speed. @returns {Promise<import("./types.js").Leaderboard[]>} */
  leaderboards: () => call("GET", "/api/leaderboards"),
  /** The games that people play here these days. @returns {Promise<import("./types.js").PopularGame[]>} */
  popular: () => call("GET", "/api/popular"),
  /** A design and its game. @param {import("./types.js").DesignRequest} wanted @returns {Promise<import("./types.js").DesignView>} */
  design: (wanted) => call("POST", "/api/workshop", wanted),
  /** How a game plays. @param {string} spec @returns {Promise<import("./types.js").MeasureView | import("./types.js").Replaced>} */
  measure: (spec) => call("POST", "/api/workshop/measure", { spec }),
  /** The next step of breeding from a game. @param {import("./types.js").BreedRequest} wanted @param {AbortSignal} signal @returns {Promise<import("./types.js").BreedView | import("./types.js").Replaced>} */
  breed: (wanted, signal) => call("POST", "/api/workshop/breed", wanted, signal),

  /** A puzzle by its name; `daily` is today's. @returns {Promise<import("./types.js").PuzzleView>} */
  puzzle: (/** @type {string} */ id) => call("GET", `/api/puzzles/${encodeURIComponent(id)}`),
  /** @returns {Promise<import("./types.js").PuzzleView>} */
  nextPuzzle: (/** @type {{game: string, near: string, not: string}} */ wanted) => call("GET", `/api/puzzles/next?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ""))}`),
  /** Judges the solver's moves so far. @returns {Promise<import("./types.js").PuzzleAnswer>} */
  tryPuzzle: (/** @type {string} */ id, /** @type {string[]} */ moves) => call("POST", `/api/puzzles/${id}/try`, { moves }),
  /** Gives up. @returns {Promise<import("./types.js").PuzzleSolution>} */
  puzzleSolution: (/** @type {string} */ id) => call("POST", `/api/puzzles/${id}/solution`),

  /** The last position of a line. @param {import("./types.js").LineRequest} line @param {AbortSignal | null} [signal] @returns {Promise<import("./types.js").LineView>} */
  analyse: (line, signal) => call("POST", "/api/analysis", line, signal),
  /** What an engine thinks. @param {import("./types.js").EngineRequest} question @param {AbortSignal | null} [signal] @returns {Promise<import("./types.js").OrReplaced_EngineAnswer>} */
  think: (question, signal) => call("POST", "/api/analysis/engine", question, signal),
  /** @returns {Promise<import("./types.js").BalanceView | import("./types.js").Replaced>} */
  balance: (/** @type {string} */ spec, thorough = false) => call("POST", "/api/balance", { spec, thorough }),
  /** A game that chance chooses. @returns {Promise<import("./types.js").GameSpec>} */
  chance: () => call("GET", "/api/chance"),
  /** @returns {Promise<import("./types.js").Notes>} */
  notes: (/** @type {string} */ id) => call("GET", `/api/games/${id}/notes`),
  keepNotes: (/** @type {string} */ id, /** @type {import("./types.js").Notes} */ notes) => call("PUT", `/api/games/${id}/notes`, notes),
  /** The rule files that this client brought. @returns {Promise<import("./types.js").RuleFileView[]>} */
  rules: () => call("GET", "/api/rules"),
  /** What is wrong with rules, and the games in them. @returns {Promise<import("./types.js").RuleCheck>} */
  checkRules: (/** @type {string} */ text, /** @type {string} */ name, /** @type {AbortSignal} */ signal) => call("POST", `/api/rules/check?name=${encodeURIComponent(name)}`, text, signal),
  /** @returns {Promise<import("./types.js").BroughtRules>} */
  bringRules: (/** @type {Blob} */ file, /** @type {string} */ name) => call("POST", `/api/rules?name=${encodeURIComponent(name)}`, file),
  /** @returns {Promise<import("./types.js").RuleFileText>} */
  ruleText: (/** @type {string} */ fingerprint) => call("GET", `/api/rules/${encodeURIComponent(fingerprint)}`),
  dropRules: (/** @type {string} */ fingerprint) => call("DELETE", `/api/rules/${fingerprint}`),
  /** @returns {Promise<import("./types.js").ImportedGame>} */
  bring: (/** @type {string | Blob} */ text) => call("POST", "/api/records", text),
};

/** Whether an error says that there is no such thing. @param {unknown} error */
export function isMissing(error) {
  return error instanceof Refused && error.status === 404;
}
