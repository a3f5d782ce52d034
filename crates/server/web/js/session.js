// A guided session: a player tries some games, several times each, and says after every run whether it was
// liked, and at the end which games are more entertaining. Everything stays in this browser until
// somebody takes the tables away, so nobody else learns who said what.

import { api } from "./api.js";
import { by, make, sure } from "./dom.js";
import { rulesOf } from "./kindcard.js";
import { loadRules, plural, t, translate } from "./lang.js";
import { levelWords } from "./model.js";
import { called, ownGames } from "./mygames.js";
import { gameWords, knowGames } from "./options.js";
import "./shell.js";
import { fresh, parseSpec, variantsOf } from "./spec.js";
import { trouble } from "./tables.js";
import { picture, thumb } from "./thumb.js";
import { capital } from "./words.js";

/**
 * @typedef {{player: string, age: string, gender: string, interest: string}} Who
 * @typedef {{
 *   games: string[], runs: number, level: string, who: Who | null, done: number,
 *   current: string | null, votes: string[][], answers: string[][],
 * }} Session the games with how often each is played; the player with how many runs are over; the game
 *   being played; the rows of both tables, of all players so far
 */

const KEY = "session";
const VOTES = [["like", t("Liked it")], ["neutral", t("Neither")], ["dislike", t("Disliked it")]];
const ANSWERS = [["yes", t("Yes")], ["neutral", t("Neither")], ["no", t("No")]];
const MOST_GAMES = 12;

/** @returns {Session | null} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** Keeps a session and shows what comes next. @param {Session | null} session */
function next(session) {
  if (session) localStorage.setItem(KEY, JSON.stringify(session));
  else localStorage.removeItem(KEY);
  show();
}

/** A field with its name. @param {string} name @param {HTMLElement} control @param {string} [shape] */
const field = (name, control, shape = "") => make("label", { class: `field ${shape}`, text: name }, control);
/** @param {string} name @param {...Node} content */
const group = (name, ...content) => make("fieldset", {}, make("legend", { text: name }), ...content);
/** @param {string} text @param {() => void} onclick @param {string} [look] */
const button = (text, onclick, look = "") => make("button", { type: "button", class: look, text, onclick });

/**
 * The games of a session, each chosen by its name; who knows how may write them as text instead.
 * @param {import("./types.js").Catalogue} catalogue @param {import("./types.js").FamilyView} evolved
 */
function choice(catalogue, evolved) {
  const cards = catalogue.gallery.filter(({ seats }) => seats === 2);
  const family = cards.find(({ spec }) => parseSpec(spec).name === evolved.name)?.group ?? evolved.title;
  const examples = variantsOf(catalogue, evolved).map(({ spec, title }) => ({ spec, title, group: family }));
  const own = ownGames().filter(({ seats = 2 }) => seats === 2).map(({ spec, name }) => ({ spec, title: name, group: "Mine" }));
  const all = [...new Map([...examples, ...cards, ...own].map((card) => [card.spec, card])).values()];
  const groups = [...new Set(all.map(({ group }) => group))];
  const text = make("textarea", { spellcheck: "false", text: evolved.examples.map(({ spec }) => spec).slice(0, 4).join("\n") });
  /** @type {() => string[]} */
  const specs = () => text.value.split("\n").map((/** @type {string} */ line) => line.trim()).filter(Boolean);
  const list = make("ol", { class: "chosen" });
  const row = (/** @type {string} */ spec, /** @type {number} */ at) => {
    const change = () => {
      text.value = specs().map((game, place) => (place === at ? select.value : game)).join("\n");
      // The rest stays, and so does the focus of whoever chooses with the keyboard.
      shown.firstChild?.replaceWith(picture(select.value));
    };
    const select = make("select", { "aria-label": t("Game {n}", { n: at + 1 }), onchange: change },
      ...(all.some((card) => card.spec === spec) ? [] : [make("option", { value: spec, text: gameWords(spec) })]),
      ...groups.map((group) => make("optgroup", { label: translate(group) }, ...all.filter((card) => card.group === group).map((card) => make("option", { value: card.spec, text: called(card.spec, card.title) })))));
    select.value = spec;
    const remove = button("×", () => {
      text.value = specs().filter((_, place) => place !== at).join("\n");
      draw();
      add.focus();
    }, "ghost");
    remove.setAttribute("aria-label", t("Remove game {n}", { n: at + 1 }));
    const shown = make("li", {}, picture(spec), select, remove);
    return shown;
  };
  const add = button(t("Add a game"), () => {
    text.value = [...specs(), (all.find(({ spec }) => !specs().includes(spec)) ?? all[0]).spec].join("\n");
    draw();
    list.lastElementChild?.querySelector("select")?.focus();
  });
  const draw = () => {
    // One more than there may be shows that there are too many.
    list.replaceChildren(...specs().slice(0, MOST_GAMES + 1).map(row));
    add.disabled = specs().length >= MOST_GAMES;
  };
  draw();
  // One or the other, so that nothing moves under a pointer on its way to the button below.
  const written = make("details", { ontoggle: () => { list.hidden = add.hidden = written.open; draw(); } }, make("summary", { text: t("As text") }), field(t("One in each line; the last one is what the others are compared with"), text, "wide"));
  return { specs, parts: [make("p", { class: "muted", text: t("Players compare the last game with the others.") }), list, add, written] };
}

/** What is played, how often and against whom; for whoever leads the session. @param {import("./types.js").Catalogue} catalogue */
function prepare(catalogue) {
  const family = catalogue.games.find(({ examples }) => examples.some(({ shortcut }) => shortcut)) ?? catalogue.games[0];
  const chosen = choice(catalogue, family);
  const runs = make("input", { type: "number", min: 1, max: 9, value: 3, required: true });
  const levels = catalogue.levels.filter(({ everywhere }) => everywhere);
  const level = make("select", {}, ...levels.map((level) => make("option", { value: level.name, text: levelWords({ ...level, rating: null }) })));
  level.value = levels.find(({ specs }) => specs.includes(catalogue.first.engine))?.name ?? levels[0].name;
  const said = make("p", { class: "error", role: "alert" });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const specs = chosen.specs();
    said.textContent = "";
    try {
      if (specs.length < 2 || specs.length > MOST_GAMES) throw new Error(t("Please choose 2 to {n} games.", { n: MOST_GAMES }));
      if (new Set(specs).size < specs.length) throw new Error(t("One of the games is there twice."));
      for (const spec of specs) {
        const { seats } = await api.preview(spec);
        if (seats !== 2) throw new Error(t("“{game}” is not a game for two.", { game: gameWords(spec) }));
      }
      next({ games: specs, runs: Number(runs.value), level: level.value, who: null, done: 0, current: null, votes: [], answers: [] });
    } catch (error) {
      said.textContent = capital(/** @type {Error} */ (error).message);
    }
  };
  return make("form", { onsubmit: begin },
    make("p", { text: t("A session leads players through some games. They play each one a few times, say after every game whether they liked it, and compare the games at the end. You get two tables for “selforge survey”.") }),
    group(t("The games"), ...chosen.parts, field(t("Times each game is played"), runs), field(t("Opponent"), level)),
    said, make("button", { class: "primary", text: t("Continue") }));
}

/** Who plays next. @param {Session} session */
function welcome(session) {
  const control = (/** @type {string} */ name, /** @type {Record<string, any>} */ rest) => make("input", { name, autocomplete: "off", ...rest });
  const begin = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const told = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const text = (/** @type {string} */ name) => String(told.get(name) ?? "").trim();
    next({ ...session, who: { player: text("player"), age: text("age"), gender: text("gender"), interest: text("interest") }, done: 0, current: null });
  };
  const taken = new Set(session.votes.map(([player]) => player));
  let number = 1;
  while (taken.has(String(number))) number += 1;
  const player = control("player", { required: true, maxlength: 40, value: number });
  player.addEventListener("input", () => player.setCustomValidity(taken.has(player.value.trim()) ? t("Somebody has used this already.") : ""));
  return make("form", { onsubmit: begin },
    make("p", { text: plural(session.runs, "You will play {games} games, once each, and tell us what you think of them. There are no wrong answers, and you may stop at any time.", "You will play {games} games, {n} times each, and tell us what you think of them. There are no wrong answers, and you may stop at any time.", { games: session.games.length }) }),
    group(t("About you"), field(t("Your number or a made-up name"), player), field(t("Age, if you like"), control("age", { type: "number", min: 1, max: 120 })),
      field(t("Gender, if you like"), control("gender", { maxlength: 40 })), field(t("How much do you like games? 1 to 10"), control("interest", { type: "number", min: 1, max: 10 }))),
    make("button", { class: "primary", text: t("Begin") }), ...leader(session));
}

/** The tables and the way out, for whoever leads the session. @param {Session} session */
function leader(session) {
  const end = async () => { if (await sure(t("End the session and delete its tables from this browser?"), t("Delete"))) next(null); };
  return [make("div", { class: "buttons" }, ...tables(session), button(t("End the session"), end))];
}

/** @param {Session} session */
function tables(session) {
  const cell = (/** @type {string} */ text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const link = (/** @type {string} */ file, /** @type {string} */ text, /** @type {string[][]} */ rows) => make("a", {
    class: "button", download: file, text,
    href: `data:text/csv;charset=utf-8,${encodeURIComponent(rows.map((row) => `${row.map(cell).join(",")}\n`).join(""))}`,
  });
  return [
    ...(session.votes.length ? [link("votes.csv", t("Votes (CSV)"), [["player", "game", "run", "vote", "age", "gender", "interest"], ...session.votes])] : []),
    ...(session.answers.length ? [link("answers.csv", t("Answers (CSV)"), [["player", "game", "than", "answer"], ...session.answers])] : []),
  ];
}

/** The next run: before it, during it, after it. @param {Session} session @param {import("./types.js").Catalogue} catalogue @param {Who} who */
async function run(session, catalogue, who) {
  const [game, number] = [Math.floor(session.done / session.runs), 1 + session.done % session.runs];
  const spec = session.games[game];
  const head = [
    make("progress", { max: session.games.length * session.runs, value: session.done, "aria-label": t("How far you are") }),
    make("h2", { text: `${t("Game {n} of {all}", { n: game + 1, all: session.games.length })}${session.runs > 1 ? `, ${t("{n} of {all}", { n: number, all: session.runs })}` : ""}` }),
  ];
  const state = session.current ? await api.state(session.current).catch(() => null) : null;
  if (state?.standing.result) {
    const vote = (/** @type {string} */ word) => next({
      ...session, done: session.done + 1, current: null,
      votes: [...session.votes, [who.player, spec, String(number), word, who.age, who.gender, who.interest]],
    });
    const question = t("Did you like this game?");
    return [...head, make("p", { text: question, "aria-hidden": "true" }),
      make("div", { class: "buttons", role: "group", "aria-label": question }, ...VOTES.map(([word, text]) => button(text, () => vote(word))))];
  }
  if (state) return [...head, make("p", { text: t("This game isn’t over yet.") }), make("div", { class: "buttons" }, make("a", { class: "button primary", href: `/game/${session.current}`, text: t("Continue playing") }))];
  const start = async () => {
    try {
      const { id } = await api.create({ spec: fresh(catalogue, spec), players: [{ kind: "person", name: "" }, { kind: "level", name: session.level }] });
      localStorage.setItem(KEY, JSON.stringify({ ...session, current: id }));
      location.assign(`/game/${id}`);
    } catch (error) {
      trouble(by("trouble"), error);
    }
  };
  const rules = make("div", { class: "card rules-text" });
  const picture = thumb(spec, (shown, paints) => loadRules().then(() => rules.replaceChildren(...rulesOf(shown, paints))));
  return [...head, picture, make("p", { text: t("Read the rules, then play. When the game is over, press Session at the top to come back.") }),
    make("div", { class: "buttons" }, button(t("Play"), start, "primary")), rules];
}

/** Which games are better than the last one. @param {Session} session @param {Who} who */
function compare(session, who) {
  const last = session.games.length;
  const ask = (/** @type {number} */ game) => group(t("Is game {n} more entertaining than game {last}?", { n: game, last }),
    thumb(session.games[game - 1]),
    make("div", { class: "answers" }, ...ANSWERS.map(([value, text]) => make("label", {}, make("input", { type: "radio", name: String(game), value, required: true }), text))));
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const told = [...new FormData(/** @type {HTMLFormElement} */ (event.target))];
    const rows = told.map(([game, answer]) => [who.player, session.games[Number(game) - 1], session.games[last - 1], String(answer)]);
    next({ ...session, answers: [...session.answers, ...rows] });
  };
  return make("form", { onsubmit: submit }, make("h2", { text: t("Two more minutes") }), ...Array.from({ length: last - 1 }, (_, at) => ask(at + 1)), make("button", { class: "primary", text: t("Finish") }));
}

async function show() {
  const sheet = by("sheet");
  const session = read();
  const catalogue = await api.catalogue();
  knowGames(catalogue);
  const place = make("div", { class: "session" }, make("h1", { text: t("Guided session") }));
  if (!session) {
    // Games without a card are called by what is told with the rules.
    await loadRules();
    place.append(prepare(catalogue));
  } else if (!session.who) place.append(welcome(session));
  else if (session.done < session.games.length * session.runs) place.append(...await run(session, catalogue, session.who));
  else if (!session.answers.some(([player]) => player === session.who?.player)) place.append(compare(session, session.who));
  else {
    place.append(make("h2", { text: t("Thank you!") }), make("p", { text: t("That was all. Please tell whoever leads the session.") }),
      make("div", { class: "buttons" }, button(t("Next player"), () => next({ ...session, who: null, done: 0 }), "primary")), ...leader(session));
  }
  sheet.replaceChildren(by("trouble"), place);
}

show().catch((error) => trouble(by("trouble"), error));
