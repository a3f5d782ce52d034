// Tests of pages: one server and one browser a file, new visitors for every test.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, Visitor } from "./browser.js";
import { Server } from "./server.js";

/** Where a test that fails leaves pictures of its pages. */
const FAILURES = fileURLToPath(new URL("../../../target/web-failures/", import.meta.url));

/** A test may take this long on a machine that does other things as well. */
const TIMEOUT = 400_000;

/** @typedef {(wishes?: import("./browser.js").Wishes) => Promise<Visitor>} Come */

/** The server and browser of a file's tests. */
export function suite() {
  /** @type {Server} */ let server;
  /** @type {import("playwright-core").Browser} */ let browser;
  before(async () => {
    [server, browser] = await Promise.all([Server.start(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  /**
   * A test with visitors: `come` brings a new one, and none may have seen anything go wrong.
   * @param {string} name
   * @param {(come: Come, server: Server, browser: import("playwright-core").Browser) => Promise<void>} body
   */
  return (name, body) => {
    test(name, { timeout: TIMEOUT }, async () => {
      /** @type {Visitor[]} */ const visitors = [];
      /** @type {Come} */
      const come = async (wishes) => {
        const visitor = await Visitor.come(browser, server.origin, wishes);
        visitors.push(visitor);
        return visitor;
      };
      try {
        await body(come, server, browser);
        for (const visitor of visitors) await visitor.leave();
      } catch (error) {
        await Promise.all(visitors.map((visitor, at) => picture(visitor, `${name} ${at + 1}`)));
        for (const { complaints } of visitors) for (const complaint of complaints) console.error(complaint);
        throw error;
      } finally {
        await Promise.all(visitors.map((visitor) => visitor.context.close()));
      }
    });
  };
}

/** @param {Visitor} visitor @param {string} name */
async function picture(visitor, name) {
  if (visitor.page.isClosed()) return;
  await mkdir(FAILURES, { recursive: true });
  const path = join(FAILURES, `${name.replace(/[^a-z0-9]+/gi, "-")}.png`);
  await visitor.page.screenshot({ path }).catch(() => {});
  console.error(`the page as it was: ${path}`);
}
