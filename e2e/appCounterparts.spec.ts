/** Journey: apps of the reference servers, as their packages are published. */
import { join } from "node:path";
import { counterpartCommand, showFirstApp } from "./appCounterparts.ts";
import { expect, test } from "./appsFixture.ts";
import { projectRoot } from "./runScript.ts";

const shown = {
  "basic-vanillajs": /Server Time: \d{4}-/,
  "basic-react": /Server Time: \d{4}-/,
  "cohort-heatmap": /Cohort Retention Analysis.*100/,
} as const;

test("the apps of reference servers are shown", async ({ playground, leaks }) => {
  for (const [name, text] of Object.entries(shown)) {
    await test.step(name, async () => {
      const directory = join(projectRoot, "node_modules/@modelcontextprotocol", `server-${name}`);
      const app = await showFirstApp(playground, counterpartCommand(directory));
      await expect(app.body).toContainText(text);
      expect(app.open).toEqual([]);
      // zod tries whether it may compile its checks
      expect(app.blocked).toEqual([expect.stringContaining("script-src blocks eval")]);
      await playground.button("Disconnect").click();
    });
  }
  expect(leaks).toEqual([]);
});
