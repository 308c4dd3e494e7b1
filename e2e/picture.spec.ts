/** Takes the README's screenshot; `UPDATE_PICTURE=1` replaces the stored one. */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";
import { projectRoot } from "./runScript.ts";

test("a call with its form, its result and its traffic fits one picture", async ({
  playground,
  everything,
}, testInfo) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "get-sum");
  await playground.field("a").fill("2");
  await playground.field("b").fill("40");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("The sum of 2 and 40 is 42");
  await playground
    .row(/tools\/call/)
    .last()
    .click();
  await expect(playground.region("Message detail")).toBeInViewport();
  const path = testInfo.outputPath("picture.png");
  await playground.page.screenshot({ path, animations: "disabled", caret: "hide" });
  if (process.env.UPDATE_PICTURE) await copyFile(path, join(projectRoot, "e2e/picture.png"));
});
