// Visitors who sit down at games of others, and visitors with accounts.

/** @typedef {import("playwright-core").Page} Page */

export const PASSWORD = "correct horse battery";

/** Sits down by a private link, under a name. @param {Page} page @param {string} id @param {string} [name] */
export async function join(page, id, name = "") {
  await page.goto(`/join/${id}`);
  if (name) await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(`**/game/${id}`);
}

/** Makes an account and is signed in to it. @param {Page} page @param {string} name */
export async function register(page, name) {
  await page.goto("/account");
  const form = page.getByRole("form", { name: "Create account" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByLabel("Password again").fill(PASSWORD);
  await form.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}
