// Figures as tables and bars.

import { draw, make } from "./dom.js";
import { decimal, t } from "./lang.js";

/** @param {number} share */
export const percent = (share) => `${decimal(100 * share, share > 0.995 || share < 0.005 ? 0 : 1)}\u00a0%`;

/** A probability as papers print it. @param {number} p */
export const probability = (p) => (p < 0.0001 ? `< ${decimal(0.0001, 4)}` : decimal(p, 4));

/**
 * A table in a box that scrolls by itself if it must. Cells are text or elements.
 * @param {string} caption
 * @param {(string | Node)[]} head
 * @param {(string | Node)[][]} rows
 * @param {string} [kind]
 * @param {[string, number][]} [over] what stands above so many columns
 */
export function table(caption, head, rows, kind = "", over = []) {
  const cell = (/** @type {string} */ tag, /** @type {any} */ content, /** @type {any} */ more = {}) => make(tag, more, content);
  const top = make("tr", {}, ...head.map((content) => (content === "" ? make("td") : cell("th", content, { scope: "col" }))));
  const groups = over.map(([text, colspan]) => (text === "" ? make("td", { colspan }) : make("th", { colspan, scope: "colgroup", text })));
  const above = over.length > 0 ? [make("tr", { class: "over" }, ...groups)] : [];
  const body = rows.map((row) => make("tr", {}, ...row.map((content, at) => (at === 0 ? cell("th", content, { scope: "row" }) : cell("td", content)))));
  const all = make("table", { class: kind }, make("caption", { class: "sr", text: caption }), make("thead", {}, ...above, top), make("tbody", {}, ...body));
  return make("div", { class: "card scroll", tabindex: "0", role: "region", "aria-label": caption }, all);
}

/** A number with a remark below. @param {string} text @param {string} remark */
export const noted = (text, remark) => make("span", { class: "noted", text }, make("small", { text: remark }));

/** Shares of a whole as a bar. @param {[string, number, string][]} parts kinds, counts, and what they are called */
export function bar(parts) {
  const total = parts.reduce((sum, [, count]) => sum + count, 0) || 1;
  const svg = draw("svg", { class: "share", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": parts.map(([, count, words]) => `${count} ${words}`).join(", ") });
  let x = 0;
  for (const [kind, count] of parts) {
    const width = (100 * count) / total;
    svg.append(draw("rect", { class: `part ${kind}`, x, y: 0, width, height: 10 }));
    x += width;
  }
  return svg;
}

/** A share with the interval in which the true one may lie. @param {number} value @param {number} low @param {number} high */
export function interval(value, low, high) {
  const words = t("{value}, true share between {low} and {high}", { value: percent(value), low: percent(low), high: percent(high) });
  return draw("svg", { class: "interval", viewBox: "-3 0 110 16", preserveAspectRatio: "xMinYMid", role: "img", "aria-label": words },
    draw("line", { class: "axis", x1: 2, y1: 8, x2: 102, y2: 8 }),
    draw("line", { class: "half", x1: 52, y1: 2, x2: 52, y2: 14 }),
    draw("line", { class: "reach", x1: 2 + 100 * low, y1: 8, x2: 2 + 100 * high, y2: 8 }),
    draw("circle", { class: "value", cx: 2 + 100 * value, cy: 8, r: 4 }));
}

/** Facts with their names. @param {[string, string][]} all */
export function facts(all) {
  return make("dl", { class: "facts" }, ...all.filter(([, value]) => value !== "").map(([name, value]) => make("div", {}, make("dt", { text: name }), make("dd", { text: value }))));
}

/** Says what went wrong. @param {HTMLElement} line @param {any} error */
export function trouble(line, error) {
  line.hidden = false;
  line.textContent = String(error?.message ?? error);
}
