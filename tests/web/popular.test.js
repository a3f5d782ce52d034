// What people play here stands above all other games of the gallery.

import assert from "node:assert/strict";
import { isAccessible } from "./lib/axe.js";
import { PHONE } from "./lib/browser.js";
import { suite } from "./lib/suite.js";
import { engine, fitsTheScreen, makeGame, move, person, untilMovable } from "./lib/table.js";

const visit = suite();

visit("the games that people play here come first, as soon as there are some", async (come) => {
  const { page } = await come({ still: true });
  // The server says the same for a minute, so nobody asks before the games are there.
  for (const spec of ["chess", "chess", "selfo board=hexhex-3 seed=4"]) {
    await makeGame(page, spec, [person(), engine()]);
    await move(page);
  }
  const friends = await makeGame(page, "checkers", [person("Ann"), person("Ben")]);
  assert.ok(friends);
  await move(page);
  await page.locator("#open-new").click();
  const gallery = page.getByRole("dialog", { name: "New game" });
  const popular = gallery.getByRole("region", { name: "Popular here" });
  await popular.locator(".game-card .cells").first().waitFor();
  const titles = await popular.locator(".card-title strong").allTextContents();
  assert.equal(titles[0], "Chess", titles.join());
  assert.ok(!titles.includes("Checkers"), "what people play at one screen is theirs");
  assert.equal(await gallery.locator(".game-groups > section:visible").first().getAttribute("aria-label"), "Popular here");
  await isAccessible(page, "all");
  await page.setViewportSize(PHONE);
  await fitsTheScreen(page);
  await gallery.getByLabel("Search games").fill("chess");
  assert.ok(await popular.isHidden(), "a game that is searched for is found once");
  await gallery.getByLabel("Search games").fill("");
  await popular.getByRole("button", { name: /^Chess 2 players/ }).click();
  await page.locator("#title", { hasText: "Chess" }).waitFor();
  await untilMovable(page);
});
