// Every page and important state: accessible in light and dark, and no wider than a phone.

import { isAccessible } from "./lib/axe.js";
import { SCENES } from "./lib/scenes.js";
import { suite } from "./lib/suite.js";
import { fitsTheScreen } from "./lib/table.js";

const visit = suite();

for (const { name, go } of SCENES) {
  visit(`${name}: nothing serious for axe in light and dark, and it fits on a phone`, async (come, server, browser) => {
    const stage = { browser, server };
    const desktop = await come({ still: true });
    desktop.expected.push(/status of 4\d\d/);
    await go(desktop.page, { ...stage, phone: false });
    await isAccessible(desktop.page, "all");
    await desktop.page.emulateMedia({ colorScheme: "dark" });
    await isAccessible(desktop.page, "colours");
    const phone = await come({ phone: true, still: true });
    phone.expected.push(/status of 4\d\d/);
    await go(phone.page, { ...stage, phone: true });
    await fitsTheScreen(phone.page);
    await isAccessible(phone.page, "structure");
  });
}
