// How long an engine thinks and how much its play varies, for those who want to say so.

import { make } from "./dom.js";
import { parseSpec, writeSpec } from "./spec.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {{time: string, variety: string}} Tuning */

/** What can be chosen; nothing means as the engine's spec says. */
const CHOICES = /** @type {const} */ ({
  time: [["", "Normal thinking time"], ["100ms", "Thinks 0.1 s"], ["300ms", "Thinks 0.3 s"], ["1s", "Thinks 1 s"], ["3s", "Thinks 3 s"], ["10s", "Thinks 10 s"]],
  variety: [["", "Normal variety"], ["0", "Always its best move"], ["3", "A little varied"], ["10", "Very varied"]],
});

/** Whether an engine knows an option. @param {Catalogue} catalogue @param {string} spec @param {string} key */
function knows(catalogue, spec, key) {
  const { name } = parseSpec(spec);
  return catalogue.players.some((player) => player.name === name && player.options.some((option) => option.key === key));
}

/** The engine's spec with what was chosen. @param {Catalogue} catalogue @param {string} spec @param {Tuning} tuning */
export function tuned(catalogue, spec, tuning) {
  const { name, options } = parseSpec(spec);
  for (const key of /** @type {const} */ (["time", "variety"])) {
    if (tuning[key] !== "" && knows(catalogue, spec, key)) options.set(key, tuning[key]);
  }
  return writeSpec(name, options);
}

/** Fields for what can be chosen of an engine; none where there is nothing. @param {Catalogue} catalogue @param {string} spec @param {Tuning} tuning @param {string} letter @returns {HTMLElement[]} */
export function tuningFields(catalogue, spec, tuning, letter) {
  return /** @type {const} */ (["time", "variety"]).filter((key) => knows(catalogue, spec, key)).map((key) => {
    const select = make("select", { "aria-label": `${key === "time" ? "Thinking time" : "Variety"} of seat ${letter}`, onchange: () => (tuning[key] = select.value) },
      ...CHOICES[key].map(([value, text]) => make("option", { value, text, selected: value === tuning[key] })));
    return select;
  });
}
