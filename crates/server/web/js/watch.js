// The best game that is being played: by ratings, then by how long it goes on. When it ends, the next.

import { api } from "./api.js";
import { BoardView } from "./board.js";
import { termsWords } from "./clock.js";
import { by } from "./dom.js";
import { plural, t } from "./lang.js";
import { Live, Wire } from "./live.js";
import { setLevels } from "./model.js";
import { called } from "./mygames.js";
import { playersTag } from "./people.js";
import "./shell.js";

/** @typedef {import("./types.js").ListedGame} Listed */

/** How long the end of a game can be looked at, in milliseconds. */
const LAST = 6000;

const board = new BoardView(by("board"));
/** The games that are being played, by their names. @type {Map<string, Listed>} */ const games = new Map();
/** What is watched. @type {{id: string, live: Live} | null} */ let watched = null;
/** @type {import("./types.js").GameState | null} */ let state = null;
/** Games that have ended while they were watched. @type {Set<string>} */ const over = new Set();
/** @type {number | undefined} */ let timer;

/** How good a game is to watch: the weaker player counts, engines do not. @param {Listed} game */
function worth({ players, plies }) {
  const ratings = players.map((player) => (player.kind === "person" ? player.rating ?? 1000 : 800));
  return Math.min(...ratings) * 10_000 + Math.max(...ratings) + Math.min(plies, 60);
}

function choose() {
  if (watched) return;
  const best = [...games.values()].filter(({ id }) => !over.has(id)).sort((a, b) => worth(b) - worth(a))[0];
  by("open").hidden = !best;
  by("board").toggleAttribute("hidden", !best);
  if (!best) {
    by("players").replaceChildren();
    by("about").textContent = "";
    by("said").textContent = t("No live games right now. The next one appears here by itself.");
    return;
  }
  by("players").replaceChildren(playersTag(best.players));
  by("about").textContent = `${called(best.spec, best.title)} · ${termsWords(best)}`;
  by("open").href = `/game/${best.id}`;
  watched = { id: best.id, live: new Live(best.id, {
    state: (now) => {
      state = now;
      show(now.position, now.standing);
    },
    update: (update) => {
      if (!state) return;
      state = { ...state, board: update.board ?? state.board };
      show(update.position, update.standing);
    },
    presence: () => {}, refused: () => {}, gone: () => next(), connected: (yes) => (by("connection").hidden = yes),
  }) };
}

/** @param {import("./types.js").Position} position @param {import("./types.js").Standing} standing */
function show(position, standing) {
  if (!state) return;
  board.show(state.board, { ...position, moves: [] });
  by("said").textContent = standing.result === null ? plural(position.ply, "{n} move", "{n} moves") : plural(position.ply, "The game is over after {n} move.", "The game is over after {n} moves.");
  if (standing.result !== null) timer ??= setTimeout(next, LAST);
}

function next() {
  clearTimeout(timer);
  timer = undefined;
  if (watched) over.add(watched.id);
  watched?.live.close();
  watched = state = null;
  choose();
}

api.catalogue().then(({ levels }) => setLevels(levels)).catch(() => {}).finally(() => new Wire("/api/lobby/live", {
  open: () => games.clear(),
  hear: (/** @type {import("./types.js").LobbyUpdate} */ { open, playing, gone }) => {
    for (const id of [...gone, ...open.map(({ id }) => id)]) games.delete(id);
    for (const game of playing) games.set(game.id, game);
    choose();
  },
  connected: (yes) => (by("connection").hidden = yes),
}));
