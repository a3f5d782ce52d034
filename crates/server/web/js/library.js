// The list of saved games: those that wait for the player come first.

import { api } from "./api.js";
import { by, make, sure } from "./dom.js";
import { loadRules, t } from "./lang.js";
import { setLevels } from "./model.js";
import { called } from "./mygames.js";
import { gameWords, knowGames } from "./options.js";
import { playerName } from "./people.js";
import { outcome, savedText } from "./saved.js";

/** @typedef {import("./types.js").GameSummary} GameSummary */

/** Shows the saved games; `open` is given the one chosen. @param {(id: string) => void} open @param {import("./types.js").Catalogue} catalogue */
export async function showLibrary(open, catalogue) {
  setLevels(catalogue.levels);
  knowGames(catalogue);
  const dialog = by("library-dialog");
  const search = by("library-search");
  search.value = "";
  /** @type {GameSummary[]} */ let games = [];
  const fill = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = games.filter((saved) => words.every((/** @type {string} */ word) => text(saved).includes(word)));
    const rows = found.map((saved) => row(saved, open, load));
    const none = games.length === 0 ? t("No saved games yet.") : t("No saved games match.");
    by("library-list").replaceChildren(...(rows.length > 0 ? rows : [make("li", { text: none, class: "muted" })]));
  };
  const load = async () => {
    games = (await Promise.all([api.list(), loadRules()]))[0].sort((a, b) => urgency(a) - urgency(b));
    fill();
  };
  const guarded = () => load().catch((error) => by("library-list").replaceChildren(make("li", { text: error.message, class: "error" })));
  search.oninput = fill;
  by("library-list").replaceChildren();
  if (!dialog.open) dialog.showModal();
  await guarded();
}

/** What comes first: others wait for you, you wait for others, the rest as it is. @param {GameSummary} saved */
function urgency(saved) {
  if (saved.result !== null) return 3;
  if (saved.online && saved.your_turn && !saved.waiting) return 0;
  return saved.waiting ? 1 : 2;
}

/** @param {GameSummary} saved */
function text(saved) {
  const players = saved.players.map((player) => playerName(player, t("person"))).join(" ");
  const [state] = outcome(saved, saved.you);
  return `${saved.spec} ${gameWords(saved.spec, saved.title)} ${players} ${saved.result ?? t("unfinished")} ${state} ${saved.online ? t("online") : ""} ${saved.rated ? t("rated") : ""}`.toLowerCase();
}

/** @param {GameSummary} saved @param {(id: string) => void} open @param {() => Promise<void>} reload */
function row(saved, open, reload) {
  const name = called(saved.spec, saved.title);
  const remove = make("button", {
    text: saved.waiting ? t("Cancel") : t("Delete"), class: "danger", "aria-label": `${saved.waiting ? t("Cancel") : t("Delete")} ${name}`,
    onclick: async () => {
      if (!saved.waiting && !(await sure(t("Delete this game? This can’t be undone."), t("Delete")))) return;
      try {
        await api.remove(saved.id);
        await reload();
      } catch (error) {
        remove.replaceWith(make("small", { class: "error", role: "alert", text: /** @type {Error} */ (error).message }));
      }
    },
  });
  // What others have played in is theirs as well.
  const own = !saved.online || saved.waiting;
  return make("li", {}, savedText(saved, saved.you),
    make("div", { class: "row-actions" },
      make("button", { text: t("Open"), "aria-label": t("Open {game}", { game: name }), onclick: () => { by("library-dialog").close(); open(saved.id); } }),
      make("a", { class: "button", text: t("Analyse"), href: `/analysis/${saved.id}`, "aria-label": t("Analyse {game}", { game: name }) }),
      ...(own ? [remove] : [])));
}
