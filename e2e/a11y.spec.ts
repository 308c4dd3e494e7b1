/** Journey: every screen, light and dark, wide and narrow, has no serious axe finding and no horizontal scrolling. */
import { check, show, sizes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

for (const viewport of sizes) {
  test.describe(`${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test("every screen", async ({ playground, everything }) => {
      // many checks, each of which takes seconds on a busy machine
      test.slow();
      const { page } = playground;
      await check(playground, "empty");

      await playground.press("Settings");
      await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
      await check(playground, "settings");
      await page.keyboard.press("Escape");

      await playground.enter("mcp-server-fetch");
      await expect(page.getByRole("list", { name: "Servers of the pasted text" })).toBeVisible();
      await check(playground, "which command?");

      await playground.enter("npx some-server");
      await expect(playground.question("Start command?")).toBeVisible();
      await check(playground, "start command?");
      await page.keyboard.press("Escape");

      await playground.connect(everything.url);
      await show(playground, "Explorer");
      await expect(playground.item("Tools", "echo")).toBeVisible();
      await check(playground, "explorer");
      await show(playground, "Workbench");
      await expect(playground.region("Tool definitions")).toBeVisible();
      await check(playground, "server");
      await show(playground, "Explorer");

      await playground.item("Tools", "get-sum").click();
      await show(playground, "Workbench");
      await playground.field("a").fill("not a number");
      await expect(playground.field("a")).toHaveAttribute("aria-invalid", "true");
      await check(playground, "form with a problem");
      await playground.field("a").fill("1");
      await playground.field("b").fill("2");
      await playground.button("Call tool").click();
      await expect(playground.result).toContainText("The sum of 1 and 2 is 3");
      await check(playground, "result");
      await playground.tab("JSON").click();
      await expect(page.getByRole("textbox", { name: "Arguments" })).toBeAttached();
      await check(playground, "arguments as JSON");
      await playground.tab("Form").click();

      await show(playground, "Traffic");
      await playground
        .row(/tools\/call/)
        .first()
        .click();
      await expect(playground.region("Message detail")).toBeVisible();
      await check(playground, "traffic");

      await show(playground, "Workbench");
      await playground.openComposer();
      await check(playground, "composer");

      await playground.button("Share").click();
      await expect(page.getByRole("dialog", { name: "Share session" })).toBeVisible();
      await check(playground, "share");
      await page.keyboard.press("Escape");

      await playground.press("Add server");
      await playground.connect(everything.url);
      await show(playground, "Explorer");
      await page.getByRole("searchbox", { name: "Filter", exact: true }).fill("gti");
      await expect(page.getByRole("option")).toHaveCount(2);
      await check(playground, "two servers, filtered");

      await playground.button("Command palette").click();
      await page.getByRole("combobox", { name: "Find a command" }).fill("sum");
      await expect(page.getByRole("option", { name: /^get-sum/ }).first()).toBeVisible();
      await check(playground, "command palette");
    });
  });
}

test.describe("storage and sharing", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the header of a phone has two lines", async ({ playground, everything }) => {
    const { page } = playground;
    await playground.connect(everything.url);
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height).toBeLessThan(90);
    await playground.button("More controls").click();
    await expect(playground.button("Add server")).toBeVisible();
    await expect(playground.button("Disconnect")).toBeVisible();
    const restarts = await page.getByRole("switch", { name: "Follow restarts" }).boundingBox();
    const share = await playground.button("Share").boundingBox();
    expect((restarts?.x ?? 0) + (restarts?.width ?? 0)).toBeLessThanOrEqual(share?.x ?? 0);
    expect((await playground.status.boundingBox())?.width).toBeGreaterThan(100);
    await playground.button("Connection options").click();
    await expect(page.getByRole("dialog", { name: "Connection options" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Protocol revision" }).click();
    await page.getByRole("option", { name: "2025-06-18" }).click();
    await check(playground, "header");
  });

  test("saved calls and exports on a phone", async ({ playground, everything }) => {
    const { page } = playground;
    await playground.connect(everything.url);
    await show(playground, "Explorer");
    await playground.item("Tools", "echo").click();
    await playground.showView("History");
    await page.getByRole("radio", { name: "Saved" }).click();
    await playground.button("New collection").click();
    await playground.button("Save open call").click();
    await playground.button("Add assertion").click();
    await page.getByRole("menuitem", { name: "Equals" }).click();
    await playground.button("Run all").click();
    await expect(playground.region("Saved calls")).toContainText("0 of 1 call passed");
    await check(playground, "saved calls");
    await playground.button("Share").click();
    await playground.button("Export").click();
    await expect(page.getByRole("textbox", { name: "Content of session.md" })).toBeVisible();
    await check(playground, "export");
  });
});

test.describe("requests from the server", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("every screen of server requests on a phone", async ({ playground, everything }) => {
    const { page } = playground;
    const call = async (tool: string) => {
      await show(playground, "Explorer");
      await playground.item("Tools", tool).click();
      await show(playground, "Workbench");
    };
    const strip = page.getByRole("status").filter({ hasText: /request|rule/, visible: true });
    await playground.connect(everything.url);
    await call("trigger-sampling-request");
    await playground.field("prompt").fill("Say **something** kind");
    await playground.button("Call tool").click();
    const sampling = playground.region("Sampling request");
    await expect(sampling).toBeVisible();
    await check(playground, "sampling request");

    // every pane announces the request and links back to it
    await show(playground, "Traffic");
    await expect(strip).toContainText("1 request from the server");
    await page.getByRole("button", { name: "Show requests" }).click();
    await page.getByRole("list", { name: "Requests from servers" }).getByRole("button").click();
    await show(playground, "Workbench");
    await sampling.getByRole("textbox", { name: "Response" }).fill("Kind");
    await sampling.getByRole("button", { name: "Answer like this from now on" }).click();
    await page.getByRole("switch", { name: /^Answer trigger/ }).press("Space");
    await expect(strip).toContainText("1 rule answers");
    await check(playground, "rules");
    await page.getByRole("tab", { name: "Models" }).click();
    await playground.button("Add model").click();
    await check(playground, "models");
    await page.getByRole("tab", { name: "Playground" }).click();
    await sampling.getByRole("tab", { name: "Form" }).click();
    await check(playground, "sampling playground");
    await sampling.getByRole("button", { name: "Decline" }).click();

    await page.getByRole("tab", { name: "Call", exact: true }).click();
    await call("trigger-elicitation-request");
    await playground.button("Call tool").click();
    const elicitation = playground.region("Elicitation request");
    await expect(elicitation).toBeVisible();
    await check(playground, "elicitation");
    await elicitation.getByRole("button", { name: "Cancel" }).click();

    await call("trigger-url-elicitation");
    await playground.tab("JSON").click();
    await playground.write(
      page.getByRole("textbox", { name: "Arguments" }),
      '{"url":"https://example.com/consent","errorPath":true}',
    );
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(playground.region("URL elicitation required")).toBeVisible();
    await check(playground, "URL elicitation required");

    await playground.press("Connection options");
    await expect(page.getByRole("dialog")).toBeVisible();
    await check(playground, "roots and capabilities");
  });
});
