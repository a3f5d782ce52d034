// One kind of piece in the workshop: what it can do in a picture, and opened, with pictures to choose from.

import { make } from "./dom.js";
import { capturePicture, kindName, kindWords, movesPicture, stepsPicture } from "./kindcard.js";
import { plural, t, translate } from "./lang.js";

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
  const ways = movements.map(({ words, steps }, number) => button(`way-${number}`, translate(words), rules.movement === number, () => change({ movement: number }), stepsPicture(steps, [])));
  const becomes = make("select", { "data-focus": `${at}-becomes`, onchange: () => change({ becomes: Number(becomes.value) }) },
    make("option", { value: 0, text: t("Stays what it is") }),
    ...view.kinds.map(({ name, possible }, other) => other === at ? null : make("option", { value: other + 1, text: possible ? translate(name) : t("{kind} (new)", { kind: translate(name) }), selected: rules.becomes === other + 1 })).filter(Boolean));
  const group = (/** @type {string} */ heading, /** @type {string} */ type, /** @type {Node[]} */ ...content) => make("div", {}, make("h3", { text: heading }), make("div", { class: type, role: "group", "aria-label": `${heading}: ${translate(card.name)}` }, ...content));
  const details = make("details", { class: "kind", open, ontoggle: () => toggled(details.open) },
    make("summary", { "data-focus": `${at}-summary` }, make("div", { class: "kind-pictures" }, movesPicture(card, paints), capturePicture(card, paints)),
      make("div", {}, make("b", {}, kindName(card), make("small", { text: card.count > 0 ? t("{n} a side", { n: card.count }) : t("none yet") })), make("span", { text: kindWords(card) }))));
  // What is closed costs nothing.
  if (open) {
    details.append(make("div", { class: "kind-edit" },
      group(t("Moves"), "ways", ...ways),
      group(t("How far"), "opts", button("one", t("One step"), !rules.far, () => change({ far: false })), button("far", t("Any distance"), rules.far, () => change({ far: true }))),
      group(t("Captures"), "opts", button("lands", t("By landing"), !rules.jumps, () => change({ jumps: false })), button("jumps", t("By jumping over"), rules.jumps, () => change({ jumps: true }))),
      make("label", {}, t("On the last row"), becomes),
      make("div", { class: "opts" }, make("button", { "aria-pressed": String(design.star === at + 1), "data-focus": `${at}-star`, text: t("★ Lose them all, lose the game"), onclick: () => star(design.star !== at + 1) }),
        make("button", { class: "danger", text: t("Remove"), "aria-label": plural(card.count, "Remove {kind}, {n} piece", "Remove {kind}, {n} pieces", { kind: translate(card.name) }), onclick: remove }))));
  }
  return details;
}
