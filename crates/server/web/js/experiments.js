// Runs of the laboratory: matches between engines, and games that evolution found.

import { api } from "./api.js";
import { by, make } from "./dom.js";
import { rulesOf } from "./kindcard.js";
import { decimal, loadRules, t, translate } from "./lang.js";
import { called } from "./mygames.js";
import { gameWords, knowGames } from "./options.js";
import "./shell.js";
import { bar, facts, noted, percent, table, trouble } from "./tables.js";
import { playAddress, thumb } from "./thumb.js";
import { capital, when } from "./words.js";

/** How games were looked for, in words. @type {Record<string, string>} */
const METHODS = { es: t("evolution"), random: t("random search") };
const KINDS = /** @type {Record<string, string>} */ ({ arena: t("Match"), evolve: t("Evolution") });

/** @param {any} run */
const kind = (run) => KINDS[run.kind] ?? capital(String(run.kind));

/** What a run is about, in a line. @param {any} run */
function about(run) {
  return run.kind === "evolve" ? `${t("New games")} · ${METHODS[run.method] ?? run.method ?? t("evolution")}` : (run.players ?? []).join(" · ") || run.name;
}

/** What came of it, in a line. @param {any} run */
function outcome(run) {
  if (!run.complete && run.when === null) return t("unfinished");
  if (run.kind === "evolve") return t("{n} candidates, best fitness {best}", { n: run.candidates, best: number(run.best) });
  const scores = (run.scores ?? []).map((/** @type {any} */ player) => `${player.spec} ${percent(player.score)}`);
  return t("{n} games: {scores}", { n: run.games, scores: scores.join(", ") });
}

/** @param {any} value */
const number = (value) => (typeof value === "number" ? decimal(value, 3) : "–");

/** What was played, in words; nothing where games were looked for. @param {any} run */
const gameOf = (run) => (run.kind === "evolve" || !run.game ? "" : gameWords(run.game));

async function showList() {
  const runs = await api.experiments();
  const sheet = by("sheet");
  sheet.append(make("div", { class: "sheet-head" }, make("h1", { text: t("Experiments") }), make("a", { class: "link", href: "/results", text: t("Results") })));
  if (runs.length === 0) {
    sheet.append(make("p", { class: "muted" }, t("No runs yet. "), make("code", { text: "selforge arena … --out DIR" }), t(" and "), make("code", { text: "selforge evolve --out DIR" }),
      t(" write the folders that this page shows. Put them into the data folder’s experiments folder, or start the server with "), make("code", { text: "--experiments DIR" }), "."));
    return;
  }
  sheet.append(make("ul", { class: "runs" }, ...runs.map((run) => make("li", {}, make("a", { class: "card run", href: `/experiments/${run.id}` },
    make("span", { class: "tag", text: kind(run) }), make("strong", { text: about(run) }),
    make("span", { class: "muted", text: outcome(run) }),
    make("small", { class: "muted", text: [gameOf(run), t("seed {seed}", { seed: run.seed ?? "–" }), run.when ? when(run.when) : ""].filter(Boolean).join(" · ") }))))));
}

/** @param {string} id */
async function showRun(id) {
  const run = await api.experiment(id);
  document.title = `${about(run)} · Selforge`;
  const sheet = by("sheet");
  const report = run.report ? [make("a", { class: "button", href: `/api/experiments/${id}/report`, target: "_blank", rel: "noopener", text: t("Full report") })] : [];
  const playable = run.kind === "arena" && run.game ? [make("a", { class: "button primary", href: playAddress(run.game), text: t("Play this game") })] : [];
  sheet.append(
    make("p", {}, make("a", { class: "link", href: "/experiments", text: t("All experiments") })),
    make("div", { class: "sheet-head" }, make("div", {}, make("p", { class: "muted", text: kind(run) }), make("h1", { text: about(run) })), make("div", { class: "buttons" }, ...playable, ...report)),
    facts([
      [t("folder"), run.name], [t("game"), gameOf(run)], [t("Game code"), gameOf(run) ? String(run.game) : ""], [t("seed"), String(run.seed ?? "")],
      [run.kind === "evolve" ? t("candidates") : t("games"), `${t("{n} of {all}", { n: run.games ?? run.candidates ?? 0, all: run.planned ?? "?" })}${run.complete ? "" : t(", not finished")}`],
      [t("program"), run.program ?? ""], [t("when"), run.when ? when(run.when) : ""],
    ]));
  if (run.arena) showArena(run.arena);
  if (run.champions) showChampions(run.champions);
  if (run.evolution) showArchive(run.evolution);
  if (!run.arena && !run.evolution) sheet.append(make("p", { class: "muted", text: t("No results yet.") }));
}

/** @param {string} title @param {...Node} content */
const section = (title, ...content) => by("sheet").append(make("section", {}, make("h2", { text: title }), ...content));

/** @param {any} arena */
function showArena(arena) {
  const share = (/** @type {any} */ part) => noted(String(part.count), `${percent(part.share)} (${percent(part.interval.low)}–${percent(part.interval.high)})`);
  const players = arena.players ?? [];
  section(t("Result"), table(t("Result"), [t("player"), t("wins"), t("draws"), t("losses"), "", t("score")], players.map((/** @type {any} */ player) => [
    player.spec, share(player.win_share), share(player.draw_share), share(player.loss_share),
    bar([["wins", player.wins, t("wins")], ["draws", player.draws, t("draws")], ["losses", player.losses, t("losses")]]),
    noted(percent(player.score), `${percent(player.score_interval.low)}–${percent(player.score_interval.high)}`),
  ])));
  const met = arena.encounters ?? [];
  if (met.length > 0) {
    section(t("Against each other"), table(t("Against each other"), [t("player"), t("against"), t("wins"), t("draws"), t("losses"), t("Elo difference")], met.map((/** @type {any} */ pair) => [
      players[pair.players[0]]?.spec ?? "", players[pair.players[1]]?.spec ?? "", String(pair.wins), String(pair.draws), String(pair.losses), elo(pair.elo)]), "words2"));
  }
  const causes = [...(arena.wins ?? []).map((/** @type {any} */ cause) => [t("won"), cause]), ...(arena.draws ?? []).map((/** @type {any} */ cause) => [t("drawn"), cause])];
  if (causes.length > 0) {
    section(t("How games ended"), table(t("How games ended"), [t("cause"), t("games"), t("share")], causes.map(([how, cause]) => [
      `${capital(how)}: ${translate(cause.cause)}`, String(cause.count), noted(percent(cause.share), `${percent(cause.interval.low)}–${percent(cause.interval.high)}`)])));
  }
  if (arena.notes?.length > 0) by("sheet").append(make("ul", { class: "muted" }, ...arena.notes.map((/** @type {string} */ text) => make("li", { text }))));
}

/** @param {any} elo */
function elo(elo) {
  const signed = (/** @type {any} */ value, /** @type {string} */ none) => (typeof value === "number" ? `${value > 0 ? "+" : ""}${decimal(value)}` : none);
  if (!elo) return "–";
  return noted(signed(elo.difference, elo.score > 0.5 ? "+∞" : "−∞"), t("{low} to {high}", { low: signed(elo.low, "−∞"), high: signed(elo.high, "+∞") }));
}

/** @param {any[]} champions */
function showChampions(champions) {
  const cards = champions.map((champion, at) => {
    const name = called(champion.spec, t("Champion {n}", { n: at + 1 }));
    const rules = make("div", { class: "rules" });
    const picture = thumb(champion.spec, (shown, paints) => loadRules().then(() => rules.replaceChildren(...rulesOf(shown, paints))));
    const values = Object.entries(champion.objectives ?? {}).map(([name, value]) => /** @type {[string, string]} */ ([name, number(value)]));
    return make("li", { class: "card champion" }, picture, make("div", { class: "champion-words" },
      make("h3", { text: name }), make("p", { class: "muted", text: at === 0 ? t("Best fitness") : t("Unlike the others") }),
      facts([[t("fitness"), number(champion.fitness)], ...values]),
      make("div", { class: "buttons" }, make("a", { class: "button primary", href: playAddress(champion.spec), text: t("Play"), "aria-label": t("Play {game}", { game: name }) })),
      make("details", {}, make("summary", { text: t("Rules") }), rules),
      make("details", {}, make("summary", { text: t("Game code") }), make("code", { class: "spec-line", text: champion.spec }))));
  });
  section(t("Champions"), make("ul", { class: "champions" }, ...cards));
}

/** @param {any} evolution */
function showArchive(evolution) {
  const archive = evolution.archive ?? [];
  if (archive.length === 0) return;
  const names = Object.keys(archive[0].objectives ?? {});
  const coverage = evolution.coverage ? ` ${t("Map of elites: {n} of {all} cells filled.", { n: evolution.coverage.filled, all: evolution.coverage.cells })}` : "";
  section(t("Archive"),
    make("p", { class: "muted", text: t("The best two for each measure. {n} candidates, {different} different games, {rejected} rejected, mean fitness {fitness}.", { n: evolution.candidates, different: evolution.different, rejected: evolution.rejected, fitness: number(evolution.mean_fitness) }) + coverage }),
    table(t("Archive"), [t("for"), ...names, t("fitness"), t("differs from"), ""], archive.map((/** @type {any} */ game) => [
      capital(game.slot), ...names.map((name) => number(game.objectives[name])), number(game.fitness), String(game.differs_from),
      make("a", { class: "link", href: playAddress(game.spec), text: t("Play"), "aria-label": t("Play the game of {slot}", { slot: game.slot }) })])));
}

const id = location.pathname.match(/^\/experiments\/([0-9a-f]+)$/)?.[1];
api.catalogue().then((catalogue) => {
  knowGames(catalogue);
  return id ? showRun(id) : showList();
}).catch((error) => trouble(by("trouble"), error));
