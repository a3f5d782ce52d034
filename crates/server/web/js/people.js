// People, engines and open seats, as they are written on every page.

import { make } from "./dom.js";
import { t } from "./lang.js";
import { engineName } from "./model.js";

/** @typedef {import("./types.js").OccupantView} Player */

/** What to call a player. @param {Player} player @param {string} [nameless] */
export function playerName(player, nameless = t("Anonymous")) {
  if (player.kind === "open") return t("open seat");
  return player.kind === "engine" ? engineName(player.spec) : player.name || nameless;
}

/** A player with the rating; those with an account lead to their profile. @param {Player} player @param {string} [name] */
export function playerTag(player, name = playerName(player)) {
  const tag = make("span", { class: "person" });
  const linked = player.kind === "person" && player.account && player.name;
  tag.append(linked ? make("a", { text: name, href: profile(player.name) }) : make("span", { text: name }));
  if (player.kind === "person" && player.rating != null) tag.append(" ", make("span", { class: "rating", text: String(Math.round(player.rating)) }));
  return tag;
}

/** All players of a game in one line. @param {Player[]} players @param {string[]} [you] the seats of who reads this */
export function playersTag(players, you = []) {
  const nameless = (/** @type {number} */ at) => (you.includes(String.fromCharCode(65 + at)) ? t("You") : t("Anonymous"));
  const tags = players.map((player, at) => playerTag(player, playerName(player, nameless(at))));
  return make("span", { class: "people" }, ...tags.flatMap((tag, at) => (at === 0 ? [tag] : [" – ", tag])));
}

/** Where somebody's profile is. @param {string} name */
export function profile(name) {
  return `/player/${encodeURIComponent(name)}`;
}

/** The name that somebody without an account last went by. */
export const lastName = {
  read: () => localStorage.getItem("name") ?? "",
  keep: (/** @type {string} */ name) => localStorage.setItem("name", name),
};
