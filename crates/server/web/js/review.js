// The turning points of a finished game: where its players lost the most, and what was better.

import { api } from "./api.js";
import { make } from "./dom.js";
import { t } from "./lang.js";
import { done } from "./tree.js";
import { share } from "./verdict.js";

/** @typedef {import("./model.js").Game} Game */
/** @typedef {{ply: number, seat: string, text: string, better: import("./types.js").ExpectedMove | null, drop: number}} TurningPoint */

/** How many positions are asked about at once; the server takes as many. */
const CHUNK = 12;
/** How much of the way from lost to won a move must cost. */
const LEAST = 0.12;
const MOST = 4;

/** The largest drops of the evaluation, the largest first. @param {Game} game @param {(share: number) => void} progress @returns {Promise<TurningPoint[]>} */
async function turningPoints(game, progress) {
  const { state } = game;
  const moves = done(state.events).filter((text) => !text.startsWith("- "));
  const start = (await api.at(state.id, 0)).position.text;
  /** @type {Map<number, any>} */ const known = new Map();
  while (known.size <= moves.length) {
    const from = known.size;
    const answer = await api.think({ spec: state.spec, start, moves, from, count: CHUNK, effort: "quick" });
    if ("replaced" in answer || answer.evaluations.length === 0) break;
    for (const evaluation of answer.evaluations) known.set(evaluation.number, evaluation);
    progress(known.size / (moves.length + 1));
  }
  const { decisive } = state.presentation.scale;
  const points = game.moves.flatMap(({ seat, text }, ply) => {
    const [before, after] = [known.get(ply), known.get(ply + 1)];
    if (!before || !after || (game.own !== null && seat !== game.own)) return [];
    const drop = share(before, decisive, seat) - share(after, decisive, seat);
    const best = before.line?.[0] ?? null;
    return [{ ply, seat, text: state.notation[ply] ?? text, better: best && best.text !== text ? best : null, drop: drop / 2 }];
  });
  return points.filter(({ drop, better }) => drop >= LEAST && better).sort((a, b) => b.drop - a.drop).slice(0, MOST);
}

/**
 * Fills an element with the turning points; each leads to its position.
 * @param {HTMLElement} element @param {Game} game @param {(ply: number, better: TurningPoint["better"]) => void} look
 */
export async function review(element, game, look) {
  const bar = make("progress", { max: 1, value: 0, "aria-label": t("Reviewing the game") });
  element.replaceChildren(make("h2", { text: t("Turning points") }), bar);
  element.hidden = false;
  const found = await turningPoints(game, (share) => (bar.value = share)).catch(() => null);
  if (!found) {
    bar.replaceWith(make("p", { class: "muted", text: t("The review isn’t available right now.") }));
    return;
  }
  const own = game.own !== null;
  if (found.length === 0) {
    bar.replaceWith(make("p", { class: "muted", text: own ? t("No big mistakes. Well played!") : t("No big mistakes on either side.") }));
    return;
  }
  const point = (/** @type {TurningPoint} */ { ply, seat, text, better, drop }) => make("li", {}, make("button", { onclick: () => look(ply, better) },
    make("strong", { text: t("Move {n}: {move}", { n: Math.floor((ply + game.letters.indexOf(game.moves[0].seat)) / game.seats) + 1, move: text }) }),
    make("span", { text: `${own ? "" : `${game.name(seat)}: `}${t("cost {n} %. Better: {move}", { n: Math.round(100 * drop), move: better?.notation ?? better?.text ?? "" })}` })));
  bar.replaceWith(make("ol", { class: "points" }, ...found.sort((a, b) => a.ply - b.ply).map(point)));
}
