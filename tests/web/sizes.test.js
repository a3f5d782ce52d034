// The pages beside the table at the sizes that people have: nothing must be scrolled sideways, neither a page nor a dialog on it.

import assert from "node:assert/strict";
import { clear, SCENES } from "./lib/scenes.js";
import { suite } from "./lib/suite.js";
import { fitsTheScreen, SIZES } from "./lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const visit = suite();

/** States of the pages, by the names of their scenes. */
const PAGES = ["new-game", "new-game-mine", "customise", "lobby", "analysis", "analysis-chooser", "editor", "editor-rulespace", "workshop", "rule-editor", "results", "puzzle", "account", "account-signed-out", "player", "leaderboards", "watch", "learn", "session-run", "experiment", "saved-games", "rules-legend"];

/** What is meant to be scrolled by itself where there is little room: rows of buttons, wide tables, code. */
const STRIPS = ".chips, .palette, .scroll, textarea";
const ROOMY = [720, 540];

/** What can be scrolled sideways. @param {Page} page */
const sideways = (page) => page.evaluate(({ strips, roomy }) => [...document.querySelectorAll("body *")].filter((element) => {
  if (element.scrollWidth <= element.clientWidth + 1 || !["auto", "scroll"].includes(getComputedStyle(element).overflowX)) return false;
  return (innerWidth > roomy[0] && innerHeight > roomy[1]) || !element.matches(strips);
}).map(({ localName, id, className, scrollWidth, clientWidth }) => `${localName}#${id}.${className}: ${scrollWidth} pixels in ${clientWidth}`), { strips: STRIPS, roomy: ROOMY });

for (const name of PAGES) {
  visit(`${name}: it fits every screen without scrolling sideways`, async (come, server, browser) => {
    const scene = SCENES.find((scene) => scene.name === name) ?? assert.fail(`no scene ${name}`);
    const { page } = await come({ still: true });
    const stage = { browser, server, others: [] };
    await scene.go(page, stage);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await fitsTheScreen(page);
      assert.deepEqual(await sideways(page), [], `${width} x ${height}`);
    }
    await clear(stage);
  });
}
