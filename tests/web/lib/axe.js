// An automated check of what people who cannot see, or not well, are told.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const SOURCE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What is checked: everything, only what a palette can do wrong, or only what it cannot.
 * @typedef {"all" | "colours" | "structure"} What
 */

/** @type {Record<What, object>} */
const OPTIONS = {
  all: {},
  colours: { runOnly: ["color-contrast"] },
  structure: { rules: { "color-contrast": { enabled: false } } },
};

/** The page as it is has nothing that axe objects to, however small. @param {import("playwright-core").Page} page @param {What} what */
export async function isAccessible(page, what) {
  await page.evaluate(SOURCE);
  const found = await page.evaluate(async (options) => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"], ...options });
    return violations
      .flatMap((/** @type {any} */ { id, impact, nodes }) => nodes.map((/** @type {any} */ node) => `${id} (${impact}): ${node.html.slice(0, 160)} (${node.failureSummary.split("\n")[1]?.trim()})`));
  }, OPTIONS[what]);
  assert.deepEqual(found, [], `${page.url()} is accessible`);
}
