// The end of a game: who won and why, and what to do next.

import { by, make } from "./dom.js";
import { t } from "./lang.js";
import { verdict } from "./words.js";

/** @typedef {import("./model.js").Game} Game */

/** How long the last move is seen before the card comes, in milliseconds. */
const PAUSE = 700;
/** The game whose end was closed or is shown. */
let told = "";
/** @type {number | undefined} */ let timer;

/** Where the actions are a bar at the lower edge, the card belongs to it: nothing of it is below the screen. */
const upright = matchMedia("(max-width: 1100px) and (max-aspect-ratio: 1/1)");
upright.onchange = () => (upright.matches ? by("ask") : by("moves")).before(by("end"));
upright.onchange(/** @type {any} */ (null));

/**
 * Shows the card of a finished game, once.
 * @param {Game} game
 * @param {{rematch: () => void, newGame: () => void, review: () => void}} callbacks
 * @param {boolean} fresh whether the game has ended before our eyes
 */
export function showEnding(game, callbacks, fresh) {
  const card = by("end");
  const { id, rematch, standing } = game.state;
  const key = `${id} ${standing.result} ${rematch?.id} ${game.can("rematch")}`;
  if (!game.over) {
    clearTimeout(timer);
    card.hidden = true;
    told = "";
    return;
  }
  if (told === key) return;
  const closed = card.hidden && told.startsWith(`${id} ${standing.result} `);
  told = key;
  const { headline, reason, mood } = verdict(game);
  const again = game.can("rematch") && !rematch ? [make("button", { class: "primary again", text: t("Rematch"), onclick: callbacks.rematch })] : [];
  const review = game.seats === 2 && game.moves.length > 1 ? [make("button", { text: t("Review"), onclick: () => { card.hidden = true; callbacks.review(); } })] : [];
  card.className = `card end ${mood}`;
  card.replaceChildren(
    make("button", { class: "ghost close", "aria-label": t("Close"), text: "✕", onclick: () => (card.hidden = true) }),
    make("h2", { text: headline }), make("p", { text: reason.charAt(0).toUpperCase() + reason.slice(1) }),
    make("div", { class: "end-actions" }, ...again, make("a", { class: "button", text: t("Analyse"), href: `/analysis/${id}` }), ...review, make("button", { class: "again", text: t("New game"), onclick: callbacks.newGame })));
  if (closed) return;
  clearTimeout(timer);
  timer = setTimeout(() => (card.hidden = false), fresh ? PAUSE : 0);
}
