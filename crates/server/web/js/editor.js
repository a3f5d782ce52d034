// The board editor: pieces are placed by tapping, and the server says what the position is worth.
//
// A position's text is rows of letters and runs of empty cells, in every game; so the editor keeps a
// letter for each cell, writes the text, and knows nothing else of any game.

import { api } from "./api.js";
import { balanceTable } from "./balance.js";
import { BoardView, emblem, rememberTurn, turnedBefore } from "./board.js";
import { by, make } from "./dom.js";
import { boardField } from "./fields.js";
import "./shell.js";
import { parseSpec, placedSpec, writeSpec } from "./spec.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{shape: string, set: number, words: string, turns: boolean}} Look */

const PAUSE = 150;
const MOST_UNDONE = 200;
/** What stands on an empty cell; as a tool, it takes pieces away. */
const NOTHING = "";
/** The letters of the pieces that can be placed, by game; Selfo's depend on the seats. */
const LETTERS = /** @type {Record<string, string>} */ ({ chess: "KQRBNPkqrbnp", checkers: "AaBb", rulespace: "UVWXYZuvwxyz" });

/** @type {import("./types.js").Catalogue} */ let catalogue;
/** The game without its position. */
let game = { name: "selfo", options: new Map() };
let seats = 2;
/** @type {Board | null} */ let board = null;
/** What stands on each cell; empty for nothing. @type {string[]} */ let letters = [];
/** What follows the pieces in the text: the seat to move, and more. @type {string[]} */ let rest = ["A"];
/** @type {string[][]} */ const undone = [];
/** @type {Map<string, Look>} */ const looks = new Map();
let tool = "A";
let asked = 0;
/** @type {any} */ let timer = 0;

class EditBoard extends BoardView {
  /** @param {number} cell */
  pick(cell) {
    place(cell);
  }
}
const view = new EditBoard(by("board"), () => {});

/** The cells of each row, from the top, as texts go through them. @param {Board} shape */
function rows(shape) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  shape.cells.forEach((cell, at) => found.set(cell.row, [...(found.get(cell.row) ?? []), at]));
  return [...found].sort(([a], [b]) => a - b).map(([, cells]) => cells);
}

/** The pieces as text. */
function text() {
  if (!board) return "";
  const written = rows(board).map((cells) => {
    let [row, run] = ["", 0];
    for (const cell of cells) {
      if (letters[cell] === "") run += 1;
      else {
        row += `${run || ""}${letters[cell]}`;
        run = 0;
      }
    }
    return row + (run || "");
  });
  return [written.join("/"), ...rest].join(" ");
}

/** Takes the pieces from a text; whether it fits the board. @param {Board} shape @param {string} written */
function read(shape, written) {
  const [pieces, ...words] = written.split(" ");
  const found = shape.cells.map(() => "");
  const cells = rows(shape);
  const parts = pieces.split("/");
  if (parts.length !== cells.length) return false;
  const fits = parts.every((part, row) => {
    let column = 0;
    for (const [sign] of part.matchAll(/\d+|\D/g)) {
      if (/\d/.test(sign)) column += Number(sign);
      else found[cells[row][column++]] = sign;
    }
    return column === cells[row].length;
  });
  if (!fits) return false;
  letters = found;
  rest = words;
  return true;
}

/** The spec with the position. */
function spec() {
  const options = new Map(game.options);
  if (game.name === "selfo" && seats !== 2) options.set("seats", String(seats));
  return placedSpec(writeSpec(game.name, options), text());
}

/** Opens a game with the position that it begins with. @param {string} wanted */
async function open(wanted) {
  const mine = (asked += 1);
  try {
    const shown = await api.preview(wanted);
    if (mine !== asked) return;
    const parsed = parseSpec(shown.spec);
    const named = parsed.options.get("position");
    parsed.options.delete("position");
    if (named !== undefined && parsed.name === "selfo" && !parsed.options.has("seats") && shown.seats !== 2) parsed.options.set("seats", String(shown.seats));
    if (shown.board.cells.some((/** @type {any} */ cell) => cell.row === undefined) || !read(shown.board, shown.position.text)) {
      by("status").className = "status wrong";
      by("status").textContent = "This board has no rim, so its positions cannot be edited here.";
      return;
    }
    game = parsed;
    seats = shown.seats;
    board = shown.board;
    undone.length = 0;
    learn(shown);
    await learnOthers();
    view.turned = turnedBefore(game.name);
    fill();
    take(shown);
    weigh();
  } catch (error) {
    if (mine !== asked) return;
    // A position that cannot be a start, such as a finished game's, can be edited all the same.
    const { name, options } = parseSpec(wanted);
    const position = options.get("position");
    if (position !== undefined) {
      options.delete("position");
      await open(writeSpec(name, options));
      const before = { letters, rest };
      const known = () => letters.every((letter) => letter === "" || tools().includes(letter));
      if (board && read(board, position) && known()) {
        show();
        fill();
      } else ({ letters, rest } = before);
    }
    wrong(error);
  }
}

/** Notes how pieces look. @param {any} shown */
function learn(shown) {
  for (const piece of shown.position.pieces) {
    const letter = letters[piece.cell];
    if (!letter || (looks.has(letter) && piece.words.includes("blocked"))) continue;
    looks.set(letter, { shape: shown.position.shapes[piece.shape], set: piece.set, words: piece.words, turns: piece.turns });
  }
}

/** Looks at a position that has one of every piece, for the shapes of those that are not there. */
async function learnOthers() {
  const missing = tools().filter((letter) => !looks.has(letter));
  if (!board || missing.length === 0) return;
  const before = { letters, rest };
  const dark = board.cells.map((cell, at) => [cell.shade, at]).filter(([shade]) => game.name !== "checkers" || shade === "dark").map(([, at]) => Number(at));
  // Kings of checkers stand anywhere; men do not stand on the last row: the middle suits all.
  const free = dark.slice(Math.floor(dark.length / 3));
  letters = board.cells.map(() => "");
  tools().forEach((letter, at) => { letters[free[at * 2] ?? free[at]] = letter; });
  // A start in which a set is connected is none: one piece of each stands apart.
  if (game.name === "selfo") tools().slice(0, seats).forEach((letter, at) => { letters[dark[at * 2]] ||= letter; });
  rest = [before.rest[0]];
  const shown = await api.preview(spec()).catch(() => null);
  if (shown) learn(shown);
  ({ letters, rest } = before);
}

/** The letters of the pieces that can be placed. */
function tools() {
  if (LETTERS[game.name]) return [...LETTERS[game.name]];
  const sets = Array.from({ length: seats }, (_, set) => String.fromCharCode(65 + set));
  return [...sets, ...sets.map((letter) => letter.toLowerCase())];
}

/** Puts the chosen piece on a cell, or takes away the same one. @param {number} cell */
function place(cell) {
  if (!board) return;
  remember();
  letters[cell] = letters[cell] === tool ? NOTHING : tool;
  changed();
}

function remember() {
  undone.push([...letters]);
  if (undone.length > MOST_UNDONE) undone.shift();
}

/** Shows what was changed at once, and asks the server soon. */
function changed() {
  // What the rest says of castling, chains and the like holds no more.
  rest = game.name === "chess" ? [rest[0], "-", "-", "0", "1"] : [rest[0]];
  show();
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

function show() {
  if (!board) return;
  /** @type {string[]} */
  const shapes = [];
  const pieces = letters.flatMap((letter, cell) => {
    if (letter === "") return [];
    const look = looks.get(letter) ?? { shape: `<text class="letter" text-anchor="middle" dominant-baseline="central">${letter}</text>`, set: 0, words: letter, turns: false };
    let shape = shapes.indexOf(look.shape);
    if (shape < 0) shape = shapes.push(look.shape) - 1;
    return [{ cell, set: look.set, shape, words: look.words, turns: look.turns }];
  });
  view.show(board, { ply: 0, text: text(), pieces, shapes, last: [[], []], sets: [], counts: [], to_move: null, moves: [], others: [], claim: null });
  by("spec").value = spec();
  by("undo").disabled = undone.length === 0;
}

/** Asks the server what the position is. */
async function check() {
  const mine = (asked += 1);
  try {
    const shown = await api.preview(spec());
    if (mine !== asked) return;
    learn(shown);
    take(shown);
    weigh();
  } catch (error) {
    if (mine === asked) wrong(error);
  }
}

/** A good position: it can be played. @param {any} shown */
function take(shown) {
  // The same board stays the same object, so that it is not drawn again.
  show();
  view.show(/** @type {Board} */ (board), shown.position);
  const address = encodeURIComponent(shown.spec);
  by("spec").value = shown.spec;
  by("play").href = `/?spec=${address}`;
  by("analyse").href = `/analysis?spec=${address}`;
  const over = !/ to move$/.test(shown.status);
  enable(!over);
  history.replaceState(null, "", `/editor?spec=${address}`);
  by("status").className = "status";
  by("status").textContent = over ? `Legal, but over: ${shown.status}.` : `Legal. ${shown.status}. ${shown.position.counts.map((/** @type {string} */ count, /** @type {number} */ seat) => `${String.fromCharCode(65 + seat)}: ${count}`).join(" · ")}`;
}

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

/** Shows how fair the position is as a start: quickly, then closely. */
async function weigh() {
  if (game.name !== "selfo") {
    by("balance").replaceChildren();
    return;
  }
  const mine = asked;
  for (const thorough of [false, true]) {
    const balance = await api.balance(spec(), thorough).catch(() => null);
    if (mine !== asked || balance?.replaced) return;
    if (!balance) {
      by("balance").replaceChildren();
      return;
    }
    const mark = (/** @type {number} */ set) => {
      const look = looks.get(String.fromCharCode(65 + set));
      return board && look ? emblem(board, look.shape, view.prefix) : make("span", { text: String.fromCharCode(65 + set) });
    };
    by("balance").replaceChildren(make("h2", { text: "Balance as a start" }), ...balanceTable(balance, mark));
    if (thorough && !balance.thorough) return;
  }
}

/** Fills the fields for the game. */
function fill() {
  by("game").value = game.name;
  // Its squares of one shade have no mirror image of the same shade.
  by("mirror").hidden = game.name === "checkers";
  by("summary").textContent = "Choose a piece, tap a cell. The same piece again takes it away.";
  const fields = [];
  if (game.name === "selfo") {
    fields.push(make("div", {}, make("span", { class: "muted small", text: "Board" }), boardField(game.options.get("board") ?? "", catalogue, (value) => change("board", value))));
    const select = make("select", { onchange: () => change("seats", select.value) }, ...[2, 3, 4, 5, 6].map((count) => make("option", { value: String(count), text: String(count), selected: count === seats })));
    fields.push(make("label", { text: "Seats" }, select));
    const length = make("input", { type: "number", min: 1, max: 99, placeholder: "1", value: game.options.get("length") ?? "", oninput: () => { game.options.set("length", length.value); changed(); } });
    fields.push(make("label", { text: "Move length" }, length));
  }
  by("place").replaceChildren(...fields);
  const movers = game.name === "chess" ? [["w", "White"], ["b", "Black"]] : Array.from({ length: seats }, (_, seat) => [String.fromCharCode(65 + seat), `Seat ${String.fromCharCode(65 + seat)}`]);
  by("to-move").replaceChildren(...movers.map(([value, words]) => make("option", { value, text: words, selected: value === rest[0] })));
  if (tool !== NOTHING && !tools().includes(tool)) tool = tools()[0];
  const button = (/** @type {string} */ letter) => {
    const look = looks.get(letter);
    const inside = board && look ? emblem(board, look.shape, view.prefix) : make("span", { class: "letter", text: letter });
    const words = (look?.words ?? letter).replace(", blocked", "");
    return make("button", { "aria-pressed": String(letter === tool), "aria-label": letter === letter.toLowerCase() && game.name === "selfo" ? `${words.replace(", special", "")}, special` : words, title: words, onclick: () => { tool = letter; mark(); }, "data-letter": letter }, inside);
  };
  const remover = make("button", { "aria-pressed": String(tool === NOTHING), "aria-label": "Take away", title: "Take away", text: "✕", onclick: () => { tool = NOTHING; mark(); }, "data-letter": NOTHING });
  by("palette").replaceChildren(...tools().map(button), remover);
}

function mark() {
  for (const button of by("palette").children) button.setAttribute("aria-pressed", String(button.dataset.letter === tool));
}

/** Another board or number of seats: begins with its usual start. @param {string} key @param {string} value */
function change(key, value) {
  const options = new Map(game.options);
  for (const placed of ["setup", "pattern", "pieces", "density", "special"]) options.delete(placed);
  if (key === "seats") options.set("seats", value);
  else if (seats !== 2) options.set("seats", String(seats));
  options.set(key, value);
  options.delete("length");
  clearTimeout(timer);
  timer = setTimeout(() => open(writeSpec(game.name, options)), PAUSE);
}

/** The cell on the other side of every cell, if the board is symmetric. @param {Board} shape */
function mirrored(shape) {
  const xs = shape.cells.map((cell) => cell.centre[0]);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const found = shape.cells.map(({ centre: [x, y] }) => shape.cells.findIndex(({ centre: [ox, oy] }) => Math.hypot(2 * middle - x - ox, y - oy) < shape.radius / 2));
  return found.includes(-1) ? null : found;
}

by("game").onchange = () => { looks.clear(); open(by("game").value); };
by("to-move").onchange = () => {
  rest[0] = by("to-move").value;
  changed();
};
by("undo").onclick = () => {
  letters = undone.pop() ?? letters;
  changed();
};
by("clear").onclick = () => {
  remember();
  letters = letters.map(() => "");
  changed();
};
by("mirror").onclick = () => {
  const sides = board && mirrored(board);
  if (!sides) {
    by("status").textContent = "This board has no mirror image.";
    return;
  }
  remember();
  letters = sides.map((cell) => letters[cell]);
  changed();
};
by("exchange").onclick = () => {
  remember();
  const next = (/** @type {string} */ letter) => {
    if (game.name === "chess" || game.name === "rulespace") return letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
    const [base, small] = [letter.toUpperCase().charCodeAt(0) - 65, letter !== letter.toUpperCase()];
    const turned = String.fromCharCode(65 + ((base + 1) % seats));
    return small ? turned.toLowerCase() : turned;
  };
  letters = letters.map((letter) => letter && next(letter));
  changed();
};
by("reset").onclick = () => {
  const options = new Map(game.options);
  if (seats !== 2) options.set("seats", String(seats));
  open(writeSpec(game.name, options));
};
by("rotate").onclick = () => {
  view.turn();
  rememberTurn(game.name, view.turned);
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
  by("copy").textContent = "Copied";
  setTimeout(() => { by("copy").textContent = "Copy the address"; }, 1500);
};

(async () => {
  try {
    catalogue = await api.catalogue();
    by("game").replaceChildren(...catalogue.games.map((family) => make("option", { value: family.name, text: capital(family.name) })));
    await open(new URLSearchParams(location.search).get("spec") ?? "selfo");
  } catch (error) {
    wrong(error);
  }
})();
