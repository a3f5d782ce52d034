// How long an engine thinks and how much its play varies, for those who want to say so.

import { make } from "./dom.js";
import { decimal, t } from "./lang.js";
import { parseSpec, writeSpec } from "./spec.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {{time: string, variety: string}} Tuning */

/** @param {number} seconds */
function thinks(seconds) {
  return t("Thinks {n} s", { n: decimal(seconds, seconds < 1 ? 1 : 0) });
}

/** What can be chosen; nothing means as the engine's spec says. */
const CHOICES = /** @type {Record<"time" | "variety", [string, string][]>} */ ({
  time: [["", t("Normal thinking time")], ["100ms", thinks(0.1)], ["300ms", thinks(0.3)], ["1s", thinks(1)], ["3s", thinks(3)], ["10s", thinks(10)]],
  variety: [["", t("Normal variety")], ["0", t("Always its best move")], ["3", t("A little varied")], ["10", t("Very varied")]],
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
  // Who is told how long to think is not stopped by a count before.
  if (tuning.time !== "" && options.has("time")) options.delete("nodes");
  return writeSpec(name, options);
}

/** Fields for what can be chosen of an engine; none where there is nothing. @param {Catalogue} catalogue @param {string} spec @param {Tuning} tuning @param {string} side whose player it is @returns {HTMLElement[]} */
export function tuningFields(catalogue, spec, tuning, side) {
  return /** @type {const} */ (["time", "variety"]).filter((key) => knows(catalogue, spec, key)).map((key) => {
    const select = make("select", { "aria-label": key === "time" ? t("{side}: thinking time", { side }) : t("{side}: variety", { side }), onchange: () => (tuning[key] = select.value) },
      ...CHOICES[key].map(([value, text]) => make("option", { value, text, selected: value === tuning[key] })));
    return select;
  });
}
