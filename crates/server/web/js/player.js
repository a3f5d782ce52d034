// Somebody's profile: ratings by game and speed, and the games.

import { api, isMissing } from "./api.js";
import { avatar } from "./avatar.js";
import { offerChallenge } from "./challenge.js";
import { by, make } from "./dom.js";
import { loadRules, plural, t, translate } from "./lang.js";
import { setLevels } from "./model.js";
import { called } from "./mygames.js";
import { knowGames } from "./options.js";
import { savedText } from "./saved.js";
import { me } from "./shell.js";
import { capital, day } from "./words.js";

/** @param {import("./types.js").Profile} profile */
function show({ name, created, online, ratings, games }) {
  document.title = `${name} · Selforge`;
  by("player-name").textContent = name;
  by("player-picture").replaceChildren(avatar(name));
  by("player-dot").classList.toggle("away", !online);
  by("player-about").textContent = [online ? t("Online now") : t("Offline"), t("since {day}", { day: day(created) }), plural(games.length, "{n} game shown", "{n} games shown")].join(" · ");
  const rows = ratings.map(({ game, speed, rating, deviation, games, provisional }) => make("tr", {},
    make("th", { scope: "row", text: translate(capital(game)) }), make("td", { text: translate(speed) }),
    make("td", { class: "number" }, make("strong", { text: String(Math.round(rating)) }), make("span", { class: "muted", text: ` ± ${Math.round(2 * deviation)}${provisional ? " ?" : ""}` })),
    make("td", { class: "number", text: String(games) })));
  by("ratings").replaceChildren(...rows);
  by("ratings-table").hidden = rows.length === 0;
  by("ratings-none").hidden = rows.length > 0;
  by("ratings-note").hidden = !ratings.some((rating) => rating.provisional);
  // The seats that are called yours are those of whose profile this is.
  const list = games.map((saved) => make("li", { class: "row" }, savedText({ ...saved, you: [] }, saved.you),
    make("a", { class: "button", text: t("Open"), href: `/game/${saved.id}`, "aria-label": t("Open {game}", { game: called(saved.spec, saved.title) }) })));
  by("history").replaceChildren(...(list.length > 0 ? list : [make("li", { class: "none muted", text: t("No games yet.") })]));
}

async function begin() {
  const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  try {
    const [profile, catalogue, account] = await Promise.all([api.player(name), api.catalogue(), me, loadRules()]);
    setLevels(catalogue.levels);
    knowGames(catalogue);
    show({ ...profile, online: profile.online || account?.name === profile.name });
    if (account && account.name !== profile.name) offerChallenge(profile.name, catalogue);
    by("player-page").hidden = false;
  } catch (error) {
    by("player-problem").hidden = false;
    by("player-problem-text").textContent = isMissing(error) ? t("There is no player called {name}.", { name }) : capital(/** @type {Error} */ (error).message);
  }
}

begin();
