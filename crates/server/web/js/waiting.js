// What stands over the board while a seat is open.

import { api } from "./api.js";
import { termsWords } from "./clock.js";
import { by, make } from "./dom.js";
import { t, translate } from "./lang.js";
import { copyBox, linkOf } from "./share.js";
import { capital } from "./words.js";

/** @typedef {import("./model.js").Game} Game */

/** The game whose card is shown, and what it says, so that nothing is drawn again under the pointer. */
let shown = "";

/** The game that was called off here, not by others. */
let cancelled = "";
/** Whether that was this game. @param {string} id */
export const isCancelled = (id) => cancelled === id;

/** @param {Game} game @param {(error: unknown) => void} fail */
export function showWaiting(game, fail) {
  const card = by("waiting");
  const { id, waiting, listed, you, players } = game.state;
  // A seat is kept for whoever was asked for a rematch.
  const asked = players.some((player) => player.kind === "open" && player.kept);
  card.hidden = !waiting || game.over;
  const key = [id, waiting, listed, you, asked, game.state.can].join();
  if (card.hidden || key === shown) return;
  shown = key;
  const { title } = game.state.presentation;
  const terms = make("p", { class: "muted", text: capital(termsWords(game.state)) });
  if (you.length === 0) {
    const join = make("a", { class: "button primary", text: t("Join this game"), href: `/join/${id}` });
    card.replaceChildren(make("h2", { text: t("Open seat") }), terms, ...(game.can("join") ? [join] : []));
    return;
  }
  const heading = make("h2", { text: asked ? t("Rematch offered") : t("Waiting for an opponent") });
  const words = asked
    ? t("The game starts when your opponent accepts.")
    : listed
      ? t("Your game is in the lobby. Anyone can join, or send this link:")
      : t("Send this link to a friend. The game starts when they join.");
  const cancel = make("button", { text: t("Cancel"), class: "ghost", onclick: () => ((cancelled = id), api.remove(id).catch(fail)) });
  const link = asked ? [] : [copyBox(linkOf(id), t("Link to this game"), t("{game} on Selforge", { game: translate(title) }))];
  // In a tab of its own: this one rings when the game begins.
  const pastime = make("a", { class: "link", href: "/puzzles", target: "_blank", rel: "noopener", text: t("Solve puzzles while you wait") });
  card.replaceChildren(heading, make("p", { text: words }), ...link, terms, pastime, ...(game.can("delete") ? [cancel] : []));
}
