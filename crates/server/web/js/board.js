// One board for all games. It is given polygons, shapes and legal moves, and knows no rules.

import { draw, markup } from "./dom.js";
import { t, translate } from "./lang.js";
import { letDraw } from "./marks.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").LegalMove} Move */

const MARGIN = 8;
const DRAG_AFTER = 6;
const LAYERS = ["borders", "cells", "edges", "corners", "signals", "touched", "checks", "bonds", "trail", "names", "paths", "marks", "pieces", "worths", "ghosts", "captures", "arrows", "hints", "drawings", "targets", "focuses"];
/** How long a jump of a chain takes, in milliseconds. */
const JUMP = 180;
/** The most pieces that are seen to move at once; more is another position and no move. */
const MOST_MOVING = 4;
/** Numbers the boards of the page, because the names of paints must differ. */
let boards = 0;

export class BoardView {
  /**
   * @param {SVGSVGElement} svg
   * @param {(moves: Move[]) => void} [onMove] is given the moves between the two cells chosen, or onto the one
   */
  constructor(svg, onMove) {
    this.svg = svg;
    this.onMove = onMove;
    this.prefix = `b${boards++}-`;
    this.flipped = false;
    /** How often the board is turned by `angle` degrees, which keeps its shape where anything does. */
    this.turned = 0;
    this.angle = 90;
    this.named = false;
    /** What others draw on the board, by layer. @type {Map<string, () => Element[]>} */
    this.decorations = new Map();
    /** @type {Board | null} */ this.board = null;
    /** @type {Position | null} */ this.position = null;
    /** @type {number | null} */ this.chosen = null;
    /** The cell that the keyboard is on. */
    this.current = 0;
    /** The cell that the pointer or the keyboard points at: what a move there would do is shown. @type {number | null} */
    this.pointed = null;
    /** The pieces that are drawn, by their cells. @type {Map<number, SVGGElement>} */
    this.drawn = new Map();
    /** @type {{cell: number, x: number, y: number, moved: boolean, again: boolean} | null} */ this.drag = null;
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    this.direction = { sin: 0, cos: 1 };
    /** The set whose moves may be planned while others are to move, and whether its pieces are placed. @type {{set: number, places: boolean} | null} */
    this.planner = null;
    /** The move that is to follow at once. @type {[number, number] | null} */ this.planned = null;
    if (onMove) this.listen();
  }

  /** Shows a position; the way of its last move is seen cell by cell. @param {Board} board @param {Position} position */
  show(board, position) {
    const fresh = board !== this.board;
    const way = position.last?.path ?? [];
    const jumper = fresh || way.length < 3 ? undefined : this.drawn.get(way[0]);
    // Whoever has chosen a piece keeps it when the same position is only told again.
    if (!this.isShown(board, position) && !this.stands(board, position)) {
      if (this.drag) this.drawn.get(this.drag.cell)?.classList.remove("lifted");
      this.chosen = this.drag = null;
    }
    if (fresh) this.drawBoard(board);
    this.position = position;
    this.drawPosition(fresh);
    if (jumper && this.drawn.get(way[way.length - 1]) === jumper) this.jump(jumper, way);
  }

  /** Whether a position is the one that is shown, with the same moves. @param {Board} board @param {Position} position */
  isShown(board, { text, moves }) {
    const { board: old, position } = this;
    return old?.cells.length === board.cells.length && position?.text === text && position.moves.length === moves.length;
  }

  /** Whether the piece that was chosen stands where it stood: nothing interrupts a player's hand. @param {Board} board @param {Position} position */
  stands(board, position) {
    const { chosen } = this;
    if (chosen === null || board !== this.board) return false;
    const piece = (/** @type {Position | null} */ at) => at?.pieces.find(({ cell }) => cell === chosen);
    const [before, now] = [piece(this.position), piece(position)];
    return before !== undefined && before.set === now?.set && (position.moves.length === 0 || position.moves.some(({ path }) => path[0] === chosen));
  }

  /** Lets the pieces of a set shine, and the others step back. @param {number | null} set */
  light(set) {
    this.svg.classList.toggle("lit", set !== null);
    for (const group of this.drawn.values()) group.classList.toggle("shines", set !== null && group.dataset.set === String(set));
    for (const bond of this.layers.bonds?.children ?? []) bond.classList.toggle("shines", set !== null && bond.classList.contains(`in${set % 12}`));
  }

  /** An arrow from a cell to another, or a circle around one. @param {string} type @param {[number, number]} cells */
  arrow(type, [from, to]) {
    const { cells, radius } = /** @type {Board} */ (this.board);
    const [[x1, y1], [x2, y2]] = [this.place(cells[from].centre), this.place(cells[to].centre)];
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length < 1) return draw("circle", { class: `${type} ring-mark`, cx: x1, cy: y1, r: radius * 1.2 });
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const head = radius * 0.7;
    const at = (/** @type {number} */ along, /** @type {number} */ aside) => `${round(x2 - ux * along - uy * aside)},${round(y2 - uy * along + ux * aside)}`;
    return draw("g", { class: type },
      draw("line", { x1: x1 + ux * radius * 0.5, y1: y1 + uy * radius * 0.5, x2: x2 - ux * head, y2: y2 - uy * head, "stroke-width": radius * 0.34 }),
      draw("polygon", { points: `${at(0, 0)} ${at(head * 1.15, head * 0.62)} ${at(head * 1.15, -head * 0.62)}` }));
  }

  /** Lets a piece be seen to go from cell to cell. @param {SVGGElement} piece @param {number[]} way */
  jump(piece, way) {
    if (!this.board || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { cells } = this.board;
    const places = way.map((cell) => this.place(cells[cell].centre)).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    piece.animate(places, { duration: JUMP * (way.length - 1), easing: "ease-in-out" });
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    this.flipped = flipped;
    this.redraw();
  }

  /** Turns the board on, or to where it was turned before. @param {number} [turned] */
  turn(turned = this.turned + 1) {
    this.turned = turned % Math.round(360 / this.angle);
    this.redraw();
  }

  /** Draws something of others on a layer, now and whenever the board is drawn. @param {string} layer @param {() => Element[]} make */
  decorate(layer, make) {
    this.decorations.set(layer, make);
    this.layers[layer]?.replaceChildren(...(this.position ? make() : []));
  }

  /** @param {boolean} named */
  name(named) {
    this.named = named;
    this.redraw();
  }

  redraw() {
    if (!this.board || !this.position) return;
    this.drawBoard(this.board);
    this.drawPosition(true);
  }

  /** A point of the board as it is shown. @param {[number, number]} point @returns {[number, number]} */
  place([x, y]) {
    const { sin, cos } = this.direction;
    return [round(x * cos - y * sin), round(x * sin + y * cos)];
  }

  /** How far the board is turned, in degrees. */
  get degrees() {
    return (this.turned * this.angle + (this.flipped ? 180 : 0)) % 360;
  }

  /** @param {string} text text with the names of paints made ours */
  own(text) {
    return text.replaceAll("url(#", `url(#${this.prefix}`).replaceAll(' id="', ` id="${this.prefix}`);
  }

  /** @param {Board} board */
  drawBoard(board) {
    if (board !== this.board) this.angle = turnOf(board);
    this.board = board;
    const radians = (this.degrees * Math.PI) / 180;
    this.direction = { sin: Math.sin(radians), cos: Math.cos(radians) };
    this.drawn.clear();
    this.current = Math.min(this.current, board.cells.length - 1);
    const layers = LAYERS.map((name) => [name, draw("g", { class: name, "aria-hidden": name === "cells" ? null : "true" })]);
    this.layers = Object.fromEntries(layers);
    this.svg.replaceChildren(...markup(this.own(board.definitions)), ...layers.map(([, layer]) => layer));
    const labels = (isNumbered(board) ? [] : board.labels).map(([text, at]) => /** @type {const} */ ([text, this.place(at)]));
    const outlines = board.cells.map((cell) => cell.outline.map((point) => this.place(point)));
    const points = [...outlines.flat(), ...labels.map(([, at]) => at)];
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
    const [width, height] = [Math.max(...xs) - left + MARGIN, Math.max(...ys) - top + MARGIN];
    this.svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    for (const { set, line } of board.borders) {
      const points = line.map((point) => this.place(point)).join(" ");
      this.layers.borders.append(draw("polyline", { class: `border in${set % 12}`, points }));
    }
    if (board.show_edges) {
      for (const [a, b] of board.edges) this.layers.edges.append(this.segment("edge", a, b));
    }
    board.cells.forEach((cell, at) => {
      const polygon = draw("polygon", { class: `cell ${cell.shade ?? ""}`, points: outlines[at].join(" "), "data-cell": at });
      if (this.onMove) {
        polygon.setAttribute("role", "button");
        polygon.setAttribute("tabindex", at === this.current ? "0" : "-1");
      }
      this.layers.cells.append(polygon);
    });
    this.layers.corners.append(...this.corners(board));
    if (isNumbered(board)) this.drawNumbers(board);
    else for (const [text, [x, y]] of labels) this.layers.names.append(draw("text", { class: "rim-label", x, y, text }));
  }

  /** Small links over the corners where cells are neighbours diagonally: so a board for kings is told from one of squares. @param {Board} board */
  corners({ cells, edges }) {
    if (cells.some(({ shade }) => shade) || cells[0]?.outline.length !== 4) return [];
    const [[x0], [x1]] = cells[0].outline;
    const side = Math.max(Math.abs(x1 - x0), Math.hypot(cells[0].outline[1][0] - x0, cells[0].outline[1][1] - cells[0].outline[0][1]));
    return edges.flatMap(([a, b]) => {
      const [[ax, ay], [bx, by]] = [this.place(cells[a].centre), this.place(cells[b].centre)];
      if (Math.abs(ax - bx) < side / 2 || Math.abs(ay - by) < side / 2) return [];
      const [mx, my, dx, dy] = [(ax + bx) / 2, (ay + by) / 2, (bx - ax) * 0.11, (by - ay) * 0.11];
      return [draw("line", { class: "link-corner", x1: mx - dx, y1: my - dy, x2: mx + dx, y2: my + dy })];
    });
  }

  /** The numbers that players call the cells by, each in a corner of its cell. @param {Board} board */
  drawNumbers({ cells, radius }) {
    for (const { label, centre } of cells) {
      const [x, y] = this.place(centre);
      if (label) this.layers.names.append(draw("text", { class: "cell-number", x: x - radius * 1.16, y: y - radius * 0.74, text: label }));
    }
  }

  /** @param {string} type @param {number} a @param {number} b */
  segment(type, a, b) {
    const cells = /** @type {Board} */ (this.board).cells;
    const [[x1, y1], [x2, y2]] = [this.place(cells[a].centre), this.place(cells[b].centre)];
    return draw("line", { class: type, x1, y1, x2, y2 });
  }

  /** @param {boolean} fresh whether nothing of the last position may be reused */
  drawPosition(fresh) {
    const { board, position, layers } = this;
    if (!board || !position) return;
    const old = fresh ? new Map() : this.follow(position);
    this.drawn.clear();
    for (const piece of position.pieces) {
      const shape = position.shapes[piece.shape];
      let group = old.get(piece.cell);
      if (group && (group.dataset.shape !== shape || group.dataset.set !== String(piece.set))) {
        const same = group.dataset.set === String(piece.set);
        if (same) group.replaceChildren(...markup(this.own(shape)));
        else group = undefined;
      }
      if (!group) {
        group = draw("g", { class: "piece" }, ...markup(this.own(shape)));
        layers.pieces.append(group);
      }
      group.dataset.shape = shape;
      group.dataset.set = String(piece.set);
      // Nothing is taken out of a player's hand.
      if (piece.cell !== this.drag?.cell || !group.classList.contains("lifted")) this.put(group, piece.cell, piece.turns);
      this.drawn.set(piece.cell, group);
    }
    const kept = new Set(this.drawn.values());
    for (const group of [...layers.pieces.children]) if (!kept.has(/** @type {any} */ (group))) group.remove();
    this.drawBonds();
    this.drawLast();
    this.drawNames();
    for (const [layer, make] of this.decorations) layers[layer].replaceChildren(...make());
    this.mark();
  }

  /**
   * The pieces that are drawn, by the cells on which they stand next: a piece that moves keeps its
   * element, so that it is seen to move, forwards and back.
   * @param {Position} position
   */
  follow(position) {
    const { board, drawn } = this;
    const next = new Map(position.pieces.map((piece) => [piece.cell, piece]));
    const set = (/** @type {SVGGElement} */ group) => Number(group.dataset.set);
    const stays = (/** @type {[number, SVGGElement]} */ [cell, group]) => next.get(cell)?.set === set(group);
    const old = new Map([...drawn].filter(stays));
    const gone = [...drawn].filter((entry) => !stays(entry));
    const come = position.pieces.filter((piece) => !old.has(piece.cell));
    if (!board || come.length > MOST_MOVING) return old;
    for (const piece of come) {
      const [x, y] = board.cells[piece.cell].centre;
      const far = (/** @type {[number, SVGGElement]} */ [cell, group]) => {
        const [gx, gy] = board.cells[cell].centre;
        return Math.hypot(gx - x, gy - y) + (group.dataset.shape === position.shapes[piece.shape] ? 0 : 1e6);
      };
      const alike = gone.filter(([, group]) => set(group) === piece.set).sort((a, b) => far(a) - far(b))[0];
      if (!alike) continue;
      gone.splice(gone.indexOf(alike), 1);
      old.set(piece.cell, alike[1]);
    }
    return old;
  }

  /** @param {SVGGElement} group @param {number} cell @param {boolean} turns */
  put(group, cell, turns) {
    const [x, y] = this.place(/** @type {Board} */ (this.board).cells[cell].centre);
    group.style.transform = `translate(${x}px, ${y}px)${turns && this.degrees ? ` rotate(${this.degrees}deg)` : ""}`;
  }

  drawBonds() {
    const { board, position, layers } = this;
    if (!board || !position) return;
    const sets = new Map(position.pieces.map((piece) => [piece.cell, piece.set]));
    const bonds = board.bonded ? board.edges.filter(([a, b]) => sets.has(a) && sets.get(a) === sets.get(b)) : [];
    layers.bonds.replaceChildren(...bonds.map(([a, b]) => {
      const line = this.segment(`bond in${(sets.get(a) ?? 0) % 12}`, a, b);
      line.setAttribute("stroke-width", String(board.radius * 0.62));
      return line;
    }));
  }

  drawLast() {
    const { board, position, layers } = this;
    if (!board || !position) return;
    const { path = [], captures = [], along = [] } = position.last ?? {};
    const ways = [path, ...along].filter((way) => way.length > 1);
    layers.trail.replaceChildren(...ways.map((way) => this.polyline("trail", way)));
    const touched = new Set([...path, ...captures, ...along.flat()]);
    layers.touched.replaceChildren(...[...touched].map((at) => this.tint(at === path[path.length - 1] ? "touched to" : "touched", at)));
    layers.checks.replaceChildren(...(position.threatened ?? []).map((at) => this.tint("checked", at)));
  }

  /** A cell in another colour. @param {string} type @param {number} at */
  tint(type, at) {
    const points = /** @type {Board} */ (this.board).cells[at].outline.map((point) => this.place(point)).join(" ");
    return draw("polygon", { class: type, points });
  }

  /** A line over the middles of cells. @param {string} type @param {number[]} cells */
  polyline(type, cells) {
    const points = cells.map((cell) => this.place(/** @type {Board} */ (this.board).cells[cell].centre)).join(" ");
    return draw("polyline", { class: type, points });
  }

  /** A move drawn: its way with the cells numbered, and the pieces that it takes. @param {Move} move @returns {Element[]} */
  wayOf(move) {
    const { cells, radius } = /** @type {Board} */ (this.board);
    const steps = move.path.slice(1).flatMap((cell, at) => {
      const [cx, cy] = this.place(cells[cell].centre);
      return [draw("circle", { class: "way-step", cx, cy, r: radius * 0.8 }), draw("text", { class: "way-number", x: cx, y: cy, "font-size": radius * 1.1, text: String(at + 1) })];
    });
    return [this.polyline("way-line", move.path), ...this.crosses(move.captures ?? []), ...steps];
  }

  /** Marks of pieces that are taken. @param {number[]} cells @returns {Element[]} */
  crosses(cells) {
    const { cells: all, radius } = /** @type {Board} */ (this.board);
    const r = radius * 0.5;
    return cells.map((cell) => {
      const [x, y] = this.place(all[cell].centre);
      return draw("path", { class: "captured", "data-captured": cell, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` });
    });
  }

  drawNames() {
    const { board, layers } = this;
    for (const name of layers.names.querySelectorAll(".cell-name")) name.remove();
    if (!board || !this.named) return;
    board.cells.forEach((cell, at) => {
      if (this.drawn.has(at)) return;
      const [x, y] = this.place(cell.centre);
      layers.names.append(draw("text", { class: "cell-name", x, y, text: cell.label }));
    });
  }

  /** The moves from a cell. @param {number} cell */
  movesFrom(cell) {
    return (this.position?.moves ?? []).filter((move) => move.path[0] === cell);
  }

  /** The moves that choosing a cell plays: from the cell chosen before, or onto an empty one. @param {number} cell */
  movesAt(cell) {
    const moves = this.chosen === null ? [] : this.movesFrom(this.chosen).filter((move) => move.path.length > 1 && goal(move) === cell);
    return moves.length > 0 ? moves : this.movesFrom(cell).filter((move) => move.path.length === 1);
  }

  /** Draws what can be done, and says it to those who cannot see it. */
  mark() {
    const { board, position, layers, chosen } = this;
    if (!board || !position) return;
    const origins = new Set(position.moves.map((move) => move.path[0]));
    const goals = new Set(chosen === null ? [] : this.movesFrom(chosen).filter((move) => move.path.length > 1).map(goal));
    const words = new Map(position.pieces.map((piece) => [piece.cell, piece.words]));
    [...layers.cells.children].forEach((cell, at) => {
      cell.classList.toggle("movable", origins.has(at));
      cell.classList.toggle("plannable", this.isPlanners(at));
      cell.classList.toggle("goal", goals.has(at));
      if (this.onMove) cell.setAttribute("aria-label", [board.cells[at].label || board.cells[at].name, translate(words.get(at) ?? "") || t("empty"), this.actionAt(at, goals, origins)].filter(Boolean).join(", "));
    });
    const { radius } = board;
    layers.targets.replaceChildren(...[...goals].map((at) => {
      const [cx, cy] = this.place(board.cells[at].centre);
      return this.drawn.has(at)
        ? draw("circle", { class: "target full", cx, cy, r: radius * 1.18 })
        : draw("circle", { class: "target", cx, cy, r: radius * 0.36 });
    }));
    const [cx, cy] = chosen === null ? [0, 0] : this.place(board.cells[chosen].centre);
    layers.marks.replaceChildren(...(this.planned ?? []).map((at) => this.tint("planned", at)), ...(chosen === null ? [] : [draw("circle", { class: "chosen", cx, cy, r: radius * 1.18 })]));
    const points = board.cells[this.current].outline.map((point) => this.place(point)).join(" ");
    layers.focuses.replaceChildren(draw("polygon", { class: "focus", points }));
    this.foresee();
  }

  /** What choosing a cell does, in words. @param {number} at @param {Set<number>} goals @param {Set<number>} origins */
  actionAt(at, goals, origins) {
    if (goals.has(at)) {
      const taken = new Set(this.movesAt(at).flatMap((move) => move.captures ?? [])).size;
      return taken === 0 ? t("move here") : taken === 1 ? t("capture here") : t("capture {n} here", { n: taken });
    }
    if (at === this.chosen) return t("chosen");
    if (!origins.has(at)) return "";
    return this.movesFrom(at).some((move) => move.path.length === 1) ? t("can be played") : t("can move");
  }

  /** Shows what a move to the cell that is pointed at would do: what it takes, what it places. */
  foresee() {
    const { board, layers, pointed } = this;
    const moves = board && pointed !== null && pointed < board.cells.length ? this.movesAt(pointed) : [];
    layers.captures?.replaceChildren(...(board ? this.crosses([...new Set(moves.flatMap((move) => move.captures ?? []))]) : []));
    const placed = moves.length === 1 && moves[0].path.length === 1 ? moves[0].places : undefined;
    const ghosts = board && placed && pointed !== null ? [draw("g", { class: "placing" }, ...markup(this.own(placed.shape)))] : [];
    for (const ghost of ghosts) this.put(ghost, /** @type {number} */ (pointed), false);
    layers.ghosts?.replaceChildren(...ghosts);
  }

  /** @param {number | null} cell */
  point(cell) {
    if (cell === this.pointed) return;
    this.pointed = cell;
    this.foresee();
  }

  /** A cell was chosen by whatever means. @param {number} cell */
  pick(cell) {
    const moves = this.movesAt(cell);
    if (moves.length > 0) {
      this.chosen = null;
      this.mark();
      this.onMove?.(moves);
      return;
    }
    this.chosen = this.chosen !== cell && this.movesFrom(cell).length > 0 ? cell : null;
    this.mark();
  }

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => {
      const cell = this.cellAt(event.target);
      if (cell === null || event.button !== 0) return;
      this.focusOn(cell, false);
      if (this.planner) {
        // What was chosen may be dragged now: only letting go of it where it stands gives it up.
        const again = this.chosen === cell;
        if (!again) this.plan(cell);
        if (this.chosen === cell) this.drag = { cell, x: event.clientX, y: event.clientY, moved: false, again };
        event.preventDefault();
        return;
      }
      const plays = this.movesAt(cell).length > 0;
      if (!this.lifts(cell) && (plays || this.movesFrom(cell).length === 0)) {
        // A question may come of it, and the click must not take the focus from there.
        if (plays) event.preventDefault();
        this.pick(cell);
        return;
      }
      const again = this.chosen === cell;
      if (!this.lifts(cell)) this.chosen = cell;
      this.drag = { cell, x: event.clientX, y: event.clientY, moved: false, again };
      this.mark();
      event.preventDefault();
    });
    // On a busy device the style comes too late to keep the page from being scrolled by a piece.
    svg.addEventListener("touchstart", (event) => { if (this.drag && event.cancelable) event.preventDefault(); }, { passive: false });
    letDraw(this);
    svg.addEventListener("pointerover", (event) => this.point(this.cellAt(event.target)));
    svg.addEventListener("pointerleave", () => this.point(null));
    svg.addEventListener("focusin", (event) => this.point(this.cellAt(event.target)));
    svg.addEventListener("focusout", () => this.point(null));
    addEventListener("pointermove", (event) => {
      if (!this.drag) return;
      const far = Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) > DRAG_AFTER;
      this.drag.moved ||= far;
      const group = this.drawn.get(this.drag.cell);
      const matrix = svg.getScreenCTM();
      if (!this.drag.moved || !group || !matrix) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      group.classList.add("lifted");
      group.parentNode?.append(group);
      group.style.transform = `translate(${x}px, ${y}px)`;
    });
    addEventListener("pointerup", (event) => this.drop(event.button === 0 ? this.cellAt(document.elementFromPoint(event.clientX, event.clientY)) : null));
    addEventListener("pointercancel", () => this.drop(null));
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Chooses a piece to move later, or where it goes; anything else takes the plan back. @param {number} cell */
  plan(cell) {
    const own = this.isPlanners(cell);
    const free = !this.drawn.has(cell) && this.planner?.places;
    if (this.chosen !== null && this.chosen !== cell && !own) this.planned = [this.chosen, cell];
    else this.planned = free ? [cell, cell] : null;
    this.chosen = own && this.chosen !== cell ? cell : null;
    this.mark();
  }

  /** Whether a piece of whoever may plan stands there. @param {number} cell */
  isPlanners(cell) {
    return this.position?.pieces.some((piece) => piece.cell === cell && piece.set === this.planner?.set) ?? false;
  }

  /** The legal moves that were planned; the plan is over. */
  takePlan() {
    const { planned } = this;
    this.planned = null;
    if (!planned) return [];
    this.mark();
    const [from, to] = planned;
    return this.movesFrom(from).filter((move) => goal(move) === to);
  }

  /** @param {any} target @returns {number | null} */
  cellAt(target) {
    const cell = target?.closest?.("[data-cell]");
    return cell && this.svg.contains(cell) ? Number(cell.dataset.cell) : null;
  }

  /** Whether a piece can be taken up and put anywhere, as in an editor. @param {number} _cell */
  lifts(_cell) {
    return false;
  }

  /** A piece that was taken up is put on a cell, or beside the board. @param {number} _from @param {number | null} _to */
  carry(_from, _to) {}

  /** The pointer let go over a cell. @param {number | null} over */
  drop(over) {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    const group = this.drawn.get(drag.cell);
    group?.classList.remove("lifted");
    const piece = this.position?.pieces.find((piece) => piece.cell === drag.cell);
    if (group && piece) this.put(group, drag.cell, piece.turns);
    if (this.lifts(drag.cell)) {
      if (!drag.moved) this.pick(drag.cell);
      else if (over !== drag.cell) this.carry(drag.cell, over);
      return;
    }
    if (!drag.moved && drag.again) {
      this.chosen = null;
      this.mark();
    }
    if (!drag.moved || over === null || over === drag.cell || this.chosen !== drag.cell) return;
    if (!this.planner) {
      if (this.movesFrom(drag.cell).some((move) => goal(move) === over)) this.pick(over);
    } else if (!this.isPlanners(over)) this.plan(over);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) this.focusOn(this.towards(step[0], step[1]), true);
    else if (event.key === "Enter" || event.key === " ") this[this.planner ? "plan" : "pick"](this.current);
    else if (event.key === "Escape" && (this.chosen !== null || this.planned)) {
      this.chosen = this.planned = null;
      this.mark();
    } else return;
    event.preventDefault();
  }

  /** The nearest cell in a direction, seen from the current one. @param {number} dx @param {number} dy */
  towards(dx, dy) {
    const cells = /** @type {Board} */ (this.board).cells;
    const [x, y] = this.place(cells[this.current].centre);
    let best = this.current;
    let least = Infinity;
    cells.forEach((cell, at) => {
      const [cx, cy] = this.place(cell.centre);
      const ahead = (cx - x) * dx + (cy - y) * dy;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      if (ahead < 1 || aside > 1.8 * ahead) return;
      const far = ahead + aside;
      if (far < least) [best, least] = [at, far];
    });
    return best;
  }

  /** @param {number} cell @param {boolean} focus */
  focusOn(cell, focus) {
    const cells = this.layers.cells.children;
    cells[this.current]?.setAttribute("tabindex", "-1");
    this.current = cell;
    cells[cell].setAttribute("tabindex", "0");
    this.mark();
    if (focus) /** @type {SVGElement} */ (cells[cell]).focus();
  }
}

/** Whether players call the cells by other names than the board does. @param {Board} board */
const isNumbered = ({ cells }) => cells.some(({ name, label }) => label !== "" && label !== name);

/** The cell that a move comes to. @param {Move} move */
const goal = (move) => move.path[move.path.length - 1];

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** By how many degrees a board is turned: a sixth of a circle where that keeps its shape, else a quarter. @param {Board} board */
function turnOf(board) {
  const centres = board.cells.map((cell) => cell.centre);
  const middle = [0, 1].map((axis) => centres.reduce((sum, centre) => sum + centre[axis], 0) / centres.length);
  const key = (/** @type {number} */ x, /** @type {number} */ y) => `${Math.round((x - middle[0]) / 4)},${Math.round((y - middle[1]) / 4)}`;
  const near = new Set(centres.flatMap(([x, y]) => [-3, 0, 3].flatMap((dx) => [-3, 0, 3].map((dy) => key(x + dx, y + dy)))));
  const [sin, cos] = [Math.sqrt(3) / 2, 0.5];
  const kept = centres.every(([x, y]) => {
    const [dx, dy] = [x - middle[0], y - middle[1]];
    return near.has(key(middle[0] + dx * cos - dy * sin, middle[1] + dx * sin + dy * cos));
  });
  return kept ? 60 : 90;
}

/** How boards of a game were turned last. @param {string} game */
export const turnedBefore = (game) => Number(localStorage.getItem(`turned-${game}`)) || 0;

/** Remembers how boards of a game are turned. @param {string} game @param {number} turned */
export const rememberTurn = (game, turned) => localStorage.setItem(`turned-${game}`, String(turned));

/** A piece of a set for the seats' names. @param {Board} board @param {string} shape @param {string} prefix */
export function emblem(board, shape, prefix) {
  const r = board.radius * 1.15;
  const text = shape.replaceAll("url(#", `url(#${prefix}`);
  return draw("svg", { viewBox: `${-r} ${-r} ${2 * r} ${2 * r}`, "aria-hidden": "true" }, ...markup(text));
}
