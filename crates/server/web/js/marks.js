// Arrows and circles that a player draws with the right button; the next left click takes them away.

/** @typedef {import("./board.js").BoardView} BoardView */

/** Lets somebody draw on a board. @param {BoardView} view */
export function letDraw(view) {
  /** @type {[number, number][]} */ let drawn = [];
  /** @type {number | null} */ let from = null;
  const show = () => view.decorate("drawings", () => drawn.map((cells) => view.arrow("drawn", cells)));
  view.svg.addEventListener("contextmenu", (event) => event.preventDefault());
  view.svg.addEventListener("pointerdown", (event) => {
    if (event.button === 2) from = view.cellAt(event.target);
    else if (drawn.length > 0) {
      drawn = [];
      show();
    }
  });
  addEventListener("pointerup", (event) => {
    const to = view.cellAt(document.elementFromPoint(event.clientX, event.clientY));
    if (event.button !== 2 || from === null || to === null) return;
    const same = (/** @type {[number, number]} */ cells) => cells[0] === from && cells[1] === to;
    drawn = drawn.some(same) ? drawn.filter((cells) => !same(cells)) : [...drawn, [from, to]];
    from = null;
    show();
  });
}
