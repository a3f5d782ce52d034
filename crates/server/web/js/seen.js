// What evaluators see in a position of sets that gather, in words.

import { make } from "./dom.js";

/** What parts of a value are called, where the evaluator has a name of its own. @type {Record<string, string>} */
const PARTS = { exposed: "risk" };

/** What is seen of the set chosen, or of the one to move. @param {any} answer @param {number | null} whose */
export function seenSets(answer, whose) {
  const sets = answer?.seen?.sets ?? [];
  const mover = sets.find((/** @type {any} */ set) => set.seat === answer.to_move) ?? sets[0];
  const chosen = whose === null ? mover : sets.find((/** @type {any} */ set) => set.set === whose);
  return chosen ? [chosen] : [];
}

/** Groups, paths and values of sets. @param {any} answer @param {any[]} sets */
export function explain(answer, sets) {
  const { sides, scale } = answer.presentation;
  return sets.flatMap((set) => {
    const words = make("p", {}, make("strong", { text: `${sides[set.set].name}: ` }), groups(set) + alarm(set));
    const value = answer.seen.evaluations.find((/** @type {any} */ evaluation) => evaluation.seat === set.seat);
    if (!value) return [words];
    const parts = value.parts.filter((/** @type {any} */ part) => part.difference !== 0);
    const row = (/** @type {string} */ name, /** @type {number} */ points) => [make("dt", { text: name }), make("dd", { text: signed(points / scale.unit) })];
    return [words, make("dl", {}, ...parts.flatMap((/** @type {any} */ part) => row(PARTS[part.name] ?? part.name, part.difference)), ...row("total", value.total))];
  });
}

/** @param {any} set */
function groups(set) {
  const { paths } = set;
  if (paths.length === 0) return "One group: connected.";
  const narrowest = Math.min(...paths.map((/** @type {any} */ path) => path.width));
  return `${paths.length + 1} groups. ${paths.length === 1 ? "The path between them" : `The narrowest of ${paths.length} paths`} is ${narrowest} wide.`;
}

/** @param {any} set */
function alarm(set) {
  if (set.blocked) return " Blocked: one group can’t reach the others.";
  const danger = set.paths.filter((/** @type {any} */ path) => path.danger).length;
  return danger > 0 ? ` ${danger} in danger of being cut.` : "";
}

/** @param {number} value */
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
