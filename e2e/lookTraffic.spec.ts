/** Journey: rows of Traffic put the name first, fold what belongs together, and are in order. */
import { expect, test } from "./fixtures.ts";
import { startSessionsServer } from "./servers/sessions.ts";

/** The rows that are not part of another one. */
const topLevel = "[role=row]:not([data-part])";

test("the rows of two servers tell what was called, and what came of it", async ({
  playground,
  everything,
  watched,
}) => {
  const { page, messages, row } = playground;
  const toolsOnly = await startSessionsServer({ json: true });
  watched.allow(toolsOnly.url);
  await playground.connect(toolsOnly.url);
  await expect(row(/tools\/list.*5 tools/)).toBeVisible();

  await test.step("a server that declares only tools causes no error", async () => {
    await expect(row(/(resources|prompts)\//)).toHaveCount(0);
    await expect(messages.locator("[data-tone=violation]")).toHaveCount(0);
  });

  await playground.button("Add server").click();
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("hello ".repeat(60));
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: hello");

  await test.step("each row has the badge of its server, and none an address", async () => {
    const calls = messages.locator(topLevel).filter({ hasText: "tools/list" });
    await expect(calls).toHaveCount(2);
    const badges = await calls.getByRole("img").allInnerTexts();
    expect(new Set(badges).size).toBe(2);
    expect(await messages.innerText()).not.toMatch(/https?:\/\//);
  });

  await test.step("an exchange is one row, and opens to request, parts and result", async () => {
    const exchange = row(/tools\/call echo/);
    await expect(exchange).toHaveCount(1);
    await exchange.getByRole("button", { name: "Parts" }).click();
    const opened = messages.getByRole("row").filter({ hasText: "tools/call" });
    await expect(opened).toHaveCount(1);
    await expect(row(/^sent \+0\.000 .*tools\/call/)).toBeVisible();
    await expect(row(/^received \+[\d.]+ .*result Echo: hello/)).toBeVisible();
  });

  await test.step("times never decrease", async () => {
    const times = await messages
      .locator(`${topLevel} > [role=gridcell]:nth-child(3)`)
      .allInnerTexts();
    const seconds = times.map((time) =>
      time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0),
    );
    expect(seconds.length).toBeGreaterThan(8);
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
  });

  await test.step("the newest row is in view again after another view of Traffic", async () => {
    await page.setViewportSize({ width: 1440, height: 490 });
    const rows = messages.getByRole("row");
    await expect(rows.last()).toBeInViewport();
    await playground.tab("Server output").click();
    await expect(messages).toBeHidden();
    await playground.tab("Messages").click();
    await expect(rows.last()).toBeInViewport();
    await expect(rows.first()).not.toBeInViewport();
  });

  await toolsOnly.close();
});
