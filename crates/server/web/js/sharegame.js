// A finished game for others: its link, and a board for other pages.

import { make, popup } from "./dom.js";
import { t } from "./lang.js";
import { copyBox } from "./share.js";

/** @param {string} id @param {string} title */
export function shareGame(id, title) {
  const link = `${location.origin}/game/${id}`;
  const frame = `<iframe src="${location.origin}/embed/${id}" width="480" height="540" title="${title.replace(/[<>"&]/g, "")}" loading="lazy"></iframe>`;
  popup("share-dialog", t("Share this game"), {},
    make("p", { class: "muted", text: t("Anyone with the link can step through the game.") }), copyBox(link, t("Link to the game"), title),
    make("p", { class: "muted", text: t("To show the board on your own page:") }), copyBox(frame, t("Code for a page")));
}
