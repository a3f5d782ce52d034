// Small curves over a game: a line or more, the place one looks at, and a click to go there.

import { draw, make } from "./dom.js";

const WIDTH = 280;
const HEIGHT = 96;
const LEFT = 44;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 16;

/**
 * @typedef {{style: string, label: string, values: (number | null)[], dots?: boolean}} Series
 * @typedef {{label: string, series: Series[], low: number, high: number, ticks: [number, string][],
 *   reference?: {value: number, style: string}[], area?: [string, string], at: number, last: number,
 *   words: (number: number) => string, go: (number: number) => void}} Chart
 */

/** Draws a chart into an SVG. @param {SVGSVGElement} svg @param {Chart} chart */
export function drawChart(svg, chart) {
  const { low, high, last } = chart;
  const x = (/** @type {number} */ number) => LEFT + (last > 0 ? (number / last) * (WIDTH - LEFT - RIGHT) : 0);
  const y = (/** @type {number} */ value) => TOP + (1 - (Math.min(Math.max(value, low), high) - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const parts = [];
  for (const [value, text] of chart.ticks) {
    parts.push(draw("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    parts.push(draw("text", { class: "tick", x: LEFT - 5, y: y(value), text }));
  }
  for (const { value, style } of chart.reference ?? []) {
    parts.push(draw("line", { class: `reference ${style}`, x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
  }
  for (const series of chart.series) {
    const points = series.values.flatMap((value, number) => (value === null ? [] : [[x(number), y(value), number]]));
    if (chart.area) parts.push(...areas(series.values, chart.area, x, y));
    // A gap in the values is a gap in the line.
    let path = "";
    let before = -2;
    for (const [px, py, number] of points) {
      path += `${number - before === 1 || series.dots ? (path ? "L" : "M") : "M"}${px.toFixed(1)} ${py.toFixed(1)}`;
      before = number;
    }
    parts.push(draw("path", { class: `curve ${series.style}`, d: path }));
    if (points.length === 1) parts.push(draw("circle", { class: `point ${series.style}`, cx: points[0][0], cy: points[0][1], r: 2 }));
  }
  parts.push(draw("line", { class: "here", x1: x(chart.at), x2: x(chart.at), y1: TOP - 4, y2: HEIGHT - BOTTOM + 2 }));
  parts.push(draw("text", { class: "tick first", x: LEFT, y: HEIGHT - 4, text: "0" }));
  if (last > 0) parts.push(draw("text", { class: "tick", x: WIDTH - RIGHT, y: HEIGHT - 4, text: String(last) }));
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.replaceChildren(...parts);
  const number = (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
    return Math.round(Math.min(Math.max(share, 0), 1) * last);
  };
  svg.onclick = (event) => chart.go(number(event));
  svg.setAttribute("role", "slider");
  svg.setAttribute("tabindex", "0");
  svg.setAttribute("aria-label", chart.label);
  svg.setAttribute("aria-valuemin", "0");
  svg.setAttribute("aria-valuemax", String(last));
  svg.setAttribute("aria-valuenow", String(chart.at));
  svg.setAttribute("aria-valuetext", chart.words(chart.at));
  svg.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageDown: 10, PageUp: -10 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? last : step === undefined ? null : chart.at + step;
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    chart.go(Math.min(Math.max(to, 0), last));
  };
}

/**
 * The areas between a curve and zero, of either side.
 * @param {(number | null)[]} values @param {[string, string]} styles @param {(number: number) => number} x @param {(value: number) => number} y
 */
function areas(values, styles, x, y) {
  return [1, -1].map((sign, side) => {
    let path = "";
    for (let number = 1; number < values.length; number += 1) {
      const [a, b] = [values[number - 1], values[number]];
      if (a === null || b === null) continue;
      const [ya, yb] = [a, b].map((value) => y(Math.max(value * sign, 0) * sign));
      path += `M${x(number - 1).toFixed(1)} ${y(0).toFixed(1)}V${ya.toFixed(1)}L${x(number).toFixed(1)} ${yb.toFixed(1)}V${y(0).toFixed(1)}Z`;
    }
    return draw("path", { class: `area ${styles[side]}`, d: path });
  });
}

/** A legend of series. @param {Series[]} series */
export function legend(series) {
  return series.map(({ style, label }) => make("span", { class: "key" }, draw("svg", { viewBox: "0 0 16 4", "aria-hidden": "true" }, draw("path", { class: `curve ${style}`, d: "M1 2H15" })), make("span", { text: label })));
}
