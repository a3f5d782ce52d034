// What evaluators see in a position of sets that gather, in words.

import { make } from "./dom.js";
import { decimal, plural, t, translate } from "./lang.js";

/** What parts of a value are called, where the evaluator has a name of its own. @type {Record<string, string>} */
const PARTS = { exposed: t("risk") };

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
    const words = make("p", {}, make("strong", { text: `${translate(sides[set.set].name)}: ` }), groups(set) + alarm(set));
    const value = answer.seen.evaluations.find((/** @type {any} */ evaluation) => evaluation.seat === set.seat);
    if (!value) return [words];
    const parts = value.parts.filter((/** @type {any} */ part) => part.difference !== 0);
    const row = (/** @type {string} */ name, /** @type {number} */ points) => [make("dt", { text: name }), make("dd", { text: signed(points / scale.unit) })];
    return [words, make("dl", {}, ...parts.flatMap((/** @type {any} */ part) => row(PARTS[part.name] ?? translate(part.name), part.difference)), ...row(t("total"), value.total))];
  });
}

/** What the network expects, and what the numbers on the pieces mean. @param {any} answer */
export function counted(answer) {
  const found = answer.counted;
  if (!found) return answer.result === null ? t("No network knows this board.") : t("The game is over: nothing left to count on.");
  const set = answer.position.sets[found.seat.charCodeAt(0) - 65];
  const name = translate(answer.presentation.sides[set].name);
  return t("The network expects {side}, to move, to score {n} of 100 points. The number on a piece says how many of these points its side would lose without it; a dashed ring means the side would be better off.", { side: name, n: decimal(found.expected) });
}

/** @param {any} set */
function groups(set) {
  const { paths } = set;
  if (paths.length === 0) return t("One group: connected.");
  const narrowest = Math.min(...paths.map((/** @type {any} */ path) => path.width));
  return plural(paths.length, "{groups} groups. The path between them is {wide} wide.", "{groups} groups. The narrowest of {n} paths is {wide} wide.", { groups: paths.length + 1, wide: narrowest });
}

/** @param {any} set */
function alarm(set) {
  if (set.blocked) return ` ${t("Blocked: one group can’t reach the others.")}`;
  const danger = set.paths.filter((/** @type {any} */ path) => path.danger).length;
  return danger > 0 ? ` ${t("{n} in danger of being cut.", { n: danger })}` : "";
}

/** @param {number} value */
const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${decimal(Math.abs(value), 1)}`;
