// Whether researchers may get the finished games of somebody with an account: asked after each until there is an answer.

import { api } from "./api.js";
import { make } from "./dom.js";
import { t } from "./lang.js";
import { ask } from "./vote.js";

/** The answers and what their buttons say. */
const ANSWERS = /** @type {[import("./types.js").Sharing, string][]} */ ([["nameless", t("Yes, without my name")], ["named", t("Yes, with my name")], ["no", t("No")]]);

/** Notes that an account has answered. @param {string} name */
export const noteAnswer = (name) => localStorage.setItem(`sharing-${name}`, "answered");

/** Asks in an element, unless this account has answered before. May be called at every change: it asks once for each game. @param {HTMLElement} element @param {string} name the account @param {string} game the one that is over */
export async function askConsent(element, name, game) {
  element.hidden = element.childElementCount === 0;
  if (element.dataset.game === game || localStorage.getItem(`sharing-${name}`)) return;
  element.dataset.game = game;
  // A yes was said somewhere else; a no cannot be told from silence.
  const known = await api.sharing().catch(() => null);
  // Another game may be on the table by now.
  if (known?.sharing !== "no" || element.dataset.game !== game) return;
  const said = make("p", { class: "muted", role: "status" });
  const question = t("Share your finished games with researchers? A game is shared only if all its players agree.");
  const buttons = ANSWERS.map(([answer, text]) => make("button", { text, onclick: async () => {
    try {
      await api.changeSharing(answer);
      noteAnswer(name);
      element.replaceChildren(make("p", { class: "muted", role: "status" }, `${t("Saved.")} `, make("a", { class: "link", href: "/account", text: t("Change it any time") })));
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  } }));
  ask(element, question, buttons, said);
}
