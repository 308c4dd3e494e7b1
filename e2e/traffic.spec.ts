/** Journey: Traffic shows every message in order, with its raw bytes. */
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ playground, everything }) => {
  await playground.connect(everything.url);
  await expect(playground.item("Tools", "echo")).toBeVisible();
});

test("both directions are listed in order, with the size of the log", async ({ playground }) => {
  await expect(playground.row(/tools\/list/).first()).toBeVisible();
  const rows = await playground.messages.getByRole("row").allInnerTexts();
  const at = (method: string) => rows.findIndex((row) => row.includes(method));
  expect(at("initialize")).toBeGreaterThanOrEqual(0);
  expect(at("notifications/initialized")).toBeGreaterThan(at("initialize"));
  expect(at("tools/list")).toBeGreaterThan(at("notifications/initialized"));
  const count = Number(await playground.messages.getAttribute("aria-rowcount"));
  expect(count).toBeGreaterThanOrEqual(rows.length);
});

test("a row's detail shows the whole message with status and headers", async ({ playground }) => {
  await playground.open("Tools", "echo");
  await playground.field("message").fill("look at me");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: look at me");
  await playground
    .row(/tools\/call/)
    .first()
    .click();
  const detail = playground.region("Message detail");
  await expect(detail).toContainText('"look at me"');
  await expect(detail).toContainText(/mcp-protocol-version/i);
  await expect(detail.getByRole("region", { name: "Response" })).toContainText("Echo: look at me");
  const exchange = playground.row(/tools\/call/).first();
  await exchange.getByRole("button", { name: "Parts" }).click();
  await playground.row(/^received.*result Echo/).click();
  await expect(detail).toContainText("Echo: look at me");
  await expect(detail).toContainText("200");
});

test("the session's id is masked where it is shown", async ({ playground }) => {
  await playground
    .row(/tools\/list/)
    .first()
    .click();
  const detail = playground.region("Message detail");
  await expect(detail).toContainText(/mcp-session-id/i);
  await expect(detail).not.toContainText(/mcp-session-id\W*[0-9a-f]{8}-/i);
});

test("the filter narrows the log and shows how many rows remain", async ({ playground }) => {
  await playground.page.getByRole("searchbox", { name: "Filter traffic" }).fill("tools/list");
  await expect(playground.row(/tools\/list/).first()).toBeVisible();
  await expect(playground.row(/initialize/)).toHaveCount(0);
});

test("thirty rows fit on a screen of 900 px", async ({ playground }) => {
  const row = playground.messages.getByRole("row").nth(1);
  const box = await row.boundingBox();
  expect(box?.height).toBeLessThanOrEqual(24);
});

test("a secret is not in the page until it is revealed", async ({ playground, everything }) => {
  const { page } = playground;
  const secret = "sesame-4711";
  await playground.button("Disconnect").click();
  await playground.button("Connection options").click();
  await page.getByRole("textbox", { name: "Headers" }).fill(`X-Api-Key: ${secret}`);
  await page.keyboard.press("Escape");
  const answered = page.waitForResponse(
    async (response) => "mcp-session-id" in (await response.allHeaders()),
  );
  await playground.connect(everything.url);
  const sessionId = (await (await answered).allHeaders())["mcp-session-id"] ?? "";
  expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
  await expect(playground.item("Tools", "echo")).toBeVisible();
  await playground
    .row(/tools\/list/)
    .last()
    .click();
  const detail = playground.region("Message detail");
  await expect(detail).toContainText(/x-api-key/i);

  const everywhere = () =>
    page.evaluate(() => {
      const typed = [...document.querySelectorAll("input, textarea")].map(
        (field) => (field as HTMLInputElement).value,
      );
      const kept = JSON.stringify([localStorage, sessionStorage, location.href]);
      return [document.documentElement.outerHTML, ...typed, kept].join("\n");
    });
  expect(await everywhere()).not.toContain(secret);
  expect(await everywhere()).not.toContain(sessionId);

  await detail.getByRole("button", { name: "Reveal" }).click();
  await expect(detail).toContainText(secret);
  await expect(detail).toContainText(sessionId);
  await detail.getByRole("button", { name: "Mask" }).click();
  expect(await everywhere()).not.toContain(secret);
});
