// What Selfo's evaluators see in a position, in words.

import { make } from "./dom.js";

/** The colours of the sets, as people call them. */
export const COLOURS = ["Blue", "Amber", "Green", "Magenta", "Brick", "Sky"];

/** What is seen of the set chosen, or of the one to move. @param {any} answer @param {number | null} whose */
export function seenSets(answer, whose) {
  const sets = answer?.seen?.sets ?? [];
  const mover = sets.find((/** @type {any} */ set) => set.seat === answer.to_move) ?? sets[0];
  const chosen = whose === null ? mover : sets.find((/** @type {any} */ set) => set.set === whose);
  return chosen ? [chosen] : [];
}

/** Groups, paths and values of sets. @param {any} answer @param {any[]} sets */
export function explain(answer, sets) {
  return sets.flatMap((set) => {
    const words = make("p", {}, make("strong", { text: `${COLOURS[set.set]}: ` }), groups(set) + alarm(set));
    const value = answer.seen.evaluations.find((/** @type {any} */ evaluation) => evaluation.seat === set.seat);
    if (!value) return [words];
    const parts = value.parts.filter((/** @type {any} */ part) => part.difference !== 0);
    const row = (/** @type {string} */ name, /** @type {number} */ points) => [make("dt", { text: name }), make("dd", { text: steps(points) })];
    return [words, make("dl", {}, ...parts.flatMap((/** @type {any} */ part) => row(part.name, part.difference)), ...row("together", value.total))];
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
  if (set.blocked) return " Blocked: a group cannot come to the others.";
  const danger = set.paths.filter((/** @type {any} */ path) => path.danger).length;
  return danger > 0 ? ` ${danger} in danger: cut sooner than held.` : "";
}

/** Ten points are one step. @param {number} points */
const steps = (points) => `${points > 0 ? "+" : points < 0 ? "−" : ""}${(Math.abs(points) / 10).toFixed(1)}`;
