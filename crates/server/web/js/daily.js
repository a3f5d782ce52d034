// The puzzle of the day, as a card among the games.

import { api } from "./api.js";
import { BoardView } from "./board.js";
import { draw, make } from "./dom.js";
import { taskOf } from "./puzzletask.js";

/** The card; nothing if there are no puzzles. @returns {Promise<HTMLElement | null>} */
export async function dailyCard() {
  const puzzle = await api.puzzle("daily").catch(() => null);
  if (!puzzle) return null;
  const svg = draw("svg", { class: "board-svg thumb", "aria-hidden": "true" });
  const task = taskOf(puzzle);
  const card = make("li", { class: "game-card", "data-group": "Puzzles", "data-words": `puzzle of the day ${task}`.toLowerCase() },
    make("a", { id: "daily", class: "choose", href: "/puzzle/daily" }, svg,
      make("span", { class: "card-title" }, make("strong", { text: "Puzzle of the day" }), make("small", { text: String(puzzle.rating) })),
      make("span", { class: "about", text: `${task}.` })));
  new BoardView(svg).show({ ...puzzle.board, labels: [] }, { ...puzzle.position, moves: [] });
  return card;
}
