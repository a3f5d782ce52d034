// A board within somebody else's page: one game, as it stands or as it went.

import { api, isMissing } from "./api.js";
import { BoardView } from "./board.js";
import { by } from "./dom.js";
import { t } from "./lang.js";
import { Live } from "./live.js";
import { setLevels } from "./model.js";
import { playerName } from "./people.js";
import { capital } from "./words.js";

const board = new BoardView(by("board"));
const id = location.pathname.split("/")[2] ?? "";
const theme = new URLSearchParams(location.search).get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

/** @type {import("./types.js").GameState | null} */ let state = null;
/** The position that is looked at; null for the last. @type {number | null} */ let looking = null;
let asked = 0;

function show() {
  if (!state) return;
  const at = looking ?? state.position.ply;
  const names = state.players.map((player) => playerName(player, t("Somebody")));
  const { result, winners } = state.standing;
  const ended = winners.length === 1 ? t("{who} won", { who: names[winners[0].charCodeAt(0) - 65] }) : t("draw");
  by("said").textContent = `${names.join(" – ")} · ${at === state.position.ply && result !== null ? ended : t("move {n}", { n: at })}`;
  by("back").disabled = by("first").disabled = at === 0;
  by("forward").disabled = by("last").disabled = looking === null;
}

/** Looks at a position. @param {number} ply */
async function look(ply) {
  if (!state) return;
  const last = state.position.ply;
  looking = ply >= last ? null : Math.max(0, ply);
  const mine = ++asked;
  show();
  try {
    const { position, board: drawn } = looking === null ? { position: state.position, board: null } : await api.at(id, looking);
    if (mine === asked && state) board.show(drawn ?? state.board, { ...position, moves: [] });
  } catch (error) {
    if (mine === asked) by("said").textContent = capital(/** @type {Error} */ (error).message);
  }
}

/** Follows a game that goes on. */
function follow() {
  const live = new Live(id, {
    state: (now) => take(now),
    update: (update) => {
      if (!state) return;
      state = { ...state, position: update.position, standing: update.standing, board: update.board ?? state.board, players: update.players ?? state.players };
      if (looking === null) look(state.position.ply);
      show();
      if (update.standing.result !== null) live.close();
    },
    presence: () => {}, refused: () => {}, connected: () => {}, gone: () => {},
  });
}

/** @param {import("./types.js").GameState} now */
function take(now) {
  state = now;
  look(looking ?? now.position.ply);
}

const here = () => looking ?? state?.position.ply ?? 0;
by("first").onclick = () => look(0);
by("back").onclick = () => look(here() - 1);
by("forward").onclick = () => look(here() + 1);
by("last").onclick = () => look(Infinity);
by("open").href = `/game/${id}`;

Promise.all([api.state(id), api.catalogue()]).then(([now, { levels }]) => {
  setLevels(levels);
  take(now);
  if (now.standing.result === null) follow();
}).catch((error) => {
  by("said").textContent = isMissing(error) ? t("There is no such game, or it is not public.") : capital(error.message);
});
