// Clocks in words, as choices, and as they run down.

import { make } from "./dom.js";
import { decimal, plural, t, translate } from "./lang.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").ClockRule} Clock */

/** Minutes and the seconds that every move adds. */
const REAL = ["1+0", "3+2", "5+3", "10+5", "30+20"];
/** Days for a move. */
const DAYS = ["1", "3", "7"];

/** The clock that a choice means. @param {string} choice @returns {Clock} */
export function clockOf(choice) {
  if (REAL.includes(choice)) {
    const [minutes, increment] = choice.split("+").map(Number);
    return { kind: "real", base: 60 * minutes, increment };
  }
  if (DAYS.includes(choice)) return { kind: "days", days: Number(choice) };
  return { kind: "none" };
}

/** Fills a select with the clocks to choose from. @param {HTMLSelectElement} select @param {string} first what is chosen */
export function fillClocks(select, first) {
  const option = (/** @type {string} */ value) => make("option", { value, text: choiceWords(clockOf(value)), selected: value === first });
  select.replaceChildren(option("none"),
    make("optgroup", { label: t("Minutes + seconds per move") }, ...REAL.map(option)),
    make("optgroup", { label: t("Correspondence") }, ...DAYS.map(option)));
}

/** @param {Clock} clock */
function choiceWords(clock) {
  return clock.kind === "real" ? `${clock.base / 60} min + ${clock.increment} s` : capital(clockWords(clock));
}

/** A clock in a word or two: `5+3`, `3 days a move`. @param {Clock | null | undefined} clock */
export function clockWords(clock) {
  if (clock?.kind === "real") {
    const minutes = clock.base % 60 === 0 ? String(clock.base / 60) : `${Math.floor(clock.base / 60)}:${two(clock.base % 60)}`;
    return `${minutes}+${clock.increment}`;
  }
  return clock?.kind === "days" ? plural(clock.days, "{n} day per move", "{n} days per move") : t("no clock");
}

/** A clock where there is little room. @param {Clock} clock */
export const shortClock = (clock) => (clock.kind === "days" ? plural(clock.days, "{n} day", "{n} days") : clockWords(clock));

/** The clock, the speed and whether the game is rated. @param {{clock: Clock, speed?: string, rated: boolean}} terms */
export function termsWords({ clock, speed, rated }) {
  const words = clock?.kind === "real" && speed ? `${clockWords(clock)} ${translate(speed)}` : clockWords(clock);
  return `${words} · ${rated ? t("rated") : t("casual")}`;
}

/** Time that is left: `2 d 4 h`, `1:02:03`, `4:05`, `9.3`. @param {number} milliseconds */
export function timeLeft(milliseconds) {
  if (milliseconds < 10_000) return decimal(Math.floor(milliseconds / 100) / 10, 1);
  const seconds = Math.floor(milliseconds / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Below how many milliseconds a player should hurry. @param {Clock} clock */
export function hurry(clock) {
  if (clock.kind === "real") return Math.min(30_000, Math.max(10_000, 100 * clock.base));
  return clock.kind === "days" ? 6 * 3_600_000 : 0;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}
