// The two curves over a line of play: what it was worth, and how the sets organised themselves.

import { drawChart } from "./charts.js";
import { decimal, t, translate } from "./lang.js";
import { share, worth } from "./verdict.js";

/** @typedef {import("./tree.js").Node} Node */

/** What there is room for beside a chart. @param {string} name */
const short = (name) => (name.length > 7 ? `${name.slice(0, 6)}…` : name);

/**
 * Draws the evaluation of every position.
 * @param {SVGSVGElement} svg
 * @param {any} answer the position one looks at, as the server tells it
 * @param {import("./thinker.js").Thinker} thinker
 * @param {number} at its number
 * @param {(letter: string) => string} name what to call a seat
 * @param {(node: Node) => void} go
 */
export function drawEvaluation(svg, answer, thinker, at, name, go) {
  const { positions } = thinker;
  const { seats: count, position: { sets } } = answer;
  const { decisive } = answer.presentation.scale;
  const of = (/** @type {Node} */ node, /** @type {string} */ seat) => {
    const evaluation = thinker.of(node);
    if (!evaluation || (count > 2 && !evaluation.over && evaluation.seat !== seat)) return null;
    return share(evaluation, decisive, seat);
  };
  const letters = count === 2 ? ["A"] : Array.from({ length: count }, (_, seat) => String.fromCharCode(65 + seat));
  drawChart(svg, {
    label: t("Evaluation over the game"),
    series: letters.map((letter, seat) => ({
      style: count === 2 ? "ink" : `lined in${sets[seat] % 12}`, label: name(letter), dots: count > 2,
      values: positions.map((node) => of(node, letter)),
    })),
    low: -1, high: 1, ticks: count === 2 ? [[1, short(name("A"))], [0, t("even")], [-1, short(name("B"))]] : [[1, t("Won").toLowerCase()], [0, "½"], [-1, t("Lost").toLowerCase()]],
    area: count === 2 ? [`filled in${sets[0] % 12}`, `filled in${sets[1] % 12}`] : undefined,
    at, last: positions.length - 1,
    words: (number) => {
      const evaluation = thinker.of(positions[number]);
      return `${t("move {n}", { n: number })}${evaluation ? `, ${worth(evaluation, answer, name)}` : ""}`;
    },
    go: (number) => go(positions[number]),
  });
}

/**
 * Draws the self-organisation; returns its series, for a legend.
 * @param {SVGSVGElement} svg
 * @param {{name: string}[]} sides
 * @param {any[]} sets as the server follows them
 * @param {Node[]} positions
 * @param {number} at
 * @param {(node: Node) => void} go
 */
export function drawOrganisation(svg, sides, sets, positions, at, go) {
  const series = sets.map((set) => ({ style: `lined in${set.set % 12}`, label: translate(sides[set.set].name), values: set.idle }));
  const size = Math.max(...sets.map((set) => set.size));
  drawChart(svg, {
    label: t("Self-organisation over the game"), series, low: 0,
    high: Math.max(size, ...sets.flatMap((set) => set.idle)) * 1.1 || 1,
    ticks: [[0, "0"], [size, String(size)]],
    reference: sets.map((set) => ({ value: set.size, style: `lined in${set.set % 12}` })),
    at, last: positions.length - 1,
    words: (number) => `${t("move {n}", { n: number })}: ${series.map(({ label, values }) => `${label} ${decimal(values[number] ?? 0, 1)}`).join(", ")}`,
    go: (number) => go(positions[number]),
  });
  return series;
}
