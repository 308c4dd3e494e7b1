/** Journey: what only a browser has: its pickers of dates and files, the editor's drafts after a reload, and a download. */
import { readFile } from "node:fs/promises";
import { expect, test, whenStored } from "./fixtures.ts";

test("dates and files are picked, drafts of the composer outlive a reload, and a report is downloaded", async ({
  playground,
}) => {
  const { page, main, field, button, result, status } = playground;
  await page.getByRole("button", { name: /^Try the demo server/ }).click();
  await expect(status).toContainText("Connected");

  await test.step("a date and a file", async () => {
    await playground.open("Tools", "plan_meeting");
    await page.getByLabel("day to pick").fill("2026-01-31");
    await expect(field("day")).toHaveValue("2026-01-31");
    await expect(main.getByText("Call anyway")).toHaveCount(0);
    await playground.open("Tools", "inspect_file");
    await page
      .getByLabel("File for file", { exact: true })
      .setInputFiles({ name: "a.bin", mimeType: "text/plain", buffer: Buffer.from([1, 2, 255]) });
    await expect(field("file")).toHaveValue("AQL/");
    await button("Call tool").click();
    await expect(result).toContainText("3 bytes, starting with 0102ff");
  });

  await test.step("a draft of the composer", async () => {
    await playground.openComposer();
    await button("New message").click();
    await page.getByRole("menuitem", { name: "tools/list" }).click();
    await button("New draft").click();
    await expect(page.getByRole("tab", { name: "tools/list" })).toBeVisible();
    await whenStored(page);
    await page.reload();
    await expect(status).toContainText("Connected");
    await page.getByRole("tab", { name: "tools/list" }).click();
    await expect(playground.composer).toContainText("tools/list");
    await button("Send").click();
    await expect(playground.region("Reply")).toContainText('"name": "echo"');
  });

  await test.step("a report", async () => {
    await page.getByRole("button", { name: /^Demo server Connected$/ }).click();
    const download = page.waitForEvent("download");
    await button("Export report").click();
    await page.getByRole("menuitem", { name: "Markdown" }).click();
    const report = await readFile(await (await download).path(), "utf8");
    expect(report).toContain("## Tool definitions");
  });
});
