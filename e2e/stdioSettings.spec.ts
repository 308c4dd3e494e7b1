/** Journey: a command's arguments, environment, directory, output, exit and restart. */
import { dirname } from "node:path";
import { expect, test } from "./fixtures.ts";
import type { Playground } from "./playground.ts";
import { writeServer } from "./servers/editable.ts";

const tools = [
  { name: "pid", answer: "process.pid" },
  { name: "where", answer: "process.cwd()" },
  { name: "words", answer: "process.argv.slice(2).join('|')" },
  { name: "key", answer: "process.env.API_KEY ?? 'no key'" },
  { name: "names", answer: "Object.keys(process.env).sort().join(' ')" },
  {
    name: "fall",
    answer:
      "(console.error('\\u001b[31mI fall\\u001b[0m'), setTimeout(() => process.exit(3), 50), 'soon')",
  },
  { name: "crash", answer: "(console.error('no disk'), process.exit(3))" },
  { name: "chat", answer: "(console.log('cache is cold'), console.log('cache is warm'), 'done')" },
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

test("arguments, directory and environment are set word by word, and go to this server alone", async ({
  playground,
}, testInfo) => {
  const { page } = playground;
  const script = await writeServer(testInfo.outputDir, { tools });
  await playground.server.fill(`node ${script}`);
  const settings = await openSettings(playground);
  await settings.getByRole("button", { name: "Add argument" }).click();
  await page.keyboard.type("two words");
  await settings.getByRole("textbox", { name: "Directory" }).fill(dirname(script));
  await settings.getByRole("button", { name: "Paste a .env file" }).click();
  await settings
    .getByRole("textbox", { name: ".env text" })
    .fill("# mine\nexport API_KEY='sesame-4711'\nDEBUG=1");
  await settings.getByRole("button", { name: "Add 2 variables" }).click();

  const value = settings.getByLabel("Value of API_KEY", { exact: true });
  await expect(value).toHaveAttribute("type", "password");
  await settings.getByRole("button", { name: "Show the value of API_KEY" }).click();
  await expect(value).toHaveAttribute("type", "text");
  await expect(value).toHaveValue("sesame-4711");
  await settings.getByRole("button", { name: "Remove DEBUG" }).click();
  await page.keyboard.press("Escape");

  await expect(playground.server).toHaveValue(`node ${script} 'two words'`);
  await playground.server.press("Enter");
  const question = playground.question("Start command?");
  await expect(question).toHaveAccessibleDescription(/API_KEY/);
  await expect(question).not.toHaveAccessibleDescription(/sesame/);
  await question.getByRole("button", { name: "Start" }).click();
  await expect(playground.status).toContainText("Connected");
  await call(playground, "words");
  await expect(playground.result).toContainText("two words");
  await call(playground, "where");
  await expect(playground.result).toContainText(dirname(script));
  await call(playground, "key");
  await expect(playground.result).toContainText("sesame-4711");
  expect(await call(playground, "names")).not.toContain("DEBUG");

  // another command gets none of these settings
  await playground.enter(`node ${script} other`);
  await expect(question).not.toHaveAccessibleDescription(/API_KEY/);
  await question.getByRole("button", { name: "Start" }).click();
  await expect(playground.status).toContainText("Connected");
  await call(playground, "key");
  await expect(playground.result).toContainText("no key");
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain("sesame");
});

test("variables before the command are masked in the settings", async ({ playground }) => {
  await playground.server.fill("API_KEY=sesame-4711 node server.mjs");
  const settings = await openSettings(playground);
  await expect(settings.getByLabel("Value of API_KEY", { exact: true })).toHaveAttribute(
    "type",
    "password",
  );
  await playground.page.keyboard.press("Escape");
  await expect(playground.server).toHaveValue("node server.mjs");
});

test("Restart starts the same command again and keeps log, result and drafts", async ({
  playground,
}, testInfo) => {
  const script = await writeServer(testInfo.outputDir, {
    tools: [
      {
        name: "pid",
        inputSchema: { type: "object", properties: { note: { type: "string" } } },
        answer: "'process ' + process.pid",
      },
    ],
  });
  await playground.start(`node ${script}`);
  await playground.open("Tools", "pid");
  await playground.field("note").fill("kept");
  const first = await call(playground, "pid");
  await playground.button("Restart").click();
  await expect(playground.status).toContainText("Connected");
  await expect(playground.question("Start command?")).toHaveCount(0);
  await expect(playground.field("note")).toHaveValue("kept");
  await expect(playground.result).toContainText(/process \d+/);
  await expect(playground.row("initialize").first()).toBeVisible();
  await playground.button("Call tool").click();
  await expect(async () => {
    const second = await playground.result.innerText();
    expect(/process \d+/.exec(second)?.[0]).not.toBe(/process \d+/.exec(first)?.[0]);
  }).toPass();
});

test("after a reload Restart keeps the directory, and asks before it starts without the variables", async ({
  playground,
}, testInfo) => {
  const { page } = playground;
  const script = await writeServer(testInfo.outputDir, { tools });
  await playground.server.fill(`API_KEY=sesame-4711 node ${script}`);
  const settings = await openSettings(playground);
  await settings.getByRole("textbox", { name: "Directory" }).fill(dirname(script));
  await page.keyboard.press("Escape");
  await playground.start(`node ${script}`);
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
  await settings.getByLabel("Value of API_KEY", { exact: true }).fill("sesame-0815");
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

test("an exit stays on the page with its code, its last output and what to do", async ({
  playground,
}, testInfo) => {
  const script = await writeServer(testInfo.outputDir, { tools });
  await playground.start(`node ${script}`);
  await call(playground, "fall");
  await expect(playground.status).toContainText("exited with code 3");
  const alert = playground.main.getByRole("alert").first();
  await expect(alert).toContainText("The process exited with code 3");
  await expect(alert).toContainText("I fall");
  await alert.getByRole("button", { name: "Show server output" }).click();
  await expect(playground.page.getByRole("log", { name: "Server output" })).toContainText("I fall");
  await alert.getByRole("button", { name: "Start it again" }).click();
  await expect(playground.status).toContainText("Connected");
  await expect(alert).toHaveCount(0);

  // what happens during a call is said where the call is shown, and once
  await call(playground, "chat");
  const { result } = playground;
  await expect(result).toContainText("The server wrote 2 lines to stdout that are not MCP");
  await result.getByRole("button", { name: "Show in Traffic" }).click();
  await expect(playground.page.getByRole("region", { name: "Message detail" })).toContainText(
    "cache is cold",
  );
  await playground.open("Tools", "crash");
  await playground.button("Call tool").click();
  await expect(alert).toContainText("The process exited with code 3 during tools/call crash");
  await expect(alert).toContainText("It had run for");
  await expect(playground.main.getByRole("alert")).toHaveCount(1);
  await expect(result).toContainText("The message above says why.");
});

test("output is searched, timed, copied and cleared, and shown in its colours", async ({
  playground,
}, testInfo) => {
  const { page } = playground;
  const script = await writeServer(testInfo.outputDir, {
    tools,
    before:
      'for (let n = 1; n <= 5000; n++) console.error("line " + n);\nconsole.error("\\u001b[31mred <b>\\u001b[0m");',
  });
  await playground.start(`node ${script}`);
  const tab = playground.tab("Server output");
  await expect(tab).toContainText("5,001");
  await tab.click();
  await expect(tab).toHaveText("Server output");
  const log = page.getByRole("log", { name: "Server output" });
  await expect(log).toContainText("red <b>");
  await expect(log).not.toContainText("\u001b");
  const plain = await log.getByText("line 5000").evaluate((line) => getComputedStyle(line).color);
  const red = await log.getByText("red <b>").evaluate((line) => getComputedStyle(line).color);
  expect(red).not.toBe(plain);

  await page.getByRole("searchbox", { name: "Search output" }).fill("LINE 4999");
  await expect(playground.traffic.getByRole("status").first()).toHaveText(/^1 of 5,00\d$/);
  await expect(log).toHaveText("line 4999");
  await playground.button("Times").click();
  await expect(log).toHaveText(/^\d\d:\d\d:\d\d\.\d{3} line 4999$/);
  await playground.button("Times").click();
  await playground.button("Copy output").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("line 4999");
  await playground.button("Clear Search output").click();
  await playground.button("Clear output").click();
  await expect(playground.traffic).toContainText("Cleared");
  await call(playground, "fall");
  await expect(log).toContainText("I fall");
  await expect(log).not.toContainText("line 5000");
});
