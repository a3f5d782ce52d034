// One click: a game of a speed with whoever wants the same, or a place in the lobby until somebody does.

import { api } from "./api.js";
import { clockOf, clockWords, shortClock } from "./clock.js";
import { by, make } from "./dom.js";
import { t, translate } from "./lang.js";
import { me } from "./shell.js";
import { fresh, parseSpec } from "./spec.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").ListedGame} Listed */

/** The clocks to choose from, and what players call them. */
const CLOCKS = [["1+0", t("Bullet")], ["3+2", t("Blitz")], ["5+3", t("Blitz")], ["10+5", t("Rapid")], ["30+20", t("Classical")], ["3", t("Correspondence")]];
const KEY = "quick-game";

export class Quick {
  /** @param {{name: () => string, waits: (id: string) => void, gone: (id: string) => void}} callbacks what one is called, and what happens to the own offer */
  constructor(callbacks) {
    this.callbacks = callbacks;
    /** @type {import("./types.js").Catalogue | null} */ this.catalogue = null;
    /** The own offer that waits. @type {{id: string, choice: string, rated: boolean, game: string} | null} */ this.offer = null;
    this.signedIn = false;
    this.busy = false;
    /** All games that wait for somebody else. @type {Listed[]} */ this.open = [];
    me.then((account) => {
      this.signedIn = account !== null;
      by("quick-rated-field").hidden = !this.signedIn;
    });
    by("quick").replaceChildren(...CLOCKS.map(([choice, speed]) => make("button", { type: "button", "aria-pressed": "false", "data-clock": choice, disabled: true, onclick: () => this.choose(choice) },
      make("b", { text: shortClock(clockOf(choice)) }), make("small", { text: speed }))));
    by("quick-game").onchange = () => localStorage.setItem(KEY, by("quick-game").value);
  }

  /** @param {import("./types.js").Catalogue} catalogue */
  know(catalogue) {
    this.catalogue = catalogue;
    by("quick-game").replaceChildren(...catalogue.games.map(({ name, title }) => make("option", { value: name, text: translate(title) })));
    by("quick-game").value = localStorage.getItem(KEY) ?? catalogue.games[0].name;
    if (by("quick-game").selectedIndex < 0) by("quick-game").selectedIndex = 0;
    for (const button of by("quick").children) button.disabled = false;
  }

  /** @param {string} choice */
  async choose(choice) {
    if (this.busy) return;
    this.busy = true;
    const same = this.offer?.choice === choice;
    await this.cancel();
    if (!same) await this.seek(choice);
    this.busy = false;
  }

  /** @param {string} choice */
  async seek(choice) {
    const wanted = { choice, rated: this.signedIn && by("quick-rated").checked, game: by("quick-game").value };
    for (const game of this.open.filter((game) => fits(game, wanted))) if (await this.sit(game)) return;
    const own = { kind: "person", name: this.callbacks.name() };
    const players = /** @type {import("./types.js").SeatRequest[]} */ (Math.random() < 0.5 ? [own, { kind: "open" }] : [{ kind: "open" }, own]);
    try {
      const spec = this.catalogue ? fresh(this.catalogue, wanted.game) : wanted.game;
      const { id } = await api.create({ spec, players, clock: clockOf(choice), listed: true, rated: wanted.rated });
      this.offer = { id, ...wanted };
      this.callbacks.waits(id);
      this.show();
    } catch (error) {
      by("quick-said").textContent = capital(/** @type {Error} */ (error).message);
    }
  }

  /** Sits down at somebody's game; false if somebody else was faster. @param {Listed} game */
  async sit(game) {
    try {
      await api.join(game.id, this.callbacks.name());
      location.assign(`/game/${game.id}`);
      return true;
    } catch {
      return false;
    }
  }

  /** Takes the own offer back. */
  async cancel() {
    const { offer } = this;
    this.offer = null;
    this.show();
    if (!offer) return;
    this.callbacks.gone(offer.id);
    await api.remove(offer.id).catch(() => {});
  }

  show() {
    for (const button of by("quick").children) button.setAttribute("aria-pressed", String(button.dataset.clock === this.offer?.choice));
    by("quick-said").replaceChildren(...(this.offer ? [t("Looking for an opponent…"), make("button", { type: "button", text: t("Cancel"), onclick: () => this.cancel() })] : []));
  }

  /** Takes note of the lobby: of two who offer the same, the later one goes to the other. @param {Listed[]} open games of others @param {Listed | undefined} own */
  async hear(open, own) {
    this.open = open;
    const { offer } = this;
    if (!offer || !own || this.busy) return;
    const first = open.find((game) => fits(game, offer) && (game.created < own.created || (game.created === own.created && game.id < own.id)));
    if (!first) return;
    this.busy = true;
    if (await this.sit(first)) {
      this.callbacks.gone(offer.id);
      await api.remove(offer.id).catch(() => {});
    }
    this.busy = false;
  }
}

/** Whether a game of somebody else is just what is wanted: the usual game, for two. @param {Listed} game @param {{choice: string, rated: boolean, game: string}} wanted */
function fits(game, { choice, rated, game: family }) {
  const { options } = parseSpec(game.spec);
  for (const chance of ["seed", "draws"]) options.delete(chance);
  const open = game.players.filter((player) => player.kind === "open" && !player.kept).length;
  return game.game === family && options.size === 0 && game.players.length === 2 && open === 1 && game.rated === rated && clockWords(game.clock) === clockWords(clockOf(choice));
}
