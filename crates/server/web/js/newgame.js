// The dialog in which a game is made as somebody likes it: all options, who plays, and a look at it.

import { api } from "./api.js";
import { BoardView, emblem } from "./board.js";
import { balanceLine } from "./balance.js";
import { clockOf, fillClocks } from "./clock.js";
import { by, make } from "./dom.js";
import { field } from "./fields.js";
import { rulesOf } from "./kindcard.js";
import { loadRules, t, translate } from "./lang.js";
import { levelWords } from "./model.js";
import { keepGame } from "./mygames.js";
import { knowGames, variantOf } from "./options.js";
import { fresh, parseSpec, plain, variantsOf, writeSpec } from "./spec.js";
import { tuned, tuningFields } from "./tuning.js";
import { capital } from "./words.js";

/** How long to wait for more typing before asking the server. */
const PAUSE = 180;
/** Who may sit there besides the levels. */
const CHOICES = ["person", "link", "anyone", "other"];

export class NewGame {
  /**
   * @param {import("./types.js").Catalogue} catalogue
   * @param {(id: string) => void} open is given the new game
   * @param {Promise<import("./types.js").AccountView | null>} me who is signed in
   */
  constructor(catalogue, open, me) {
    this.open = open;
    this.catalogue = catalogue;
    knowGames(catalogue);
    this.view = new BoardView(by("new-board"));
    /** What was chosen for each seat. @type {Choice[]} */
    this.seats = [choice("person"), choice("Friendly")];
    /** Those that play the game at hand. @type {import("./types.js").LevelHere[]} */
    this.levels = [];
    this.asked = 0;
    this.count = 0;
    /** The game that is seen, as the server writes it. */
    this.spec = "";
    /** @type {import("./types.js").AccountView | null} */ this.account = null;
    me.then((account) => (this.account = account));
    fillClocks(by("new-clock"), "none");
    by("new-clock").onchange = () => this.offerRating();
    by("new-game").replaceChildren(...catalogue.games.map((family) => make("option", { value: family.name, text: translate(family.title) })));
    by("new-game").onchange = () => this.setSpec(by("new-game").value, true);
    by("new-variant").onchange = () => this.setSpec(by("new-variant").value, true);
    by("new-spec").oninput = () => this.later();
    by("new-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.start();
    };
  }

  /** Opens the dialog with a game. @param {string} spec @param {boolean} reseed whether chance may choose another start */
  async show(spec, reseed) {
    // What options mean is told with the rules.
    await loadRules();
    if (!by("new-dialog").open) by("new-dialog").showModal();
    by("new-name").value = "";
    this.setSpec(spec, reseed);
  }

  /** @param {string} text @param {boolean} reseed whether chance may choose another start */
  setSpec(text, reseed) {
    by("new-spec").value = reseed ? fresh(this.catalogue, text) : text;
    this.fill();
    this.preview();
  }

  /** Makes all fields say what the line says. */
  fill() {
    const { name, options } = parseSpec(by("new-spec").value);
    const family = this.catalogue.games.find((family) => family.name === name);
    const known = variantOf(by("new-spec").value);
    const card = this.catalogue.gallery.find(({ spec }) => spec === known?.spec);
    by("new-summary").textContent = translate(card?.about ?? family?.summary ?? "");
    if (!family) return;
    by("new-game").value = name;
    const games = variantsOf(this.catalogue, family);
    const variants = games.map(({ spec, title }) => make("option", { value: spec, text: translate(title), selected: known?.spec === spec }));
    if (!known) variants.unshift(make("option", { value: by("new-spec").value, text: t("Custom"), selected: true }));
    by("new-variant").replaceChildren(...variants);
    by("new-variant").parentElement.hidden = variants.length < 2;
    const { catalogue } = this;
    const fields = family.options.map((option) => field(option, options.get(option.key) ?? "", catalogue, (value) => this.change(option.key, value), name));
    // What one would have to write is for those who look for it.
    const [usual, written] = [false, true].map((wanted) => fields.filter((made) => wanted === Boolean(made.querySelector("input:not([type])"))));
    by("new-options").replaceChildren(...usual, ...(written.length > 0 ? [make("details", { open: written.some((made) => made.querySelector("input")?.value) }, make("summary", { text: t("More options") }), ...written)] : []));
  }

  /** An option was changed. @param {string} key @param {string} value */
  change(key, value) {
    const { name, options } = parseSpec(by("new-spec").value);
    options.set(key, value.trim());
    by("new-spec").value = writeSpec(name, options);
    this.later(false);
  }

  /** Looks at the game once typing pauses. */
  later(fill = true) {
    // Only what is seen can be started; an answer that is under way is about what was.
    by("new-start").disabled = true;
    this.asked++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (fill) this.fill();
      this.preview();
    }, PAUSE);
  }

  async preview() {
    const asked = ++this.asked;
    // Only what is seen can be started.
    by("new-start").disabled = true;
    by("new-board").classList.add("busy");
    by("new-busy").hidden = false;
    try {
      const shown = await api.preview(by("new-spec").value);
      if (asked !== this.asked) return;
      this.rest();
      this.spec = shown.spec;
      this.view.show(shown.board, shown.position);
      loadRules().then(() => by("new-rules").replaceChildren(...rulesOf(shown, this.view.prefix)));
      by("new-edit").href = `/editor?spec=${encodeURIComponent(shown.spec)}`;
      by("new-error").textContent = "";
      by("new-start").disabled = false;
      this.fillPlayers(shown);
      this.weigh(shown, asked);
    } catch (error) {
      if (asked !== this.asked) return;
      this.rest();
      by("new-error").textContent = capital(/** @type {any} */ (error).message);
      by("new-error").scrollIntoView({ block: "nearest" });
      by("new-balance").textContent = "";
    }
  }

  /** No board is being made any more. */
  rest() {
    by("new-board").classList.remove("busy");
    by("new-busy").hidden = true;
  }

  /** Says in a line how fair the start is, where that can be weighed. @param {any} shown @param {number} asked */
  async weigh(shown, asked) {
    by("new-balance").textContent = "";
    if (!shown.presentation.tools.balance) return;
    const balance = await api.balance(shown.spec).catch(() => null);
    if (asked === this.asked && balance && !("replaced" in balance)) by("new-balance").textContent = balanceLine(balance, shown.presentation.sides);
  }

  /** One row for each seat. @param {any} shown */
  fillPlayers(shown) {
    this.levels = shown.levels;
    while (this.seats.length < shown.seats) this.seats.push(choice("Friendly"));
    // Who was chosen for another game may not play this one.
    for (const seat of this.seats) if (!CHOICES.includes(seat.choice) && !this.levelSpec(seat.choice)) seat.choice = "Friendly";
    const rows = this.seats.slice(0, shown.seats).map((seat, at) => {
      const { name, shape } = shown.presentation.sides[shown.position.sets[at]];
      const side = translate(name);
      const mark = emblem(shown.board, shape, this.view.prefix);
      const text = make("input", { value: seat.text, maxlength: 200, oninput: () => (seat.text = text.value) });
      const tuning = make("div", { class: "tuning" });
      const choices = [["person", t("Person at this screen")], ["link", t("A friend, by link")], ["anyone", t("Anyone online")], ...this.levels.map((level) => [level.name, levelWords(level)]), ["other", t("Another computer player…")]];
      const select = make("select", { "aria-label": t("{side}: who plays?", { side }), onchange: () => { seat.choice = select.value; update(); } },
        ...choices.map(([value, words]) => make("option", { value, text: words, selected: value === seat.choice })));
      const update = () => {
        text.hidden = seat.choice !== "person" && seat.choice !== "other";
        text.placeholder = seat.choice === "other" ? "mcts playouts=2000" : this.account?.name ?? t("Name (optional)");
        text.setAttribute("aria-label", seat.choice === "other" ? t("{side}: computer player", { side }) : t("{side}: name", { side }));
        text.maxLength = seat.choice === "other" ? 200 : 40;
        const level = this.levelSpec(seat.choice);
        tuning.replaceChildren(...(level ? tuningFields(this.catalogue, level, seat.tuning, side) : []));
        this.offerRating();
      };
      update();
      return make("div", { class: "player" }, mark, select, text, tuning);
    });
    by("new-players").replaceChildren(...rows);
    this.count = shown.seats;
    this.offerRating();
  }

  /** The engine of a level; nothing for what is no level here. @param {string} name */
  levelSpec(name) {
    return this.levels.find((level) => level.name === name)?.spec;
  }

  /** A game is rated between one person here with an account and one elsewhere, with a clock. */
  offerRating() {
    const choices = this.seats.slice(0, this.count).map(({ choice }) => choice);
    const pair = choices.length === 2 && choices.includes("person") && choices.some(isOpen);
    by("new-rated-field").hidden = !(this.account && pair && by("new-clock").value !== "none");
  }

  async start() {
    const seats = this.seats.slice(0, this.count);
    const players = seats.map(({ choice, text, tuning }) => {
      if (choice === "person") return { kind: "person", name: text.trim() };
      if (isOpen(choice)) return { kind: "open" };
      if (choice === "other") return { kind: "engine", spec: text.trim() || "mcts playouts=2000" };
      const level = this.levelSpec(choice) ?? "random";
      return { kind: "engine", spec: tuned(this.catalogue, level, tuning) };
    });
    if (by("new-random").checked) shuffle(players);
    try {
      const { id } = await api.create({
        spec: by("new-spec").value,
        players: /** @type {import("./types.js").SeatRequest[]} */ (players),
        clock: clockOf(by("new-clock").value),
        listed: seats.some(({ choice }) => choice === "anyone"),
        rated: !by("new-rated-field").hidden && by("new-rated").checked,
      });
      const name = by("new-name").value.trim();
      if (name) keepGame({ name, spec: plain(this.spec), seats: this.count, known: [this.spec, by("new-spec").value].some(variantOf) });
      by("new-dialog").close();
      this.open(id);
    } catch (error) {
      by("new-error").textContent = capital(/** @type {any} */ (error).message);
    }
  }
}

/** @typedef {{choice: string, text: string, tuning: import("./tuning.js").Tuning}} Choice */

/** A seat with nothing said about it but who plays. @param {string} choice @returns {Choice} */
function choice(choice) {
  return { choice, text: "", tuning: { time: "", variety: "" } };
}

/** Puts a list into random order. @param {unknown[]} list */
function shuffle(list) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}

/** Whether a choice leaves the seat to whoever joins. @param {string} choice */
function isOpen(choice) {
  return choice === "link" || choice === "anyone";
}
