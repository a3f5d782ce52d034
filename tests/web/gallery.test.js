// Choosing a game: cards with pictures, one click to start, everything else behind Customise.

import assert from "node:assert/strict";
import { isAccessible } from "./lib/axe.js";
import { PHONE } from "./lib/browser.js";
import { suite } from "./lib/suite.js";
import { engine, fitsTheScreen, makeGame, person, untilMovable } from "./lib/table.js";

const visit = suite();
const SMALL = "selfo board=hexhex-3 seed=4";

/** @param {import("playwright-core").Page} page */
async function openGallery(page) {
  await makeGame(page, SMALL, [person(), engine()]);
  await untilMovable(page);
  await page.locator("#open-new").click();
  const gallery = page.getByRole("dialog", { name: "New game" });
  await gallery.locator(".game-card .cells").first().waitFor();
  return gallery;
}

visit("one click on a card starts that game against the level that was chosen", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByLabel("Play against").selectOption("Careful");
  await gallery.getByRole("button", { name: /^Chess 2 players/ }).click();
  await page.locator("#title", { hasText: "Chess" }).waitFor();
  await untilMovable(page);
  assert.match(await page.locator("#seats-top").innerText(), /Careful/);
  await page.locator("#open-new").click();
  assert.equal(await gallery.getByLabel("Play against").inputValue(), "Careful", "the choice is kept");
});

visit("one click on a card makes a link for a friend", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByLabel("Play against").selectOption("link");
  await gallery.getByRole("button", { name: /^Hex/ }).click();
  await page.getByLabel("Link to this game").waitFor();
});

visit("what is customised shows every kind of board, and its rules with pictures instead of letters", async (come) => {
  const { page } = await come({ still: true });
  const game = encodeURIComponent("rulespace game=paper-2");
  await page.goto(`/?spec=${game}`);
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.locator("#new-start:enabled").waitFor();
  await dialog.getByText("Rules", { exact: true }).last().click();
  await dialog.locator(".legend-card svg").first().waitFor();
  assert.doesNotMatch(await dialog.locator("#new-rules").innerText(), /kind \d|\(U;|small ones/i);
  await dialog.locator("#new-game").selectOption("selfo");
  await dialog.getByRole("radio", { name: "Default board" }).waitFor({ state: "attached" });
  await page.waitForFunction(() => [...document.querySelectorAll(".board-kind")].length > 5 && document.querySelectorAll(".board-kind:first-child .cell").length > 20);
});

visit("games are found by words and by kind, and every one has a picture", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  const shown = gallery.locator(".game-card:visible");
  const all = await shown.count();
  assert.ok(all > 15, `${all} games`);
  await gallery.getByRole("button", { name: "Chess", exact: true }).click();
  assert.ok(await shown.count() >= 2 && await shown.count() < all);
  await gallery.getByRole("button", { name: "All", exact: true }).click();
  await gallery.getByLabel("Search games").fill("three colours");
  assert.equal(await shown.count(), 1);
  await shown.locator(".cells").waitFor();
  await gallery.getByLabel("Search games").fill("nothing like this");
  await gallery.getByText("No games match.").waitFor();
  await gallery.getByRole("link", { name: "Design a game" }).waitFor();
  // A word is looked for among all games, and found where it begins.
  await gallery.getByRole("button", { name: "Chess", exact: true }).click();
  await gallery.getByLabel("Search games").fill("GO");
  assert.deepEqual(await shown.locator("strong").allTextContents(), ["Gomoku", "Gomoku 19x19", "Bagh Chal"]);
});

visit("games are searched without accents", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  await page.goto("/");
  await page.locator("#open-new").click();
  await page.locator("#gallery [type=search]").fill("conexion hex pequeño");
  assert.deepEqual(await page.locator("#gallery .game-card:visible strong").allTextContents(), ["Hex pequeño"]);
});

visit("one click offers a game to anyone in the lobby", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByLabel("Play against").selectOption("anyone");
  await gallery.getByRole("button", { name: /^Small Hex/ }).click();
  await page.getByLabel("Link to this game").waitFor();
  const lobby = (await come({ still: true })).page;
  await lobby.goto("/lobby");
  await lobby.locator("#open-list li", { hasText: "Small Hex" }).getByRole("button", { name: /Join/ }).waitFor();
});

visit("chance makes a game that nobody has played, with a name that all call it", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByRole("button", { name: /^Surprise me/ }).click();
  await page.locator("#spec", { hasText: "genes=" }).waitFor({ state: "attached" });
  await untilMovable(page);
  const name = await page.locator("#title").innerText();
  assert.match(name, /^[A-Z][a-z]+ [A-Z][a-z]+$/);
  await page.locator("#open-library").click();
  const row = page.locator("#library-list li", { hasText: name });
  await row.getByRole("button", { name: `Open ${name}` }).waitFor();
  assert.doesNotMatch(await row.innerText(), /genes=/);
  const other = (await come({ still: true })).page;
  await makeGame(other, (await page.locator("#spec").textContent()) ?? "", [person(), engine()]);
  await other.locator("#title", { hasText: name }).waitFor();
});

/** Starts Quick Selfo from Customise under a name, with so many pieces. @param {import("playwright-core").Page} page @param {string} name @param {string} [density] */
async function startNamed(page, name, density) {
  await page.getByRole("button", { name: "Customise Quick Selfo" }).click();
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.locator("#new-start:enabled").waitFor();
  await dialog.getByLabel("Name (optional)").fill(name);
  if (density) await dialog.getByLabel("Pieces per 100 cells").fill(density);
  await dialog.locator("#new-start:enabled").waitFor();
  await dialog.locator("#new-start").click();
  await dialog.waitFor({ state: "hidden" });
  await untilMovable(page);
}

visit("a customised game that gets a name is found under Mine by it", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await startNamed(page, "Coffee break", "30");
  await page.locator("#title", { hasText: "Coffee break" }).waitFor();
  await page.locator("#open-library").click();
  await page.getByRole("button", { name: "Open Coffee break" }).click();
  await page.locator("#open-new").click();
  await gallery.getByRole("button", { name: "Mine", exact: true }).click();
  const card = gallery.locator(".game-card", { hasText: "Coffee break" });
  await card.locator(".cells").waitFor();
  await card.getByRole("button", { name: "Delete Coffee break" }).click();
  await page.getByRole("dialog", { name: /^Delete/ }).getByRole("button", { name: "Delete" }).click();
  await card.waitFor({ state: "detached" });
});

visit("a name of one's own for a game that has one is on its card only, and stays while another variant is chosen", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await startNamed(page, "Coffee break");
  assert.equal(await page.locator("#title").innerText(), "Quick Selfo");
  await page.locator("#open-new").click();
  await gallery.getByRole("button", { name: "Mine", exact: true }).click();
  await gallery.getByRole("button", { name: "Customise Coffee break" }).click();
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.getByLabel("Name (optional)").fill("Tea break");
  await dialog.getByLabel("Variant").selectOption({ label: "Two-step Selfo" });
  assert.equal(await dialog.getByLabel("Name (optional)").inputValue(), "Tea break");
  // What must be written is seen where something is.
  await dialog.getByLabel("Game code").fill('selfo board=hexhex-3 position="1A1/4/2A1B/1A2/1B1 A" swap=off');
  await dialog.locator("details[open] > summary", { hasText: "More options" }).waitFor();
});

visit("saved games say in words what is special about them, and have their code to point at", async (come) => {
  const { page } = await come({ still: true });
  await makeGame(page, "selfo board=hexhex-3 seats=3 density=30 swap=off seed=4", [person(), engine(), engine()]);
  await untilMovable(page);
  await page.locator("#open-library").click();
  const row = page.locator("#library-list li").first();
  await row.getByText("Selfo", { exact: true }).waitFor();
  assert.match(await row.innerText(), /Selfo\s+Hexagon size 3, Pieces per 100 cells: 30, 3 players, Swapping sides: off/);
  assert.match(await row.locator("strong").getAttribute("title") ?? "", /^selfo .*density=30/);
});

visit("of a design and a customised game with one name, each is deleted by itself", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await startNamed(page, "Heron", "30");
  await page.goto("/workshop?name=Heron");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. You’ll find it").waitFor();
  await page.getByRole("button", { name: "Open…" }).click();
  await page.getByRole("button", { name: "Delete Heron" }).click();
  const sure = page.getByRole("dialog", { name: "Delete Heron? Your games of it stay." });
  await sure.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete Heron" }).click();
  await sure.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete Heron" }).waitFor({ state: "detached" });
  await page.goto("/");
  await untilMovable(page);
  await page.locator("#open-new").click();
  const cards = gallery.locator(".game-card", { hasText: "Heron" });
  await cards.first().waitFor();
  assert.match((await cards.allInnerTexts()).join(), /^Heron[^]*Customised by you\.[^]*$/);
  assert.equal(await cards.count(), 1);
});

visit("what can be chosen in Customise is said in words, for every game", async (come) => {
  const { page } = await come({ still: true });
  await page.goto("/?spec=hex");
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.locator("#new-start:enabled").waitFor();
  const families = await dialog.locator("#new-game option").evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
  assert.ok(families.length > 5);
  for (const family of families) {
    await dialog.locator("#new-game").selectOption(family);
    await dialog.locator("#new-start:enabled").waitFor();
    const texts = await dialog.locator("option, .check span").allTextContents();
    assert.deepEqual(texts.filter((text) => /^(?:Default \()?[a-z]|^\S+-\d+$|honour|=/.test(text)), [], family);
  }
});

visit("all options are behind Customise, in words, and Start waits for the board", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByRole("button", { name: "Customise Quick Selfo" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.locator("#new-start:enabled").waitFor();
  assert.deepEqual(await dialog.locator(".slider output").allInnerTexts(), ["2", "24", "1"], "sliders say what holds");
  assert.ok(await dialog.getByPlaceholder("made to fit").isHidden(), "what must be written is for those who look for it");
  await dialog.getByText("More options").click();
  await dialog.getByPlaceholder("made to fit").waitFor();
  /** @type {import("playwright-core").Route[]} */ const held = [];
  await page.route("**/api/preview", (route) => { held.push(route); });
  await dialog.getByLabel("Pieces per 100 cells").fill("40");
  assert.ok(await dialog.locator("#new-start").isDisabled(), "nobody starts what is not seen yet");
  await dialog.getByText("Making the board…").waitFor();
  assert.ok(await dialog.locator("#new-start").isDisabled());
  for (const route of held) await route.continue();
  await dialog.locator("#new-start:enabled").waitFor();
  assert.match(await dialog.getByLabel("Game code").inputValue(), /density=40/);
  await dialog.locator("#new-start").click();
  await page.locator("#spec", { hasText: "density=40" }).waitFor({ state: "attached" });
});

visit("boards are chosen by their pictures and set-ups by words", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByRole("button", { name: "Customise Quick Selfo" }).click();
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.locator("#new-start:enabled").waitFor();
  const kinds = dialog.getByRole("radiogroup", { name: "Kind of board" });
  for (const kind of await kinds.locator(".board-kind:has(svg)").all()) {
    await kind.scrollIntoViewIfNeeded();
    await kind.locator(".cells").waitFor();
  }
  assert.ok(await kinds.locator(".board-kind:has(svg)").count() >= 7);
  await kinds.getByText("Triangles").click();
  await page.waitForFunction(() => /board=tri-4/.test(/** @type {HTMLTextAreaElement} */ (document.getElementById("new-spec")).value));
  await dialog.getByLabel("Board, size").fill("3");
  await page.waitForFunction(() => /board=tri-3/.test(/** @type {HTMLTextAreaElement} */ (document.getElementById("new-spec")).value));
  await dialog.locator("#new-start:enabled").waitFor();
  const words = await dialog.locator("label.field", { hasText: "Start position" }).locator("option").allTextContents();
  assert.ok(words.includes("Set-up 1 of the thesis") && words.includes("Spiral") && words.includes("Default (Spiral)"), words.join());
  assert.ok(words.every((text) => !/^[a-z]|-\d/.test(text)), words.join());
  await isAccessible(page, "all");
  await page.setViewportSize(PHONE);
  await fitsTheScreen(page);
});

visit("how far each side is from winning is told while one chooses, where it can be weighed", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByRole("button", { name: "Customise Quick Selfo" }).click();
  const dialog = page.getByRole("dialog", { name: "Customise" });
  const told = (/** @type {RegExp} */ words) => dialog.locator("#new-balance", { hasText: words }).waitFor();
  const count = String.raw`(?:\d+(?:–\d+| or more)?|blocked)`;
  await told(new RegExp(`^Estimated moves to win: Blue ${count}, Amber ${count}(?:\\.|$)`));
  await dialog.getByLabel("Game code").fill("selfo board=hexhex-5 seats=3 seed=4");
  await told(new RegExp(`^Estimated moves to win: Blue ${count}, Amber ${count}, Green ${count}(?:\\.|$)`));
  await dialog.locator("#new-game").selectOption("chess");
  await dialog.locator("#new-balance").waitFor({ state: "hidden" });
});

visit("levels show their rating where it was measured, and the swarm is there by name", async (come) => {
  const { page } = await come({ still: true });
  const options = async (/** @type {string} */ name) => {
    const gallery = await openGallery(page);
    await gallery.getByRole("button", { name: `Customise ${name}`, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Customise" });
    await dialog.locator("#new-start:enabled").waitFor();
    return dialog.getByLabel(/^(Amber|Black): who plays\?$/).locator("option").allInnerTexts();
  };
  const quick = await options("Quick Selfo");
  assert.equal(quick.filter((text) => /· \d+ at Selfo$/.test(text)).length, 9, quick.join("; "));
  assert.ok(quick.includes("Friendly – beginner · 890 at Selfo") && quick.includes("Swarm – the player of the thesis"), quick.join("; "));
  const chess = await options("Chess");
  assert.ok(chess.includes("Friendly – beginner") && !chess.some((text) => /Selfo|Swarm/.test(text)), chess.join("; "));
});

visit("chance decides who plays which side where that is asked for", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await gallery.getByRole("button", { name: "Customise Quick Selfo" }).click();
  const dialog = page.getByRole("dialog", { name: "Customise" });
  await dialog.locator("#new-start:enabled").waitFor();
  await dialog.getByLabel("Random sides").check();
  // A coin that always falls on the side that exchanges the two.
  await page.evaluate(() => { Math.random = () => 0; });
  const [request] = await Promise.all([page.waitForRequest((asked) => asked.method() === "POST" && asked.url().endsWith("/api/games")), dialog.locator("#new-start").click()]);
  assert.deepEqual(request.postDataJSON().players.map((/** @type {{kind: string}} */ { kind }) => kind), ["engine", "person"]);
  await untilMovable(page);
});

visit("the gallery is accessible in light and dark and on a phone", async (come) => {
  const { page } = await come({ still: true });
  const gallery = await openGallery(page);
  await isAccessible(page, "all");
  await page.emulateMedia({ colorScheme: "dark" });
  await isAccessible(page, "colours");
  await page.setViewportSize(PHONE);
  await fitsTheScreen(page);
  await isAccessible(page, "structure");
  await gallery.getByRole("button", { name: "Close" }).click();
});
