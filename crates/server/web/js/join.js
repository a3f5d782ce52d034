// A private link: what is offered, by whom, and one button.

import { api, isMissing, Refused } from "./api.js";
import { BoardView, emblem } from "./board.js";
import { termsWords } from "./clock.js";
import { by, make } from "./dom.js";
import { rulesOf } from "./kindcard.js";
import { loadRules, t } from "./lang.js";
import { setLevels, startsAbove } from "./model.js";
import { called } from "./mygames.js";
import { gameWords, knowGames } from "./options.js";
import { lastName, playerName, playerTag } from "./people.js";
import { me } from "./shell.js";
import { ORDINALS } from "./ordinals.js";
import { capital } from "./words.js";

const id = location.pathname.split("/")[2] ?? "";
const board = new BoardView(by("join-board"));

/** @param {import("./types.js").GameState} state @param {import("./types.js").AccountView | null} account */
function show(state, account) {
  if (state.you.length > 0) {
    location.replace(`/game/${id}`);
    return;
  }
  const title = called(state.spec, state.presentation.title);
  const host = state.players.find((player) => player.kind === "person");
  const seat = state.players.findIndex((player) => player.kind === "open");
  document.title = `${title} · Selforge`;
  board.flip(state.players.length === 2 && startsAbove(state.board, state.position, seat));
  board.show(state.board, { ...state.position, moves: [] });
  by("join-game").hidden = false;
  by("join-title").textContent = host ? t("{who} invites you to a game of {game}", { who: playerName(host, t("Someone")), game: title }) : t("A game of {game}", { game: title });
  by("join-facts").replaceChildren(
    ...fact(t("Game"), make("span", { text: gameWords(state.spec, state.presentation.title), title: state.spec })),
    ...fact(t("Clock"), make("span", { text: termsWords(state) })),
    ...state.players.flatMap((player, at) => fact(ORDINALS[at], place(state, at, at === seat ? make("strong", { text: t("you") }) : playerTag(player)))));
  by("join-rules").replaceChildren(...rulesOf(state, board.prefix));
  const begun = !state.waiting || seat < 0;
  const locked = !begun && (state.rated && account === null || !state.can.includes("join"));
  by("join-form").hidden = begun || locked;
  by("join-name-field").hidden = account !== null;
  by("join-name").value = lastName.read();
  by("join-watch").hidden = !begun;
  by("join-watch-link").href = `/game/${id}`;
  by("join-locked").hidden = !locked;
  by("join-locked-text").textContent = state.rated && account === null ? t("This game is rated. You need an account to play.") : t("This seat is reserved for someone else.");
  by("join-sign-in").hidden = account !== null || !state.rated;
  by("join-sign-in").href = `/account?next=/join/${id}`;
}

/** @param {string} name @param {Node} what */
function fact(name, what) {
  return [make("dt", { text: name }), make("dd", {}, what)];
}

/** A seat with its piece. @param {import("./types.js").GameState} state @param {number} at @param {Node} who */
function place({ board: shape, position }, at, who) {
  const piece = position.pieces.find((piece) => piece.set === position.sets[at]);
  return make("span", { class: "place" }, ...(piece ? [emblem(shape, position.shapes[piece.shape], board.prefix)] : []), who);
}

async function begin() {
  try {
    const [account, state] = await Promise.all([me, api.state(id)]);
    show(state, account);
  } catch (error) {
    by("join-problem").hidden = false;
    by("join-problem-text").textContent = isMissing(error) ? t("This game doesn’t exist, was cancelled, or isn’t open to you.") : capital(/** @type {Error} */ (error).message);
  }
}

by("join-form").onsubmit = async (/** @type {Event} */ event) => {
  event.preventDefault();
  const name = by("join-name-field").hidden ? "" : by("join-name").value.trim();
  if (!by("join-name-field").hidden) lastName.keep(name);
  by("join-play").disabled = true;
  try {
    await api.join(id, name);
    location.assign(`/game/${id}`);
  } catch (error) {
    by("join-play").disabled = false;
    by("join-error").textContent = capital(/** @type {Error} */ (error).message);
    // Somebody was faster: say how things stand now.
    if (error instanceof Refused && error.status === 409) begin();
  }
};

Promise.all([api.catalogue(), loadRules()]).then(([catalogue]) => {
  setLevels(catalogue.levels);
  knowGames(catalogue);
}).catch(() => {}).finally(begin);
