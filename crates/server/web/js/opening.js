// What one can analyse: a saved game, a record, a pasted position or spec.

import { api } from "./api.js";
import { by, make } from "./dom.js";
import { loadRules, plural, t } from "./lang.js";
import { setLevels } from "./model.js";
import { gameWords, knowGames } from "./options.js";
import { playerName } from "./people.js";
import { outcome } from "./saved.js";
import { when } from "./words.js";

/** How many saved games are listed before one searches. */
const LISTED = 12;
/** The longest record that the server takes, in bytes. */
const LARGEST = 1024 * 1024;

/** Shows what there is to choose; `open` is given a spec. @param {(spec: string) => void} open */
export async function showChooser(open) {
  by("chooser").hidden = false;
  const fail = (/** @type {unknown} */ error) => {
    by("chooser-error").textContent = /** @type {any} */ (error).message;
  };
  by("file").onchange = () => bringFile(by("file").files?.[0]).catch(fail);
  by("sample").onclick = () => sample(by("sample").dataset.record ?? "").catch(fail);
  by("paste-open").onclick = () => paste(by("paste").value.trim(), open).catch(fail);
  try {
    const [games, catalogue] = await Promise.all([api.list(), api.catalogue(), loadRules()]);
    setLevels(catalogue.levels);
    knowGames(catalogue);
    const rows = games.slice(0, LISTED).map((/** @type {any} */ saved) => {
      const who = saved.players.map((/** @type {any} */ player, /** @type {number} */ at) => playerName(player, saved.you.includes(String.fromCharCode(65 + at)) ? t("You") : t("Anonymous"))).join(" – ");
      const moves = plural(saved.plies, "{n} move", "{n} moves");
      return make("li", {}, make("a", { href: `/analysis/${saved.id}` }, make("strong", { text: gameWords(saved.spec, saved.title), title: saved.spec }), make("small", { text: `${who} · ${moves} · ${outcome(saved, saved.you)[0]} · ${when(saved.updated)}` })));
    });
    by("saved").replaceChildren(...(rows.length > 0 ? rows : [make("li", { class: "muted", text: t("No saved games yet.") })]));
  } catch (error) {
    fail(error);
  }
}

/** Lets a record be dropped anywhere on the page. @param {(message: string) => void} fail */
export function takeDrops(fail) {
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    bringFile(file).catch((error) => fail(error.message));
  });
}

/** Makes a game of a file. @param {File | undefined} file */
async function bringFile(file) {
  if (!file) return;
  if (file.size > LARGEST) throw new Error(t("{file} is too large. Games may have up to 1 MiB.", { file: file.name }));
  await bring(file);
}

/** @param {string | Blob} text */
export async function bring(text) {
  const { id, warning } = await api.bring(text);
  const address = `/analysis/${id}`;
  location.href = warning ? `${address}?warning=${encodeURIComponent(warning)}` : address;
}

/** Opens a game that comes with the pages. @param {string} address */
async function sample(address) {
  await bring(await (await fetch(address)).text());
}

/** Opens whatever a text is. @param {string} text @param {(spec: string) => void} open */
async function paste(text, open) {
  if (text === "") throw new Error(t("Paste a game, a position or a game code first."));
  if (/^(selforge record|[%[;])/.test(text)) return bring(`${text}\n`);
  open((await api.guess(text)).spec);
}
