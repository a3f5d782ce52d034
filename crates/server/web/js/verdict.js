// What the engine's values mean.

import { decimal, plural, t, translate } from "./lang.js";


/** @typedef {import("./thinker.js").Evaluation} Evaluation */

/** A value from -1, lost, to 1, won. @param {Evaluation} evaluation @param {number} decisive the lead with which a game is nearly won @param {string} seat whose value it is */
export function share({ score = 0, win, over, winner }, decisive, seat) {
  if (over) return winner === null ? 0 : winner === seat ? 1 : -1;
  if (win !== null && win !== undefined) return win > 0 ? 1 : -1;
  return Math.tanh(score / decisive);
}

/**
 * A value in words.
 * @param {Evaluation} evaluation
 * @param {any} answer the position as the server tells it
 * @param {(letter: string) => string} name what to call a seat
 */
export function worth(evaluation, answer, name) {
  const { unit, unit_name } = answer.presentation.scale;
  const sign = unit_name && ` ${translate(unit_name)}`;
  if (evaluation.over) return t("the game is over");
  const { score = 0, win, seat = "A" } = evaluation;
  const isYou = (/** @type {string} */ letter) => name(letter) === t("You");
  const two = answer.seats === 2;
  const other = seat === "A" ? "B" : "A";
  if (win !== null && win !== undefined) {
    const number = Math.ceil(Math.abs(win) / answer.seats);
    const who = win > 0 || !two ? seat : other;
    if (win < 0 && !two) return isYou(who) ? plural(number, "You lose in {n} move", "You lose in {n} moves") : plural(number, "{who} loses in {n} move", "{who} loses in {n} moves", { who: name(who) });
    return isYou(who) ? plural(number, "You win in {n} move", "You win in {n} moves") : plural(number, "{who} wins in {n} move", "{who} wins in {n} moves", { who: name(who) });
  }
  if (!two) return `${name(seat)}: ${Math.round(50 + score / unit)}${sign}`;
  if (Math.abs(score) < unit / 20) return t("even");
  const ahead = score > 0 ? seat : other;
  const by = `${decimal(Math.abs(score) / unit, 1)}${sign}`;
  return isYou(ahead) ? t("You are ahead by {by}", { by }) : t("{who} is ahead by {by}", { who: name(ahead), by });
}
