// How good a start is, as a small table.

import { make } from "./dom.js";
import { t, translate } from "./lang.js";

/**
 * @param {import("./types.js").BalanceView} balance as the server weighs it
 * @param {{name: string}[]} sides what the sets are called
 * @param {(set: number) => Element} mark a picture of a set's piece
 */
export function balanceTable(balance, sides, mark) {
  const head = [t("Side"), t("Pieces"), t("Groups"), t("Can be cut off"), t("Moves to win")].map((text) => make("th", { text, scope: "col" }));
  const rows = balance.sets.map((set) => make("tr", {},
    make("td", {}, mark(set.set)),
    make("td", { text: String(set.pieces) }),
    make("td", { text: String(set.groups) }),
    make("td", { text: String(set.cut_off.length + set.can_be_cut_off.length), title: [...set.cut_off, ...set.can_be_cut_off].join(" ") }),
    make("td", { text: bracket(set) })));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  const faults = [...balance.faults, ...balance.warnings].map((text) => make("p", { class: "fault", text: sentence(text, sides) }));
  const good = make("p", { class: "verdict", text: t("Fair start: nobody is cut off or close to winning.") });
  return [table, ...(faults.length > 0 ? faults : [good])];
}

/** One line about a start. @param {import("./types.js").BalanceView} balance @param {{name: string}[]} sides */
export function balanceLine(balance, sides) {
  const [problem] = [...balance.faults, ...balance.warnings];
  const moves = balance.sets.map((set) => `${translate(sides[set.set].name)} ${bracket(set)}`).join(", ");
  return `${t("Estimated moves to win: {moves}", { moves })}${problem ? `. ${sentence(problem, sides)}` : ""}`;
}

/** @param {import("./types.js").SetBalanceView} set */
function bracket(set) {
  if (set.blocked) return t("blocked");
  if (set.high === null) return t("{n} or more", { n: set.low ?? 0 });
  return set.low === set.high ? String(set.low) : `${set.low}–${set.high}`;
}

/** What the server says of sets by their letters, with the names of their sides. @param {string} text @param {{name: string}[]} sides */
function sentence(text, sides) {
  const name = (/** @type {string} */ letter) => sides[letter.charCodeAt(0) - 65]?.name ?? letter;
  const words = text.replace(/\bsets? ([A-L])(?: and ([A-L]))?\b/g, (_, one, other) => (other ? `${name(one)} and ${name(other)}` : name(one)));
  const said = translate(words);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
