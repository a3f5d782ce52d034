// The play page: the game on the table, and what can be done with it.

import { api, Refused } from "./api.js";
import { BoardView, emblem, rememberTurn, turnedBefore } from "./board.js";
import { by, choose, make, sure } from "./dom.js";
import { showLibrary } from "./library.js";
import { Live } from "./live.js";
import { Game, setLevels } from "./model.js";
import { NewGame, seed } from "./newgame.js";
import "./shell.js";
import { capital, otherMove, status } from "./words.js";

/** The first game of somebody who comes for the first time. */
const FIRST = { spec: "selfo", engine: "greedy variety=6" };

/** @type {Game | null} */ let game = null;
/** @type {Live | null} */ let live = null;
/** The position that is looked at; null for the last. @type {number | null} */ let looking = null;
let trouble = "";

const board = new BoardView(by("board"), async (texts) => {
  const text = texts.length === 1 ? texts[0] : await choose(texts);
  if (text !== null) act({ do: "move", text });
});

/** @param {any} action */
function act(action) {
  trouble = "";
  live?.act(action);
}

/** Puts a game on the table. @param {string} id */
function open(id) {
  live?.close();
  game = null;
  looking = null;
  trouble = "";
  history.replaceState(null, "", `/game/${id}`);
  live = new Live(id, {
    state: (state) => {
      game = new Game(state);
      looking = null;
      show();
    },
    update: (update) => {
      game?.take(update);
      looking = null;
      trouble = "";
      show();
    },
    refused: (reason) => {
      trouble = capital(`${reason}.`);
      show();
    },
    gone: () => begin(),
    connected: (yes) => (by("connection").hidden = yes),
  });
}

function show() {
  if (!game) return;
  const { state } = game;
  document.title = `${capital(state.game)} · Selforge`;
  by("title").textContent = capital(state.game);
  by("spec").textContent = state.spec;
  by("goal").textContent = goal(state.rules);
  by("record").href = `/api/games/${state.id}/record`;
  by("picture").href = `/api/games/${state.id}/picture?ply=${looking ?? state.position.ply}`;
  by("analyse").href = `/analysis/${state.id}`;
  if (board.board !== state.board) board.turned = turnedBefore(state.game);
  board.show(state.board, state.position, game.moves.at(-1)?.text);
  showSeats(state.position);
  showStatus();
  showMoves();
  showActs();
}

/** The first paragraph of the rules. @param {string} rules */
function goal(rules) {
  return rules.split("\n")[0].replace(/^Goal\.\s*/, "");
}

/** @param {import("./types.js").Position} position */
function showSeats(position) {
  if (!game) return;
  const { standing, board: shape } = game.state;
  const rows = game.letters.map((letter, at) => {
    const set = position.sets[at];
    const piece = position.pieces.find((piece) => piece.set === set);
    const turn = standing.to_move === letter;
    const row = make("div", { class: `seat${turn ? " turn" : ""}${standing.active.includes(letter) ? "" : " left-game"}` });
    if (piece) row.append(emblem(shape, position.shapes[piece.shape], board.prefix));
    row.append(make("strong", { text: game?.name(letter) ?? "" }));
    row.append(make("span", { class: "note", text: note(letter, turn) }));
    row.append(make("span", { class: "count", text: position.counts[at] ?? "" }));
    return row;
  });
  // The seat at this screen is below the board; the others are above, in order.
  const own = Math.max(0, game.state.players.findIndex((player) => player.kind === "person"));
  const below = board.flipped && game.people !== 1 ? (own + 1) % rows.length : own;
  by("seats-bottom").replaceChildren(rows[below]);
  by("seats-top").replaceChildren(...rows.filter((_, at) => at !== below));
}

/** @param {string} letter @param {boolean} turn */
function note(letter, turn) {
  const { winners } = /** @type {Game} */ (game).state.standing;
  if (winners.includes(letter)) return winners.length === 1 ? "winner" : "draw";
  if (!turn) return "";
  return game?.player(letter).kind === "engine" ? "thinking" : "to move";
}

function showStatus() {
  if (!game) return;
  const { standing } = game.state;
  const line = by("status");
  line.className = `status${trouble ? " wrong" : standing.result !== null ? " over" : ""}`;
  const past = looking === null ? "" : `Position after ${looking} of ${game.moves.length} moves. `;
  line.textContent = trouble || past + status(game);
}

function showMoves() {
  if (!game) return;
  const { moves, seats } = game;
  const at = looking ?? moves.length;
  const rows = [];
  for (let first = 0; first < moves.length; first += seats) {
    const row = make("li", { class: seats > 2 ? "many" : "" }, make("b", { text: String(first / seats + 1) }));
    moves.slice(first, first + seats).forEach(({ text }, offset) => {
      const ply = first + offset + 1;
      row.append(make("button", { text, "aria-current": ply === at ? "step" : null, onclick: () => look(ply) }));
    });
    rows.push(row);
  }
  if (rows.length === 0) rows.push(make("li", {}, make("span", { class: "empty", text: "No moves yet." })));
  const list = by("moves");
  list.replaceChildren(...rows);
  const current = list.querySelector("[aria-current]");
  if (current) {
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    list.scrollLeft = current.offsetLeft - list.offsetLeft - list.clientWidth / 2;
  }
  by("first").disabled = by("back").disabled = at === 0;
  by("last").disabled = by("forward").disabled = at === moves.length;
}

/** Looks at the position after so many moves. @param {number} ply */
async function look(ply) {
  if (!game || ply < 0 || ply > game.moves.length) return;
  if (ply === game.moves.length) {
    looking = null;
    show();
    return;
  }
  const { state } = game;
  const number = state.number;
  looking = ply;
  try {
    const { position, board: other } = await api.at(state.id, ply);
    if (looking !== ply || game.state.number !== number) return;
    board.show(other ?? state.board, position);
    by("picture").href = `/api/games/${state.id}/picture?ply=${ply}`;
    showSeats(position);
    showStatus();
    showMoves();
  } catch (error) {
    fail(error);
  }
}

function showActs() {
  if (!game) return;
  const { position, standing, id } = game.state;
  const can = (/** @type {string} */ action) => standing.can.includes(action);
  const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, type = "") => make("button", { text, onclick, class: type });
  const acts = [];
  for (const text of position.others.slice(0, 6)) {
    acts.push(button(otherMove(text), () => act({ do: "move", text })));
  }
  if (can("accept-draw")) {
    acts.push(button("Accept draw", () => act({ do: "accept-draw" }), "primary"));
    acts.push(button("Decline draw", () => act({ do: "decline-draw" })));
  }
  if (can("claim-draw")) acts.push(button(`Claim draw (${position.claim})`, () => act({ do: "claim-draw" }), "primary"));
  if (can("move-now")) acts.push(button("Move now", () => act({ do: "move-now" })));
  if (standing.result !== null) {
    acts.push(button("Rematch", () => rematch(id), "primary"));
    acts.push(button("New game", () => newGame.show(game?.state)));
  }
  if (can("take-back")) acts.push(button("Take back", () => act({ do: "take-back" })));
  if (can("offer-draw")) acts.push(button("Offer draw", () => act({ do: "offer-draw" })));
  if (can("resign")) acts.push(button("Resign", async () => { if (await sure("Resign this game?")) act({ do: "resign" }); }, "danger"));
  by("acts").replaceChildren(...acts);
}

/** The same players and rules again, the seats moved on by one. @param {string} id */
async function rematch(id) {
  if (!game || game.state.id !== id) return;
  const { players, spec } = game.state;
  try {
    const { id: next } = await api.create(reseeded(spec), [...players.slice(1), players[0]]);
    open(next);
  } catch (error) {
    fail(error);
  }
}

/** A spec with another seed, where it has one. @param {string} spec */
function reseeded(spec) {
  return spec.replace(/(^|\s)seed=\d+/, `$1seed=${seed()}`);
}

/** @param {unknown} error */
function fail(error) {
  trouble = error instanceof Refused ? capital(error.message) : "Something went wrong in the page.";
  const line = by("status");
  line.className = "status wrong";
  line.textContent = trouble;
  if (!(error instanceof Refused)) throw error;
}

/** Opens the game that the address names, the last unfinished one, or a first one. */
async function begin() {
  try {
    const named = location.pathname.match(/^\/game\/([0-9a-f]+)$/)?.[1];
    if (named && (await api.exists(named))) {
      open(named);
      return;
    }
    const games = await api.list();
    const unfinished = games.find((/** @type {any} */ saved) => saved.result === null);
    if (unfinished) {
      open(unfinished.id);
      return;
    }
    const players = /** @type {any} */ ([{ kind: "person", name: "" }, { kind: "engine", spec: FIRST.engine }]);
    open((await api.create(`${FIRST.spec} seed=${seed()}`, players)).id);
  } catch (error) {
    fail(error);
    setTimeout(begin, 2000);
  }
}

const newGame = new NewGame(open);

by("open-new").onclick = () => newGame.show(game?.state);
by("open-library").onclick = () => showLibrary(open);
by("open-rules").onclick = () => {
  by("rules-heading").textContent = `Rules of ${by("title").textContent}`;
  by("rules-text").textContent = game?.state.rules ?? "";
  by("rules-dialog").showModal();
};
by("first").onclick = () => look(0);
by("back").onclick = () => look((looking ?? game?.moves.length ?? 0) - 1);
by("forward").onclick = () => look((looking ?? game?.moves.length ?? 0) + 1);
by("last").onclick = () => look(game?.moves.length ?? 0);
by("flip").onclick = () => {
  board.flip(!board.flipped);
  by("flip").setAttribute("aria-pressed", String(board.flipped));
  if (board.position) showSeats(board.position);
};
by("rotate").onclick = () => {
  board.turn();
  if (game) rememberTurn(game.state.game, board.turned);
};
by("names").onclick = () => {
  board.name(!board.named);
  by("names").setAttribute("aria-pressed", String(board.named));
};
addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).closest("input, select, textarea, dialog, svg");
  if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  const id = keys[/** @type {keyof typeof keys} */ (event.key)];
  if (id) {
    by(id).click();
    event.preventDefault();
  }
});

// Read at once: opening a game changes the address.
const wanted = new URLSearchParams(location.search).get("spec");
api.catalogue().then((catalogue) => {
  setLevels(catalogue.levels);
  newGame.know(catalogue);
  if (game) show();
  if (wanted) newGame.show(undefined, wanted);
}).catch(fail);
begin();
