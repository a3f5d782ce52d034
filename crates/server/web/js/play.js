// The play page: the game on the table, and what can be done with it.

import { showActs } from "./acts.js";
import { api, isMissing, Refused } from "./api.js";
import { announce, hide } from "./banner.js";
import { BoardView, rememberTurn, turnedBefore } from "./board.js";
import { chooseMove } from "./chooser.js";
import { termsWords } from "./clock.js";
import { by, make } from "./dom.js";
import { showEnding } from "./ending.js";
import { listenToKeys } from "./keys.js";
import { loadRules, plural, t, translate } from "./lang.js";
import { Live } from "./live.js";
import { Game, setLevels, startsAbove } from "./model.js";
import { Pace } from "./pace.js";
import { Seats } from "./seats.js";
import { called, designAddress, ownName } from "./mygames.js";
import { copyButton } from "./share.js";
import { me } from "./shell.js";
import { listenToSwitch, play } from "./sound.js";
import { fresh } from "./spec.js";
import { markTurn, notify, offerNotifications } from "./turn.js";
import { showVote } from "./vote.js";
import { isCancelled, showWaiting } from "./waiting.js";
import { capital, nearingLimit, status } from "./words.js";

/** @type {Game | null} */ let game = null;
/** @type {Live | null} */ let live = null;
/** The position that is looked at; null for the last. @type {number | null} */ let looking = null;
let trouble = "";
/** @type {import("./types.js").FamilyView[]} */ let families = [];
/** How long after a button was pressed a second press may still follow by mistake, in milliseconds. */
const SECOND_CLICK = 800;

const board = new BoardView(by("board"), async (moves) => {
  const move = await chooseMove(board, moves);
  if (move) act({ do: "move", text: move.text });
});

const seats = new Seats(board);

/** News wait until the last move was seen, unless a clock runs or nobody looks. */
const pace = new Pace(follow, (update) => game?.state.clock.kind !== "real" && update.events.some((event) => event.type === "move" && game?.player(event.seat).kind === "engine"));

/** @param {any} action */
function act(action) {
  trouble = "";
  live?.act(action);
}

/** Puts a game on the table. @param {string} id */
function openGame(id) {
  live?.close();
  pace.clear();
  hide();
  by("review").hidden = true;
  showVote(by("vote"), null);
  by("consent").dataset.game = "";
  by("consent").replaceChildren();
  board.planned = board.planner = null;
  game = null;
  looking = null;
  trouble = "";
  history.replaceState(null, "", `/game/${id}`);
  // Until the other game is here, nothing of this one can be moved.
  if (board.board && board.position) board.show(board.board, { ...board.position, moves: [] });
  live = new Live(id, {
    state: (state) => {
      const before = game;
      pace.clear();
      game = new Game(state, before?.presence);
      game.start ??= before?.start ?? null;
      looking = null;
      show();
      if (!before) sitBelow(game);
    },
    update: (update) => pace.take(update),
    presence: (presence) => {
      if (!game) return;
      game.presence = presence;
      showWatchers();
      seats.show(game, board.position ?? game.state.position);
    },
    refused: (reason) => {
      trouble = capital(`${reason}.`);
      show();
    },
    gone: () => {
      if (game?.state.online) location.assign(isCancelled(id) ? "/lobby" : "/lobby?called-off");
      else begin();
    },
    connected: (yes) => {
      by("connection").hidden = yes;
      if (!yes && !game) showKept(id);
    },
  });
}

/** Shows a game as it was seen last, where no server is. @param {string} id */
async function showKept(id) {
  const state = await api.state(id).catch(() => null);
  if (!state || game || live === null) return;
  game = new Game({ ...state, can: [] }, undefined);
  looking = null;
  show();
  sitBelow(game);
}

/** Takes up news. @param {import("./types.js").GameUpdate} update */
function follow(update) {
  if (!game) return;
  const before = { ...game.state };
  game.take(update);
  looking = null;
  trouble = "";
  show(before.standing.result === null);
  if (game.state.online && game.yourMove && before.standing.to_move !== game.own) notify(t("Your move"), by("title").textContent ?? "");
  // What has ended can be looked at later, also where no server is.
  if (before.standing.result === null && game.state.standing.result !== null) navigator.serviceWorker?.controller?.postMessage({ keep: game.state.id });
  const [planned] = game.can("move") ? board.takePlan() : [];
  if (planned) act({ do: "move", text: planned.text });
  announce(game, update, board);
  sound(game, before, update);
}

/** @param {boolean} [fresh] whether what is shown has happened just now */
function show(fresh = false) {
  if (!game) return;
  const { state } = game;
  const title = called(state.spec, state.presentation.title);
  document.title = `${game.yourMove ? `● ${t("Your move")} · ` : ""}${title} · Selforge`;
  by("title").textContent = title;
  markTurn(game.yourMove);
  offerNotifications(state.online && state.you.length > 0);
  showLegend(state);
  by("spec").textContent = state.spec;
  by("terms").textContent = capital(termsWords(state));
  by("terms").hidden = !state.online && state.clock.kind === "none";
  const aim = goal(state.rules);
  by("goal").textContent = translate(aim);
  // What rule files say is known with the rules.
  if (by("goal").textContent === aim) loadRules().then(() => (by("goal").textContent = translate(aim)));
  const { introduction } = state.presentation;
  by("first-time").hidden = introduction === null;
  by("introduction").href = introduction ?? "";
  // What is taught is the family: its variants need no lesson of their own.
  by("introduction").textContent = t("New here? Learn {game} in a minute.", { game: translate((families.find(({ name }) => name === state.game) ?? state.presentation).title) });
  by("record").href = `/api/games/${state.id}/record`;
  const { portable } = state.presentation;
  by("portable").hidden = portable === null;
  by("portable").textContent = t("Download {format}", { format: portable ?? "" });
  by("portable").href = `/api/games/${state.id}/record?format=${portable?.toLowerCase()}`;
  by("picture").href = `/api/games/${state.id}/picture?ply=${looking ?? state.position.ply}`;
  by("fen").hidden = state.position.fen === null;
  by("animation").href = `/api/games/${state.id}/animation`;
  by("animation").hidden = by("share").hidden = state.standing.result === null;
  by("analyse").href = `/analysis/${state.id}`;
  if (board.board !== state.board) board.turned = turnedBefore(state.game);
  board.planner = plans(game);
  // Everyone is told the legal moves; only who may move can take a piece.
  board.show(state.board, game.can("move") ? state.position : { ...state.position, moves: [] });
  by("rotate").textContent = t("Rotate {n}°", { n: board.angle });
  seats.show(game, state.position);
  showStatus();
  showWatchers();
  showMoves();
  const callbacks = { act, rematch, newGame: showGames, review: showReview };
  showActs(game, callbacks);
  showEnding(game, callbacks, fresh);
  lightUp();
  showOpinion(game);
  askSharing(game);
  showWaiting(game, fail);
}

/** Whose moves can be planned: those of the one player here, while the clock of another runs. @param {Game} game */
function plans({ own, over, state, yourMove, letters }) {
  if (own === null || over || yourMove || state.waiting || state.clock.kind !== "real") return null;
  return { set: state.position.sets[letters.indexOf(own)], places: state.position.moves.some(({ path }) => path.length === 1) };
}

/** The winner's pieces shine where they had to come together. */
function lightUp() {
  if (!game) return;
  const { standing: { winners, result }, board: { bonded }, position } = game.state;
  const shines = winners.length === 1 && bonded && /, connected$/.test(result ?? "") && looking === null;
  board.light(shines ? position.sets[game.letters.indexOf(winners[0])] : null);
}

/** Shows where the game was lost, and what was better. */
async function showReview() {
  if (!game) return;
  const { review } = await load("review");
  const reviewed = game;
  await review(by("review"), reviewed, async (/** @type {number} */ ply, /** @type {import("./types.js").ExpectedMove | null} */ better) => {
    if (reviewed !== game) return;
    await look(ply);
    board.decorate("hints", () => (looking === ply && better?.cells ? [board.arrow("hint", better.cells)] : []));
  });
}

/** Asks how a game was liked, once, when it is over. @param {Game} game */
function showOpinion(game) {
  const { id } = game.state;
  if (!game.over) by("vote").hidden = true;
  else if (by("vote").dataset.game !== id || by("vote").hidden) showVote(by("vote"), id);
}

/** Asks whoever has an account, once, whether finished games may be shared. @param {Game} asked */
async function askSharing(asked) {
  by("consent").hidden = true;
  const account = asked.over && asked.state.you.length > 0 ? await me : null;
  const consent = account && await load("consent");
  // Another game may be on the table by now.
  if (consent && asked === game) consent.askConsent(by("consent"), account.name, asked.state.id);
}

/** Makes heard what has happened. @param {Game} game @param {import("./types.js").GameState} before @param {import("./types.js").GameUpdate} update */
function sound(game, before, update) {
  const { position, standing, rematch } = game.state;
  const has = (/** @type {string} */ type) => update.events.some((event) => event.type === type);
  const blocked = (/** @type {import("./types.js").Position} */ { pieces }) => pieces.filter((piece) => piece.words.endsWith("blocked")).length;
  const asks = has("offer-draw") ? standing.offer_by : has("ask-take-back") ? standing.take_back_by : has("rematch") ? rematch?.by : null;
  if (game.over && before.standing.result === null) play("end");
  else if (asks && !game.state.you.includes(asks)) play("turn");
  else if (before.waiting && !game.state.waiting) play("turn");
  else if (has("move")) {
    const hit = position.pieces.length < before.position.pieces.length || blocked(position) > blocked(before.position);
    play(game.yourMove && document.hidden ? "turn" : hit ? "capture" : "move");
  }
}

function showWatchers() {
  const watching = game?.presence?.watching ?? 0;
  by("watchers").hidden = watching === 0;
  by("watchers").textContent = plural(watching, "{n} person watching", "{n} people watching");
}

/** The pieces of a game that nobody knows, beside the board. @param {import("./types.js").GameState} state */
async function showLegend({ presentation, board: drawn, spec }) {
  const table = by("legend");
  if (table.dataset.spec === spec) return;
  table.dataset.spec = spec;
  table.replaceChildren();
  table.hidden = by("design").hidden = presentation.legend.length === 0;
  if (table.hidden) return;
  by("design").href = designAddress(spec, ownName(spec) ?? "");
  loadStyle("/css/kinds.css");
  const { pieceTable } = await load("kindcard");
  if (table.dataset.spec === spec) table.replaceChildren(...pieceTable(presentation, drawn, board.prefix));
}

/** What the rules say first of the goal. @param {string} rules */
const goal = (rules) => rules.match(/^Goal\. (.*?[.!])(?=\s|$)/m)?.[1] ?? "";

function showStatus() {
  if (!game) return;
  const line = by("status");
  const past = looking === null ? "" : t("Position after {n} of {all} moves.", { n: looking, all: game.moves.length });
  line.className = `status${trouble ? " wrong" : game.over && !past ? " over" : ""}`;
  // How the game ended is not said of a position before.
  const words = trouble || [past, past && game.over ? "" : status(game), past ? "" : nearingLimit(game)].filter(Boolean).join(" ");
  if (line.textContent !== words) line.textContent = words;
}

function showMoves() {
  if (!game) return;
  const { moves, seats } = game;
  const at = looking ?? moves.length;
  /** @type {HTMLElement[]} */ const rows = [];
  moves.forEach(({ seat, text }, before) => {
    // A round begins again with an earlier seat: who has left, or began second, takes no place of others.
    if (before === 0 || seat <= moves[before - 1].seat) rows.push(make("li", { class: seats === 3 || seats > 4 ? "many" : "" }, make("b", { text: String(rows.length + 1) }), ...(seats === 2 && seat === "B" ? [make("span", { class: "gap", text: "…" })] : [])));
    rows[rows.length - 1].append(make("button", { text: game?.state.notation[before] ?? text, "aria-current": before + 1 === at ? "step" : null, onclick: () => look(before + 1) }));
  });
  if (rows.length === 0) rows.push(make("li", {}, make("span", { class: "empty", text: t("No moves yet.") })));
  by("moves").replaceChildren(...rows);
  scrollToMove();
  by("first").disabled = by("back").disabled = at === 0;
  by("last").disabled = by("forward").disabled = at === moves.length;
}

/** Brings the current move into the middle of the list. */
function scrollToMove() {
  const list = by("moves");
  const current = list.querySelector("[aria-current]");
  if (!current) return list.scrollTo(0, 0);
  list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  list.scrollLeft = current.offsetLeft - list.offsetLeft - list.clientWidth / 2;
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
    lightUp();
    by("picture").href = `/api/games/${state.id}/picture?ply=${ply}`;
    seats.show(game, position);
    showStatus();
    showMoves();
  } catch (error) {
    fail(error);
  }
}

/** The same players and rules again, the seats moved on by one; others at the table are asked. */
async function rematch() {
  if (!game) return;
  // A second click on the button falls on whatever stands there next, and must do nothing.
  by("acts").inert = true;
  setTimeout(() => (by("acts").inert = false), SECOND_CLICK);
  try {
    openGame((await api.rematch(game.state.id)).id);
  } catch (error) {
    fail(error);
  }
}

/** @param {unknown} error */
function fail(error) {
  trouble = error instanceof Refused ? capital(error.message) : t("Something went wrong on this page.");
  const line = by("status");
  line.className = "status wrong";
  line.textContent = trouble;
  if (!(error instanceof Refused)) throw error;
}

/** Opens the game that the address names, the last unfinished one, or a first one; unless somebody was faster and has begun another. */
async function begin() {
  const before = live;
  const open = (/** @type {string} */ id) => { if (live === before) openGame(id); };
  try {
    const named = location.pathname.match(/^\/game\/([0-9a-f]+)$/)?.[1];
    if (named) {
      // Whoever follows a link is told if it leads nowhere.
      if (await exists(named)) open(named);
      else location.replace(`/join/${named}`);
      return;
    }
    const games = await api.list();
    const unfinished = games.find((saved) => saved.result === null && !saved.waiting);
    if (unfinished) {
      open(unfinished.id);
      return;
    }
    const known = await catalogue;
    const { first } = known;
    const players = /** @type {import("./types.js").SeatRequest[]} */ ([{ kind: "person", name: "" }, { kind: "engine", spec: first.engine }]);
    open((await api.create({ spec: fresh(known, first.spec), players })).id);
  } catch (error) {
    fail(error);
    setTimeout(begin, 2000);
  }
}

/** Whether there is such a game for us. @param {string} id */
async function exists(id) {
  try {
    await api.state(id);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether the board is turned so that the own pieces started below. */
let usual = false;
/** Turns it so. @param {Game} opened */
async function sitBelow(opened) {
  const { state, own } = opened;
  turn(usual = false);
  if (opened.seats !== 2) return;
  const start = opened.moves.length === 0 ? state : await api.at(state.id, 0).catch(() => null);
  if (!start || opened !== game) return;
  opened.start = start.position;
  if (own === null) seats.show(opened, board.position ?? state.position);
  else turn(usual = startsAbove(start.board ?? state.board, start.position, opened.letters.indexOf(own)));
}

/** Turns the board, or back. @param {boolean} flipped */
function turn(flipped) {
  board.flip(flipped);
  by("flip").setAttribute("aria-pressed", String(flipped !== usual));
  if (game && board.position) seats.show(game, board.position);
}

/** Shows the games that one can choose. */
async function showGames() {
  loadStyle("/css/gallery.css");
  const [{ showGallery }, known] = await Promise.all([load("gallery"), catalogue]);
  showGallery({ catalogue: known, open: openGame, customise });
}

/** Lets a game be made as somebody likes it. @param {string} spec @param {boolean} [exactly] whether chance may not choose another start */
async function customise(spec, exactly = false) {
  loadStyle("/css/gallery.css");
  loadStyle("/css/kinds.css");
  const [{ NewGame }, known] = await Promise.all([load("newgame"), catalogue]);
  newGame ??= /** @type {import("./newgame.js").NewGame} */ (new NewGame(known, openGame, me));
  newGame.show(spec, !exactly);
}
/** The dialog, once it was wanted. @type {import("./newgame.js").NewGame | null} */ let newGame = null;

/** Loads a module that only some need; by its address, because it may not come from where this script does. @param {string} name */
const load = (name) => import(`/js/${name}.js`);

/** Loads a sheet that only some need. @param {string} href */
function loadStyle(href) {
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(make("link", { rel: "stylesheet", href }));
}

by("open-new").onclick = showGames;
by("open-library").onclick = async () => (await load("library")).showLibrary(openGame, await catalogue);
by("open-rules").onclick = async () => {
  await loadRules();
  by("rules-heading").textContent = t("Rules of {game}", { game: by("title").textContent ?? "" });
  if (game) {
    loadStyle("/css/kinds.css");
    by("rules-text").replaceChildren(...(await load("kindcard")).rulesOf(game.state, board.prefix));
  }
  by("rules-dialog").showModal();
};
by("share").onclick = async () => (await load("sharegame")).shareGame(game?.state.id ?? "", by("title").textContent ?? "");
by("fen").replaceWith(copyButton(() => board.position?.fen ?? "", t("Copy FEN"), { id: "fen", class: "link-button", hidden: true }));
by("first").onclick = () => look(0);
by("back").onclick = () => look((looking ?? game?.moves.length ?? 0) - 1);
by("forward").onclick = () => look((looking ?? game?.moves.length ?? 0) + 1);
by("last").onclick = () => look(game?.moves.length ?? 0);
// A screen that is turned shows the list another way; one that only grows taller, as a phone's does, shows the same.
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width) scrollToMove();
  width = innerWidth;
});
by("flip").onclick = () => turn(!board.flipped);
by("rotate").onclick = () => {
  board.turn();
  if (game) rememberTurn(game.state.game, board.turned);
};
by("names").onclick = () => {
  board.name(!board.named);
  by("names").setAttribute("aria-pressed", String(board.named));
};
by("looks").onclick = async () => (await load("looks")).showLooks();
listenToKeys(() => { if (game?.can("take-back")) act({ do: "take-back" }); });

listenToSwitch();
// Read at once: opening a game changes the address.
const wanted = new URLSearchParams(location.search).get("spec");
const catalogue = api.catalogue();
catalogue.then((known) => {
  setLevels(known.levels);
  families = known.games;
  if (game) show();
  if (wanted) customise(wanted, true);
}).catch(fail);
begin();
