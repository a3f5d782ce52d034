// The lobby: games that wait for someone, games being played, and a new one.

import { api } from "./api.js";
import { termsWords } from "./clock.js";
import { by, make } from "./dom.js";
import { loadRules, plural, t } from "./lang.js";
import { Wire } from "./live.js";
import { setLevels } from "./model.js";
import { called } from "./mygames.js";
import { knowGames } from "./options.js";
import { playerName, playersTag, playerTag } from "./people.js";
import { gameTag, outcomeTag } from "./saved.js";
import { Quick } from "./quick.js";
import { Seek } from "./seek.js";
import { me } from "./shell.js";
import { copyButton, linkOf } from "./share.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").LobbyUpdate} News */
/** @typedef {import("./types.js").ListedGame} Listed */

/** How long own games may be out of date, in milliseconds. */
const PAUSE = 1500;
/** How many games of a list have a picture. */
const PICTURES = 20;

/** The games by their names. */
const games = { open: new Map(), playing: new Map() };
/** @type {News | null} */ let last = null;
/** @type {number | undefined} */ let timer;
/** Own games that waited when last heard of. @type {Set<string>} */ const waited = new Set();

const seek = new Seek((id, listed) => {
  if (!listed) return location.assign(`/game/${id}`);
  // Somebody may join before the lobby tells of the game.
  waited.add(id);
  showOwn();
});

const quick = new Quick({
  name: () => seek.name(),
  waits: (id) => {
    waited.add(id);
    showOwn();
  },
  gone: (id) => waited.delete(id),
});

new Wire("/api/lobby/live", {
  open: () => Object.values(games).forEach((list) => list.clear()),
  hear: take,
  connected: (yes) => (by("connection").hidden = yes),
});

/** @param {News} heard */
function take(heard) {
  const lists = Object.values(games);
  const old = [...heard.gone, ...[...heard.open, ...heard.playing].map((game) => game.id)];
  for (const id of old) lists.forEach((list) => list.delete(id));
  for (const game of heard.open) games.open.set(game.id, game);
  for (const game of heard.playing) games.playing.set(game.id, game);
  last = heard;
  show(heard);
}

/** Shows all games; `heard` says whose they are. @param {News} heard */
function show(heard) {
  const yours = new Set(heard.yours);
  for (const id of waited) if (!yours.has(id)) goIfBegun(id);
  for (const id of yours) waited.add(id);
  by("people").textContent = heard.people === 1 ? t("Only you are online") : plural(heard.people, "{n} person online", "{n} people online");
  const [waiting, playing] = Object.values(games).map((list) => [...list.values()].sort((a, b) => b.created - a.created));
  const open = waiting.filter((game) => !yours.has(game.id));
  fill("open-list", open.map(openRow), t("Nobody is waiting. Create a game and let others join."));
  fill("playing-list", playing.map(playingRow), t("No live games right now."));
  by("open-count").textContent = open.length > 0 ? String(open.length) : "";
  by("playing-count").textContent = playing.length > 0 ? String(playing.length) : "";
  quick.hear(open, waiting.find((game) => game.id === quick.offer?.id));
  timer ??= setTimeout(showOwn, ownShown ? PAUSE : 0);
}

/** Fills a list with rows by their games, leaving those that are there and did not change. @param {string} id @param {HTMLElement[]} rows @param {string} none */
function fill(id, rows, none) {
  const list = by(id);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.closest("li")?.dataset.key;
  const old = new Map([...list.children].map((row) => [row.dataset.key, row]));
  list.replaceChildren(...rows.map((row, at) => {
    const known = old.get(row.dataset.key);
    if (known?.dataset.says === row.dataset.says) return known;
    const picture = known?.querySelector(".thumb") ?? (at < PICTURES ? thumbnail(row.dataset.key ?? "") : null);
    if (picture) row.prepend(picture);
    return row;
  }));
  if (rows.length === 0) list.append(make("li", { class: "none muted", text: none }));
  if (focused) list.querySelector(`[data-key="${focused}"]`)?.querySelector("a.button, button")?.focus();
}

/** A small picture of a game. @param {string} id */
function thumbnail(id) {
  const picture = make("img", { class: "thumb", src: `/api/games/${id}/picture?size=96`, alt: "", width: 56, height: 56, loading: "lazy", decoding: "async" });
  picture.addEventListener("error", () => (picture.hidden = true));
  return picture;
}

/** One game of a list. @param {{id: string, spec: string, title: string}} game @param {(Node | string)[]} about @param {HTMLElement[]} buttons */
function row(game, about, buttons) {
  const title = make("p", { class: "row-title" }, ...gameTag(game));
  const text = make("div", { class: "row-text" }, title, make("p", { class: "row-about" }, ...about));
  const line = make("li", { class: "row" }, text, make("div", { class: "row-actions" }, ...buttons));
  line.dataset.key = game.id;
  line.dataset.says = line.textContent ?? "";
  return line;
}

/** @param {Listed} game */
function openRow(game) {
  const host = game.players.find((player) => player.kind === "person");
  const places = game.players.filter((player) => player.kind === "open").length;
  const who = host ? playerTag(host) : make("span", { text: t("Anonymous") });
  const more = game.players.length > 2 ? ` · ${t("{n} of {all} seats open", { n: places, all: game.players.length })}` : "";
  const join = make("button", { text: t("Join"), class: "primary", "aria-label": t("Join {game} of {who}", { game: called(game.spec, game.title), who: host ? playerName(host) : t("somebody") }), onclick: () => sit(game, join) });
  return row(game, [who, ` · ${termsWords(game)}${more}`], [join]);
}

/** @param {Listed} game */
function playingRow(game) {
  const names = game.players.map((player) => playerName(player)).join(t(" against "));
  const watch = make("a", { class: "button", text: t("Watch"), href: `/game/${game.id}`, "aria-label": t("Watch {names}", { names }) });
  return row(game, [playersTag(game.players), ` · ${termsWords(game)} · ${plural(game.plies ?? 0, "{n} move", "{n} moves")}`], [watch]);
}

/** Sits down at a game. @param {Listed} game @param {any} button */
async function sit(game, button) {
  button.disabled = true;
  say("");
  if (game.rated && !(await me)) {
    location.assign(`/join/${game.id}`);
    return;
  }
  try {
    await api.join(game.id, seek.name());
    location.assign(`/game/${game.id}`);
  } catch (error) {
    button.disabled = false;
    say(/** @type {Error} */ (error).message);
  }
}

/** Whether own games were shown before. */
let ownShown = false;

/** Shows the own online games that are not over. */
async function showOwn() {
  ownShown = true;
  clearTimeout(timer);
  timer = undefined;
  try {
    const games = (await api.list()).filter((saved) => saved.online && saved.result === null);
    games.sort((a, b) => Number(b.your_turn && !b.waiting) - Number(a.your_turn && !a.waiting));
    by("own").hidden = games.length === 0;
    fill("own-list", games.map(ownRow), "");
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

/** @param {import("./types.js").GameSummary} saved */
function ownRow(saved) {
  const about = [outcomeTag(saved, saved.you), " ", playersTag(saved.players, saved.you), ` · ${termsWords(saved)}`];
  const open = make("a", { class: `button${saved.your_turn && !saved.waiting ? " primary" : ""}`, text: t("Open"), href: `/game/${saved.id}`, "aria-label": t("Open {game}", { game: called(saved.spec, saved.title) }) });
  if (!saved.waiting) return row(saved, about, [open]);
  if (saved.invited) return challengeRow(saved);
  const cancel = make("button", { text: t("Cancel"), class: "danger", "aria-label": `${t("Cancel")} ${called(saved.spec, saved.title)}`, onclick: async () => {
    waited.delete(saved.id);
    try {
      await api.remove(saved.id);
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
    showOwn();
  } });
  return row(saved, about, [copyButton(() => linkOf(saved.id), t("Copy link")), cancel]);
}

/** Somebody wants to play with you. @param {import("./types.js").GameSummary} saved */
function challengeRow(saved) {
  const host = saved.players.find((player) => player.kind === "person");
  const name = host ? playerName(host) : t("Somebody");
  const accept = make("button", { class: "primary", text: t("Accept"), "aria-label": t("Accept {who}’s challenge", { who: name }), onclick: async () => {
    accept.disabled = true;
    try {
      await api.join(saved.id, "");
      location.assign(`/game/${saved.id}`);
    } catch (error) {
      say(/** @type {Error} */ (error).message);
      showOwn();
    }
  } });
  const decline = make("button", { class: "danger", text: t("Decline"), "aria-label": t("Decline {who}’s challenge", { who: name }), onclick: async () => {
    await api.remove(saved.id).catch((error) => say(error.message));
    showOwn();
  } });
  return row(saved, [make("strong", { text: t("{who} challenges you", { who: name }) }), ` · ${termsWords(saved)}`], [accept, decline]);
}

/** Goes to an own game that no longer waits, if that is because somebody came. @param {string} id */
async function goIfBegun(id) {
  const state = await api.state(id).catch(() => null);
  if (state?.waiting) return;
  waited.delete(id);
  if (state?.standing.result === null) location.assign(`/game/${id}`);
}

/** @param {string} problem */
function say(problem) {
  by("lobby-error").textContent = problem && capital(problem);
}

if (location.search === "?called-off") {
  say(t("The other player called the game off."));
  history.replaceState(null, "", location.pathname);
}

api.catalogue().then((catalogue) => {
  setLevels(catalogue.levels);
  knowGames(catalogue);
  seek.know(catalogue);
  quick.know(catalogue);
  loadRules().then(() => last && show(last));
}).catch((error) => say(error.message));
