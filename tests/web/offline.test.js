// Installed: the pages open without a server, puzzles are solved and saved games stepped through there; with one, nobody sees an old page.

import assert from "node:assert/strict";
import { suite } from "./lib/suite.js";
import { engine, eventually, makeGame, move, person, resign, untilMovable, untilMoves, untilStatus } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();

/** Waits until everything was taken along. @param {Page} page @param {string} path what comes last */
async function stocked(page, path) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await eventually(() => page.evaluate(async (path) => Boolean(await (await caches.open("data-1")).match(path)), path));
}

visit("without a server the pages open, a puzzle is solved and a saved game is stepped through", async (come, server) => {
  const visitor = await come({ still: true, offline: true });
  const { page } = visitor;
  visitor.expected.push(/ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource/);
  await page.goto("/learn");
  await stocked(page, "/api/puzzles/pack");
  const id = await makeGame(page, "selfo board=hexhex-3 seed=4 swap=off", [person("Ann"), engine("random")]);
  await move(page);
  await untilMoves(page, 2);
  await resign(page);
  await untilStatus(page, /You lost/);
  await stocked(page, `/api/games/${id}/at/2`);
  await server.kill();
  await page.goto("/puzzles");
  await untilMovable(page);
  const puzzle = new URL(page.url()).pathname.split("/")[2];
  const { right, position } = await page.evaluate(async (puzzle) => {
    const pack = await (await (await caches.open("data-1")).match("/api/puzzles/pack"))?.json();
    const found = pack.puzzles.find((/** @type {any} */ packed) => packed.puzzle.id === puzzle);
    return { right: found.right[0], position: found.puzzle.position };
  }, puzzle);
  const { path } = position.moves.find((/** @type {any} */ legal) => legal.text === right) ?? assert.fail("no such move");
  await page.locator(`#board [data-cell="${path[0]}"]`).click();
  if (path.length > 1) await page.locator(`#board [data-cell="${path.at(-1)}"].goal`).click();
  const dialog = page.getByRole("dialog");
  await page.locator("#said.good").or(dialog).first().waitFor();
  await page.goto(`/game/${id}`);
  await page.locator("#moves button").nth(1).waitFor();
  await page.getByRole("button", { name: "First position" }).click();
  await untilStatus(page, /start|Position/i);
  await page.getByRole("button", { name: "One move forward" }).click();
  await untilStatus(page, /Position after 1/);
  await page.goto("/results");
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  await server.run();
});

visit("without a server the pages still speak Spanish", async (come, server) => {
  const visitor = await come({ still: true, offline: true, language: "es-ES" });
  const { page } = visitor;
  visitor.expected.push(/ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource/);
  await page.goto("/learn");
  await stocked(page, "/api/puzzles/pack");
  await server.kill();
  await page.goto("/puzzles");
  await untilMovable(page);
  await page.getByRole("button", { name: "Ver la solución" }).waitFor();
  await page.goto("/results");
  await page.getByRole("heading", { name: "Sin conexión" }).waitFor();
  await server.run();
});

visit("without a server the pages speak the language that was chosen", async (come, server) => {
  const visitor = await come({ still: true, offline: true });
  const { page } = visitor;
  visitor.expected.push(/ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource/);
  await page.goto("/account");
  await page.getByRole("button", { name: "Español" }).click();
  await page.locator("html[lang=es]").waitFor({ state: "attached" });
  await stocked(page, "/api/puzzles/pack");
  await eventually(() => page.evaluate(async () => Boolean(await caches.match("/lang/es-rules.json"))));
  await server.kill();
  await page.goto("/results");
  await page.getByRole("heading", { name: "Sin conexión" }).waitFor();
  await server.run();
});

visit("a page that has changed is seen at once by who has an older one kept", async (come) => {
  const { page } = await come({ offline: true });
  await page.goto("/learn");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  // What is kept is made an old program’s page.
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("pages-")) ?? "");
    await cache.put("/puzzles", new Response("<title>old</title>", { headers: { "content-type": "text/html" } }));
  });
  await page.reload();
  await page.goto("/puzzles");
  await untilMovable(page);
  await eventually(() => page.evaluate(async () => Boolean((await (await caches.match("/puzzles"))?.text())?.includes("/assets/"))));
});

visit("the pages can be installed: a manifest with icons that are there", async (come) => {
  const { page } = await come();
  await page.goto("/");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await page.request.get(href ?? "")).json();
  assert.equal(manifest.display, "standalone");
  for (const { src, type } of manifest.icons) assert.match((await page.request.get(src)).headers()["content-type"], new RegExp(`^${type.replace("+", "\\+")}`));
  for (const { url } of manifest.shortcuts) assert.ok((await page.request.get(url)).ok());
});
