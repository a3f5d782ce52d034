// What engines and evaluators see, drawn on a board.

import { draw } from "./dom.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {import("./types.js").SeenSet} SeenSet */

/** Tints the empty cells by the strength of signals. @param {BoardView} view @param {SeenSet[]} sets */
export function signals(view, sets) {
  const { board, position } = view;
  if (!board || !position) return [];
  const taken = new Set(position.pieces.map((piece) => piece.cell));
  return sets.flatMap((set, place) => {
    const heard = set.signals.filter(([cell]) => !taken.has(cell));
    const strengths = heard.map(([, strength]) => strength);
    const [least, most] = [Math.min(...strengths), Math.max(...strengths)];
    const cells = heard.map(([cell, strength]) => {
      // The whole scale is used in every position; several sets share a cell as rings.
      const share = (strength - least) / Math.max(most - least, 1e-9);
      const [cx, cy] = view.place(board.cells[cell].centre);
      if (sets.length === 1) {
        const points = board.cells[cell].outline.map((point) => view.place(point)).join(" ");
        return draw("polygon", { class: `signal filled in${set.set % 12}`, points, opacity: (0.06 + 0.74 * share).toFixed(3) });
      }
      const r = board.radius * 0.95 * Math.sqrt(share) * (1 - place / sets.length / 2);
      return draw("circle", { class: `signal filled in${set.set % 12}`, cx, cy, r: r.toFixed(1), opacity: 0.5 });
    });
    if (set.centroid === null) return cells;
    const [cx, cy] = view.place(board.cells[set.centroid].centre);
    return [...cells, draw("circle", { class: `centroid lined in${set.set % 12}`, cx, cy, r: board.radius * 1.2 })];
  });
}

/** Critical paths as lines as thick as they are wide, and the cells of smallest cuts. @param {BoardView} view @param {SeenSet[]} sets */
export function paths(view, sets) {
  const { board } = view;
  if (!board) return [];
  const lines = sets.flatMap((set) => set.paths.flatMap((critical) => {
    const points = critical.path.map((cell) => view.place(board.cells[cell].centre).join(",")).join(" ");
    const width = board.radius * Math.min(0.14 + 0.12 * critical.width, 0.9);
    const line = draw("polyline", { class: `critical lined in${set.set % 12}${critical.danger ? " danger" : ""}`, points, "stroke-width": width.toFixed(1) });
    const r = board.radius * 0.34;
    const cuts = critical.danger ? critical.cut.map((cell) => {
      const [x, y] = view.place(board.cells[cell].centre);
      return draw("path", { class: "cut-cell", d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` });
    }) : [];
    return critical.path.length > 0 ? [line, ...cuts] : [];
  }));
  return lines;
}

/** What each piece is worth to its side: a number, and a ring as thick as it is much; dashed where the side would be better without it. @param {BoardView} view @param {[number, number][]} pieces */
export function worths(view, pieces) {
  const { board } = view;
  if (!board) return [];
  const most = Math.max(1, ...pieces.map(([, points]) => Math.abs(points)));
  return pieces.flatMap(([cell, points]) => {
    const [x, y] = view.place(board.cells[cell].centre);
    const share = Math.abs(points) / most;
    const against = points <= -0.5;
    const ring = draw("circle", { class: `worth-ring${against ? " against" : ""}`, cx: x, cy: y, r: (board.radius * 0.98).toFixed(1), "stroke-width": (board.radius * (0.06 + 0.3 * share)).toFixed(1), opacity: (0.25 + 0.75 * share).toFixed(2) });
    const number = Math.round(points);
    const text = draw("text", { class: "worth-number", x, y: y + board.radius * 0.2, "font-size": (board.radius * 0.62).toFixed(1), text: number < 0 ? `−${-number}` : `${number}` });
    return [ring, text];
  });
}

/** A line of play as arrows, each fainter than the one before. @param {BoardView} view @param {{text: string, cells: [number, number] | null}[]} line */
export function arrows(view, line) {
  const { board } = view;
  if (!board) return [];
  const shown = line.slice(0, 3).flatMap(({ cells }, place) => {
    if (!cells || cells[0] === cells[1]) return [];
    const arrow = view.arrow("arrow", cells);
    arrow.setAttribute("opacity", String([0.95, 0.5, 0.28][place]));
    return [arrow];
  });
  // The first move lies on top.
  return shown.reverse();
}
