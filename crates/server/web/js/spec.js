// The one line that names a game, as a name and options.

/** @param {string} text @returns {{name: string, options: Map<string, string>}} */
export function parseSpec(text) {
  const options = new Map();
  const [, name = "", rest = ""] = text.trim().match(/^(\S*)\s*([^]*)$/) ?? [];
  for (const [, key, quoted, plain] of rest.matchAll(/([a-z-]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g)) {
    options.set(key, quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1"));
  }
  return { name, options };
}

/** @param {string} name @param {Map<string, string>} options */
export function writeSpec(name, options) {
  const words = [...options].filter(([, value]) => value !== "").map(([key, value]) => `${key}=${quote(value)}`);
  return [name, ...words].join(" ");
}

/** @param {string} value */
function quote(value) {
  return /^[A-Za-z0-9.,:/_+-]+$/.test(value) ? value : `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

/** A seed that people can read out. */
export const seed = () => 1 + Math.floor(Math.random() * 999_999);

/** A spec with a start that nobody has seen, where chance chooses one. @param {import("./types.js").Catalogue} catalogue @param {string} spec */
export function fresh(catalogue, spec) {
  const { name, options } = parseSpec(spec);
  const family = catalogue.games.find((family) => family.name === name);
  if (!options.has("position") && family?.options.some((option) => option.key === "seed")) options.set("seed", String(seed()));
  return writeSpec(name, options);
}
