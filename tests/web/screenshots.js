// Pictures of every page and important state, in light and dark, on screens of every kind, in English and, on a
// desktop, a tablet and a phone, in Spanish; and how soon the first move is possible.
// Usage: node screenshots.js [DIR] [WORD…]: only scenes whose names have a word; `es-` for the Spanish ones.

import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { launch, Visitor } from "./lib/browser.js";
import { clear, SCENES } from "./lib/scenes.js";
import { Server } from "./lib/server.js";
import { untilMovable } from "./lib/table.js";
import { inSpanish } from "./lib/translated.js";

/** The screens, by whether they are a phone's. */
const SCREENS = {
  desktop: [["desktop", 1280, 720], ["tablet", 768, 1024], ["tablet-on-its-side", 1024, 768], ["window", 1000, 700], ["large", 2560, 1440]],
  phone: [["phone", 390, 844], ["phone-on-its-side", 844, 390]],
};

/** Spanish needs more room: seen where there is much, some and the least. */
const SPANISH = { desktop: [["desktop", 1280, 720], ["tablet", 768, 1024]], phone: [["phone", 390, 844]] };

/** How often the first visit is measured, and what it may cost: milliseconds until the first move, bytes on the wire. */
const VISITS = 7;
const SOON = 1000;
const LIGHT = 300_000;

const [folder = "target/screenshots", ...words] = process.argv.slice(2);
const directory = resolve(folder);
await mkdir(directory, { recursive: true });
const [server, browser] = await Promise.all([Server.start(), launch()]);
let wrong = 0;
let pictures = 0;
try {
  for (const { name, go } of SCENES) {
    for (const spanish of [false, true]) {
      const called = spanish ? `es-${name}` : name;
      if (words.length > 0 && !words.some((word) => called.includes(word))) continue;
      for (const phone of [false, true]) await take(called, go, phone, spanish);
    }
  }
  console.log(`${pictures} pictures in ${directory}`);
  if (words.length === 0) await measure();
} finally {
  await browser.close();
  await server.remove();
}
if (wrong > 0) process.exitCode = 1;

/** The state of a scene is reached once and seen on all screens in both palettes. @param {string} name @param {import("./lib/scenes.js").Scene["go"]} go @param {boolean} phone @param {boolean} spanish */
async function take(name, go, phone, spanish) {
  const visitor = await Visitor.come(browser, server.origin, { phone, still: true, ...(spanish ? { language: "es-ES" } : {}) });
  visitor.expected.push(/status of 4\d\d/);
  const { page } = visitor;
  try {
    const stage = { browser, server, others: [] };
    await go(spanish ? inSpanish(page) : page, stage);
    const screens = /** @type {[string, number, number][]} */ ((spanish ? SPANISH : SCREENS)[phone ? "phone" : "desktop"]);
    for (const [screen, width, height] of screens) {
      await page.setViewportSize({ width, height });
      for (const dark of spanish ? [false] : [false, true]) {
        await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
        await page.screenshot({ path: join(directory, `${name}-${screen}-${dark ? "dark" : "light"}.png`) });
        pictures += 1;
      }
    }
    await clear(stage);
    await visitor.leave();
  } catch (error) {
    wrong += 1;
    console.error(`${name}, ${phone ? "phone" : "desktop"}: ${/** @type {Error} */ (error).message}`);
    await visitor.context.close();
  }
}

/** First visits: how long until a piece can be moved, and what comes over the wire until then. Too late or too heavy is an error. */
async function measure() {
  const times = [];
  let weight = 0;
  for (let visit = 0; visit < VISITS; visit++) {
    const { context, page } = await Visitor.come(browser, server.origin);
    // Noted inside the page, where no message to us takes time.
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector("#board .cell.movable")) return;
        performance.mark("first-move-possible");
        observer.disconnect();
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.goto("/");
    await untilMovable(page);
    const [ready, bytes] = await page.evaluate(() => {
      const entries = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]);
      return [performance.getEntriesByName("first-move-possible")[0].startTime, entries.reduce((sum, entry) => sum + entry.transferSize, 0)];
    });
    times.push(ready);
    weight = Math.max(weight, bytes);
    await context.close();
  }
  times.sort((a, b) => a - b);
  const [best, median, worst] = [times[0], times[Math.floor(VISITS / 2)], times[VISITS - 1]].map(Math.round);
  console.log(`first move possible after ${median} ms (${best} to ${worst} in ${VISITS} first visits); ${(weight / 1000).toFixed(0)} kB until then`);
  if (median > SOON || weight > LIGHT) {
    process.exitCode = 1;
    console.error(`a first visit may take ${SOON} ms and ${LIGHT / 1000} kB`);
  }
}
