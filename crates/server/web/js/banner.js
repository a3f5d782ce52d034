// What happened without a piece moving, for all to see: a swap, a pass, a draw offer.

import { emblem } from "./board.js";
import { by, make } from "./dom.js";

/** @typedef {import("./model.js").Game} Game */

/** How long it stays, in milliseconds. */
const STAYS = 4500;
/** @type {number | undefined} */ let timer;

/** Tells what an update brought, where the board does not show it. @param {Game} game @param {import("./types.js").GameUpdate} update @param {import("./board.js").BoardView} view */
export function announce(game, update, view) {
  const last = update.events.at(-1);
  if (!last || !("seat" in last)) return;
  const name = game.name(last.seat);
  if (last.type === "move" && last.text.startsWith("swap")) swapped(game, name, view);
  else if (last.type === "move" && last.text === "pass") tell(`${name} passed.`);
  else if (last.type === "move") hide();
  else if (last.type === "offer-draw") tell(`${name} ${name === "You" ? "offered" : "offers"} a draw.`);
}

/** @param {Game} game @param {string} name @param {import("./board.js").BoardView} view */
function swapped(game, name, view) {
  const { sides } = game.state.presentation;
  const { sets } = game.state.position;
  const own = game.own === null ? null : sets[game.letters.indexOf(game.own)];
  const now = own === null ? "" : ` You play ${sides[own].name} now.`;
  const pieces = sets.slice(0, 2).map((set) => emblem(game.state.board, sides[set].shape, view.prefix));
  tell(`${name} swapped sides.${now}`, make("span", { class: "swapping" }, ...pieces));
}

/** @param {string} text @param {...Node} before */
export function tell(text, ...before) {
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
