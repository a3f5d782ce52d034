// What all games say together: votes, and people against engines.

import { api } from "./api.js";
import { by, make } from "./dom.js";
import { loadRules, plural, t } from "./lang.js";
import { engineName, setLevels } from "./model.js";
import { gameWords, knowGames } from "./options.js";
import "./shell.js";
import { bar, interval, noted, percent, probability, table, trouble } from "./tables.js";
import { playAddress, thumb } from "./thumb.js";

/** @param {number} count */
const players = (count) => plural(count, "{n} player", "{n} players");

/** @param {any} votes @param {string} example a game for those who have played none yet */
function showVotes(votes, example) {
  const { games, pairs } = votes;
  if (games.length === 0) {
    by("votes-summary").replaceChildren(t("No votes yet. After an evolved game we ask whether you liked it. "),
      make("a", { class: "link", href: playAddress(example), text: t("Play one") }));
    return;
  }
  by("votes-summary").replaceChildren(`${t("{votes} of {players} on {games}.", { votes: plural(votes.votes, "{n} vote", "{n} votes"), players: players(votes.players), games: plural(games.length, "{n} game", "{n} games") })} `
    + t("A like counts if that player never disliked the game. "),
  make("a", { class: "link", href: "/api/votes.csv", download: "votes.csv", text: t("Download votes (CSV)") }));
  by("votes").replaceChildren(make("ul", { class: "voted" }, ...games.map(voted)));
  if (pairs.length > 0) by("pairs").replaceChildren(comparison(pairs));
}

/** @param {any} game */
function voted(game) {
  const { liked, opinions, p } = game;
  const all = /** @type {[string, number, string][]} */ ([["like", opinions.like, t("like")], ["neutral", opinions.neutral, t("neutral")], ["dislike", opinions.dislike, t("dislike")]]);
  const spec = game.spec ?? game.game;
  const name = gameWords(spec);
  return make("li", { class: "card game-row" },
    thumb(spec),
    make("div", { class: "game-words" }, make("strong", { class: "spec-line", text: name }),
      make("div", { class: "liked" }, make("span", { class: "figure-large", text: percent(liked.value) }), make("span", { class: "muted", text: plural(game.players, "liked by {k} of {n} player", "liked by {k} of {n} players", { k: Math.round(liked.value * game.players) }) })),
      interval(liked.value, liked.low, liked.high),
      make("details", {}, make("summary", { text: t("How sure is that?") }),
        make("small", { class: "muted", text: t("95 % interval {low} to {high} · sign test p {p}", { low: percent(liked.low), high: percent(liked.high), p: `${p < 0.0001 ? "" : "= "}${probability(p)}` }) }))),
    make("div", { class: "game-votes" }, bar(all),
      make("ul", { class: "legend" }, ...all.map(([kind, count, words]) => make("li", {}, make("i", { class: `part ${kind}` }), `${count} ${words}`)))),
    make("a", { class: "button", href: playAddress(spec), text: t("Play"), "aria-label": t("Play {game}", { game: name }) }));
}

/** @param {any[]} pairs */
function comparison(pairs) {
  const rows = pairs.map((pair) => [make("span", { class: "spec-line", text: gameWords(pair.game) }), make("span", { class: "spec-line", text: gameWords(pair.against) }),
    String(pair.players), String(pair.only_first), String(pair.only_second), probability(pair.p), probability(pair.p_adjusted)]);
  const words = t("Games against each other");
  return make("details", {}, make("summary", { text: words }),
    make("p", { class: "muted", text: t("Among players who voted on both games: how many like only one of them. McNemar’s exact test, adjusted for all pairs after Holm.") }),
    table(words, [t("game"), t("against"), t("players"), t("like only it"), t("only the other"), "p", t("adjusted")], rows, "words2"));
}

/** @param {any} people */
function showPeople(people) {
  const { rows, games, thesis } = people;
  const printed = make("details", {}, make("summary", { text: t("The thesis’s own figures") }),
    make("p", { class: "muted", text: t("Figure 6.1 as printed, for its engine of 2010. Two of its rows do not add up (set-ups 1 and 2, inexperienced).") }),
    table(t("The thesis’s own figures"), HEAD, [1, 2, 3, 4, 5].map((setup) => {
      const half = (/** @type {boolean} */ experienced) => {
        const row = thesis.find((/** @type {any} */ row) => row.setup === setup && row.experienced === experienced);
        return [row.losses, row.wins, row.draws, row.total].map(String);
      };
      return [t("Set-up {n}", { n: setup }), ...half(false), ...half(true)];
    }), "halves", HALVES));
  if (rows.length === 0) {
    by("people-summary").textContent = t("No finished games against the computer yet. Play one: it is counted here without your name.");
    by("people").replaceChildren(printed);
    return;
  }
  by("people-summary").textContent = plural(games, "{n} finished game of people against the computer, seen from the person’s side. “Experienced”: ten or more finished games before.", "{n} finished games of people against the computer, seen from the person’s side. “Experienced”: ten or more finished games before.");
  const engines = [...new Set(rows.map((/** @type {any} */ row) => row.engine))];
  const holder = make("div");
  const choice = make("select", { id: "engine", onchange: () => fill(choice.value) },
    make("option", { value: "", text: t("All computer players") }), ...engines.map((engine) => make("option", { value: engine, text: engineName(String(engine)) })));
  const fill = (/** @type {string} */ engine) => holder.replaceChildren(versus(rows.filter((/** @type {any} */ row) => engine === "" || row.engine === engine)));
  fill("");
  by("people").replaceChildren(make("label", { class: "field" }, t("Against"), choice), holder, printed);
}

/** @type {[string, number][]} */
const HALVES = [["", 1], [t("Inexperienced"), 4], [t("Experienced"), 4]];
const HEAD = [t("set-up"), t("loss"), t("win"), t("draw"), t("total"), t("loss"), t("win"), t("draw"), t("total")];

/** The table of the thesis, with a row for each set-up. @param {any[]} rows */
function versus(rows) {
  const setups = [...new Set(rows.map((row) => row.setup))];
  const lines = setups.map((setup) => {
    const half = (/** @type {string} */ side) => {
      const sum = (/** @type {string} */ key) => rows.filter((row) => row.setup === setup).reduce((total, row) => total + row[side][key], 0);
      const [losses, wins, draws, total] = ["losses", "wins", "draws", "total"].map(sum);
      const share = (/** @type {number} */ count) => (total === 0 ? "–" : noted(String(count), percent(count / total)));
      return [share(losses), share(wins), share(draws), total === 0 ? "–" : String(total)];
    };
    return [make("a", { class: "link spec-line", href: playAddress(setup), text: gameWords(setup) }), ...half("inexperienced"), ...half("experienced")];
  });
  return table(t("People against engines by experience and set-up"), HEAD, lines, "halves", HALVES);
}

/** The thesis's set-ups against its player, each a game at once. */
function showRepeat() {
  const { game, engine } = by("repeat").dataset;
  const start = async (/** @type {number} */ setup) => {
    try {
      const { id } = await api.create({ spec: `${game}${setup}`, players: [{ kind: "person", name: "" }, { kind: "engine", spec: engine ?? "" }] });
      location.assign(`/game/${id}`);
    } catch (error) {
      trouble(by("trouble"), error);
    }
  };
  by("repeat").replaceChildren(...[1, 2, 3, 4, 5].map((setup) => make("button", { text: t("Set-up {n}", { n: setup }), onclick: () => start(setup) })));
}

async function begin() {
  showRepeat();
  try {
    const [catalogue, results] = await Promise.all([api.catalogue(), api.results(), loadRules()]);
    setLevels(catalogue.levels);
    knowGames(catalogue);
    showVotes(results.votes, catalogue.games.flatMap(({ examples }) => examples).find(({ shortcut }) => shortcut)?.spec ?? catalogue.first.spec);
    showPeople(results.people);
  } catch (error) {
    trouble(by("trouble"), error);
  }
}

begin();
