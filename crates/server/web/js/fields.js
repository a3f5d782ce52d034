// Fields for the options of a spec: choices, numbers, texts.

import { make } from "./dom.js";
import { t, translate } from "./lang.js";
import { firstWord, nameOf, setups, SIZES, valueName } from "./options.js";
import { seed } from "./spec.js";
import { picture } from "./thumb.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").OptionView} Option */
/** @typedef {import("./types.js").Catalogue} Catalogue */

/** The longest span of numbers that a slider is good for. */
const SLIDER = 100;

/** Options whose names say it all. */
const PLAIN = ["board", "setup", "seats", "density", "game"];

/**
 * A field for an option.
 * @param {Option} option
 * @param {string} value what the spec says; empty for the default
 * @param {Catalogue} catalogue
 * @param {(value: string) => void} changed
 * @param {string} game whose option it is
 * @returns {HTMLElement}
 */
export function field(option, value, catalogue, changed, game) {
  const inside = control(option, value, catalogue, changed, game);
  const note = PLAIN.includes(option.key) ? "" : make("small", { text: capital(translate(option.meaning)) });
  if (inside.tagName === "DIV") return make("fieldset", { class: "field" }, make("legend", { text: nameOf(option.key) }), inside, note);
  return make("label", { class: "field", text: nameOf(option.key) }, inside, note);
}

/** @param {Option} option @param {string} value @param {Catalogue} catalogue @param {(value: string) => void} changed @param {string} game @returns {HTMLElement} */
function control(option, value, catalogue, changed, game) {
  const { key, values } = option;
  const named = (/** @type {string} */ value) => valueName(option, value, catalogue, game);
  if (key === "board") return boardField(value, catalogue, changed, game);
  if (key === "setup") {
    const known = setups(catalogue);
    return list(known, value, known.find(([name]) => name === option.default)?.[1] ?? option.default, changed);
  }
  const choices = closedList(values);
  if (choices) {
    // What holds anyway is one of them, unless that depends on something else.
    const usual = choices.includes(option.default) ? option.default : null;
    return list(choices.map((choice) => [choice === usual ? "" : choice, named(choice)]), value === usual ? "" : value, usual ? "" : named(firstWord(option.default) ?? ""), changed);
  }
  const range = values.match(/^(\d+) to (\d+)(?: or (\w+))?$/);
  if (range && !range[3] && Number(range[2]) - Number(range[1]) <= SLIDER) return slider(range, value, option.default, changed, nameOf(key));
  if (range) return number(range, value, option.default, changed, nameOf(key));
  if (key === "seed") return seedField(value, changed);
  return make("input", { value, placeholder: translate(option.default), autocomplete: "off", spellcheck: "false", oninput: (/** @type {any} */ event) => changed(event.target.value) });
}

/** The choices of `on or off`, `end, offer or off`, `one-game, other-game`, `paper-1 to paper-4, other-1 to other-3`. @param {string} values */
function closedList(values) {
  const parts = values.split(", ");
  const numbered = parts.flatMap((part) => [...part.matchAll(/^([a-z]+-)(\d+) to \1(\d+)$/g)]);
  if (numbered.length === parts.length) return numbered.flatMap(([, name, low, high]) => Array.from({ length: Number(high) - Number(low) + 1 }, (_, at) => `${name}${Number(low) + at}`));
  return /^[a-z][a-z-]*(?:, [a-z][a-z-]*)*(?:, | or )[a-z][a-z-]*$/.test(values) ? values.split(/, | or /) : null;
}

/** @param {[string, string][]} choices @param {string} value @param {string} usual what holds when nothing is chosen; empty if that is one of them @param {(value: string) => void} changed */
function list(choices, value, usual, changed) {
  const known = value === "" || choices.some(([name]) => name === value);
  const all = [...(usual ? [["", t("Default ({value})", { value: translate(usual) })]] : []), ...choices, ...(known ? [] : [[value, value]])];
  const select = make("select", { onchange: () => changed(select.value) }, ...all.map(([name, text]) => make("option", { value: name, text, selected: name === value })));
  return select;
}

/** A number, and where the option has a word besides (`off`, `any`), a switch for it. @param {ArrayLike<string>} range @param {string} value @param {string} usual @param {(value: string) => void} changed @param {string} key */
function number(range, value, usual, changed, key) {
  const [min, max, word] = [range[1], range[2], range[3]];
  const input = make("input", { type: "number", min, max, step: 1, inputmode: "numeric", placeholder: translate(usual.replace(/[;(].*/, "").trim()), value: value === word ? "" : value, disabled: Boolean(word) && value === word, oninput: () => changed(input.value) });
  if (!word) return input;
  input.setAttribute("aria-label", key);
  const box = make("input", { type: "checkbox", checked: value === word, onchange: () => {
    input.disabled = box.checked;
    changed(box.checked ? word : input.value);
  } });
  return make("div", { class: "number-or" }, input, make("label", { class: "check" }, box, make("span", { text: capital(translate(word)) })));
}

/** A number on a slider. @param {ArrayLike<string>} range @param {string} value @param {string} usual @param {(value: string) => void} changed @param {string} name */
function slider(range, value, usual, changed, name) {
  const start = value || usual.match(/\d+/)?.[0];
  const said = make("output", { text: start ?? t("default") });
  const input = make("input", { type: "range", min: range[1], max: range[2], step: 1, value: start ?? range[1], "aria-label": name, oninput: () => {
    said.textContent = input.value;
    changed(input.value);
  } });
  return make("div", { class: "slider" }, input, said);
}

/** A seed, and a button for another one. @param {string} value @param {(value: string) => void} changed */
function seedField(value, changed) {
  const input = make("input", { type: "number", min: 0, step: 1, inputmode: "numeric", placeholder: "0", value, "aria-label": t("Shuffle number"), oninput: () => changed(input.value) });
  const another = make("button", { type: "button", text: t("Another"), onclick: () => {
    input.value = String(seed());
    changed(input.value);
  } });
  return make("div", { class: "number-or" }, input, another);
}

/** Pictures of boards that were drawn before: fields are made anew with every change. @type {Map<string, SVGElement>} */
const drawnBoards = new Map();

/** @param {string} spec */
function boardPicture(spec) {
  const drawn = drawnBoards.get(spec) ?? picture(spec);
  drawnBoards.set(spec, drawn);
  return drawn;
}

/**
 * A kind of board, chosen by its picture, with its sizes.
 * @param {string} value @param {Catalogue} catalogue @param {(value: string) => void} changed @param {string} game what stands on the pictures
 */
function boardField(value, catalogue, changed, game) {
  const kindOf = (/** @type {string} */ name) => catalogue.boards.find(({ pattern }) => pattern.split("-")[0] === name.split("-")[0]);
  const sizes = make("div", { class: "board-sizes" });
  const choice = (/** @type {string} */ name, /** @type {string} */ words, /** @type {Node[]} */ ...drawn) => make("label", { class: "board-kind" },
    make("input", { type: "radio", name: "board-kind", value: name, checked: name === (value === "" ? "" : kindOf(value)?.pattern), onchange: () => {
      const next = name === "" ? "" : kindOf(name)?.example.replace(/^(voronoi-\d+)-.*/, "$1") ?? "";
      showSizes(next);
      changed(next);
    } }), ...drawn, make("span", { text: words }));
  const kinds = catalogue.boards.map(({ pattern, title, small }) => choice(pattern, translate(title), boardPicture(`${game} board=${small}`)));
  const showSizes = (/** @type {string} */ name) => {
    const kind = name === "" ? undefined : kindOf(name);
    const letters = !kind ? [] : kind.pattern.includes("RxC") ? ["R", "C"] : kind.pattern.includes("N") ? ["N"] : [];
    const given = name.slice(name.indexOf("-") + 1).split(/[x-]/);
    const range = kind?.summary.match(/N from (\d+) to (\d+)/);
    const inputs = letters.map((letter, at) => make("input", {
      type: "number", min: range?.[1] ?? 1, max: range?.[2] ?? 31, value: given[at] ?? "", "aria-label": `${t("Board")}, ${SIZES[/** @type {keyof typeof SIZES} */ (letter)]}`,
      oninput: () => {
        if (inputs.every((input) => input.value !== "")) changed(`${kind?.pattern.split("-")[0]}-${inputs.map((input) => input.value).join("x")}${given[letters.length] ? `-${given[letters.length]}` : ""}`);
      },
    }));
    sizes.replaceChildren(...inputs.map((input, at) => make("label", {}, capital(SIZES[/** @type {keyof typeof SIZES} */ (letters[at])]), input)));
  };
  showSizes(value);
  return make("div", { class: "board-field" }, make("div", { class: "board-kinds", role: "radiogroup", "aria-label": t("Kind of board") }, choice("", t("Default board"), boardPicture(game)), ...kinds), sizes);
}
