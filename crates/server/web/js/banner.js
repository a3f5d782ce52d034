// What happened without a piece moving, for all to see: a swap, a pass, a draw offer.

import { emblem } from "./board.js";
import { by, make } from "./dom.js";
import { t } from "./lang.js";

/** @typedef {import("./model.js").Game} Game */

/** How long it stays, in milliseconds. */
const STAYS = 4500;
/** @type {number | undefined} */ let timer;

/** Tells what an update brought, where the board does not show it. @param {Game} game @param {import("./types.js").GameUpdate} update @param {import("./board.js").BoardView} view */
export function announce(game, update, view) {
  const last = update.events.at(-1);
  if (!last || !("seat" in last)) return;
  const name = game.name(last.seat);
  // The end has a card of its own, and nothing may lie over the last position.
  if (game.over) hide();
  else if (last.type === "move" && last.text.startsWith("swap")) swapped(game, last, view);
  else if (last.type === "move" && last.text === "pass") tell(game.own === last.seat ? t("You passed.") : t("{who} passed.", { who: name }));
  else if (last.type === "move") hide();
  else if (last.type === "offer-draw") tell(game.own === last.seat ? t("You offered a draw.") : t("{who} offers a draw.", { who: name }));
}

/** @param {Game} game @param {{seat: string, text: string}} move @param {import("./board.js").BoardView} view */
function swapped(game, { seat, text }, view) {
  const { board, position, presentation: { sides } } = game.state;
  // With more than two, the move names the other.
  const other = text.split("-")[1]?.toUpperCase() ?? game.letters.find((letter) => letter !== seat) ?? seat;
  const now = game.own === seat || game.own === other ? ` ${t("You play {side} now.", { side: game.side(game.own) })}` : "";
  const pieces = [seat, other].map((letter) => emblem(board, sides[position.sets[game.letters.indexOf(letter)]].shape, view.prefix));
  tell((game.own === seat ? t("You swapped sides.") : t("{who} swapped sides.", { who: game.name(seat) })) + now, make("span", { class: "swapping" }, ...pieces));
}

/** @param {string} text @param {...Node} before */
function tell(text, ...before) {
  // The line under the board says the same aloud.
  by("banner").replaceChildren(...before, make("span", { text }));
  by("banner").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(hide, STAYS);
}

export function hide() {
  clearTimeout(timer);
  by("banner").hidden = true;
}
