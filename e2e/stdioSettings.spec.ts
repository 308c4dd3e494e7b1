/** Journey: a command's output at its length, and what a reload keeps of its settings. */
import { dirname } from "node:path";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { writeServer } from "./servers/editable.ts";

const tools = [
  { name: "where", answer: "process.cwd()" },
  { name: "key", answer: "process.env.API_KEY ?? 'no key'" },
];

async function call(playground: Playground, tool: string): Promise<string> {
  await playground.open("Tools", tool);
  await playground.button("Call tool").click();
  await expect(playground.result).toHaveAttribute("aria-busy", "false");
  await expect(playground.result.getByRole("heading", { name: "Result" })).toBeVisible();
  return playground.result.innerText();
}

async function openSettings(playground: Playground) {
  await playground.button("Connection options").click();
  return playground.page.getByRole("dialog", { name: "Connection options" });
}

test("a long output is followed; after a reload Restart keeps the directory, and asks before it starts without the variables", async ({
  playground,
}, testInfo) => {
  const { page } = playground;
  const script = await writeServer(testInfo.outputDir, {
    tools,
    before:
      'for (let n = 1; n <= 5000; n++) console.error("line " + n);\nconsole.error("\\u001b[31mred <b>\\u001b[0m");',
  });
  await playground.server.fill(`API_KEY=sesame-4711 node ${script}`);
  const settings = await openSettings(playground);
  const value = settings.getByLabel("Value of API_KEY", { exact: true });
  await expect(value).toHaveAttribute("type", "password");
  await settings.getByRole("textbox", { name: "Directory" }).fill(dirname(script));
  await page.keyboard.press("Escape");
  await expect(playground.server).toHaveValue(`node ${script}`);
  await playground.start(`node ${script}`);
  await test.step("the end of the output, in the colours of a terminal", async () => {
    const tab = playground.tab("Server output");
    await expect(tab).toContainText("5,001");
    await tab.click();
    const log = page.getByRole("log", { name: "Server output" });
    await expect(log).toContainText("red <b>");
    const colourOf = (text: string) =>
      log.getByText(text).evaluate((line) => getComputedStyle(line).color);
    expect(await colourOf("red <b>")).not.toBe(await colourOf("line 5000"));
  });
  await call(playground, "key");
  await expect(playground.result).toContainText("sesame-4711");
  await page.reload();
  await expect(playground.status).toContainText("Connected");
  await call(playground, "key");
  await expect(playground.result).toContainText("sesame-4711");
  await playground.button("Restart").click();
  const question = playground.question("Start command?");
  await question.getByRole("button", { name: "Cancel", exact: true }).click();
  await openSettings(playground);
  await expect(settings.getByRole("textbox", { name: "Directory" })).toHaveValue(dirname(script));
  await value.fill("sesame-0815");
  await page.keyboard.press("Escape");
  await playground.button("Restart").click();
  await expect(question).toHaveAccessibleDescription(/API_KEY/);
  await question.getByRole("button", { name: "Start" }).click();
  await expect(playground.status).toContainText("Connected");
  await call(playground, "where");
  await expect(playground.result).toContainText(dirname(script));
  await call(playground, "key");
  await expect(playground.result).toContainText("sesame-0815");
});
