// The moves of a game with its variations and comments, as a list.

import { make } from "./dom.js";
import { t } from "./lang.js";
import { moveWords } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

/** How much of a comment stands in the list. */
const SHOWN = 160;

/**
 * Fills a list.
 * @param {HTMLElement} list
 * @param {import("./tree.js").Tree} tree
 * @param {Node} at the position one looks at
 * @param {number} seats
 * @param {(node: Node) => void} go
 * @param {(letter: string) => string} who what to call a seat
 */
export function fillMoves(list, tree, at, seats, go, who) {
  const columns = Math.min(seats, 3);
  const button = (/** @type {Node} */ node) => make("button", { text: moveWords(node, who), "aria-current": node === at ? "step" : null, onclick: () => go(node) });
  const rows = [];
  /** @type {HTMLElement | null} */
  let row = null;
  const beside = (/** @type {Node} */ node, /** @type {Node[]} */ others, /** @type {number} */ number) => {
    const parts = [];
    if (node.comment) parts.push(said(node));
    for (const other of others) parts.push(variation(other, number, seats, button));
    if (parts.length === 0) return;
    rows.push(make("li", { class: "aside" }, ...parts));
    row = null;
  };
  beside(tree.root, [], 0);
  let number = 0;
  for (let node = tree.root.children[0]; node; node = node.children[0], number += 1) {
    const place = number % seats;
    if (!row || place % columns === 0) {
      row = make("li", { class: columns > 2 ? "many" : "" }, make("b", { text: place < columns ? String(Math.floor(number / seats) + 1) : "" }));
      for (let gap = 0; gap < place % columns; gap += 1) row?.append(make("span", { class: "gap", text: "…" }));
      rows.push(row);
    }
    row?.append(button(node));
    beside(node, node.parent?.children.slice(1) ?? [], number);
  }
  if (rows.length === 0) rows.push(make("li", {}, make("span", { class: "empty", text: t("No moves yet. Move a piece to begin.") })));
  list.replaceChildren(...rows);
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
}

/** @param {Node} node */
function said(node) {
  const text = node.comment.length > SHOWN ? `${node.comment.slice(0, SHOWN)}…` : node.comment;
  return make("p", { class: "said", text });
}

/**
 * A line that was not played, with the lines that branch off it inside.
 * @param {Node} first @param {number} number @param {number} seats @param {(node: Node) => HTMLElement} button
 */
function variation(first, number, seats, button) {
  const block = make("div", { class: "variation" });
  for (let node = first, at = number; node; node = node.children[0], at += 1) {
    if (node === first || at % seats === 0) block.append(make("b", { text: `${Math.floor(at / seats) + 1}${at % seats > 0 ? "…" : ""}` }));
    block.append(button(node));
    if (node.comment) block.append(said(node));
    // Branches of the first move are its siblings, which stand beside it already.
    if (node !== first) for (const other of node.parent?.children.slice(1) ?? []) block.append(variation(other, at, seats, button));
  }
  return block;
}
