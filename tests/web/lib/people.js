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

/** What the form for new accounts says. */
const ENGLISH = { form: "Create account", name: "Name", password: "Password", again: "Password again" };

/** Makes an account and is signed in to it. @param {Page} page @param {string} name @param {typeof ENGLISH} [words] */
export async function register(page, name, words = ENGLISH) {
  await page.goto("/account");
  const form = page.getByRole("form", { name: words.form });
  await form.getByLabel(words.name).fill(name);
  await form.getByLabel(words.password, { exact: true }).fill(PASSWORD);
  await form.getByLabel(words.again).fill(PASSWORD);
  await form.getByRole("button", { name: words.form }).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}
