// Breeding from a game, a step at a time: the server does one when it is asked, and this page asks for
// the next while somebody looks.

import { api } from "./api.js";
import { by, make } from "./dom.js";
import { plural, t, translate } from "./lang.js";
import { picture } from "./thumb.js";
import { capital } from "./words.js";

/** How many steps a run has. */
const STEPS = 15;
/** How many changes a card names. */
const SAID = 3;

export class Evolution {
  /** @param {{open: (spec: string, name: string) => void}} callbacks is given the game that was chosen, and a name for it */
  constructor(callbacks) {
    this.callbacks = callbacks;
    this.runs = false;
    this.abort = new AbortController();
    /** What is shown, by its spec. @type {Map<string, HTMLElement>} */ this.cards = new Map();
  }

  /** @param {string} spec @param {string} name */
  async start(spec, name) {
    this.set(true);
    this.abort = new AbortController();
    this.cards.clear();
    by("champions").replaceChildren();
    let tried = 0;
    /** @type {string[]} */ let best = [];
    this.say(0, t("Evolving…"));
    try {
      for (let step = 0; step < STEPS && this.runs; step++) {
        const found = await api.breed({ spec, best, step }, this.abort.signal);
        if ("replaced" in found) break;
        tried += found.tried;
        best = found.best.map((game) => game.spec);
        this.show(found, name);
        this.say((step + 1) / STEPS, `${t("Step {n} of {all}", { n: step + 1, all: STEPS })} · ${triedWords(tried)}`);
      }
      const better = by("champions").querySelectorAll(".better").length;
      by("progress-words").textContent = `${triedWords(tried)} · ${better === 0 ? t("none plays better than yours.") : plural(better, "{n} plays better than yours.", "{n} play better than yours.")}`;
    } catch (error) {
      if (/** @type {any} */ (error).name === "AbortError") by("progress-words").textContent = `${t("Stopped")} · ${triedWords(tried)}`;
      else by("progress-words").textContent = capital(/** @type {Error} */ (error).message);
    }
    this.set(false);
  }

  stop() {
    this.abort.abort();
  }

  /** @param {boolean} runs */
  set(runs) {
    this.runs = runs;
    by("evolve").textContent = runs ? t("Stop") : t("Start");
    by("progress").hidden = !runs;
  }

  /** @param {number} share @param {string} words */
  say(share, words) {
    by("progress").value = share;
    by("progress-words").textContent = words;
  }

  /** @param {import("./types.js").BreedView} found @param {string} name */
  show({ best, origin }, name) {
    const cards = best.map((game, at) => {
      const gain = Math.round((game.fitness - origin) * 100);
      const said = gain > 0 ? `+${gain} %` : gain < 0 ? `−${-gain} %` : "±0 %";
      const known = this.cards.get(game.spec);
      const own = t("{game}, child {n}", { game: name || t("My game"), n: at + 1 });
      const card = known ?? make("li", {}, make("button", {}, picture(game.spec), make("b", {}), make("span", { class: "changes", text: capital(differs(game.changes)) })));
      const button = /** @type {HTMLElement} */ (card.querySelector("button"));
      button.onclick = () => this.callbacks.open(game.spec, own);
      card.querySelector("b")?.replaceChildren(make("span", { text: t("Child {n}", { n: at + 1 }) }), make("span", { class: gain > 0 ? "better" : "", text: said }));
      this.cards.set(game.spec, card);
      return card;
    });
    by("champions").replaceChildren(...cards);
  }
}

/** @param {number} games */
const triedWords = (games) => plural(games, "{n} game tried", "{n} games tried");

/** The first of some changes. @param {string[]} changes */
function differs(changes) {
  const said = changes.slice(0, SAID).map((change) => translate(change)).join(", ");
  return changes.length > SAID ? t("{changes} and {n} more", { changes: said, n: changes.length - SAID }) : said;
}
