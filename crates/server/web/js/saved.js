// A stored game in a line: what it is, who played, how it ended.

import { clockWords } from "./clock.js";
import { make } from "./dom.js";
import { plural, t } from "./lang.js";
import { called } from "./mygames.js";
import { optionWords } from "./options.js";
import { playerName, playersTag } from "./people.js";
import { when } from "./words.js";

/** @typedef {import("./types.js").GameSummary} GameSummary */

/** How a game ended or stands, for whoever has these seats, with a word for its look. @param {GameSummary} saved @param {string[]} seats @returns {[string, string]} */
export function outcome(saved, seats) {
  if (saved.result === null) {
    if (saved.waiting) return [t("Waiting"), "quiet"];
    if (!saved.online) return [t("Unfinished"), "quiet"];
    if (saved.you.length === 0) return [t("Live"), "quiet"];
    return saved.your_turn ? [t("Your turn"), "now"] : [t("Their turn"), "quiet"];
  }
  const { winners, players } = saved;
  if (seats.length === 1) {
    if (!winners.includes(seats[0])) return [t("Lost"), "lost"];
    return winners.length === 1 ? [t("Won"), "won"] : [t("Draw"), "quiet"];
  }
  if (winners.length !== 1) return [t("Draw"), "quiet"];
  const winner = players[winners[0].charCodeAt(0) - 65];
  return [t("{who} won", { who: playerName(winner, t("Player {letter}", { letter: winners[0] })) }), "quiet"];
}

/** The outcome as a small mark. @param {GameSummary} saved @param {string[]} seats */
export function outcomeTag(saved, seats) {
  const [text, look] = outcome(saved, seats);
  return make("span", { class: `mark ${look}`, text });
}

/** What a game is, who plays, and when it was. @param {GameSummary} saved @param {string[]} seats */
export function savedText(saved, seats) {
  const facts = [plural(saved.plies, "{n} move", "{n} moves"), ...(saved.clock && saved.clock.kind !== "none" ? [clockWords(saved.clock)] : []),
    ...(saved.rated ? [t("rated")] : []), ...(saved.online ? [t("online")] : []), when(saved.updated)];
  return make("div", { class: "saved" },
    make("p", {}, outcomeTag(saved, seats), " ", ...gameTag(saved)),
    make("p", {}, saved.you.length > 1 && saved.players.every((player) => player.kind === "person" && !player.name) ? t("At this screen") : playersTag(saved.players, saved.you)),
    make("small", { text: facts.join(" · ") }));
}

/** A game by its name, with what is special about it; who points at it sees its code. @param {{spec: string, title: string}} game */
export const gameTag = ({ spec, title }) => [make("strong", { text: called(spec, title), title: spec }), " ", make("small", { class: "muted", text: optionWords(spec), title: spec })];
