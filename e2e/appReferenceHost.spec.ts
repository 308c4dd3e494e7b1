/** The demo server's apps in the reference host. */
import { expect, test } from "@playwright/test";
import { chartHtml, stepsOf } from "../shared/demo/apps/chart.ts";
import { everyRequestHtml } from "../shared/demo/apps/everyRequest.ts";
import { bundleForPage } from "./bench/bundleForPage.ts";
import type { ReferenceHost } from "./servers/apps/referenceHost.ts";

declare const referenceHost: ReferenceHost;

test("the demo server's apps run in the reference host", async ({ page }) => {
  await page.goto("about:blank");
  const code = await bundleForPage("../servers/apps/referenceHost.ts");
  await page.addScriptTag({ content: code, type: "module" });
  await page.waitForFunction(() => "referenceHost" in globalThis);
  const app = page.frameLocator("iframe");

  const text = JSON.stringify(stepsOf(7));
  await page.evaluate(([html, result]) => referenceHost.show(html, { week: 7 }, result), [
    chartHtml,
    text,
  ] as const);
  await expect(app.locator("body")).toContainText("Mon");
  await page.evaluate(() => referenceHost.darken());
  await expect(app.locator("html")).toHaveCSS("color-scheme", "dark");
  expect(await page.evaluate(() => referenceHost.teardown())).toEqual({});

  await page.evaluate((html) => referenceHost.show(html, { note: "Hi" }, "{}"), everyRequestHtml);
  await expect(app.locator("#told")).toContainText('tool-input: {"arguments":{"note":"Hi"}}');
  await expect(app.locator("#told")).toContainText("tool-result");
  const answer = app.getByRole("status");
  const pressed = async (label: string) => {
    await app.getByRole("button", { name: label, exact: true }).click();
    await expect(answer).not.toContainText("…");
    return answer.innerText();
  };
  for (const label of [
    "Call a tool",
    "Read a resource",
    "List resources",
    "List templates",
    "List prompts",
    "Send a message",
    "Update context",
    "Open a link",
    "Download a file",
    "Full screen",
    "Ask the model",
    "Ping",
  ]) {
    expect.soft(await pressed(label), label).not.toContain("failed");
  }
  expect(await pressed("Unknown method")).toContain("failed");
  await app.getByRole("button", { name: "Log" }).click();
  await app.getByRole("button", { name: "Close" }).click();
  await expect
    .poll(() => page.evaluate(() => referenceHost.asked))
    .toEqual(expect.arrayContaining(["notifications/message", "size-changed", "request-teardown"]));
});
