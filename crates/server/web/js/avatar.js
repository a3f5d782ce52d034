// A picture for a player, drawn from the name: the same name has the same picture everywhere, and nobody uploads one.

import { draw } from "./dom.js";

/** How many sets have a colour. */
const COLOURS = 12;
/** Cells a side of the hexagon of cells, and half the width of one. */
const SIDE = 3;
const HALF = 8.6;

/** A number from a text, spread over 32 bits (FNV-1a). @param {string} text */
function spread(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The picture of a player: stones on a small board, the same on the left and on the right. @param {string} name */
export function avatar(name) {
  const hash = spread(name.toLowerCase());
  const first = hash % COLOURS;
  const second = (first + 1 + ((hash >>> 4) % (COLOURS - 1))) % COLOURS;
  const cells = [];
  let bit = 8;
  for (let row = 1 - SIDE; row < SIDE; row += 1) {
    const count = 2 * SIDE - 1 - Math.abs(row);
    for (let at = 0; at < Math.ceil(count / 2); at += 1) {
      const stone = (hash >>> bit++) & 1;
      const other = (hash >>> (bit % 24)) & 1;
      for (const place of new Set([at, count - 1 - at])) cells.push(cell((2 * place + 1 - count) * HALF, row * HALF * 1.732, stone ? (other ? first : second) : null));
    }
  }
  return draw("svg", { class: "avatar", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...cells);
}

/** @param {number} x @param {number} y @param {number | null} set */
function cell(x, y, set) {
  const points = Array.from({ length: 6 }, (_, at) => {
    const angle = (Math.PI * (2 * at + 1)) / 6;
    return `${(x + 9.4 * Math.cos(angle)).toFixed(1)},${(y + 9.4 * Math.sin(angle)).toFixed(1)}`;
  });
  return draw("polygon", { points: points.join(" "), fill: set === null ? "var(--cell)" : `var(--set${set})` });
}
