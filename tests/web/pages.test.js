// Every page and important state: accessible in light and dark, and no wider than a phone; some of them in Spanish too.

import assert from "node:assert/strict";
import { isAccessible } from "./lib/axe.js";
import { PHONE } from "./lib/browser.js";
import { clear, SCENES } from "./lib/scenes.js";
import { suite } from "./lib/suite.js";
import { fitsTheScreen } from "./lib/table.js";
import { inSpanish } from "./lib/translated.js";

const visit = suite();

for (const { name, go } of SCENES) {
  visit(`${name}: nothing for axe to find in light and dark, and it fits on a phone`, async (come, server, browser) => {
    const visitor = await come({ still: true });
    const { page } = visitor;
    visitor.expected.push(/status of 4\d\d/);
    const stage = { browser, server, others: [] };
    await go(page, stage);
    await isAccessible(page, "all");
    await page.emulateMedia({ colorScheme: "dark" });
    await isAccessible(page, "colours");
    await page.setViewportSize(PHONE);
    await fitsTheScreen(page);
    await isAccessible(page, "structure");
    await clear(stage);
  });
}

/** Scenes in whose words a translation could tell a button's name from what stands on it. */
const IN_SPANISH = ["play-over", "play-online", "play-promotion", "new-game", "customise", "rule-editor", "rules-legend", "lobby", "analysis", "editor", "puzzle", "workshop", "account", "player", "results", "session-run"];

for (const name of IN_SPANISH) {
  visit(`${name} in Spanish: nothing for axe to find`, async (come, server, browser) => {
    const scene = SCENES.find((scene) => scene.name === name) ?? assert.fail(`no scene ${name}`);
    const visitor = await come({ still: true, language: "es-ES" });
    visitor.expected.push(/status of 4\d\d/);
    const stage = { browser, server, others: [] };
    await scene.go(inSpanish(visitor.page), stage);
    await isAccessible(visitor.page, "all");
    await clear(stage);
  });
}
