// Like, neutral or dislike: asked after an evolved game.

import { api } from "./api.js";
import { make } from "./dom.js";
import { t } from "./lang.js";

/** The votes and what their buttons say. */
const VOTES = [["like", t("Like")], ["neutral", t("Neutral")], ["dislike", t("Dislike")]];

/**
 * Fills an element with the question whether a game was liked, if it is an evolved one and we play
 * in it; empties and hides it otherwise. May be called at every change: it asks once for each game.
 * @param {HTMLElement} element
 * @param {string | null} id the game, once it is over; null while there is none to ask about
 */
export async function showVote(element, id) {
  if (element.dataset.game === (id ?? "")) {
    element.hidden = element.childElementCount === 0;
    return;
  }
  element.hidden = true;
  element.dataset.game = id ?? "";
  element.replaceChildren();
  if (id === null) return;
  const own = await api.ownVote(id).catch(() => null);
  // Another game may be on the table by now.
  if (!own?.can || !own.forge || element.dataset.game !== id) return;
  const said = make("p", { class: "muted", role: "status", "aria-live": "polite" });
  const buttons = VOTES.map(([vote, text]) => make("button", {
    text, "aria-pressed": String(own.vote === vote),
    onclick: async () => {
      try {
        await api.vote(id, vote);
        buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(VOTES[at][0] === vote)));
        said.replaceChildren(t("Thanks! "), make("a", { class: "link", href: "/results", text: t("See what others think") }));
      } catch (error) {
        said.textContent = String(/** @type {any} */ (error).message);
      }
    },
  }));
  ask(element, t("Did you like this game?"), buttons, said);
}

/** Puts a question with its answers. @param {HTMLElement} element @param {string} question @param {Node[]} buttons @param {Node} said */
export function ask(element, question, buttons, said) {
  element.replaceChildren(make("p", { text: question, "aria-hidden": "true" }), make("div", { class: "switches", role: "group", "aria-label": question }, ...buttons), said);
  element.hidden = false;
}
