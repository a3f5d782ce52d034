// The strongest players by game and speed.

import { api } from "./api.js";
import { by, make } from "./dom.js";
import { t, translate } from "./lang.js";
import { profile } from "./people.js";
import "./shell.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").Leaderboard} Leaderboard */

const KEY = "leaderboard-game";

/** @param {Leaderboard} board */
function table({ title, speed, players }) {
  const row = (/** @type {import("./types.js").Leader} */ { name, rating, games, provisional }, /** @type {number} */ at) => make("tr", {}, make("td", { text: String(at + 1) }),
    make("td", {}, make("a", { href: profile(name), text: name })), make("td", { class: "number", text: `${rating}${provisional ? "?" : ""}` }), make("td", { class: "number muted", text: String(games) }));
  const head = ["", t("Player"), t("Rating"), t("Games")].map((text, at) => make("th", { scope: "col", text, class: at > 1 ? "number" : "" }));
  head[0].append(make("span", { class: "unseen", text: t("Place") }));
  return make("section", { "aria-label": `${translate(title)}, ${translate(speed)}` }, make("h2", {}, translate(title), make("small", { text: speed === "puzzle" ? t("puzzles") : translate(speed) })),
    make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...players.map(row))));
}

/** @param {Leaderboard[]} boards */
function show(boards) {
  const chosen = by("game").value;
  const shown = boards.filter(({ game }) => chosen === "" || game === chosen);
  by("boards").replaceChildren(...shown.map(table));
  const unsure = shown.some(({ players }) => players.some(({ provisional }) => provisional));
  by("said").textContent = boards.length === 0 ? t("Nobody has a rating yet. Sign in and play a rated game.") : unsure ? t("? means the rating is still uncertain.") : "";
}

api.leaderboards().then((boards) => {
  const games = new Map(boards.map(({ game, title }) => [game, title]));
  by("game").replaceChildren(make("option", { value: "", text: t("All games") }), ...[...games].map(([value, text]) => make("option", { value, text: translate(text) })));
  by("game").value = new URLSearchParams(location.search).get("game") ?? localStorage.getItem(KEY) ?? "";
  if (by("game").selectedIndex < 0) by("game").value = "";
  by("game-field").hidden = games.size < 2;
  by("game").onchange = () => {
    localStorage.setItem(KEY, by("game").value);
    show(boards);
  };
  show(boards);
}).catch((error) => (by("said").textContent = capital(error.message)));
