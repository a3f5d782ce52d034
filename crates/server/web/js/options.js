// Options of games in words: what they and their values are called, and what is special about a game.

import { plural, t, translate } from "./lang.js";
import { called, ownName } from "./mygames.js";
import { parseSpec, plain, variantsOf } from "./spec.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").OptionView} Option */
/** @typedef {import("./types.js").Catalogue} Catalogue */

/** What sizes of boards are called, and what they are at first. */
export const SIZES = { N: t("size"), R: t("rows"), C: t("columns") };

/** What options are called, where their keys are no words. @type {Record<string, string>} */
const NAMES = {
  board: t("Board"), seats: t("Players"), setup: t("Start position"), seed: t("Shuffle number"), density: t("Pieces per 100 cells"), pieces: t("Pieces each"), length: t("Steps per move"),
  special: t("Special pieces each"), "special-length": t("Steps of special pieces"), "first-moves": t("Safe first moves"), swap: t("Swapping sides"), passes: t("Draw when all pass"), blockade: t("When everybody is blocked"),
  repetition: t("Draw by repetition"), plies: t("Move limit"), progress: t("Moves without progress"), position: t("Position"), pattern: t("Pattern"), moves: t("Move limit"), end: t("At the move limit"),
  both: t("Both connected at once"), stuck: t("Without a move"), game: t("Rules"), genes: t("Rules as digits"), rook: t("Pieces that move straight"), converted: t("If your last starred piece changes"), limit: t("Most pieces each"),
};
/** What values are called, where they are no plain words. @type {Record<string, string>} */
const VALUES = {
  "blockade=end": t("Draw at once"), "blockade=offer": t("Draw if a player asks"), "blockade=off": t("Play on"), "end=pieces": t("More pieces win"),
  "stuck=side": t("Lose the game"), "stuck=honour": t("Lose, even if only the starred pieces are stuck"), "stuck=lose": t("Lose the game"), "stuck=pass": t("Skip your turn"),
  "converted=lost": t("Lose the game"), "converted=kept": t("Play on"), "rook=rank-and-file": t("Along rows and columns"), "rook=file": t("Ahead and back"), "both=mover": t("Whoever made the move wins"),
};
/** What numbered values are called. @type {Record<string, string>} */
const NUMBERED = { fitted: t("Evolved game {n}, other start") };

/**
 * What the value of an option is called: by its words, as the game that it makes, or as it is written.
 * @param {Option} option @param {string} value @param {Catalogue} catalogue @param {string} game
 */
export function valueName({ key, default: usual }, value, catalogue, game) {
  const family = catalogue.games.find(({ name }) => name === game);
  const spec = value === firstWord(usual) ? game : `${game} ${key}=${value}`;
  const variant = family && key === "game" && variantsOf(catalogue, family).find((variant) => variant.spec === spec);
  const [, word, n] = value.match(/^([a-z]+)-(\d+)$/) ?? [];
  return VALUES[`${key}=${value}`] ?? (variant ? translate(variant.title) : NUMBERED[word]?.replace("{n}", n) ?? capital(translate(value)));
}

/** The word that a text begins with. @param {string} text */
export const firstWord = (text) => text.match(/^[\w-]*/)?.[0];

/** What an option is called. @param {string} key */
export const nameOf = (key) => NAMES[key] ?? translate(key.charAt(0).toUpperCase() + key.slice(1).replaceAll("-", " "));

/** The setups by name, with their words: `regular-1 … regular-4` are four. @param {Catalogue} catalogue @returns {[string, string][]} */
export function setups(catalogue) {
  return catalogue.setups.flatMap(({ pattern, title }) => {
    const many = pattern.match(/^([a-z]+-)(\d+) … \1(\d+)$/);
    const names = many ? Array.from({ length: Number(many[3]) - Number(many[2]) + 1 }, (_, at) => `${many[1]}${Number(many[2]) + at}`) : [pattern];
    return names.map((name, at) => /** @type {[string, string]} */ ([name, translate(title.replace("{n}", String(Number(many?.[2] ?? 0) + at)))]));
  });
}

/** What there is to choose from, once the page was told. @type {Catalogue | null} */ let known = null;
/** The games that have a name for all, by their plain specs. @type {Map<string, {spec: string, title: string, isCard: boolean}>} */ const named = new Map();

/** Notes what games there are. @param {Catalogue} catalogue */
export function knowGames(catalogue) {
  known = catalogue;
  for (const family of catalogue.games) {
    for (const { spec, title } of variantsOf(catalogue, family)) named.set(plain(spec), { spec, title, isCard: catalogue.gallery.some((card) => card.spec === spec) });
  }
}

/** The game with a name for all that a spec makes, if there is one. @param {string} spec */
export const variantOf = (spec) => named.get(plain(spec));

/** What a game is called, and what is special about it. @param {string} spec @param {string} [title] what the server calls it */
export function gameWords(spec, title) {
  const variant = variantOf(spec);
  const family = known?.games.find(({ name }) => name === parseSpec(spec).name);
  return [called(spec, title ?? (variant?.isCard ? variant.title : family?.title ?? spec)), optionWords(spec)].filter(Boolean).join(" · ");
}

/** Options that say nothing beside the name of a game, or that only programs read. */
const UNTOLD = ["genes", "variant", "file", "draws"];
/** The longest value that is shown as it is written. */
const LONGEST = 12;

/** What is special about a game; empty where its name says it all. @param {string} spec */
export function optionWords(spec) {
  const { name, options } = parseSpec(plain(spec));
  const catalogue = known;
  const family = catalogue?.games.find((family) => family.name === name);
  const variant = variantOf(spec);
  if (!catalogue || !family || options.size === 0 || variant?.isCard || ownName(spec)) return "";
  if (variant) return translate(variant.title);
  for (const key of UNTOLD) options.delete(key);
  return [...options].map(([key, value]) => {
    const option = family.options.find((option) => option.key === key);
    if (key === "board") return boardName(catalogue, value);
    if (key === "setup") return setups(catalogue).find(([name]) => name === value)?.[1] ?? value;
    if (key === "seats") return plural(Number(value), "{n} player", "{n} players");
    // Whole positions and patterns are no words.
    if (!option || value.length > LONGEST || key === "position") return nameOf(key);
    const words = valueName(option, value, catalogue, name);
    return key === "game" ? words : `${nameOf(key)}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  }).join(", ");
}

/** A board in words: `Hexagon size 5`. @param {Catalogue} catalogue @param {string} value */
function boardName({ boards }, value) {
  const [kind, size = ""] = value.split("-");
  const board = boards.find(({ pattern }) => pattern.split("-")[0] === kind);
  if (!board) return value;
  return [translate(board.title), size.includes("x") ? size.replace("x", " × ") : size && `${SIZES.N} ${size}`].filter(Boolean).join(" ");
}
