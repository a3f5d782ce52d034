// A kind of piece in pictures: where it goes from the middle of a few cells, and how it captures.

import { emblem } from "./board.js";
import { draw, make, markup } from "./dom.js";
import { language, t, translate } from "./lang.js";

/** @typedef {import("./types.js").KindCard} KindCard */

const CELL = 20;
/** How many cells there are from the middle to the rim. */
const AROUND = 2;

/** A piece on a cell. @param {string} shape @param {number} radius @param {string} paints whose paints it is drawn with @param {number} x @param {number} y */
function piece(shape, radius, paints, x, y) {
  const size = (CELL * 0.4) / radius;
  return draw("g", { transform: `translate(${(x + 0.5) * CELL} ${(y + 0.5) * CELL}) scale(${size})` }, ...markup(shape.replaceAll("url(#", `url(#${paints}`)));
}

/** A board of so many cells. @param {number} width @param {number} height */
function cells(width, height) {
  return Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return draw("rect", { class: (x + y) % 2 ? "square odd" : "square", x: x * CELL, y: y * CELL, width: CELL, height: CELL });
  });
}

/** @param {number} x @param {number} y @param {string} [type] */
const dot = (x, y, type = "goes") => draw("circle", { class: type, cx: (x + 0.5) * CELL, cy: (y + 0.5) * CELL, r: type === "lands" ? CELL * 0.44 : CELL * 0.2 });

/** @param {number} width @param {number} height @param {Element[]} content */
const picture = (width, height, content) => draw("svg", { class: "kind-picture", viewBox: `0 0 ${width * CELL} ${height * CELL}`, "aria-hidden": "true" }, ...content);

/** Where steps lead. @param {[number, number][]} steps @param {Element[]} middle @param {boolean} [far] */
export function stepsPicture(steps, middle, far = false) {
  const side = 2 * AROUND + 1;
  const near = (/** @type {number[]} */ [x, y]) => Math.max(Math.abs(x), Math.abs(y)) < 2 || Math.abs(x) + Math.abs(y) === 3;
  const dots = steps.filter((step) => step.every((part) => Math.abs(part) <= AROUND)).map((step) => dot(AROUND + step[0], AROUND - step[1], far && !near(step) ? "goes on" : "goes"));
  return picture(side, side, [...cells(side, side), ...dots, ...middle]);
}

/** Where a kind goes. @param {KindCard} card @param {string} paints */
export const movesPicture = (card, paints) => stepsPicture(card.steps, [piece(card.shape, card.radius, paints, AROUND, AROUND)], card.far);

/** How a kind captures. @param {KindCard} card @param {string} paints */
export const capturePicture = ({ shape, enemy, radius, jumps }, paints) => picture(3, 1, [...cells(3, 1), piece(shape, radius, paints, 0, 0),
  piece(enemy, radius, paints, 1, 0), jumps ? dot(2, 0) : dot(1, 0, "lands")]);

/** What a kind is called; those that must not be lost have a star. @param {KindCard} card */
export const kindName = ({ name, starred }) => (starred ? `${translate(name)} ★` : translate(name));

/** A kind in words. @param {KindCard} card */
export const kindWords = ({ words }) => `${words.map((word) => translate(word)).join(", ")}.`;

/** What rules say for terminals: how positions and moves are written, what boards are called in a game's code. */
const TYPED = / The start is .*|\n\nMoves are typed .*| In text: .*|(?<=Board\. )[a-z]+-[^ ]*: /g;
/** What begins a part of the rules; what files say of themselves has no heading. */
const PART = /^(Goal|Board|Pieces|Moving|Capture|Special moves|Turns?|Swap|Resigning|Draw)\.\s+/;
/** Letters of seats: on the page players are called by their colours. */
const SEATS = /\b[A-L](?:(?:, [A-L])* and [A-L])?(?= (?:take turns|moves first|begins|connects?|the left and)\b)/g;

/** @param {string} text @param {{name: string}[]} sides */
const byColour = (text, sides) => text.replace(SEATS, (letters) => new Intl.ListFormat(language).format((letters.match(/[A-L]/g) ?? []).map((letter) => translate(sides[letter.charCodeAt(0) - 65]?.name ?? letter))));

/** The rules of a game to read: with pictures where it has kinds of its own. @param {{presentation: import("./types.js").Presentation, rules: string}} game @param {string} paints @returns {Node[]} */
export function rulesOf({ presentation: { legend, legend_rules, sides }, rules }, paints) {
  if (legend.length === 0) {
    const parts = rules.replace(TYPED, "").split("\n\n").map((part) => ({ heading: part.match(PART)?.[1] ?? "", text: part.replace(PART, "") }));
    // A file begins with its title, which stands above already.
    return [ruleLines(parts.filter(({ heading, text }) => heading || text.includes(".")), sides)];
  }
  const card = (/** @type {KindCard} */ kind) => make("li", { class: "legend-card" },
    make("div", { class: "kind-pictures" }, movesPicture(kind, paints), capturePicture(kind, paints)),
    make("p", {}, make("strong", { text: kindName(kind) }), kindWords(kind)));
  const names = new Set(legend.flatMap(({ name }) => [name, `${name} ★`]));
  return [make("ul", { class: "legend-cards" }, ...legend.map(card)), ruleLines(legend_rules.filter(({ heading }) => !names.has(heading)), sides)];
}

/** The kinds beside a board: each by its looks, its name and what it does. @param {{legend: KindCard[]}} game @param {import("./types.js").Board} board @param {string} paints @returns {HTMLElement[]} */
export const pieceTable = ({ legend }, board, paints) => legend.map((kind) => make("p", {}, emblem(board, kind.shape, paints),
  make("span", {}, make("strong", { text: kindName(kind) }), ` ${translate(kind.words[0]).toLowerCase()}${kind.jumps ? `, ${t("jumps over")}` : ""}`)));

/** Rules under their headings. @param {import("./types.js").RuleLine[]} lines @param {{name: string}[]} [sides] */
export const ruleLines = (lines, sides = [{ name: t("Blue") }, { name: t("Amber") }]) => make("dl", { class: "rule-lines" }, ...lines.flatMap(({ heading, text }) => [heading && make("dt", { text: translate(heading) }), make("dd", { class: heading ? "" : "whole", text: translate(byColour(text, sides)) })].filter(Boolean)));
