// Small boards of games that are only named, drawn when they come into view.

import { api } from "./api.js";
import { BoardView } from "./board.js";
import { draw } from "./dom.js";
import { t } from "./lang.js";

/** @type {WeakMap<Element, () => void>} */
const waiting = new WeakMap();
const watcher = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    waiting.get(target)?.();
  }
}, { rootMargin: "200px" });

/**
 * The start of a game as a picture.
 * @param {string} spec
 * @param {(shown: any, paints: string) => void} [then] is given what the server says of the game, and whose paints its pieces are drawn with
 */
export function thumb(spec, then) {
  const svg = draw("svg", { class: "board-svg thumb", viewBox: "0 0 100 100", role: "img", "aria-label": t("Start position") });
  waiting.set(svg, async () => {
    const shown = await api.preview(spec).catch(() => null);
    if (!shown?.board) return;
    const view = new BoardView(svg);
    view.show({ ...shown.board, labels: [] }, shown.position);
    then?.(shown, view.prefix);
  });
  watcher.observe(svg);
  return svg;
}

/** The start of a game, which the words beside it name. @param {string} spec */
export function picture(spec) {
  const svg = thumb(spec);
  svg.removeAttribute("role");
  svg.removeAttribute("aria-label");
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/** The address that opens a game in the dialog for new ones. @param {string} spec */
export const playAddress = (spec) => `/?spec=${encodeURIComponent(spec)}`;
