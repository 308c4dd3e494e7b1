/** Journey: Traffic shows every exchange of every server in order, with its parts, and no secret unless it is asked for. */
import { show } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { startFloodServer } from "./servers/floodServer.ts";
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
  await expect(row(/Connected.*1 list · 5 tools/)).toBeVisible();

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
    const calls = messages.locator(topLevel).filter({ hasText: "Connected" });
    await expect(calls).toHaveCount(2);
    // the glyphs of who caused it have no text
    const badges = async () =>
      (await calls.getByRole("img").allInnerTexts()).filter((text) => text !== "");
    await expect.poll(async () => new Set(await badges()).size).toBe(2);
    expect(await messages.innerText()).not.toMatch(/https?:\/\//);
  });

  await test.step("an exchange is one row, and opens to request, parts and result", async () => {
    const exchange = row(/tools\/call echo/);
    await expect(exchange).toHaveCount(1);
    await exchange.click();
    const detail = playground.region("Message detail");
    await expect(detail).toContainText('"hello hello');
    await detail.getByRole("tab", { name: "Response" }).click();
    await expect(detail).toContainText("Echo: hello");
    await detail.getByRole("tab", { name: "HTTP" }).click();
    await expect(detail).toContainText(/mcp-protocol-version/i);
    await exchange.getByRole("button", { name: "Parts" }).click();
    const opened = messages.getByRole("row").filter({ hasText: "tools/call" });
    await expect(opened).toHaveCount(1);
    await expect(row(/^sent \+0\.000 .*tools\/call/)).toBeVisible();
    await expect(row(/^received \+[\d.]+ .*result Echo: hello/)).toBeVisible();
    await row(/^received \+[\d.]+ .*result Echo: hello/).click();
    await expect(detail.getByRole("tab", { name: "Response" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(detail).toContainText("Echo: hello");
    await page.keyboard.press("Escape");
  });

  await test.step("times never decrease", async () => {
    const times = await messages
      .locator(`${topLevel} > [role=gridcell]:nth-child(3)`)
      .allInnerTexts();
    const seconds = times.map((time) =>
      time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0),
    );
    expect(seconds.length).toBeGreaterThanOrEqual(3);
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
  });

  await test.step("the newest row is in view again after another view of Traffic", async () => {
    await page.setViewportSize({ width: 1440, height: 240 });
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

test("a secret is not in the page until it is revealed", async ({ playground, everything }) => {
  const { page } = playground;
  const secret = "sesame-4711";
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
    .row(/Connected/)
    .last()
    .getByRole("button", { name: /^Parts/ })
    .click();
  await playground
    .row(/^sent .*tools\/list/)
    .last()
    .click();
  const detail = playground.region("Message detail");
  await detail.getByRole("tab", { name: "HTTP" }).click();
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
  await expect.poll(everywhere).not.toContain(secret);
});

test("why a call failed is found among 3,000 entries of two servers, in a window of 390 px", async ({
  playground,
  everything,
  watched,
}) => {
  const { page, row, region } = playground;
  const flood = await startFloodServer();
  watched.allow(flood.mcpUrl);
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  await playground.button("Call tool").click();
  await playground.button("Call anyway").click();
  await expect(playground.result).toContainText("-32602");
  await playground.button("Add server").click();
  await playground.connect(flood.mcpUrl);
  await playground.open("Tools", "flood-1000");
  for (const calls of [1, 2, 3]) {
    await playground.button("Call tool").click();
    await expect(row(/tools\/call flood-1000.*flood is over/)).toHaveCount(calls);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("tab", { name: "Traffic" }).click();
  const problems = playground.traffic.getByRole("button", { name: /^Problems [1-9]/ });
  await expect(problems).toBeInViewport({ ratio: 1 });
  await problems.click();
  const failed = row(/^sent\b.*\becho\b/);
  await expect(failed).toHaveCount(1);
  await failed.click();
  const detail = region("Message detail");
  await expect(detail).toBeFocused();
  await expect(detail.getByRole("tab", { name: "Response" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(detail).toContainText("Input validation error");
  await expect(playground.tab("Timeline")).toBeHidden();
  await detail.getByRole("tab", { name: "Request" }).click();
  await expect(detail).toContainText('"method": "tools/call"');
  await detail.getByRole("button", { name: "Back to Messages" }).click();
  await expect(playground.messages).toBeFocused();
  await expect(failed).toHaveAttribute("aria-selected", "true");
  await flood.close();
});

test("Problems is on screen at every width, with one server and with four, and a failure's words are legible", async ({
  playground,
  everything,
}) => {
  const { page, row, traffic } = playground;
  const problems = traffic.getByRole("button", { name: /^Problems \d/ });
  const colour = () =>
    problems.getByText(/^Problems/).evaluate((words) => getComputedStyle(words).color);
  const isOnScreen = async () => {
    for (const [width, height] of [
      [390, 844],
      [1024, 768],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await show(playground, "Traffic");
      await expect(problems).toBeInViewport({ ratio: 1 });
    }
  };
  // each address is a server of its own
  await playground.connect(`${everything.url}?server=1`);
  await expect(problems).toHaveText("Problems 0");
  await isOnScreen();
  const quiet = await colour();
  for (const server of [2, 3, 4]) {
    await playground.button("Add server").click();
    await playground.connect(`${everything.url}?server=${server}`);
  }
  await expect(row(/Connected/)).toHaveCount(4);
  await expect(problems).toHaveText("Problems 0");
  await isOnScreen();
  expect(await colour()).toBe(quiet);

  await playground.open("Tools", "echo");
  await playground.button("Call tool").click();
  await playground.button("Call anyway").click();
  const failed = row(/^sent\b.*\becho\b.*Input validation error/);
  await expect(failed).toBeVisible();
  await expect(problems).toHaveText("Problems 1");
  expect(await colour()).not.toBe(quiet);
  const width = await traffic.evaluate((pane) => pane.clientWidth);
  expect(width).toBeLessThanOrEqual(484);
  const shown = await failed.evaluate(shownWords);
  expect(shown.find((text) => text.includes("Input validation"))?.length).toBeGreaterThan(20);
  // no chip repeats what the colour says
  expect(shown.filter((text) => /^(?:error|failed)\b/i.test(text))).toEqual([]);
});

/** The texts of a row that can be seen, without the letters beyond an ellipsis. */
function shownWords(row: Element): string[] {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found: string[] = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const box = node.parentElement?.getBoundingClientRect();
    // one pixel is for assistive technology
    if (!box || box.width <= 1) continue;
    const letters = [...(node.textContent ?? "")].filter((_, at) => {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().right <= box.right;
    });
    found.push(letters.join(""));
  }
  return found;
}
