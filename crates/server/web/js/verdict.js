// What the engine's values mean.

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
  const sign = unit_name && ` ${unit_name}`;
  if (evaluation.over) return "the game is over";
  const { score = 0, win, seat = "A" } = evaluation;
  const does = (/** @type {string} */ letter, /** @type {string} */ you, /** @type {string} */ others) => `${name(letter)} ${name(letter) === "You" ? you : others}`;
  const two = answer.seats === 2;
  const other = seat === "A" ? "B" : "A";
  if (win !== null && win !== undefined) {
    const number = Math.ceil(Math.abs(win) / answer.seats);
    const moves = number === 1 ? "1 move" : `${number} moves`;
    if (win < 0 && !two) return `${does(seat, "lose", "loses")} in ${moves}`;
    return `${does(win > 0 ? seat : other, "win", "wins")} in ${moves}`;
  }
  if (!two) return `${name(seat)}: ${Math.round(50 + score / unit)}${sign}`;
  if (Math.abs(score) < unit / 20) return "even";
  return `${does(score > 0 ? seat : other, "are", "is")} ahead by ${(Math.abs(score) / unit).toFixed(1)}${sign}`;
}
