/** Journey: models answer sampling requests; `UPDATE_PICTURE=1` replaces the README's screenshot of it. */
import { join } from "node:path";
import { check } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import { projectRoot } from "./runScript.ts";
import { type ModelServer, startModelServer } from "./servers/models.ts";

const test = base.extend<object, { readonly models: ModelServer }>({
  models: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startModelServer();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
});

const key = "sk-secret-0123456789";

test.beforeEach(({ watched, models }) => {
  watched.allow(new URL(models.baseUrls.openai).origin);
});

test("a model is added with a key that stays sealed, and says why it does not answer", async ({
  playground,
  models,
}) => {
  const { page, button } = playground;
  const openModels = async () => {
    // the page is painted before its code runs
    await expect(button("Relay: connected")).toBeVisible();
    await page.getByRole("tab", { name: "Sampling" }).click();
    await page.getByRole("tab", { name: "Models" }).click();
  };
  await openModels();
  await button("Add a model").click();
  const dialog = page.getByRole("dialog", { name: "Add a model" });
  await dialog.getByRole("radio", { name: "Other address" }).check({ force: true });
  await dialog.getByRole("textbox", { name: "Base URL" }).fill(models.baseUrls.openai);
  await dialog.getByRole("checkbox", { name: "Remember the key" }).press("Space");
  await dialog.getByRole("textbox", { name: "Key" }).fill(key);
  await expect(dialog.getByRole("checkbox", { name: "model-1" })).toBeChecked();
  await check(playground, "dialog that adds a model");
  await dialog.getByRole("button", { name: "Add" }).click();
  // its key is encrypted and stored first
  await expect(button("Test model-1")).toBeVisible();
  await page.reload();
  await openModels();
  const body = JSON.stringify({ error: { message: "Incorrect API key" } });
  models.script({ kind: "raw", status: 401, body });
  await button("Test model-1").click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("does not accept the key");
  await expect(alert).toContainText("Incorrect API key");
  await check(playground, "models");
  expect(models.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  expect(await page.evaluate(readStorage)).not.toContain(key);
  await playground.row("HTTP 401 Unauthorized").click();
  const detail = playground.region("Message detail");
  await detail.getByRole("tab", { name: "HTTP" }).click();
  await expect(detail).toContainText("authorization");
  await expect(detail).not.toContainText(key);
});

test("a request goes to two models side by side, and one answer is edited and sent", async ({
  playground,
  everything,
  models,
}) => {
  const { page, button } = playground;
  const configured = (["openai", "anthropic"] as const).map((provider) => ({
    id: provider,
    name: provider,
    provider,
    baseUrl: models.baseUrls[provider],
    model: "model-1",
  }));
  const stored = JSON.stringify(configured);
  await page.evaluate((text) => localStorage.setItem("mcp-playground.models", text), stored);
  await playground.connect(everything.url);
  await playground.open("Tools", "trigger-sampling-request");
  await playground.field("prompt").fill("Say something kind");
  await button("Call tool").click();
  const request = playground.region("Sampling request");
  await request.getByRole("switch", { name: "Side by side" }).press("Space");
  models.script(
    { text: ["You are ", "kind"] },
    { text: ["Half of it", " is missing"], cutAfter: 3 },
  );
  await request.getByRole("button", { name: "Generate", exact: true }).click();
  const one = request.getByRole("region", { name: "Answer of 1: openai" });
  const other = request.getByRole("region", { name: "Answer of 2: anthropic" });
  await expect(one).toHaveAttribute("aria-busy", "false");
  await expect(other).toHaveAttribute("aria-busy", "false");
  for (const { body } of models.requests.slice(-2)) {
    expect(JSON.stringify(body)).toContain("Say something kind");
  }
  // either model may have been asked first
  const answers = one.or(other);
  const whole = answers.filter({ hasText: "You are kind" });
  const half = answers.filter({ hasText: "The answer ended in the middle" });
  await expect(half.getByRole("alert")).toContainText("The answer ended in the middle");
  await check(playground, "side by side");
  if (process.env.UPDATE_PICTURE) {
    models.script(
      { text: ["Thank you for writing tests: ", "whoever reads them next is glad of each one."] },
      { text: ["You asked kindly, ", "and that is half of a kind answer."] },
    );
    await request.getByRole("button", { name: /^Generate/ }).click();
    await expect(one).toContainText(/glad|kindly/);
    await expect(other).toContainText(/glad|kindly/);
    await one.scrollIntoViewIfNeeded();
    const path = join(projectRoot, "e2e/sampling.png");
    return void (await page.screenshot({ path, animations: "disabled", caret: "hide" }));
  }
  const response = request.getByRole("textbox", { name: "Response" });
  const send = request.getByRole("button", { name: "Send response" });
  await expect(send).toBeDisabled();
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(response).toBeInViewport({ ratio: 1 });
    await expect(send).toBeInViewport({ ratio: 1 });
  }
  await whole.getByRole("radio", { name: "Use this answer" }).check();
  await expect(response).toHaveValue("You are kind");
  await response.fill("You are very kind");
  await send.click();
  await expect(playground.result).toContainText("You are very kind");
  await expect(playground.result).toContainText("model-1-reported");
});

test("a model that browsers may not reach answers through the relay, once that is allowed", async ({
  playground,
  watched,
}) => {
  const { page, button } = playground;
  const hidden = await startModelServer({ cors: false });
  watched.allow(new URL(hidden.baseUrls.openai).origin);
  const model = {
    id: "hidden",
    name: "hidden",
    provider: "openai",
    baseUrl: hidden.baseUrls.openai,
    model: "model-1",
  };
  try {
    const stored = JSON.stringify([model]);
    await page.evaluate((text) => localStorage.setItem("mcp-playground.models", text), stored);
    await expect(button("Relay: connected")).toBeVisible();
    await page.getByRole("tab", { name: "Sampling" }).click();
    await button("Write a request").click();
    await page.getByRole("textbox", { name: /^text/ }).fill("Say something kind");
    await button("Generate").click();
    await button("Send through the relay").click();
    hidden.script({ text: ["Through ", "the relay"] });
    await button("Generate").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Allow" }).click();
    const answer = page.getByRole("region", { name: /^Answer of / }).last();
    await expect(answer).toContainText("Through the relay");
    expect(hidden.requests.at(-1)?.body.messages[0].content).toContain("Say something kind");
  } finally {
    await hidden.close();
  }
});

/** Everything that is stored, as text; sealed values are bytes. */
async function readStorage(): Promise<string> {
  const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
  for (const { name } of await indexedDB.databases()) {
    const opening = indexedDB.open(name ?? "");
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => {
        all.onsuccess = resolve;
      });
      found.push(all.result);
    }
    database.close();
  }
  const decoder = new TextDecoder("latin1");
  return JSON.stringify(found, (_, value: unknown) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? decoder.decode(value) : value,
  );
}
