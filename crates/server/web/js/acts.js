// What can be done with the game: questions that wait for an answer, and buttons.

import { by, make, sure } from "./dom.js";
import { plural, t, translate } from "./lang.js";
import { capital } from "./words.js";

/** @typedef {import("./model.js").Game} Game */
/** @typedef {{act: (action: any) => void, rematch: () => void, newGame: () => void}} Callbacks */

/** @param {Game} game @param {Callbacks} callbacks */
export function showActs(game, callbacks) {
  const focused = document.activeElement?.closest(".actions *")?.textContent;
  const asked = questions(game, callbacks);
  // The same question is not asked aloud again.
  if (asked.map((question) => question.textContent).join("") !== by("ask").textContent) by("ask").replaceChildren(...asked);
  by("acts").replaceChildren(...buttons(game, callbacks));
  // Whoever is at a button with the keyboard stays there.
  if (!focused) return;
  const now = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".actions button"));
  ([...now].find((button) => button.textContent === focused && button.checkVisibility()) ?? by("acts")).focus();
}

/** @param {string} text @param {(event: MouseEvent) => void} onclick @param {string} [type] */
function button(text, onclick, type = "") {
  return make("button", { text, onclick, class: type });
}

/** A question with its answers. @param {string} text @param {...HTMLElement} answers */
function question(text, ...answers) {
  return make("div", { class: "question" }, make("p", { text }), make("div", { class: "answers" }, ...answers));
}

/** @param {Game} game @param {Callbacks} callbacks */
function questions(game, { act, rematch }) {
  const { standing, position, rematch: again } = game.state;
  const found = [];
  const one = (/** @type {string} */ words, /** @type {string} */ action, type = "") => button(words, () => act({ do: action }), type);
  if (standing.offer_by && game.can("accept-draw")) {
    found.push(question(t("{who} offers a draw.", { who: game.name(standing.offer_by) }), one(t("Accept"), "accept-draw", "primary"), one(t("Decline"), "decline-draw")));
  } else if (standing.offer_by && game.state.you.includes(standing.offer_by)) {
    found.push(question(t("You offered a draw."), ...(game.can("decline-draw") ? [one(t("Withdraw"), "decline-draw")] : [])));
  }
  if (standing.take_back_by && game.can("accept-take-back")) {
    found.push(question(plural(lastMoves(game), "{who} asks to take back the last move.", "{who} asks to take back the last {n} moves.", { who: game.name(standing.take_back_by) }), one(t("Accept"), "accept-take-back", "primary"), one(t("Decline"), "decline-take-back")));
  } else if (standing.take_back_by && game.state.you.includes(standing.take_back_by)) {
    found.push(question(plural(lastMoves(game), "You asked to take back the last move.", "You asked to take back the last {n} moves."), ...(game.can("decline-take-back") ? [one(t("Withdraw"), "decline-take-back")] : [])));
  }
  if (game.can("claim-draw")) found.push(question(t("{reason}: you may claim a draw.", { reason: capital(translate(position.claim ?? "")) }), one(t("Claim draw"), "claim-draw", "primary")));
  if (again && game.can("rematch") && !game.state.you.includes(again.by)) {
    found.push(question(t("{who} wants a rematch.", { who: game.name(again.by) }), button(t("Play again"), rematch, "primary")));
  }
  return found;
}

/** How many moves somebody wants back. @param {Game} game */
const lastMoves = (game) => game.state.events.findLast((event) => event.type === "ask-take-back")?.plies ?? 1;

/** @param {Game} game @param {Callbacks} callbacks */
function buttons(game, { act, rematch, newGame }) {
  const { position, rematch: again, you } = game.state;
  const acts = [];
  // A second click of a double click falls on what the next player at this screen may do.
  for (const { text, words } of position.others.slice(0, 6)) {
    if (game.can("move")) acts.push(button(capital(translate(words)), text === "pass" ? async () => { if (await sure(t("Pass your turn?"), t("Pass"))) act({ do: "move", text }); } : ({ detail }) => detail < 2 && act({ do: "move", text })));
    // The others' turn: the button keeps its place, or lends it to the one that hurries an engine.
    else if (text === "pass" && game.own !== null && !game.over && !game.state.waiting && !game.can("move-now")) acts.push(make("button", { text: capital(translate(words)), disabled: true }));
  }
  const passes = position.others.some(({ text }) => text === "pass");
  if (game.can("move-now")) acts.push(button(t("Move now"), () => act({ do: "move-now" })));
  else if (!passes && !game.over && !game.state.waiting && game.own !== null && game.state.players.some(({ kind }) => kind === "engine")) acts.push(make("button", { text: t("Move now"), disabled: true }));
  if (game.over) {
    if (again && you.length === 0) acts.push(make("a", { class: "button primary", text: t("Next game"), href: `/game/${again.id}` }));
    else if (again && you.includes(again.by)) acts.push(make("a", { class: "button primary", text: t("Go to rematch"), href: `/game/${again.id}` }));
    else if (!again && game.can("rematch")) acts.push(button(t("Rematch"), rematch, "primary again"));
    acts.push(button(t("New game"), newGame, "again"));
  }
  if (game.can("take-back")) acts.push(button(t("Take back"), () => act({ do: "take-back" })));
  if (game.can("offer-draw")) acts.push(button(t("Offer draw"), () => act({ do: "offer-draw" })));
  if (game.can("resign")) acts.push(button(t("Resign"), async () => { if (await sure(t("Resign this game?"), t("Resign"))) act({ do: "resign" }); }, "danger"));
  if (game.watching) acts.push(make("a", { class: "button", text: t("Lobby"), href: "/lobby" }));
  return acts;
}
