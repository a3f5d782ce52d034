// The pages in Spanish: whoever has a Spanish browser sees and hears nothing else.

import assert from "node:assert/strict";
import { register } from "./lib/people.js";
import { suite } from "./lib/suite.js";
import { fitsTheScreen, makeGame, engine, open, person, untilMovable } from "./lib/table.js";
import { SPANISH } from "./lib/texts.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();
/** English texts whose Spanish differs, as patterns of what nobody may see. */
const ENGLISH = [...Object.entries(SPANISH.page), ...Object.entries(SPANISH.server)].filter(([key, text]) => key !== text && /[A-Za-z]{3}/.test(key.replace(/\{\w+\}/g, "")))
  .filter(([key]) => !Object.values(SPANISH.page).includes(key) && !Object.values(SPANISH.server).includes(key))
  .map(([key]) => `^${key.trim().replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(n\d?|all)\}/g, "[\\d.,]+").replace(/\{\w+\}/g, ".+")}$`);

/** What is seen or read out of a page and is English. @param {Page} page */
const english = (page) => page.evaluate((patterns) => {
  const known = patterns.map((pattern) => new RegExp(pattern));
  /** @type {string[]} */ const said = [document.title.split(" · ")[0]];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element?.checkVisibility({ visibilityProperty: true }) && element?.tagName !== "OPTION") continue;
    // Codes are the same everywhere, and people's names and languages are their own.
    if (element.closest("code, noscript, textarea, .spec, .spec-line, .moves, #name, [lang]:not(html)")) continue;
    if (node instanceof Element) for (const name of ["aria-label", "title", "placeholder", "alt"]) said.push(node.getAttribute(name) ?? "");
    else said.push(node.nodeValue ?? "");
  }
  return said.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "" && known.some((pattern) => pattern.test(text)));
}, ENGLISH);

/** Where there is least room: a phone, the narrowest window with the whole menu, a desktop. */
const WIDTHS = [360, 1101, 1280];

/** A page that is Spanish, and no wider than any screen. @param {Page} page @param {string} [words] what stands on it */
async function isSpanish(page, words) {
  if (words) await page.getByText(words, { exact: true }).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "es");
  // Until it is translated nobody sees it.
  await page.waitForFunction(() => !document.documentElement.classList.contains("translating"));
  assert.deepEqual(await english(page), [], page.url());
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await fitsTheScreen(page);
  }
  if (size) await page.setViewportSize(size);
}

/** A game in which one step connects all pieces of the first player. */
const NEARLY = 'selfo board=hexhex-3 position="1A1/4/2A1B/1A2/1B1 A" swap=off';

/** The cells of the move that wins at once. @param {Page} page @returns {Promise<number[]>} */
const winningMove = (page) => page.evaluate(async (spec) => {
  const ask = async (/** @type {string[]} */ moves) => (await fetch("/api/analysis", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ spec, moves }) })).json();
  for (const { text, path } of (await ask([])).position.moves) if ((await ask([text])).winners.join() === "A") return path;
  throw new Error("no move wins");
}, NEARLY);

visit("a Spanish visitor plays a first game to its end in Spanish", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  await page.goto("/");
  await untilMovable(page);
  await isSpanish(page, "Selfo rápido");
  await page.locator("#status", { hasText: "Te toca: pulsa una ficha y luego un punto." }).waitFor();

  const id = await makeGame(page, NEARLY, [person(), engine("random")]);
  await untilMovable(page);
  await isSpanish(page);
  for (const cell of await winningMove(page)) await page.locator(`#board [data-cell="${cell}"]`).click();
  await page.locator("#status", { hasText: /^Has ganado: has conectado todas tus fichas\.$/ }).waitFor();
  await page.getByRole("region", { name: "Resultado" }).getByRole("button", { name: "Revancha" }).waitFor();
  await isSpanish(page);
  await page.getByRole("region", { name: "Resultado" }).getByRole("button", { name: "Cerrar" }).click();
  await page.getByRole("button", { name: "Reglas", exact: true }).click();
  await page.getByRole("dialog", { name: /^Reglas de / }).waitFor();
  await isSpanish(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await isSpanish(page, "Atajos de teclado");
  await page.keyboard.press("Escape");

  await page.goto(`/analysis/${id}`);
  await page.locator("#tree button").first().waitFor();
  await isSpanish(page, "Análisis");
});

visit("choosing a game is Spanish, with what the server says of it", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  await page.goto("/");
  await untilMovable(page);
  await page.locator("#open-new", { hasText: "Nueva partida" }).click();
  const gallery = page.getByRole("dialog", { name: "Partida nueva" });
  await gallery.locator(".rule-files").waitFor({ state: "attached" });
  await isSpanish(page, "Juego real de Ur");
  await gallery.getByRole("searchbox").fill("ajedrez china");
  assert.deepEqual(await gallery.locator(".game-card:visible strong").allTextContents(), ["Xiangqi"]);
  await gallery.getByRole("searchbox").fill("");
  await gallery.getByRole("button", { name: "Personalizar Selfo de dos pasos" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#new-start:enabled").waitFor();
  await isSpanish(page, "Personalizar");
});

/** Pages, and what stands on them once they are there. */
const PAGES = [
  ["/lobby", "Emparejamiento rápido"], ["/puzzle/daily", "Ver la solución"], ["/analysis", "Todavía no hay partidas guardadas."], ["/editor", "¿Es justa?"], ["/account", "Crear cuenta"], ["/workshop", "Duración"],
  ["/learn", "Las fichas que se tocan forman un grupo"], ["/leaderboards", "Clasificaciones"], ["/watch", "La mejor partida en juego"], ["/session", "Sesión guiada"], ["/results", "Las cifras de la tesis"],
  ["/experiments", "Experimentos"], ["/rules", "Listo: 1 juego."],
];

visit("all pages are Spanish for a Spanish visitor, and fit a phone", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  for (const [path, words] of PAGES) {
    await page.goto(path);
    await isSpanish(page, words);
  }
});

visit("the variants of all games in the lobby, and what is wrong with rules, are Spanish at once", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  await page.goto("/lobby");
  await page.locator("#seek-game option").first().waitFor({ state: "attached" });
  const families = await page.locator("#seek-game option").evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
  assert.ok(families.length > 5);
  for (const family of families) {
    await page.locator("#seek-game").selectOption(family);
    assert.deepEqual(await english(page), [], family);
  }
  await page.goto("/rules");
  await page.locator("#text").fill("(define nothing 1)");
  await page.getByText(SPANISH.server['the file has no game; expected (game (title "…") …)'].slice(1)).waitFor();
  // What is wrong is told in Spanish, word by word, besides the words of the language itself.
  await page.locator("#text").fill('(game (title "Mío") (players White Black) (turn-order White Nobody) (board (grid (dimensions "a/b" 1)) (colour red)) (piece (moves (nn (verify emptyy?) add))) (option) (win-condition (White) (and)))');
  const problems = page.getByRole("list", { name: "Errores" });
  await problems.getByRole("button").nth(2).waitFor();
  assert.doesNotMatch(await problems.innerText(), /\b(?:expected|there|without|perhaps|name of|is no|such as|this|nothing)\b/i);
});

visit("an account, a waiting game and an invitation are Spanish", async (come) => {
  const ana = await come({ still: true, language: "es-ES" });
  const { page } = ana;
  await register(page, "ana-es", { form: "Crear cuenta", name: "Nombre", password: "Contraseña", again: "Repite la contraseña" });
  await isSpanish(page, "Tokens de la API");
  await page.goto("/player/ana-es");
  await isSpanish(page, "Puntuaciones");
  const id = await makeGame(page, "selfo board=hexhex-4 seed=4", [person(), open()]);
  await isSpanish(page, "Esperando rival");
  const friend = (await come({ still: true, language: "es-ES" })).page;
  await friend.goto(`/join/${id}`);
  await isSpanish(friend, "ana-es te invita a una partida de Selfo");
  await page.goto("/account");
  await page.getByLabel("Contraseña actual").fill("not the right one");
  await page.getByLabel("Contraseña nueva", { exact: true }).fill("correct horse battery 2");
  await page.getByLabel("Repite la contraseña nueva").fill("correct horse battery 2");
  ana.expected.push(/status of 401/);
  await page.getByRole("button", { name: "Cambiar contraseña" }).click();
  await page.getByText("Contraseña incorrecta.").waitFor();
});

visit("the language is the browser's until another is chosen", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  await page.goto("/account");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Create account" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await page.goto("/lobby");
  await page.getByRole("heading", { name: "Quick pairing" }).waitFor();
  await page.goto("/account");
  await page.getByRole("button", { name: "Automatic" }).click();
  await page.getByRole("heading", { name: "Crear cuenta" }).waitFor();

  const other = (await come({ still: true, language: "fr-FR" })).page;
  await other.goto("/account");
  await other.getByRole("button", { name: "Español" }).click();
  await other.getByRole("heading", { name: "Crear cuenta" }).waitFor();
});

visit("an English visit fetches no catalogue", async (come) => {
  const { page } = await come({ still: true });
  /** @type {string[]} */ const fetched = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto("/");
  await untilMovable(page);
  assert.deepEqual(fetched.filter((path) => path.startsWith("/lang/")), []);
});

visit("numbers and days are written as in Spain", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  await page.goto("/leaderboards");
  const said = await page.evaluate(async () => {
    const { decimal, dateWords, loadRules, plural, t, translate } = await import(/** @type {any} */ ("/js/lang.js"));
    await loadRules();
    return [decimal(12345.5, 1), dateWords(new Date(Date.UTC(2026, 10, 16, 12)), { dateStyle: "long" }), plural(1, "{n} move", "{n} moves"), plural(1500000, "{n} move", "{n} moves"), t("No such text {n}", { n: 3 }),
      translate("Swap. To keep the first move fair, the second player may swap sides instead of making the first move. No such sentence."), translate("option seats=9: out of range; expected a whole number from 2 to 6")];
  });
  assert.deepEqual(said, ["12.345,5", "16 de noviembre de 2026", "1 jugada", "1.500.000 jugadas", "No such text 3",
    "Cambio de bando. Para que empezar no sea una ventaja, el segundo jugador puede cambiar de bando en vez de hacer su primera jugada. No such sentence.", "opción seats=9: fuera de los límites; se esperaba un número entero de 2 a 6"]);
});

/** Names of games that are the same in Spanish. */
const NAMES = /^(?:Selfo|Hex|Xiangqi|Shogi|Makruk|Alquerque|Fanorona|Konane(?: 6x6)?|Poddavki|Fanoron-\w+|Gomoku(?: 19x19)?|Hasami Shogi|Surakarta|Seega|Reversi|Ataxx|Tablut|Bagh Chal|Breakthrough(?: 6x6)?|Halma(?: 8x8)?|Agon)$/;

visit("the games, their options and their rules are told in Spanish", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  await page.goto("/leaderboards");
  const { names, rules } = await page.evaluate(async () => {
    const [{ loadRules, translate }, { rulesOf }] = await Promise.all([import(/** @type {any} */ ("/js/lang.js")), import(/** @type {any} */ ("/js/kindcard.js"))]);
    await loadRules();
    const { games, gallery, levels } = await (await fetch("/api/catalogue")).json();
    const texts = [...gallery.flatMap((/** @type {any} */ card) => [card.title, card.about, card.group]), ...levels.flatMap((/** @type {any} */ level) => [level.name, level.about, ...(level.rating ? [level.rating] : [])]),
      ...games.flatMap((/** @type {any} */ game) => [game.title, game.summary, ...game.options.map((/** @type {any} */ { meaning }) => meaning), ...(game.name === "zrf" ? [] : game.examples.map((/** @type {any} */ { remark }) => remark))])];
    const rules = [];
    for (const { spec } of gallery) {
      const shown = await (await fetch("/api/preview", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ spec }) })).json();
      rules.push(...rulesOf(shown, "").flatMap((/** @type {HTMLElement} */ part) => [...part.querySelectorAll("dt, dd, p")].flatMap(({ textContent }) => textContent?.split("\n"))));
      if (spec.startsWith("zrf")) continue;
      const { sides } = shown.presentation;
      texts.push(...sides.map((/** @type {any} */ { name }) => name), ...shown.position.counts, ...shown.position.pieces.map((/** @type {any} */ { words }) => words));
    }
    return { names: texts.filter((text) => translate(text) === text), rules };
  });
  assert.deepEqual([...new Set(names)].filter((name) => !NAMES.test(name) && name !== "Magenta" && name !== "Puzzles"), [], "these are English still");
  assert.deepEqual(rules.filter((/** @type {string} */ line) => /\b(?:the|and|or|you|your|when|with|moves?|one|captures?|takes|piece)\b/i.test(line)), [], "these rules are English still");
});

visit("nobody sees English first whose browser or choice is Spanish", async (come) => {
  /** Whether the page is seen while its script has not come yet. */
  const seen = async (/** @type {Page} */ page) => {
    /** @type {() => void} */ let open = () => {};
    /** @type {Promise<void>} */ const gate = new Promise((go) => { open = go; });
    await page.route("**/assets/**/*.js", async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto("/lobby", { waitUntil: "commit" });
    await page.locator("main").waitFor({ state: "attached" });
    const shown = await page.evaluate(() => getComputedStyle(document.body).visibility);
    open();
    await page.waitForLoadState("load");
    await page.unrouteAll({ behavior: "wait" });
    return shown;
  };
  const spanish = (await come({ still: true, language: "es-ES" })).page;
  assert.equal(await seen(spanish), "hidden");
  await isSpanish(spanish);
  const british = (await come({ still: true, language: "en-GB" })).page;
  assert.equal(await seen(british), "visible");
  // What was chosen counts more than the browser's language, also before the script has run.
  await british.evaluate(() => localStorage.setItem("language", "es"));
  await british.goto("/lobby");
  assert.equal(await seen(british), "hidden");
  await isSpanish(british);
});

visit("all twelve players have their names, colours and letters", async (come) => {
  const { page } = await come({ still: true, language: "es-ES" });
  await makeGame(page, "selfo board=hexhex-8 seats=12", [person(), ...Array.from({ length: 11 }, () => engine("random"))]);
  await untilMovable(page);
  const rows = page.locator("#seats-top .seat, #seats-bottom .seat");
  assert.equal(await rows.count(), 12);
  assert.deepEqual((await rows.locator(".letter").allTextContents()).sort(), [..."ABCDEFGHIJKL"]);
  const words = await page.locator("#board [aria-label]").evaluateAll((cells) => new Set(cells.flatMap((cell) => cell.getAttribute("aria-label")?.match(/disco \S+|anillo \S+/) ?? [])).size);
  assert.equal(words, 12, "twelve kinds of pieces are told apart by their words");
  await isSpanish(page);
});
