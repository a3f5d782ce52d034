// The workshop: a game is designed with pictures, tried, measured and bred from. What a design is and
// means the server says: this page knows places, kinds and numbers.

import { api } from "./api.js";
import { BoardView, emblem } from "./board.js";
import { by, draw, make, sure } from "./dom.js";
import { Evolution } from "./evolution.js";
import { ruleLines } from "./kindcard.js";
import { kindEditor } from "./kindedit.js";
import { loadRules, t, translate } from "./lang.js";
import { showBars } from "./measures.js";
import { designAddress, dropGame, keepGame, ownDesigns } from "./mygames.js";
import { copyButton } from "./share.js";
import "./shell.js";
import { plain } from "./spec.js";
import { Show } from "./show.js";
import { picture, playAddress } from "./thumb.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").Design} Design */
/** @typedef {import("./types.js").DesignView} DesignView */

const PAUSE = 120;
const MOST_UNDONE = 200;
const HINT = t("Tap a cell to place the chosen piece, or drag pieces. The other side mirrors yours.");

/** What the server said last. @type {DesignView | null} */ let view = null;
/** What is being designed. @type {Design | null} */ let design = null;
/** Designs from before, with their names. @type {{name: string, design: Design}[]} */ const undone = [];
/** The kind that a tap places, from 1; 0 takes away. */
let tool = 1;
/** Kinds that stand nowhere but were asked for. @type {Set<number>} */ const wanted = new Set();
/** The kind whose rules are open. */
let opened = 0;
/** The game that the bars are about. */
let measured = "";
let asked = 0;
/** Until a change is shown to the server. @type {number | undefined} */ let timer;
/** What the server is asked at last. */
let looked = Promise.resolve();

class DesignBoard extends BoardView {
  /** @param {number} cell */
  pick(cell) {
    const at = placeOf(cell);
    if (at === null) return say(t("Pieces start on your three nearest rows."));
    put(at, design?.places[at] === tool ? 0 : tool);
  }

  /** @param {number} cell */
  lifts(cell) {
    const at = placeOf(cell);
    return at !== null && (design?.places[at] ?? 0) > 0;
  }

  /** @param {number} from @param {number | null} to */
  carry(from, to) {
    const [a, b] = [placeOf(from), to === null ? -1 : placeOf(to)];
    if (a === null || b === null || !design) return say(t("Pieces start on your three nearest rows."));
    const places = [...design.places];
    if (b >= 0) places[b] = places[a];
    places[a] = 0;
    change({ places });
  }
}

const board = new DesignBoard(by("board"), () => {});
board.decorate("signals", () => (show.on ? [] : (view?.cells ?? []).map((cell) => board.tint("place", cell))));

/** The place of a cell, if pieces may start there. @param {number} cell */
function placeOf(cell) {
  const at = view?.cells.indexOf(cell) ?? -1;
  return at < 0 || show.on ? null : at;
}

/** @param {number} at @param {number} kind */
function put(at, kind) {
  if (!design) return;
  const places = [...design.places];
  places[at] = kind;
  change({ places });
}

/** Changes a part of the design; what was can be undone. @param {Partial<Design>} parts */
function change(parts) {
  if (!design) return;
  remember();
  design = { ...design, ...parts };
  show.stop();
  drawBoard();
  by("kept").textContent = "";
  // An answer that is under way is about what was.
  asked++;
  clearTimeout(timer);
  timer = setTimeout(settle, PAUSE);
}

/** Waits until what is seen is what the server knows. */
async function settle() {
  if (timer !== undefined && design) looked = look({ design });
  await looked;
}

/** @param {number} kind @param {Partial<import("./types.js").KindDesign>} parts */
const changeKind = (kind, parts) => design && change({ kinds: design.kinds.map((known, at) => (at === kind ? { ...known, ...parts } : known)) });

function remember() {
  if (design) undone.push({ name: by("name").value, design });
  if (undone.length > MOST_UNDONE) undone.shift();
  by("undo").disabled = false;
}

/** Asks what a design is; whether it is a good one is told under the board. @param {import("./types.js").DesignRequest} request */
async function look(request) {
  const mine = ++asked;
  clearTimeout(timer);
  timer = undefined;
  try {
    const [shown] = await Promise.all([api.design(request), loadRules()]);
    if (mine !== asked) return;
    take(shown);
  } catch (error) {
    if (mine !== asked) return;
    say(capital(/** @type {Error} */ (error).message), true);
    for (const id of ["try", "watch", "measure", "evolve", "save"]) by(id).disabled = true;
  }
}

/** @param {DesignView} shown */
function take(shown) {
  const first = view === null;
  view = shown;
  design = shown.design;
  for (const id of ["try", "watch", "measure", "save"]) by(id).disabled = false;
  by("evolve").disabled = false;
  by("bars").classList.toggle("old", measured !== "" && measured !== shown.spec);
  history.replaceState(null, "", designAddress(shown.spec, by("name").value));
  drawBoard();
  drawParts();
  if (first) tellInstead(shown.instead_of);
  if (first || by("said").classList.contains("wrong")) say(HINT);
}

/** Says that the game that was asked for has no design, and where it is played. @param {DesignView["instead_of"]} game */
function tellInstead(game) {
  by("instead").hidden = game === null;
  if (!game) return;
  const title = translate(game.title);
  by("instead").replaceChildren(t("{game} can't be changed here, so this is the usual design.", { game: title }), " ", make("a", { href: playAddress(game.spec), text: t("Play {game}", { game: title }) }));
}

/** The design on the board, also before the server has seen it. */
function drawBoard() {
  if (!view || !design || show.on) return;
  const { kinds, cells } = view;
  const last = view.board.cells.length - 1;
  const shapes = kinds.flatMap(({ shape, enemy }) => [shape, enemy]);
  const pieces = design.places.flatMap((kind, at) => {
    if (kind === 0) return [];
    const words = translate(kinds[kind - 1].name);
    const piece = (/** @type {number} */ set, /** @type {number} */ cell) => ({ cell, set, shape: 2 * (kind - 1) + set, words: set === 0 ? t("your {kind}", { kind: words }) : t("their {kind}", { kind: words }), turns: true });
    return [piece(0, cells[at]), piece(1, last - cells[at])];
  });
  board.show(view.board, { ...view.position, pieces, shapes, moves: [], others: [], last: null });
}

/** Whether a kind is worth showing. @param {number} at from 0 */
const isUsed = (at) => Boolean(view?.kinds[at].possible || design?.places.includes(at + 1) || wanted.has(at));

/** Everything around the board. */
function drawParts() {
  if (!view || !design) return;
  const { kinds, rules, movements } = view;
  const used = kinds.map((_, at) => at).filter(isUsed);
  if (tool > 0 && !used.includes(tool - 1)) tool = (used[0] ?? -1) + 1;
  const focused = document.activeElement?.getAttribute("data-focus");
  by("kinds").replaceChildren(...used.map((at) => kindEditor({
    at, view: /** @type {DesignView} */ (view), design: /** @type {Design} */ (design), paints: board.prefix, movements, open: opened === at + 1,
    toggled: (open) => {
      if (!open && opened === at + 1) opened = 0;
      if (open && opened !== at + 1) {
        opened = tool = at + 1;
        drawParts();
      }
    },
    change: (parts) => changeKind(at, parts),
    star: (on) => change({ star: on ? at + 1 : 0 }),
    remove: () => {
      wanted.delete(at);
      const of = (/** @type {number} */ kind) => (kind === at + 1 ? 0 : kind);
      change({ places: design?.places.map(of), kinds: design?.kinds.map((kind) => ({ ...kind, becomes: of(kind.becomes) })), star: of(design?.star ?? 0) });
    },
  })));
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-focus="${focused}"]`))?.focus();
  by("add").hidden = used.length === kinds.length;
  const choice = (/** @type {string} */ text, /** @type {boolean} */ on, /** @type {() => void} */ choose) => make("button", { text, "aria-pressed": String(on), onclick: () => on || choose() });
  const toggle = (/** @type {string} */ text, /** @type {"stars_must_move" | "stars_may_convert"} */ key) => make("button", { text, "aria-pressed": String(design?.[key]), onclick: () => change({ [key]: !design?.[key] }) });
  by("stars").hidden = design.star === 0;
  by("stars").replaceChildren(toggle(t("Stars must be able to move"), "stars_must_move"), toggle(t("Stars may be promoted"), "stars_may_convert"));
  by("duty").replaceChildren(choice(t("Must capture"), design.must_capture, () => change({ must_capture: true })), choice(t("May capture"), !design.must_capture, () => change({ must_capture: false })));
  by("limit-end").replaceChildren(choice(t("More pieces win"), !design.drawn, () => change({ drawn: false })), choice(t("Draw"), design.drawn, () => change({ drawn: true })));
  if (document.activeElement !== by("moves")) by("moves").value = String(design.moves);
  by("goal").textContent = translate(rules[0]?.text ?? "");
  const lines = ruleLines(rules);
  lines.id = "rules";
  by("rules").replaceWith(lines);
  drawPalette(used);
}

/** @param {number[]} used */
function drawPalette(used) {
  if (!view) return;
  const { board: drawn, kinds } = view;
  const chosen = (/** @type {number} */ kind) => {
    tool = kind;
    for (const button of by("palette").children) button.setAttribute("aria-pressed", String(Number(button.dataset.kind) === kind));
  };
  const button = (/** @type {number} */ kind, /** @type {string} */ words, /** @type {Node | string} */ content) => make("button", {
    "aria-pressed": String(kind === tool), "aria-label": words, title: words, "data-kind": kind, onclick: () => chosen(kind),
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      chosen(kind);
      // Touch keeps the pointer where it began, and it is dropped elsewhere.
      /** @type {Element} */ (event.target).releasePointerCapture?.(event.pointerId);
      carried = kind;
    },
  }, content);
  by("palette").replaceChildren(...used.map((at) => button(at + 1, translate(kinds[at].name), emblem(drawn, kinds[at].shape, board.prefix))), button(0, t("Remove"), "✕"));
}

/** The kind that is dragged from the palette. @type {number | null} */ let carried = null;
addEventListener("pointerup", (event) => {
  const kind = carried;
  carried = null;
  if (kind === null) return;
  const cell = board.cellAt(document.elementFromPoint(event.clientX, event.clientY));
  if (cell === null) return;
  const at = placeOf(cell);
  if (at === null) say(t("Pieces start on your three nearest rows."));
  else put(at, kind);
});

/** @param {string} text @param {boolean} [wrong] */
function say(text, wrong = false) {
  by("said").textContent = text;
  by("said").classList.toggle("wrong", wrong);
}

/** A game with engines or a person at its seats. @param {import("./types.js").SeatRequest[]} players */
const create = async (players) => (await api.create({ spec: view?.spec ?? "", players })).id;

const show = new Show(board, {
  begin: () => create([ENGINE, ENGINE]),
  said: (text, wrong) => say(text || HINT, wrong),
  changed: (on) => {
    by("watch").textContent = on ? t("Stop") : t("Watch engines play");
    if (!on) drawBoard();
  },
});
/** Quick, and no fool. @type {import("./types.js").SeatRequest} */
const ENGINE = { kind: "engine", spec: "alphabeta time=100ms" };

const evolution = new Evolution({
  open: (spec, name) => {
    remember();
    by("name").value = name;
    by("kept").textContent = "";
    show.stop();
    look({ spec });
    by("board").scrollIntoView({ block: "nearest" });
  },
});

by("add").onclick = () => {
  const at = view?.kinds.findIndex((_, at) => !isUsed(at)) ?? -1;
  if (at < 0) return;
  wanted.add(at);
  opened = tool = at + 1;
  drawParts();
  /** @type {HTMLElement | null} */ (by("kinds").querySelector("details[open] summary"))?.focus();
};
by("undo").onclick = () => {
  const last = undone.pop();
  if (!last) return;
  by("name").value = last.name;
  design = last.design;
  by("undo").disabled = undone.length === 0;
  show.stop();
  look({ design });
};
by("moves").onchange = () => change({ moves: Math.min(9999, Math.max(1, Math.round(Number(by("moves").value)) || 100)) });
by("name").onchange = () => view && history.replaceState(null, "", designAddress(view.spec, by("name").value));
by("save").onclick = async () => {
  await settle();
  if (by("save").disabled) return;
  const name = by("name").value.trim() || t("My game");
  by("name").value = name;
  if (!view) return;
  const { spec, examples } = view;
  keepGame({ name, spec, known: examples.some((example) => plain(example.spec) === plain(spec)) });
  by("kept").textContent = t("Saved. You’ll find it under New game › Mine.");
};
by("try").onclick = async () => {
  await settle();
  if (by("try").disabled) return;
  by("try").disabled = true;
  try {
    const { levels } = await api.catalogue();
    const id = await create([{ kind: "person", name: "" }, { kind: "level", name: levels[0].name }]);
    // Whoever comes back finds the design, with its name.
    location.assign(`/game/${id}`);
  } catch (error) {
    by("try").disabled = false;
    say(capital(/** @type {Error} */ (error).message), true);
  }
};
by("watch").onclick = async () => {
  if (show.on) return show.stop();
  await settle();
  if (!by("watch").disabled) show.start();
};
by("measure").onclick = async () => {
  await settle();
  if (by("measure").disabled) return;
  const { spec } = /** @type {DesignView} */ (view);
  by("measure").disabled = true;
  by("measured").textContent = t("engines are playing…");
  try {
    const found = await api.measure(spec);
    if (!("replaced" in found)) {
      showBars(by("bars"), found);
      measured = spec;
      by("bars").classList.toggle("old", view?.spec !== spec);
      by("measured").textContent = t("{n} engine games", { n: found.games });
    } else by("measured").textContent = "";
  } catch (error) {
    by("measured").textContent = "";
    say(capital(/** @type {Error} */ (error).message), true);
  }
  by("measure").disabled = false;
};
by("evolve").onclick = async () => {
  if (evolution.runs) return evolution.stop();
  await settle();
  if (view && !by("evolve").disabled) evolution.start(view.spec, by("name").value);
};
by("open").onclick = () => {
  const item = (/** @type {string} */ name, /** @type {string} */ spec, /** @type {boolean} */ own) => make("li", {},
    make("button", { onclick: () => {
      by("open-dialog").close();
      remember();
      wanted.clear();
      by("name").value = own ? name : t("My game");
      by("kept").textContent = "";
      show.stop();
      look({ spec });
    } }, picture(spec), name), ...(own ? [make("button", { class: "danger", text: t("Delete"), "aria-label": t("Delete {name}", { name }), onclick: async (/** @type {any} */ { target }) => {
      if (!(await sure(t("Delete {name}? Your games of it stay.", { name }), t("Delete")))) return;
      dropGame({ name, spec });
      target.closest("li").remove();
    } })] : []));
  const mine = ownDesigns().map(({ name, spec }) => item(name, spec, true));
  const empty = make("li", {}, make("button", { onclick: () => {
    by("open-dialog").close();
    if (design) change({ places: design.places.map(() => 0) });
    by("name").value = t("My game");
  } }, draw("svg", { class: "thumb" }), t("Empty board")));
  by("open-list").replaceChildren(make("h3", { text: t("My games") }), ...(mine.length > 0 ? [make("ul", {}, ...mine)] : [make("p", { class: "muted", text: t("Nothing saved yet.") })]),
    make("h3", { text: t("Begin with") }), make("ul", {}, empty, ...(view?.examples ?? []).map(({ title, spec }) => item(translate(title), spec, false))));
  by("open-dialog").showModal();
};
by("share").replaceWith(copyButton(() => location.origin + designAddress(view?.spec ?? "", by("name").value), t("Copy link")));

const asks = new URLSearchParams(location.search);
const last = ownDesigns()[0];
by("name").value = asks.get("name")?.slice(0, 60) ?? (asks.has("spec") ? t("My game") : last?.name ?? t("My game"));
look({ spec: asks.get("spec") ?? last?.spec });
