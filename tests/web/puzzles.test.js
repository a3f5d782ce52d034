// Puzzles: solved, failed, of the day, and rated.

import assert from "node:assert/strict";
import { register } from "./lib/people.js";
import { suite } from "./lib/suite.js";
import { untilMovable } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../crates/server/web/js/types.js").PuzzleView} Puzzle */

const visit = suite();

/** What a stranger, who is not rated, is told about a puzzle: it and its solution. @param {Page} page @param {string} id */
async function solution(page, id) {
  const puzzle = /** @type {Puzzle} */ (await (await page.request.get(`/api/puzzles/${id}`)).json());
  const { line } = await (await page.request.post(`/api/puzzles/${id}/solution`)).json();
  return { puzzle, line: /** @type {string[]} */ (line) };
}

/** A puzzle of so many moves. @param {Page} page @param {number} moves @returns {Promise<string>} */
async function find(page, moves) {
  const seen = [];
  for (let near = 1000; near <= 2200; near += 20) {
    const puzzle = await (await page.request.get(`/api/puzzles/next?game=selfo&near=${near}`)).json();
    if (puzzle.moves === moves && puzzle.theme === "win") return puzzle.id;
    seen.push(`${puzzle.theme} ${puzzle.moves}`);
  }
  return assert.fail(`no puzzle of ${moves} moves among ${seen}`);
}

/** Plays a move by its cells. @param {Page} page @param {number[]} path */
async function play(page, path) {
  await page.locator(`#board [data-cell="${path[0]}"].movable`).click();
  await page.locator(`#board [data-cell="${path.at(-1)}"].goal`).click();
}

/** The cells of a move in a position. @param {import("../../crates/server/web/js/types.js").Position} position @param {(text: string) => boolean} wanted */
function pathOf({ moves }, wanted) {
  const found = moves.find(({ text }) => wanted(text));
  return found?.path ?? assert.fail("no such move");
}

/** Something to wait for until it is opened. */
function gate() {
  /** @type {() => void} */ let open = () => {};
  const opened = new Promise((done) => (open = () => done(undefined)));
  return { open, opened };
}

/** What the server says to moves, asked by a stranger. @param {Page} page @param {string} id @param {string[]} moves */
const judged = async (page, id, moves) => (await page.request.post(`/api/puzzles/${id}/try`, { data: { moves } })).json();

visit("a puzzle of two moves is solved, with the reply between, and the next one comes", async (come) => {
  const [{ page }, stranger] = [await come({ still: true }), (await come()).page];
  await stranger.goto("/learn");
  const id = await find(stranger, 2);
  const { puzzle, line } = await solution(stranger, id);
  await page.goto(`/puzzle/${id}`);
  await page.getByRole("heading", { name: /^(Blue|Amber) to move: connect in two$/ }).waitFor();
  await play(page, pathOf(puzzle.position, (text) => text === line[0]));
  await page.locator("#said", { hasText: /has answered: go on/ }).waitFor();
  const { positions } = await judged(stranger, id, [line[0]]);
  await play(page, pathOf(positions[1], (text) => text === line[2]));
  await page.locator("#said.good", { hasText: "Solved!" }).waitFor();
  assert.equal(await page.locator("#facts .up, #facts .down").count(), 0, "a guest is not rated");
  await page.getByText("to get a puzzle rating").waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/puzzle/") && !url.pathname.endsWith(id));
  await untilMovable(page);
  await page.goBack();
  await page.getByRole("heading", { name: /connect in two$/ }).waitFor();
});

visit("a wrong move is told kindly, tried again by keyboard, and the solution can be seen", async (come) => {
  const [{ page }, stranger] = [await come({ still: true }), (await come()).page];
  await stranger.goto("/learn");
  const id = await find(stranger, 2);
  const { puzzle, line } = await solution(stranger, id);
  await page.goto(`/puzzle/${id}`);
  await untilMovable(page);
  await play(page, pathOf(puzzle.position, (text) => text !== line[0]));
  await page.locator("#said.bad", { hasText: /^Not this one/ }).waitFor();
  assert.equal(await page.locator("#board .cell.movable").count(), 0, "a wrong move stays until it is taken back");
  await page.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await untilMovable(page);
  await play(page, pathOf(puzzle.position, (text) => text === line[0]));
  await page.locator("#said.good").waitFor();
  await page.getByRole("button", { name: "Show solution" }).click();
  await page.locator("#said", { hasText: `Solution: ${line.join(", ")}` }).waitFor();
  await page.getByRole("link", { name: "Analyse" }).waitFor();
});

visit("an account’s first try changes its rating and the puzzle’s, and the profile shows it", async (come) => {
  const [{ page }, stranger] = [await come({ still: true }), (await come()).page];
  await stranger.goto("/learn");
  await register(page, "solver");
  const id = await find(stranger, 2);
  const { puzzle, line } = await solution(stranger, id);
  await page.goto(`/puzzle/${id}`);
  await page.locator("#facts", { hasText: "Your rating1500?" }).waitFor();
  await play(page, pathOf(puzzle.position, (text) => text !== line[0]));
  await page.locator("#facts .down", { hasText: /^−\d+$/ }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await untilMovable(page);
  await page.reload();
  await page.locator("#said", { hasText: "It won’t be rated again" }).waitFor();
  await page.goto("/player/solver");
  await page.getByRole("row", { name: /Selfo puzzle/ }).waitFor();
});

visit("the puzzle of the day is a card among the games, and the menu leads to puzzles", async (come) => {
  const { page } = await come();
  await page.goto("/");
  await untilMovable(page);
  await page.locator("#open-new").click();
  await page.getByRole("link", { name: /^Puzzle of the day/ }).click();
  await page.waitForURL("**/puzzle/daily");
  await page.getByRole("heading", { name: /^Puzzle of the day · / }).waitFor();
  const { id } = await (await page.request.get("/api/puzzles/daily")).json();
  assert.match(id, /^[a-z2-9]{6}$/);
  await page.getByRole("link", { name: "Puzzles", exact: true }).click();
  await page.waitForURL((url) => /^\/puzzle\/[a-z2-9]{6}$/.test(url.pathname));
  await untilMovable(page);
  // Chosen for good: only puzzles of one game.
  await page.getByLabel("Puzzles from").selectOption({ index: 2 });
  await page.getByRole("heading", { level: 1, name: "Chess puzzle" }).waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.getByRole("heading", { level: 1, name: "Chess puzzle" }).waitFor();
});

visit("a puzzle that does not exist is told, and leads to one that does", async (come) => {
  const visitor = await come();
  const { page } = visitor;
  visitor.expected.push(/status of 404/);
  await page.goto("/puzzle/nosuch");
  await page.locator("#said", { hasText: "There is no such puzzle." }).waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await untilMovable(page);
});

visit("nothing can be moved until the verdict on a move is there, and a lost verdict gives the board back", async (come) => {
  const visitor = await come({ still: true });
  const { page } = visitor;
  visitor.expected.push(/ERR_FAILED/);
  await page.goto("/learn");
  const id = await find(page, 2);
  const { puzzle, line } = await solution(page, id);
  // The first verdict is lost, the second comes; each waits until the test lets it go.
  let asked = 0;
  const gates = [gate(), gate()];
  await page.route("**/try", async (route) => {
    const number = asked++;
    await gates[number]?.opened;
    await (number === 0 ? route.abort() : route.continue());
  });
  const path = pathOf(puzzle.position, (text) => text === line[0]);
  await page.goto(`/puzzle/${id}`);
  await untilMovable(page);
  await play(page, path);
  await page.waitForFunction(() => document.querySelectorAll("#board .cell.movable").length === 0);
  await page.locator(`#board [data-cell="${path[0]}"]`).click();
  assert.equal(await page.locator("#board .cell.goal").count(), 0, "no piece is taken up while the server judges");
  gates[0].open();
  await page.locator("#said.bad").waitFor();
  await untilMovable(page);
  await play(page, path);
  await page.waitForFunction(() => document.querySelectorAll("#board .cell.movable").length === 0);
  gates[1].open();
  await page.locator("#said.good").waitFor();
  assert.equal(asked, 2, "each move is judged once");
});

visit("a guest’s level is kept from visit to visit", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/puzzles");
  await untilMovable(page);
  const before = await page.evaluate(() => localStorage.getItem("puzzle-level"));
  assert.equal(before, null);
  await page.getByRole("button", { name: "Show solution" }).click();
  await page.locator("#said", { hasText: "Solution:" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("puzzle-level")), "1140");
});
