// The puzzle of the day, as a card among the games.

import { api } from "./api.js";
import { BoardView } from "./board.js";
import { draw, make } from "./dom.js";
import { wordsOf } from "./gallery.js";
import { t } from "./lang.js";
import { taskOf } from "./puzzletask.js";

/** The card, which keeps its place while the puzzle is fetched and goes if there is none. @param {string} group what it stands among */
export function dailyCard(group) {
  const svg = draw("svg", { class: "board-svg thumb", viewBox: "0 0 100 100", "aria-hidden": "true" });
  const [rating, about] = [make("small"), make("span", { class: "about", text: t("One position, one solution.") })];
  const card = make("li", { class: "game-card", "data-group": group, "data-words": wordsOf(`puzzle of the day ${t("Puzzle of the day")}`) },
    make("a", { id: "daily", class: "choose", href: "/puzzle/daily" }, svg, make("span", { class: "card-title" }, make("strong", { text: t("Puzzle of the day") }), rating), about));
  api.puzzle("daily").then((puzzle) => {
    new BoardView(svg).show({ ...puzzle.board, labels: [] }, { ...puzzle.position, moves: [] });
    rating.textContent = t("Rating {n}", { n: puzzle.rating });
    about.textContent = `${taskOf(puzzle)}.`;
  }).catch(() => card.remove());
  return card;
}
