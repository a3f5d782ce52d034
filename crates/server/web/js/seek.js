// The form for a game with people elsewhere.

import { api } from "./api.js";
import { BoardView } from "./board.js";
import { clockOf, fillClocks } from "./clock.js";
import { by, make } from "./dom.js";
import { loadRules, t, translate } from "./lang.js";
import { lastName } from "./people.js";
import { me } from "./shell.js";
import { fresh, parseSpec, variantsOf } from "./spec.js";
import { ORDINALS } from "./ordinals.js";
import { capital } from "./words.js";

/** How long to wait for more typing before asking the server. */
const PAUSE = 180;

export class Seek {
  /** @param {(id: string, listed: boolean) => void} made is given the new game */
  constructor(made) {
    this.made = made;
    /** @type {import("./types.js").Catalogue | null} */ this.catalogue = null;
    this.view = new BoardView(by("seek-board"));
    this.asked = 0;
    /** @type {number | undefined} */ this.timer = undefined;
    this.seats = 2;
    this.signedIn = false;
    fillClocks(by("seek-clock"), "5+3");
    by("seek-name").value = lastName.read();
    by("seek-game").onchange = () => this.setSpec(by("seek-game").value);
    by("seek-variant").onchange = () => this.setSpec(by("seek-variant").value);
    by("seek-spec").oninput = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.preview(), PAUSE);
    };
    by("seek-clock").onchange = () => this.offerRating();
    by("seek-form").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.create();
    };
    me.then((account) => {
      this.signedIn = account !== null;
      by("seek-name-field").hidden = this.signedIn;
      this.offerRating();
    });
  }

  /** What somebody without an account wants to be called. */
  name() {
    const name = this.signedIn ? "" : by("seek-name").value.trim();
    if (!this.signedIn) lastName.keep(name);
    return name;
  }

  /** @param {import("./types.js").Catalogue} catalogue */
  async know(catalogue) {
    // Games without a card are called by what is told with the rules.
    await loadRules();
    this.catalogue = catalogue;
    by("seek-game").replaceChildren(...catalogue.games.map((family) => make("option", { value: family.name, text: translate(family.title) })));
    this.setSpec(new URLSearchParams(location.search).get("spec") ?? catalogue.games[0].name);
  }

  /** @param {string} text */
  setSpec(text) {
    const { name, options } = parseSpec(text);
    const family = this.catalogue?.games.find((family) => family.name === name);
    by("seek-spec").value = this.catalogue && !options.has("seed") ? fresh(this.catalogue, text) : text;
    if (family) {
      by("seek-game").value = name;
      const games = this.catalogue ? variantsOf(this.catalogue, family) : [];
      const known = games.some(({ spec }) => spec === text);
      const variants = games.map(({ spec, title }) => make("option", { value: spec, text: translate(title), selected: spec === text }));
      if (!known) variants.unshift(make("option", { value: text, text: text === name ? t("Standard") : t("Custom"), selected: true }));
      by("seek-variant").replaceChildren(...variants);
    }
    this.preview();
  }

  async preview() {
    const asked = ++this.asked;
    try {
      const shown = await api.preview(by("seek-spec").value);
      if (asked !== this.asked) return;
      this.view.show(shown.board, shown.position);
      this.say("");
      by("seek-start").disabled = false;
      by("seek-more").href = `/?spec=${encodeURIComponent(by("seek-spec").value)}`;
      if (this.seats !== shown.seats || by("seek-seat").options.length === 0) this.fillSeats(shown.seats);
    } catch (error) {
      if (asked !== this.asked) return;
      this.say(/** @type {Error} */ (error).message);
      by("seek-start").disabled = true;
    }
  }

  /** @param {number} seats */
  fillSeats(seats) {
    this.seats = seats;
    const names = ORDINALS.slice(0, seats).map((text, at) => make("option", { value: at, text: at === 0 ? t("First to move") : text }));
    by("seek-seat").replaceChildren(make("option", { value: "any", text: t("Any") }), ...names);
    this.offerRating();
  }

  /** A game is rated between two with accounts, with a clock. */
  offerRating() {
    by("seek-rated-field").hidden = !(this.signedIn && this.seats === 2 && by("seek-clock").value !== "none");
  }

  async create() {
    const choice = by("seek-seat").value;
    const own = choice === "any" ? Math.floor(Math.random() * this.seats) : Number(choice);
    const listed = by("seek-listed").checked;
    const players = Array.from({ length: this.seats }, (_, at) => /** @type {import("./types.js").SeatRequest} */ (at === own ? { kind: "person", name: this.name() } : { kind: "open" }));
    const rated = !by("seek-rated-field").hidden && by("seek-rated").checked;
    by("seek-start").disabled = true;
    try {
      const { id } = await api.create({ spec: by("seek-spec").value, players, clock: clockOf(by("seek-clock").value), listed, rated });
      this.say("");
      this.setSpec(by("seek-variant").value);
      this.made(id, listed);
    } catch (error) {
      this.say(/** @type {Error} */ (error).message);
    }
    by("seek-start").disabled = false;
  }

  /** @param {string} problem */
  say(problem) {
    by("seek-error").textContent = problem && capital(problem);
  }
}
