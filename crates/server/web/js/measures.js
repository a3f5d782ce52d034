// How a game plays, as bars with marks where games stand that everybody knows.

import { make } from "./dom.js";
import { decimal, translate } from "./lang.js";

/** @param {HTMLElement} holder @param {import("./types.js").MeasureView} found */
export function showBars(holder, { measures, beside }) {
  const mark = (/** @type {number} */ share, /** @type {number} */ number) => {
    const line = make("s", { class: number === 0 ? "" : "second", "aria-hidden": "true" });
    line.style.left = `${share * 100}%`;
    return line;
  };
  const rows = measures.map(({ name, about, share, value: said }, at) => {
    const value = /^\d+\.\d$/.test(said) ? decimal(Number(said), 1) : said;
    const filled = make("i", {});
    filled.style.width = `${share * 100}%`;
    const others = beside.map(({ title, shares }) => `${translate(title)} ${Math.round(shares[at] * 100)} %`).join(", ");
    return make("div", { class: "bar-row", title: `${translate(about)} ${others}` }, make("span", { text: translate(name) }),
      make("span", { class: "bar-track", role: "img", "aria-label": `${translate(name)}: ${value}. ${translate(about)} ${others}` }, filled, ...beside.map(({ shares }, number) => mark(shares[at], number))),
      make("span", { text: value }));
  });
  const key = make("p", { class: "muted key" }, ...beside.map(({ title }, number) => make("span", {}, make("i", { class: number === 0 ? "" : "second" }), translate(title))));
  holder.replaceChildren(...rows, key);
}
