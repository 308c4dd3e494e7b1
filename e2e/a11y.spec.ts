/** Every screen, light and dark, wide and narrow: no serious finding of axe, nothing scrolls sideways. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

/** On a narrow screen one pane is shown at a time, chosen at the foot. */
async function show(playground: Playground, pane: "Explorer" | "Workbench" | "Traffic") {
  const tab = playground.tab(pane);
  if (await tab.isVisible()) await tab.click();
}

async function check(playground: Playground, screen: string) {
  const { violations } = await new AxeBuilder({ page: playground.page }).analyze();
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
  expect.soft(serious, screen).toEqual([]);
  const overflow = await playground.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${screen}: sideways overflow`).toBe(0);
}

for (const viewport of sizes) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${viewport.width}×${viewport.height}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test("every screen", async ({ playground, everything }) => {
        test.setTimeout(120_000);
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
}
