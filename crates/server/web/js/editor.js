// The board editor: a letter of the game's tray for each cell. It knows nothing else of any game.

import { api } from "./api.js";
import { balanceTable } from "./balance.js";
import { BoardView, emblem, rememberTurn, turnedBefore } from "./board.js";
import { by, make } from "./dom.js";
import { field } from "./fields.js";
import { loadRules, t, translate } from "./lang.js";
import "./shell.js";
import { parseSpec, writeSpec } from "./spec.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").TrayPiece} TrayPiece */

const PAUSE = 150;
const MOST_UNDONE = 200;
/** What can be changed of a game here, where it has it; all else is left to the game's code. */
const OPTIONS = ["board", "seats", "length"];

/** @type {import("./types.js").Catalogue} */ let catalogue;
/** The game as it was opened. @type {import("./types.js").EditView | null} */ let game = null;
/** The piece on each cell, by its letter in the tray. @type {(string | null)[]} */ let cells = [];
let toMove = "A";
/** @type {(string | null)[][]} */ const undone = [];
/** The letter of the piece that is placed; as null, it takes pieces away. @type {string | null} */ let tool = null;
let asked = 0;
/** @type {any} */ let timer = 0;

class EditBoard extends BoardView {
  /** @param {number} cell */
  pick(cell) {
    place(cell);
  }

  /** @param {number} cell */
  lifts(cell) {
    return cells[cell] !== null && cells[cell] !== undefined;
  }

  /** Puts a piece elsewhere; beside the board it is gone. @param {number} from @param {number | null} to */
  carry(from, to) {
    if (to !== null && game?.board.cells[to].label === "") return;
    remember();
    if (to !== null) cells[to] = cells[from];
    cells[from] = null;
    changed();
  }
}
const view = new EditBoard(by("board"), () => {});

/** Opens a game with the position that it begins with. @param {string} wanted */
async function open(wanted) {
  const mine = (asked += 1);
  try {
    const opened = await api.edit(wanted);
    if (mine !== asked) return;
    if (game?.game !== opened.game) tool = null;
    game = opened;
    cells = opened.cells;
    toMove = opened.to_move;
    undone.length = 0;
    view.turned = turnedBefore(game.game);
    tool = piece(tool)?.letter ?? game.presentation.tray[0]?.letter ?? null;
    fill();
    show();
    // As it is: castling rights and the like are lost only when pieces are placed.
    await look(wanted);
  } catch (error) {
    if (mine === asked) wrong(error);
  }
}

/** The piece of the tray with a letter. @param {string | null} letter @returns {TrayPiece | undefined} */
const piece = (letter) => game?.presentation.tray.find((known) => known.letter === letter);

/** Puts the chosen piece on a cell, or takes away the same one. @param {number} cell */
function place(cell) {
  // Cells that are never used in play have no label.
  if (!game || game.board.cells[cell].label === "") return;
  remember();
  cells[cell] = cells[cell] === tool ? null : tool;
  changed();
}

function remember() {
  undone.push([...cells]);
  if (undone.length > MOST_UNDONE) undone.shift();
}

/** Shows what was changed at once, and asks the server soon. */
function changed() {
  show();
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

function show() {
  if (!game) return;
  const { tray } = game.presentation;
  const pieces = cells.flatMap((letter, cell) => {
    const shape = tray.findIndex((known) => known.letter === letter);
    if (shape < 0) return [];
    const { set, words, turns } = tray[shape];
    return [{ cell, set, shape, words, turns }];
  });
  view.show(game.board, { ply: 0, text: "", pieces, shapes: tray.map(({ shape }) => shape), last: null, sets: [], counts: [], material: [], fen: null, to_move: null, moves: [], others: [], threatened: [], claim: null });
  by("rotate").textContent = t("Rotate {n}°", { n: view.angle });
  by("undo").disabled = undone.length === 0;
}

/** Asks the server what the position is that was put together. */
async function check() {
  if (!game) return;
  const mine = (asked += 1);
  try {
    const { spec } = await api.compose(game.spec, cells, toMove);
    if (mine === asked) await look(spec);
  } catch (error) {
    if (mine === asked) wrong(error);
  }
}

/** Asks the server what a position is. @param {string} spec */
async function look(spec) {
  const mine = (asked += 1);
  by("spec").value = spec;
  try {
    const shown = await api.preview(spec);
    if (mine !== asked) return;
    take(shown);
    weigh(shown.spec);
  } catch (error) {
    if (mine === asked) wrong(error);
  }
}

/** A good position: it can be played. @param {import("./types.js").Preview} shown */
function take(shown) {
  // The same board stays the same object, so that it is not drawn again.
  if (game) view.show(game.board, shown.position);
  const address = encodeURIComponent(shown.spec);
  by("spec").value = shown.spec;
  by("play").href = `/?spec=${address}`;
  by("analyse").href = `/analysis?spec=${address}`;
  const mover = shown.position.to_move;
  enable(mover !== null);
  history.replaceState(null, "", `/editor?spec=${address}`);
  by("status").className = "status";
  const counts = shown.position.counts.map((count, seat) => `${side(seat)}: ${translate(count)}`);
  by("status").textContent = mover === null ? t("This game is already over: {status}.", { status: translate(shown.status) }) : t("Ready to play. {side} to move. {counts}", { side: side(mover.charCodeAt(0) - 65), counts: counts.join(" · ") });
}

/** What the side of a seat is called. @param {number} seat */
const side = (seat) => translate(game?.presentation.sides[seat]?.name ?? String.fromCharCode(65 + seat));

/** @param {unknown} error */
function wrong(error) {
  by("status").className = "status wrong";
  by("status").textContent = capital(/** @type {any} */ (error).message);
  by("balance").replaceChildren();
  enable(false);
}

/** @param {boolean} yes */
function enable(yes) {
  for (const id of ["play", "analyse"]) {
    by(id).classList.toggle("off", !yes);
    if (yes) by(id).removeAttribute("aria-disabled");
    else {
      by(id).setAttribute("aria-disabled", "true");
      by(id).removeAttribute("href");
    }
  }
}

/** Shows how fair the position is as a start: quickly, then closely. @param {string} spec */
async function weigh(spec) {
  if (!game?.presentation.tools.balance) {
    by("balance").replaceChildren();
    return;
  }
  const mine = asked;
  for (const thorough of [false, true]) {
    const balance = await api.balance(spec, thorough).catch(() => null);
    if (mine !== asked || (balance && "replaced" in balance)) return;
    if (!balance) {
      by("balance").replaceChildren();
      return;
    }
    const { board, presentation } = game;
    const mark = (/** @type {number} */ set) => emblem(board, presentation.sides[set].shape, view.prefix);
    by("balance").replaceChildren(make("h2", { text: t("Is it fair?") }), ...balanceTable(balance, presentation.sides, mark));
    if (thorough && !balance.thorough) return;
  }
}

/** Fills the fields for the game. */
function fill() {
  if (!game) return;
  const { board, presentation, seats, unplaced } = game;
  by("game").value = game.game;
  by("mirror").hidden = mirrored(board) === null;
  by("summary").textContent = t("Choose a piece, then tap a cell; tap again to remove it. Drag pieces to move them.");
  const family = catalogue.games.find(({ name }) => name === game?.game);
  const { options } = parseSpec(unplaced);
  const offered = (family?.options ?? []).filter(({ key }) => OPTIONS.includes(key));
  by("place").replaceChildren(...offered.map((option) => field(option, options.get(option.key) ?? "", catalogue, (value) => change(option.key, value), game?.game ?? "")));
  const movers = Array.from({ length: seats }, (_, seat) => [String.fromCharCode(65 + seat), side(seat)]);
  by("to-move").replaceChildren(...movers.map(([value, text]) => make("option", { value, text, selected: value === toMove })));
  const button = (/** @type {TrayPiece} */ { letter, words, shape }) => make("button", { "aria-pressed": String(letter === tool), "aria-label": translate(words), title: translate(words), onclick: () => { tool = letter; mark(); }, "data-letter": letter }, emblem(board, shape, view.prefix));
  const remover = make("button", { "aria-pressed": String(tool === null), "aria-label": t("Remove"), title: t("Remove"), text: "✕", onclick: () => { tool = null; mark(); }, "data-letter": "" });
  by("palette").replaceChildren(...presentation.tray.map(button), remover);
}

function mark() {
  for (const button of by("palette").children) button.setAttribute("aria-pressed", String(button.dataset.letter === (tool ?? "")));
}

/** Another board, number of seats or the like: begins with its usual start. @param {string} key @param {string} value */
function change(key, value) {
  if (!game) return;
  const { name, options } = parseSpec(game.unplaced);
  options.set(key, value.trim());
  clearTimeout(timer);
  timer = setTimeout(() => open(writeSpec(name, options)), PAUSE);
}

/** The cell on the other side of every cell; null where the cells that are used have no mirror image. @param {Board} board */
function mirrored({ cells, radius }) {
  const xs = cells.map((cell) => cell.centre[0]);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const found = cells.map(({ centre: [x, y] }) => cells.findIndex(({ centre: [ox, oy] }) => Math.hypot(2 * middle - x - ox, y - oy) < radius / 2));
  const fits = found.every((other, cell) => other >= 0 && (cells[cell].label === "") === (cells[other].label === ""));
  return fits ? found : null;
}

by("game").onchange = () => open(by("game").value);
by("to-move").onchange = () => {
  toMove = by("to-move").value;
  changed();
};
by("undo").onclick = () => {
  cells = undone.pop() ?? cells;
  changed();
};
by("clear").onclick = () => {
  remember();
  cells = cells.map(() => null);
  changed();
};
by("mirror").onclick = () => {
  const sides = game && mirrored(game.board);
  if (!sides) return;
  remember();
  cells = sides.map((cell) => cells[cell]);
  changed();
};
by("exchange").onclick = () => {
  if (!game) return;
  const { tray, sides } = game.presentation;
  const next = (/** @type {string | null} */ letter) => {
    const own = piece(letter);
    return tray.find(({ set, kind }) => own && kind === own.kind && set === (own.set + 1) % sides.length)?.letter ?? letter;
  };
  remember();
  cells = cells.map(next);
  changed();
};
by("reset").onclick = () => open(game?.unplaced ?? "");
by("rotate").onclick = () => {
  view.turn();
  if (game) rememberTurn(game.game, view.turned);
};
by("names").onclick = () => {
  view.name(!view.named);
  by("names").setAttribute("aria-pressed", String(view.named));
};
by("spec").onchange = () => open(by("spec").value.trim());
by("copy").onclick = async () => {
  // Browsers let pages write there only where they trust the connection.
  if (!navigator.clipboard) {
    by("spec").select();
    return;
  }
  await navigator.clipboard.writeText(location.href);
  by("copy").textContent = t("Copied");
  setTimeout(() => { by("copy").textContent = t("Copy link"); }, 1500);
};

(async () => {
  try {
    // What options mean is told with the rules.
    [catalogue] = await Promise.all([api.catalogue(), loadRules()]);
    by("game").replaceChildren(...catalogue.games.map((family) => make("option", { value: family.name, text: translate(family.title) })));
    await open(new URLSearchParams(location.search).get("spec") ?? catalogue.first.spec);
  } catch (error) {
    wrong(error);
  }
})();
