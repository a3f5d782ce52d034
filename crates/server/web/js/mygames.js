// Games of one's own, kept by name in this browser; and names for games that nobody has named.

import { translate } from "./lang.js";
import { parseSpec, plain } from "./spec.js";

const KEY = "my-games";
/** The most games that are kept; the oldest goes. */
const MOST = 200;

/** @typedef {{name: string, spec: string, seats?: number, known?: boolean}} OwnGame a game that was customised says for how many players it is, and whether all call it something else; a design is always for two */

/** The games, the newest first. @returns {OwnGame[]} */
export function ownGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((game) => typeof game?.name === "string" && typeof game?.spec === "string") : [];
  } catch {
    return [];
  }
}

/** The games that were made in the workshop. */
export const ownDesigns = () => ownGames().filter(({ seats }) => !seats);

/** The games but the one of a sort with a name. @param {OwnGame} game */
const without = ({ name, seats }) => ownGames().filter((game) => game.name !== name || !game.seats !== !seats);

/** Keeps a game by its name, instead of one of its sort with the same name. @param {OwnGame} game */
export const keepGame = (game) => localStorage.setItem(KEY, JSON.stringify([game, ...without(game)].slice(0, MOST)));

/** @param {OwnGame} game */
export const dropGame = (game) => localStorage.setItem(KEY, JSON.stringify(without(game)));

/** Stars, whose names are the same in every language. */
const STARS = "Adhara|Albireo|Aldebaran|Alioth|Altair|Antares|Arcturus|Atria|Bellatrix|Canopus|Capella|Castor|Deneb|Electra|Gemma|Maia|Merope|Mira|Mizar|Nashira|Pollux|Regulus|Rigel|Sabik|Saiph|Shaula|Sirius|Spica|Tarazed|Thuban|Vega|Zaurak".split("|");

/** The name of a game that chance or evolution made: its genes choose two stars, so that all call it the same. @param {string} genes */
function chanceName(genes) {
  const number = [...genes].reduce((sum, digit) => Math.imul(sum, 16777619) ^ Number(digit), 2166136261);
  return `${STARS[number & 31]} ${STARS[(number >>> 16) & 31]}`;
}

/** What a game is called by its owner here, unless all call it something else. @param {string} spec */
export const ownName = (spec) => ownGames().find((game) => !game.known && plain(game.spec) === plain(spec))?.name;

/** What a game is called: by its owner here, by its genes, or as the server calls it. @param {string} spec @param {string} title */
export function called(spec, title) {
  const genes = parseSpec(spec).options.get("genes");
  return ownName(spec) ?? (genes ? chanceName(genes) : translate(title));
}

/** The address of a design, with the name that it has. @param {string} spec @param {string} name */
export const designAddress = (spec, name) => `/workshop?${new URLSearchParams({ spec, ...(name ? { name } : {}) })}`;
