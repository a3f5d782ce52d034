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
