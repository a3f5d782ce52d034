// The server's HTTP face.

/** What the server says is wrong. */
export class Refused extends Error {
  /** @param {string} message @param {number} status @param {number | null} column */
  constructor(message, status, column) {
    super(message);
    this.status = status;
    this.column = column;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused("The server does not answer.", 0, null);
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  const { message = "The server could not do that.", column = null } = said.error ?? {};
  throw new Refused(message, answer.status, column);
}

export const api = {
  /** @returns {Promise<import("./types.js").Catalogue>} */
  catalogue: () => call("GET", "/api/catalogue"),
  preview: (/** @type {string} */ spec) => call("POST", "/api/preview", { spec }),
  /** @returns {Promise<{id: string}>} */
  create: (/** @type {string} */ spec, /** @type {import("./types.js").Player[]} */ players) => call("POST", "/api/games", { spec, players }),
  list: () => call("GET", "/api/games"),
  remove: (/** @type {string} */ id) => call("DELETE", `/api/games/${id}`),
  at: (/** @type {string} */ id, /** @type {number} */ ply) => call("GET", `/api/games/${id}/at/${ply}`),
  /** Whether there is such a game for us. */
  exists: async (/** @type {string} */ id) => {
    try {
      await call("GET", `/api/games/${id}`);
      return true;
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return false;
      throw error;
    }
  },
};
