// Games of one's own design, kept by name in this browser.

const KEY = "my-games";
/** The most games that are kept; the oldest goes. */
const MOST = 200;

/** @typedef {{name: string, spec: string}} OwnGame */

/** The games, the newest first. @returns {OwnGame[]} */
export function ownGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((game) => typeof game?.name === "string" && typeof game?.spec === "string") : [];
  } catch {
    return [];
  }
}

/** Keeps a game by its name, instead of one with the same name. @param {string} name @param {string} spec */
export function keepGame(name, spec) {
  localStorage.setItem(KEY, JSON.stringify([{ name, spec }, ...ownGames().filter((game) => game.name !== name)].slice(0, MOST)));
}

/** @param {string} name */
export function dropGame(name) {
  localStorage.setItem(KEY, JSON.stringify(ownGames().filter((game) => game.name !== name)));
}

/** What a game is called here, if it is one's own. @param {string} spec */
export const ownName = (spec) => ownGames().find((game) => game.spec === spec)?.name;

/** The address of a design, with the name that it has. @param {string} spec @param {string} name */
export const designAddress = (spec, name) => `/workshop?${new URLSearchParams({ spec, ...(name ? { name } : {}) })}`;
