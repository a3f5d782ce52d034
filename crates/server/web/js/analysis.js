// The analysis page: a line of play, what was noted on it, and what can be seen in it.

import { api, Refused } from "./api.js";
import { BoardView, emblem, rememberTurn, turnedBefore } from "./board.js";
import { legend } from "./charts.js";
import { drawEvaluation, drawOrganisation } from "./curves.js";
import { chooseMove } from "./chooser.js";
import { by, make, sure } from "./dom.js";
import { decimal, t, translate } from "./lang.js";
import { Game, setLevels } from "./model.js";
import { fillMoves } from "./movelist.js";
import { called } from "./mygames.js";
import { bring, showChooser, takeDrops } from "./opening.js";
import * as overlay from "./overlay.js";
import { counted, explain, seenSets } from "./seen.js";
import "./shell.js";
import { Thinker } from "./thinker.js";
import { done, line, LONGEST_COMMENT, MOST_NODES, moveWords, Tree, way } from "./tree.js";
import { share, worth } from "./verdict.js";
import { capital, status as endingWords } from "./words.js";

/** @typedef {import("./tree.js").Node} Node */

/** How long to wait for more typing before notes are kept. */
const PAUSE = 700;
/** How often a game that goes on is looked at, in milliseconds. */
const FOLLOW = 3000;

let tree = new Tree();
/** @type {Node} */ let at = tree.root;
/** The game that is looked at, if it is a saved one. @type {string | null} */ let id = null;
/** @type {Game | null} */ let game = null;
let spec = "";
/** @type {string | null} */ let start = null;
/** What the server says of positions. @type {WeakMap<Node, any>} */ let shown = new WeakMap();
/** The board as it was last told; the same board stays the same object. */
let known = { text: "", board: /** @type {any} */ (null) };
/** @type {any[] | null} */ let organisation = null;
/** The line whose organisation is known. @type {string} */ let organised = "";
/** Of which set signals and paths are shown; null for the one to move. @type {number | null} */ let whose = null;
let trouble = "";
const sees = { engine: true, signals: false, critical: false, organise: false, counts: false };

const board = new BoardView(by("board"), async (moves) => {
  const move = await chooseMove(board, moves);
  if (move) play(move.text);
});
const thinker = new Thinker(() => showEngine());

/** Plays a move at the position one looks at: on a way that exists, or a new one. @param {string} text */
function play(text) {
  if (tree.count >= MOST_NODES) {
    trouble = t("You have reached {n} positions. Delete some to go on.", { n: MOST_NODES });
    showStatus();
    return;
  }
  const before = tree.count;
  go(tree.add(at, text));
  if (tree.count > before) keepSoon();
}

/** Looks at a position. @param {Node} node */
async function go(node) {
  at = node;
  trouble = "";
  showMoves();
  const wantsSeen = sees.signals || sees.critical;
  const ready = shown.get(node);
  if (ready && (!wantsSeen || ready.seen !== undefined) && (!sees.counts || ready.asked)) {
    show(ready);
    return;
  }
  const moves = way(node).map(({ move }) => move);
  try {
    const answer = await api.analyse({ spec, start, moves, see: wantsSeen, counts: sees.counts });
    const text = JSON.stringify(answer.board);
    if (text !== known.text) known = { text, board: answer.board };
    answer.board = known.board;
    shown.set(node, { ...answer, asked: sees.counts });
    const name = answer.position.last?.notation;
    if (name && node.name !== name) {
      node.name = name;
      showMoves();
    }
    if (at === node) show(shown.get(node));
  } catch (error) {
    fail(error);
  }
}

/** @param {any} answer */
function show(answer) {
  const name = called(spec, answer.presentation.title);
  document.title = t("Analysis of {game} · Selforge", { game: name });
  by("title").textContent = name;
  by("spec").textContent = spec;
  if (board.board !== answer.board) board.turned = turnedBefore(answer.game);
  board.show(answer.board, answer.position);
  by("rotate").textContent = t("Rotate {n}°", { n: board.angle });
  showSeats(answer);
  showOverlays();
  showStatus();
  showLinks(answer);
  showOthers(answer);
  thinker.look(at);
  showEngine();
  showOrganisation();
  if (document.activeElement !== by("comment") || by("comment").dataset.of !== key(at)) by("comment").value = at.comment;
  by("comment").dataset.of = key(at);
}

/** @param {Node} node */
const key = (node) => way(node).map(({ move }) => move).join(" ");

/** @param {any} answer */
function showSeats(answer) {
  const { position } = answer;
  const rows = position.sets.map((/** @type {number} */ set, /** @type {number} */ seat) => {
    const letter = String.fromCharCode(65 + seat);
    const turn = answer.to_move === letter;
    const row = make("div", { class: `seat${turn ? " turn" : ""}` });
    row.append(emblem(answer.board, answer.presentation.sides[set].shape, board.prefix));
    row.append(make("strong", { text: seatName(letter) }));
    const note = answer.winners.includes(letter) ? (answer.winners.length === 1 ? t("winner") : t("draw")) : turn ? t("to move") : "";
    row.append(make("span", { class: "note", text: note }), make("span", { class: "count", text: translate(position.counts[seat] ?? "") }));
    return row;
  });
  const below = board.flipped ? rows.length - 1 : 0;
  by("seats-bottom").replaceChildren(rows[below]);
  by("seats-top").replaceChildren(...rows.filter((/** @type {any} */ _, /** @type {number} */ seat) => seat !== below));
}

/** @param {string} letter */
function seatName(letter) {
  if (game) return game.name(letter);
  const answer = shown.get(at) ?? shown.get(tree.root);
  return answer ? translate(answer.presentation.sides[answer.position.sets[letter.charCodeAt(0) - 65]].name) : letter;
}

function showStatus() {
  const answer = shown.get(at);
  const status = by("status");
  status.className = `status${trouble ? " wrong" : answer?.result ? " over" : ""}`;
  if (trouble || !answer) {
    status.textContent = trouble;
    return;
  }
  const number = way(at).length;
  const place = number === 0 ? t("Start position.") : at.played || !game ? t("After {n} of {all} moves.", { n: number, all: line(at).length }) : t("Variation, move {n}.", { n: number });
  status.textContent = answer.result ? ending(answer) : place;
}

/** How a line ends, in the words of the play page. @param {any} answer */
function ending({ board, position, presentation, result, winners, seats }) {
  const players = Array.from({ length: seats }, () => ({ kind: "person", name: "" }));
  const state = { events: [], you: [], players, ...game?.state, board, position, presentation, waiting: false, standing: { result, winners } };
  return endingWords(new Game(/** @type {any} */ (state)));
}

/** @param {any} answer */
function showLinks(answer) {
  const here = encodeURIComponent(answer.from_here);
  // A finished game cannot go on from here.
  by("play-here").hidden = answer.position.to_move === null;
  by("play-here").href = `/?spec=${here}`;
  by("edit-here").href = `/editor?spec=${here}`;
  by("back-to-game").hidden = by("record").hidden = id === null;
  by("keep").hidden = id !== null;
  by("picture").hidden = id === null || !at.played;
  by("picture").href = `/api/games/${id}/picture?ply=${way(at).filter(({ move }) => !move.startsWith("- ")).length}`;
  if (id !== null) {
    by("back-to-game").href = `/game/${id}`;
    by("record").href = `/api/games/${id}/notes/record`;
  }
}

/** Moves that are not from a cell to a cell. @param {any} answer */
function showOthers(answer) {
  const buttons = answer.position.others.slice(0, 6).map((/** @type {import("./types.js").OtherMove} */ { text, words }) => make("button", { text: capital(translate(words)), onclick: () => play(text) }));
  by("others").replaceChildren(...buttons);
}

function showMoves() {
  fillMoves(by("tree"), tree, at, seats(), go, seatName);
  by("first").disabled = by("back").disabled = at.parent === null;
  by("last").disabled = by("forward").disabled = at.children.length === 0;
  by("promote").hidden = !tree.canPromote(at);
  by("remove").hidden = !tree.canChange(at);
}

/** How many seats there are. */
function seats() {
  return shown.get(at)?.seats ?? shown.get(tree.root)?.seats ?? game?.seats ?? 2;
}

function showOverlays() {
  const answer = shown.get(at);
  const tools = answer?.presentation.tools;
  for (const name of ["signals", "critical"]) by(name).hidden = !tools?.signals;
  by("organise").hidden = !tools?.organisation;
  by("counts").hidden = !tools?.network;
  board.decorate("worths", () => (sees.counts ? overlay.worths(board, shown.get(at)?.counted?.pieces ?? []) : []));
  by("counted").hidden = !tools?.network || !sees.counts || !answer?.asked;
  if (!by("counted").hidden) by("counted").textContent = counted(answer);
  board.decorate("signals", () => (sees.signals ? overlay.signals(board, seenSets(shown.get(at), whose)) : []));
  board.decorate("paths", () => (sees.critical ? overlay.paths(board, seenSets(shown.get(at), whose)) : []));
  const wanted = tools?.signals && (sees.signals || sees.critical) && answer?.seen !== undefined;
  by("seen").hidden = !wanted;
  by("whose").hidden = !wanted || answer.seen === null;
  if (!wanted) return;
  if (answer.seen === null) {
    by("seen").replaceChildren(make("p", { class: "muted", text: t("Signals and critical paths work on boards of up to 500 cells.") }));
    return;
  }
  const choices = [[null, t("To move")], ...answer.seen.sets.map((/** @type {any} */ set) => [set.set, translate(answer.presentation.sides[set.set].name)])];
  by("whose").replaceChildren(...choices.map(([set, text]) => make("button", {
    text, "aria-pressed": String(set === whose),
    onclick: () => { whose = set; showOverlays(); },
  })));
  by("seen").replaceChildren(...explain(answer, seenSets(answer, whose)));
}

function showEngine() {
  const answer = shown.get(at);
  if (!answer) return;
  const two = seats() === 2;
  const evaluation = sees.engine ? thinker.of(at) : undefined;
  by("bar").hidden = !sees.engine || !two;
  by("evaluation").hidden = !sees.engine;
  const best = evaluation?.line ?? [];
  board.decorate("arrows", () => (sees.engine ? overlay.arrows(board, best) : []));
  const line = by("best");
  line.hidden = !sees.engine;
  line.replaceChildren();
  if (!sees.engine) return;
  if (evaluation) {
    if (!evaluation.over) {
      line.append(make("strong", { text: capital(worth(evaluation, answer, seatName)) }));
      const texts = best.map(({ text, notation }) => notation ?? text);
      if (texts.length > 0) {
        line.append(t(" · best: "));
        line.append(make("button", { class: "link-button", text: texts[0], onclick: () => play(best[0].text), "aria-label": t("Play {move}", { move: texts[0] }) }));
        if (texts.length > 1) line.append(` ${texts.slice(1, 6).join(" ")}`);
      }
      line.append(make("small", { class: "muted", text: t(" depth {depth}, {n} positions", { depth: evaluation.depth ?? 0, n: decimal(evaluation.nodes ?? 0) }) }));
    }
    if (two) {
      const value = share(evaluation, answer.presentation.scale.decisive, "A");
      const [own, other] = answer.position.sets;
      by("bar").className = `eval-bar ${back(answer, other)}`;
      by("bar-fill").className = back(answer, own);
      by("bar-fill").style.height = `${(50 + 48 * value).toFixed(1)}%`;
      by("bar").classList.toggle("flipped", board.flipped);
      by("bar").setAttribute("aria-label", t("Evaluation: {worth}", { worth: worth(evaluation, answer, seatName) }));
    }
  } else {
    line.append(make("span", { class: "muted", text: thinker.trouble || t("Thinking…") }));
  }
  drawEvaluation(by("evaluation-chart"), answer, thinker, way(at).length, seatName, go);
  const { positions } = thinker;
  const told = positions.filter((node) => thinker.of(node)).length;
  by("evaluation-here").textContent = told < positions.length ? t("{n} of {all}", { n: told, all: positions.length }) : "";
}

/** The colour of a set: that of its pieces. @param {any} answer @param {number} set */
const back = (answer, set) => answer.presentation.sides[set].shape.match(/class="(white|black)"/)?.[1].replace(/^/, "back-") ?? `backed in${set % 12}`;

/** The self-organisation over the line. */
async function showOrganisation() {
  const presentation = shown.get(at)?.presentation;
  by("organisation").hidden = !presentation?.tools.organisation || !sees.organise;
  if (by("organisation").hidden) return;
  const nodes = thinker.positions;
  const moves = nodes.slice(1).map(({ move }) => move);
  if (organised !== moves.join(" ") || !organisation) {
    organised = moves.join(" ");
    try {
      const answer = await api.analyse({ spec, start, moves, organisation: true });
      if (organised !== moves.join(" ")) return;
      organisation = answer.organisation ?? null;
    } catch (error) {
      fail(error);
      return;
    }
  }
  if (!organisation) {
    by("organisation-keys").textContent = t("not on a board this large");
    return;
  }
  const series = drawOrganisation(by("organisation-chart"), presentation.sides, organisation, nodes, way(at).length, go);
  by("organisation-keys").replaceChildren(...legend(series));
}

/** Keeps the notes once typing pauses. */
function keepSoon() {
  if (id === null) return;
  by("saved-note").textContent = "…";
  clearTimeout(keeping);
  keeping = setTimeout(keep, PAUSE);
}
/** @type {any} */ let keeping = 0;

async function keep() {
  keeping = 0;
  if (id === null) return;
  try {
    await api.keepNotes(id, tree.write());
    by("saved-note").textContent = keeping ? "…" : t("saved");
  } catch (error) {
    by("saved-note").textContent = t("not saved");
    fail(error);
  }
}

/** Makes a saved game of the line one looks at. */
async function keepAsGame() {
  const root = shown.get(tree.root);
  if (!root) return;
  const lines = ["selforge record 1", `game: ${spec}`, `start: ${root.position.text}`, ""];
  const say = (/** @type {Node} */ node) => lines.push(...node.comment.split("\n").filter(Boolean).map((text) => `; ${text}`));
  say(tree.root);
  let number = 0;
  try {
    for (const node of line(at)) {
      const before = shown.get(/** @type {Node} */ (node.parent)) ?? await api.analyse({ spec, start, moves: way(/** @type {Node} */ (node.parent)).map(({ move }) => move) });
      if (node.move.startsWith("- ")) lines.push(node.move);
      else lines.push(`${(number += 1)} ${before.to_move} ${node.move}`);
      say(node);
    }
    await bring(`${lines.join("\n")}\n`);
  } catch (error) {
    fail(error);
  }
}

/** @param {unknown} error */
function fail(error) {
  if (!(error instanceof Error)) throw error;
  trouble = error instanceof Refused ? capital(error.message) : `${error.message}`;
  by("chooser-error").textContent = trouble;
  showStatus();
  if (!(error instanceof Refused)) throw error;
}

/** Begins with a game by its spec. @param {string} text */
function begin(text) {
  by("chooser").hidden = true;
  by("study").hidden = false;
  spec = text;
  thinker.begin(spec, start);
  shown = new WeakMap();
}

/** Analyses a game from its start. @param {string} text */
async function openSpec(text) {
  id = null;
  game = null;
  start = null;
  tree = new Tree();
  history.replaceState(null, "", `/analysis?spec=${encodeURIComponent(text)}`);
  begin(text);
  await go(tree.root);
}

/** Analyses a saved game. @param {string} name */
async function openGame(name) {
  const state = await api.state(name);
  const [first, notes] = await Promise.all([api.at(name, 0), api.notes(name)]);
  id = name;
  game = new Game(state);
  start = first.position.text;
  tree = Tree.read(notes);
  const last = tree.play(done(state.events));
  way(last).filter(({ move }) => !move.startsWith("- ")).forEach((node, ply) => (node.name = state.notation[ply]));
  begin(state.spec);
  // Nobody gets help in a game against others that is not over.
  const playing = state.online && state.standing.result === null && state.you?.length > 0;
  if (playing) {
    sees.engine = false;
    thinker.turn(false);
    by("engine").disabled = true;
    by("engine").setAttribute("aria-pressed", "false");
    by("engine").title = t("The engine is off until your game is over");
  }
  const wanted = Number(new URLSearchParams(location.search).get("ply"));
  const node = wanted > 0 ? way(last)[wanted - 1] ?? last : last;
  await go(node);
}

/** Takes up moves that were played since. */
async function refresh() {
  if (id === null || document.hidden) return;
  const state = await api.state(id).catch(() => null);
  if (!state || !game || state.number === game.state.number) return;
  const wasLast = at.played && !at.children.some((child) => child.played);
  game = new Game(state);
  const last = tree.play(done(state.events));
  go(wasLast ? last : at);
}

/** @param {keyof typeof sees} name @param {() => void} then */
function switchable(name, then) {
  by(name).onclick = () => {
    sees[name] = !sees[name];
    by(name).setAttribute("aria-pressed", String(sees[name]));
    then();
  };
}

switchable("engine", () => { thinker.turn(sees.engine); showEngine(); });
switchable("signals", () => go(at));
switchable("critical", () => go(at));
switchable("counts", () => go(at));
switchable("organise", () => showOrganisation());
by("first").onclick = () => go(tree.root);
by("back").onclick = () => at.parent && go(at.parent);
by("forward").onclick = () => at.children[0] && go(at.children[0]);
by("last").onclick = () => go(line(at).at(-1) ?? at);
by("flip").onclick = () => {
  board.flip(!board.flipped);
  by("flip").setAttribute("aria-pressed", String(board.flipped));
  const answer = shown.get(at);
  if (answer) showSeats(answer);
  showEngine();
};
by("rotate").onclick = () => {
  board.turn();
  const answer = shown.get(at);
  if (answer) rememberTurn(answer.game, board.turned);
};
by("names").onclick = () => {
  board.name(!board.named);
  by("names").setAttribute("aria-pressed", String(board.named));
};
by("comment").oninput = () => {
  at.comment = by("comment").value.slice(0, LONGEST_COMMENT).replace(/[^\S\n]+/g, " ").replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "");
  showMoves();
  keepSoon();
};
by("promote").onclick = () => {
  tree.promote(at);
  showMoves();
  keepSoon();
};
by("remove").onclick = async () => {
  const more = at.children.length > 0 || at.comment !== "";
  if (more && !(await sure(t("Delete {move} and everything after it?", { move: moveWords(at, seatName) }), t("Delete")))) return;
  go(tree.remove(at));
  keepSoon();
};
by("keep").onclick = keepAsGame;
addEventListener("keydown", (event) => {
  const typing = /** @type {Element} */ (event.target).closest("input, select, textarea, dialog, svg");
  if (typing || event.altKey || event.ctrlKey || event.metaKey || by("study").hidden) return;
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  const name = keys[/** @type {keyof typeof keys} */ (event.key)];
  if (!name) return;
  by(name).click();
  event.preventDefault();
});
addEventListener("focus", refresh);
// A game that goes on is followed.
setInterval(() => { if (game?.state.standing.result === null) refresh(); }, FOLLOW);
// What was typed last is kept even if the page is left at once.
addEventListener("pagehide", () => {
  if (keeping && id) fetch(`/api/games/${id}/notes`, { method: "PUT", keepalive: true, headers: { "content-type": "application/json" }, body: JSON.stringify(tree.write()) });
});
takeDrops((message) => {
  trouble = message;
  by("chooser-error").textContent = message;
  showStatus();
});

const address = new URLSearchParams(location.search);
const named = location.pathname.match(/^\/analysis\/([0-9a-f]+)$/)?.[1];
const wanted = address.get("spec");
(async () => {
  try {
    if (named) {
      api.catalogue().then((catalogue) => { setLevels(catalogue.levels); const answer = shown.get(at); if (answer) showSeats(answer); });
      await openGame(named);
      const warning = address.get("warning");
      if (warning) {
        trouble = capital(translate(warning));
        showStatus();
      }
    } else if (wanted) {
      const preview = await api.preview(wanted);
      await openSpec(preview.spec);
    } else {
      await showChooser(openSpec);
    }
  } catch (error) {
    await showChooser(openSpec);
    fail(error);
  }
})();
