// Debian's Chromium, and visitors who complain about everything that goes wrong on their pages.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Patience for machines that do other things as well; nothing waits this long when all is well. */
export const PATIENCE = 90_000;

/** What the browser's driver says itself where no service worker is wanted. */
const BLOCKED = /Service Worker registration blocked/;

/** Screens. */
export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** @returns {Promise<import("playwright-core").Browser>} */
export function launch() {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  });
}

/**
 * @typedef {object} Wishes
 * @property {boolean} [phone] a phone instead of a desktop
 * @property {boolean} [dark] dark instead of light
 * @property {boolean} [still] no animation
 * @property {string} [language] the browser's, where it is not English
 * @property {boolean} [offline] keeps what is needed without a server; others ask the server for everything
 */

/** Somebody with a browser of their own: one context, so their own cookie, and one page. */
export class Visitor {
  /**
   * @param {import("playwright-core").BrowserContext} context
   * @param {import("playwright-core").Page} page
   */
  constructor(context, page) {
    this.context = context;
    this.page = page;
    /** What went wrong on the pages. @type {string[]} */
    this.complaints = [];
    /** What the test itself brings about. @type {RegExp[]} */
    this.expected = [];
    context.on("page", (other) => this.listen(other));
    this.listen(page);
  }

  /**
   * @param {import("playwright-core").Browser} browser
   * @param {string} origin
   * @param {Wishes} [wishes]
   */
  static async come(browser, origin, { phone = false, dark = false, still = false, language = "en-GB", offline = false } = {}) {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: phone ? PHONE : DESKTOP,
      hasTouch: phone,
      isMobile: phone,
      deviceScaleFactor: phone ? 2 : 1,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: still ? "reduce" : "no-preference",
      serviceWorkers: offline ? "allow" : "block",
      locale: language,
      timezoneId: "UTC",
    });
    context.setDefaultTimeout(PATIENCE);
    return new Visitor(context, await context.newPage());
  }

  /** @param {import("playwright-core").Page} page */
  listen(page) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complain(`${message.type()}: ${message.text()} (${page.url()})`);
    });
    page.on("pageerror", (error) => this.complain(`uncaught: ${error.stack ?? error.message} (${page.url()})`));
  }

  /** @param {string} text */
  complain(text) {
    if (BLOCKED.test(text)) return;
    if (!this.expected.some((pattern) => pattern.test(text))) this.complaints.push(text);
  }

  /** Leaves; nothing may have gone wrong. */
  async leave() {
    await this.context.close();
    assert.deepEqual(this.complaints, [], "nothing goes wrong on any page");
  }
}
