// A picture for a player, drawn from the name: the same name has the same picture everywhere, and nobody uploads one.

import { draw } from "./dom.js";

/** Stones on a small board, the same on the left and on the right. @param {string} name */
export function avatar(name) {
  let hash = 0;
  // Multiplied by odd numbers and folded, so that names that differ in a letter differ in everything.
  const next = (/** @type {number} */ more) => ((hash = Math.imul(hash ^ (hash >>> 15) ^ more, 0x2c1b3c6d)) >>> 4);
  for (const letter of name.toLowerCase()) next(letter.charCodeAt(0));
  const first = next(1) % 12;
  const fills = ["--cell", `--set${first}`, "--cell", `--set${(first + 1 + (next(2) % 11)) % 12}`];
  const stones = [];
  for (let row = -2; row <= 2; row += 1) {
    const count = 5 - Math.abs(row);
    for (let at = 0; 2 * at < count; at += 1) {
      const fill = `var(${fills[next(row + 3) % 4]})`;
      for (const place of new Set([at, count - 1 - at])) stones.push(draw("circle", { cx: (2 * place + 1 - count) * 9, cy: row * 15.6, r: 8, fill }));
    }
  }
  return draw("svg", { class: "avatar", viewBox: "-46 -46 92 92", "aria-hidden": "true" }, ...stones);
}
