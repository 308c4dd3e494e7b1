/** Journey: every screen, light and dark, wide and narrow, has no serious axe finding and no horizontal scrolling. */
import { check, show, sizes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

for (const viewport of sizes) {
  test.describe(`${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test("every screen", async ({ playground, everything }) => {
      const { page } = playground;
      await check(playground, "empty");

      await playground.enter("npx some-server");
      await expect(playground.question("Start command?")).toBeVisible();
      await check(playground, "start command?");
      await page.keyboard.press("Escape");

      await playground.connect(everything.url);
      await show(playground, "Explorer");
      await expect(playground.item("Tools", "echo")).toBeVisible();
      await check(playground, "explorer");

      await playground.item("Tools", "get-sum").click();
      await show(playground, "Workbench");
      await playground.field("a").fill("not a number");
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

      await playground.button("Command palette").click();
      await check(playground, "command palette");
    });
  });
}
