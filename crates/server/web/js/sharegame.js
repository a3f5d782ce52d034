// A finished game for others: its link, and a board for other pages.

import { make } from "./dom.js";
import { t } from "./lang.js";
import { copyBox } from "./share.js";

/** @param {string} id @param {string} title */
export function shareGame(id, title) {
  const link = `${location.origin}/game/${id}`;
  const frame = `<iframe src="${location.origin}/embed/${id}" width="480" height="540" title="${title.replace(/[<>"&]/g, "")}" loading="lazy"></iframe>`;
  const dialog = make("dialog", { "aria-labelledby": "share-heading" },
    make("header", {}, make("h2", { id: "share-heading", text: t("Share this game") }), make("button", { class: "ghost close", "aria-label": t("Close"), text: "✕", onclick: () => dialog.close() })),
    make("p", { class: "muted", text: t("Anyone with the link can step through the game.") }), copyBox(link, t("Link to the game"), title),
    make("p", { class: "muted", text: t("To show the board on your own page:") }), copyBox(frame, t("Code for a page")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
