/** Journey: the screens for commands and the relay pass axe, wide and narrow. */
import { check, show } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { writeServer } from "./servers/editable.ts";

const tools = [
  { name: "one", answer: "1" },
  { name: "fall", answer: "(setTimeout(() => process.exit(3), 50), 'soon')" },
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test("relay, settings, output, restart and exit", async ({ playground }, testInfo) => {
      const { page } = playground;
      await playground.press(/^Relay: /);
      await expect(page.getByRole("dialog", { name: "Relay" })).toBeVisible();
      await check(playground, "relay");
      await page.keyboard.press("Escape");

      const before =
        'console.error("\\u001b[31mred\\u001b[0m \\u001b[2mfaint\\u001b[0m \\u001b[42mon green");';
      const script = await writeServer(testInfo.outputDir, { tools, before });
      await playground.server.fill(`KEY=1 node ${script} argument`);
      await playground.press("Connection options");
      await expect(page.getByRole("dialog", { name: "Connection options" })).toBeVisible();
      await check(playground, "settings of a command");
      await page.keyboard.press("Escape");

      await playground.start(`node ${script}`);
      await show(playground, "Explorer");
      await playground.item("Tools", "one").click();
      await show(playground, "Workbench");
      await playground.button("Call tool").click();
      await expect(playground.result).toContainText("1");
      await playground.press("Restart on change");
      const report = playground.region("Restart on change");
      await expect(report).toContainText("Watching");
      await writeServer(testInfo.outputDir, {
        tools: [...tools, { name: "two", answer: "2" }],
        before,
      });
      await expect(report).toContainText("added tool two");
      await check(playground, "restarted");
      await report.getByRole("button", { name: "What is watched" }).click();
      await check(playground, "what is watched");

      await show(playground, "Traffic");
      await playground.tab("Server output").click();
      await playground.button("Times").click();
      await check(playground, "server output");

      await show(playground, "Explorer");
      await playground.item("Tools", "fall").click();
      await show(playground, "Workbench");
      await playground.button("Call tool").click();
      await expect(playground.status).toContainText("code 3");
      await check(playground, "exit");
    });
  });
}
