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

/** A spec without what chance chose, its options in order: one game has one. @param {string} spec */
export function plain(spec) {
  const { name, options } = parseSpec(spec);
  options.delete("seed");
  return writeSpec(name, new Map([...options].sort()));
}

/**
 * The games of a family as people choose them: those with a card, then the other examples.
 * @param {import("./types.js").Catalogue} catalogue
 * @param {import("./types.js").FamilyView} family
 * @returns {{spec: string, title: string}[]}
 */
export function variantsOf(catalogue, family) {
  const cards = catalogue.gallery.filter(({ spec }) => parseSpec(spec).name === family.name);
  const named = new Set(cards.map(({ spec }) => plain(spec)));
  const others = family.examples.filter(({ spec }) => !named.has(plain(spec)));
  return [...cards, ...others.map(({ spec, remark }) => ({ spec, title: remark.charAt(0).toUpperCase() + remark.slice(1) }))];
}
