/** Journey: connects directly to an HTTP server and remembers it. */
import { expect, test } from "./fixtures.ts";

test("Enter connects directly from the page and lists the tools", async ({
  playground,
  everything,
}) => {
  const asked: string[] = [];
  playground.page.on("request", (request) => asked.push(request.url()));
  await playground.enter(everything.url);
  await expect(playground.status).toContainText("Connected · 2025-11-25 · Streamable HTTP");
  await expect(playground.item("Tools", "echo")).toBeVisible();
  await expect(playground.item("Prompts", "simple-prompt")).toBeVisible();
  expect(asked.filter((url) => url === everything.url).length).toBeGreaterThan(2);
});

test("the empty page says that nothing is connected and how to start", async ({ playground }) => {
  await expect(playground.status).toContainText("Not connected");
  await expect(playground.button("Connect")).toBeVisible();
});

test("an older revision can be selected", async ({ playground, everything }) => {
  await playground.page.getByRole("combobox", { name: "Protocol revision" }).click();
  await playground.page.getByRole("option", { name: "2025-03-26" }).click();
  await playground.enter(everything.url);
  await expect(playground.status).toContainText("Connected · 2025-03-26");
});

test("disconnecting keeps the log, and connecting again adds to it", async ({
  playground,
  everything,
}) => {
  await playground.connect(everything.url);
  await expect(playground.row(/initialize/).first()).toBeVisible();
  await playground.button("Disconnect").click();
  await expect(playground.status).toContainText("Not connected");
  await expect(playground.row(/initialize/).first()).toBeVisible();
  const before = Number(await playground.messages.getAttribute("aria-rowcount"));
  await playground.button("Connect").click();
  await expect(playground.status).toContainText("Connected");
  await expect
    .poll(async () => Number(await playground.messages.getAttribute("aria-rowcount")))
    .toBeGreaterThan(before);
  await playground.button("Clear traffic").click();
  await expect(playground.row(/initialize/)).toHaveCount(0);
});

test("a reload keeps the page usable and the server remembered", async ({
  playground,
  everything,
}) => {
  await playground.connect(everything.url);
  await playground.page.reload();
  // the address that a reload restores replaces an empty one
  await expect(async () => {
    await playground.server.fill("");
    await playground.server.press("ArrowDown");
    const remembered = playground.page.getByRole("option", { name: everything.url });
    await expect(remembered).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test("a remembered server contains no secret of its URL", async ({ playground, everything }) => {
  const { host } = new URL(everything.url);
  await playground.enter(`http://ann:hush@${host}/mcp?key=sesame`);
  await expect(playground.status).not.toContainText("Connecting");
  const stored = await playground.page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toMatch(/hush|sesame/);
});

test("paginated lists are read completely", async ({ playground, bad }) => {
  await playground.connect(bad.url("pages"));
  for (const n of [1, 3, 6]) {
    await expect(playground.item("Tools", `tool-${n}`)).toBeVisible();
  }
  await playground.page.getByRole("searchbox", { name: "Filter", exact: true }).fill("tool-5");
  await expect(playground.item("Tools", "tool-5")).toBeVisible();
  await expect(playground.item("Tools", "tool-6")).toHaveCount(0);
});
