// The list of saved games.

import { api } from "./api.js";
import { by, make, sure } from "./dom.js";
import { engineName } from "./model.js";
import { when } from "./words.js";

/** Shows the saved games; `open` is given the one chosen. @param {(id: string) => void} open */
export async function showLibrary(open) {
  const dialog = by("library-dialog");
  const search = by("library-search");
  search.value = "";
  /** @type {any[]} */ let games = [];
  const fill = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = games.filter((saved) => words.every((/** @type {string} */ word) => text(saved).includes(word)));
    const rows = found.map((saved) => row(saved, open, load));
    const none = games.length === 0 ? "No saved games yet." : "No saved game has these words.";
    by("library-list").replaceChildren(...(rows.length > 0 ? rows : [make("li", { text: none, class: "muted" })]));
  };
  const load = async () => {
    games = await api.list();
    fill();
  };
  search.oninput = fill;
  by("library-list").replaceChildren();
  if (!dialog.open) dialog.showModal();
  try {
    await load();
  } catch (error) {
    by("library-list").replaceChildren(make("li", { text: String(/** @type {any} */ (error).message), class: "error" }));
  }
}

/** @param {any} saved */
function players(saved) {
  return saved.players.map((/** @type {any} */ player) => (player.kind === "engine" ? engineName(player.spec) : player.name || "person")).join(" – ");
}

/** @param {any} saved */
function text(saved) {
  return `${saved.spec} ${players(saved)} ${saved.result ?? "unfinished"}`.toLowerCase();
}

/** @param {any} saved @param {(id: string) => void} open @param {() => Promise<void>} reload */
function row(saved, open, reload) {
  const moves = saved.plies === 1 ? "1 move" : `${saved.plies} moves`;
  const about = `${players(saved)} · ${moves} · ${saved.result ?? "unfinished"} · ${when(saved.updated)}`;
  return make("li", {},
    make("div", {}, make("strong", { text: saved.spec }), make("small", { text: about })),
    make("button", { text: "Open", "aria-label": `Open ${saved.spec}`, onclick: () => { by("library-dialog").close(); open(saved.id); } }),
    make("a", { class: "button", text: "Analyse", href: `/analysis/${saved.id}`, "aria-label": `Analyse ${saved.spec}` }),
    make("button", {
      text: "Delete", class: "danger", "aria-label": `Delete ${saved.spec}`,
      onclick: async () => {
        if (!(await sure("Delete this game for good?"))) return;
        await api.remove(saved.id);
        await reload();
      },
    }));
}
