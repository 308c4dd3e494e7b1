/** Journey: what the pages around a call look like, as far as it can be measured. */
import type { Page } from "@playwright/test";
import { encodeSession } from "../shared/recording/link.ts";
import { recordingFormat } from "../shared/recording/recording.ts";
import { expect, test } from "./fixtures.ts";

/** The names of header controls and tabs that the right edge of the window cuts. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header :is(button, input), main [role=tablist] *, main button")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
      .map((element) => element.textContent),
  );

test("tabs that do not fit are in a menu, and one that waits stays in the bar", async ({
  playground,
}) => {
  const { page, tab, main } = playground;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await playground.item("Tools", "ask_model").click();
  // what fits is measured in the next frame
  await expect.poll(() => cut(page)).toEqual([]);

  // twice the size of text, as the browser's settings can have it
  const enlarge = (text: string) =>
    page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), text);
  await enlarge("200%");
  const more = main.getByRole("button", { name: "More tabs" }).first();
  await expect(more).toBeVisible();
  await expect(tab("History")).toBeHidden();
  await expect(tab("Call")).toBeVisible();
  await playground.showView("History");
  await expect(tab("History")).toHaveAttribute("aria-selected", "true");
  await expect(tab("History")).toBeInViewport({ ratio: 1 });
  await expect.poll(() => cut(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // the arrow keys move between the tabs of the bar
  await enlarge("150%");
  await expect(tab("Call")).toBeVisible();
  await tab("History").press("Home");
  await expect(tab("Call")).toBeFocused();
  await playground.button("Call tool").click();
  await expect(tab("Call")).toHaveText("Call1");
  await playground.showView("History");
  await expect(tab("Call")).toBeInViewport({ ratio: 1 });
  await page.getByRole("tab", { name: "Explorer" }).click();
  await expect(playground.item("Tools", "ask_model")).toHaveText(/1 waiting for you$/);
  await expect(page.getByRole("navigation", { name: "Explorer" })).toContainText("1 request");
});

test("the start page names what is typed or pasted, with a button for each server", async ({
  playground,
}) => {
  const { page, server } = playground;
  const recognized = page.getByRole("banner").getByRole("status");
  for (const [text, words] of [
    ["orders.example.com/mcp", "Server at orders.example.com"],
    ["npx -y notes", "Command: npx, started after you confirm"],
    ["curl https://orders.example.com/mcp -H 'X-Team: one'", "curl command"],
    ["claude mcp add notes -- npx -y notes", "Command"],
  ] as const) {
    await server.fill(text);
    await expect(recognized.filter({ hasText: words })).toBeVisible();
  }
  const mcpServers = {
    notes: { command: "npx" },
    orders: { url: "https://orders.example.com/mcp" },
  };
  await playground.write(server, JSON.stringify({ mcpServers }));
  await expect(recognized.filter({ hasText: "Configuration with 2 servers" })).toBeVisible();
  const rows = page.getByRole("list", { name: "Servers of the pasted text" });
  await expect(rows.getByRole("listitem")).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => cut(page)).toEqual([]);
  await rows.getByRole("button", { name: "Connect orders" }).click();
  await expect(playground.question("Connect?")).toContainText("https://orders.example.com/mcp");
  await playground.question("Connect?").getByRole("button", { name: "Cancel" }).click();

  const session = await encodeSession({
    format: recordingFormat,
    server: { kind: "http", url: "https://orders.example.com/mcp" },
  });
  await playground.write(server, `https://elsewhere.example/#s=${session}`);
  await expect(recognized.filter({ hasText: "Session of a link" })).toBeVisible();
  await server.press("Enter");
  await expect(page.getByText("https://orders.example.com/mcp").first()).toBeVisible();
  await expect(server).not.toHaveValue(/elsewhere/);
});
