// One kind of piece in the workshop: what it can do in a picture, and opened, with pictures to choose from.

import { make } from "./dom.js";
import { capturePicture, kindWords, movesPicture, stepsPicture } from "./kindcard.js";
import { count } from "./words.js";

/** @typedef {import("./types.js").KindDesign} KindDesign */

/**
 * @typedef {object} Edited
 * @property {number} at the kind, from 0
 * @property {import("./types.js").DesignView} view
 * @property {import("./types.js").Design} design
 * @property {string} paints whose paints pieces are drawn with
 * @property {import("./types.js").MovementView[]} movements
 * @property {boolean} open
 * @property {(open: boolean) => void} toggled
 * @property {(parts: Partial<KindDesign>) => void} change
 * @property {(on: boolean) => void} star
 * @property {() => void} remove
 */

/** @param {Edited} edited */
export function kindEditor({ at, view, design, paints, movements, open, toggled, change, star, remove }) {
  const card = view.kinds[at];
  const rules = design.kinds[at];
  const button = (/** @type {string} */ key, /** @type {string} */ words, /** @type {boolean} */ on, /** @type {() => void} */ choose, /** @type {Node | string} */ content = words) => make("button", {
    "aria-pressed": String(on), "aria-label": words, title: words, "data-focus": `${at}-${key}`, onclick: () => on || choose(),
  }, content);
  const ways = movements.map(({ words, steps }, number) => button(`way-${number}`, words, rules.movement === number, () => change({ movement: number }), stepsPicture(steps, [])));
  const becomes = make("select", { "data-focus": `${at}-becomes`, onchange: () => change({ becomes: Number(becomes.value) }) },
    make("option", { value: 0, text: "Stays what it is" }),
    ...view.kinds.map(({ name, possible }, other) => other === at ? null : make("option", { value: other + 1, text: possible ? name : `${name} (new)`, selected: rules.becomes === other + 1 })).filter(Boolean));
  const group = (/** @type {string} */ heading, /** @type {string} */ type, /** @type {Node[]} */ ...content) => make("div", {}, make("h3", { text: heading }), make("div", { class: type, role: "group", "aria-label": `${heading}: ${card.name}` }, ...content));
  const details = make("details", { class: "kind", open, ontoggle: () => toggled(details.open) },
    make("summary", { "data-focus": `${at}-summary` }, make("div", { class: "kind-pictures" }, movesPicture(card, paints), capturePicture(card, paints)),
      make("div", {}, make("b", {}, card.starred ? `${card.name} ★` : card.name, make("small", { text: card.count > 0 ? `${card.count} a side` : "none yet" })), make("span", { text: kindWords(card) }))));
  // What is closed costs nothing.
  if (open) {
    details.append(make("div", { class: "kind-edit" },
      group("Moves", "ways", ...ways),
      group("How far", "opts", button("one", "One step", !rules.far, () => change({ far: false })), button("far", "Any distance", rules.far, () => change({ far: true }))),
      group("Captures", "opts", button("lands", "By landing", !rules.jumps, () => change({ jumps: false })), button("jumps", "By jumping over", rules.jumps, () => change({ jumps: true }))),
      make("label", {}, "On the last row", becomes),
      make("div", { class: "opts" }, make("button", { "aria-pressed": String(design.star === at + 1), "data-focus": `${at}-star`, text: "★ Lose them all, lose the game", onclick: () => star(design.star !== at + 1) }),
        make("button", { class: "danger", text: "Remove", "aria-label": `Remove ${card.name}, ${count(card.count, "piece")}`, onclick: remove }))));
  }
  return details;
}
