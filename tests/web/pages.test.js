// Every page and important state: accessible in light and dark, and no wider than a phone.

import { isAccessible } from "./lib/axe.js";
import { PHONE } from "./lib/browser.js";
import { clear, SCENES } from "./lib/scenes.js";
import { suite } from "./lib/suite.js";
import { fitsTheScreen } from "./lib/table.js";

const visit = suite();

for (const { name, go } of SCENES) {
  visit(`${name}: nothing serious for axe in light and dark, and it fits on a phone`, async (come, server, browser) => {
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
