/** Journey: servers of configuration files given to the command are offered by the page. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeSession } from "../shared/recording/link.ts";
import { recordingFormat } from "../shared/recording/recording.ts";
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";
import { projectRoot } from "./runScript.ts";
import { writeServer } from "./servers/editable.ts";
import { freePort, startProcess } from "./servers/process.ts";

const program = join(projectRoot, "dist/relay/cli/main.js");

async function startProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const running = await startProcess({
    command: process.execPath,
    args: [program, "--no-open", "--port", String(port), ...args],
    env,
    port,
  });
  await expect.poll(() => running.output()).toMatch(/#k=/);
  return { ...running, link: /http:\/\/\S+/.exec(running.output())?.[0] ?? "" };
}

test("servers of a file are offered, connected to without another question, and follow the file", async ({
  page,
  watched,
  everything,
}, testInfo) => {
  const file = join(testInfo.outputDir, "mcp.json");
  await mkdir(testInfo.outputDir, { recursive: true });
  const script = await writeServer(testInfo.outputDir, {
    tools: [
      { name: "key", answer: "process.env.API_KEY" },
      { name: "words", answer: "process.argv.slice(2).join('|')" },
    ],
  });
  const servers = {
    remote: { url: everything.url, headers: { "X-Key": "sesame-1" } },
    local: {
      command: process.execPath,
      args: [script, "two words"],
      env: { API_KEY: "sesame-2" },
    },
  };
  await writeFile(file, JSON.stringify({ mcpServers: { ...servers, broken: {} } }));
  const running = await startProgram(["--config", file]);
  try {
    watched.allow(running.link);
    await page.goto(running.link);
    const playground = createPlayground(page);
    await expect(page.getByRole("alert")).toContainText('"broken" has neither a command nor a url');

    // from the list
    await playground.server.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: /^remote/ }).click();
    await expect(playground.server).toHaveValue(everything.url);
    await playground.button("Connect").click();
    await expect(playground.status).toContainText("Connected");

    // by its name
    await playground.enter("local");
    await expect(playground.status).toContainText(/Connected.*stdio/);
    await expect(playground.server).toHaveValue(`${process.execPath} ${script} 'two words'`);
    await playground.open("Tools", "key");
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText("sesame-2");
    expect(running.output()).toMatch(/Starting:.* \S+server\.mjs 'two words'/);
    expect(running.output()).not.toContain("sesame");
    expect(
      await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    ).not.toContain("sesame");

    // a save, as editors do it
    await writeFile(`${file}.tmp`, JSON.stringify({ mcpServers: { mended: servers.remote } }));
    await rename(`${file}.tmp`, file);
    await expect(page.getByRole("alert")).toBeHidden();
    await playground.button("Disconnect").click();
    await playground.server.fill("");
    await playground.server.focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option", { name: /^mended/ })).toBeVisible();
    await expect(page.getByRole("option", { name: /^local/ })).toBeHidden();
  } finally {
    await running.stop();
  }
});

test("servers of other clients are found when the user asks, and connected to after a question", async ({
  page,
  watched,
}, testInfo) => {
  const home = testInfo.outputDir;
  const script = await writeServer(home, { tools: [{ name: "a", answer: "1" }] });
  await mkdir(join(home, ".cursor"), { recursive: true });
  const mcpServers = { elsewhere: { command: process.execPath, args: [script] } };
  await writeFile(join(home, ".cursor", "mcp.json"), JSON.stringify({ mcpServers }));
  const running = await startProgram([], { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: home });
  try {
    watched.allow(running.link);
    await page.goto(running.link);
    const playground = createPlayground(page);
    await playground.button("Find my servers Claude, Cursor, VS Code and others").click();
    await page.getByRole("button", { name: /^elsewhere/ }).click();
    await playground.question("Start command?").getByRole("button", { name: "Start" }).click();
    await expect(playground.status).toContainText("Connected");
  } finally {
    await running.stop();
  }
});

test("inputs are asked for, masked if they are secret, and not stored", async ({
  page,
  watched,
}, testInfo) => {
  const file = join(testInfo.outputDir, "mcp.json");
  await mkdir(testInfo.outputDir, { recursive: true });
  const script = await writeServer(testInfo.outputDir, {
    tools: [{ name: "words", answer: "process.argv.slice(2).join('|') + process.env.REGION" }],
  });
  const inputs = [
    { id: "key", type: "promptString", description: "API key", password: true },
    {
      id: "region",
      type: "pickString",
      description: "Region",
      options: ["eu", "us"],
      default: "eu",
    },
  ];
  const asking = {
    command: process.execPath,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as VS Code writes it
    args: [script, "--key=${input:key}"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
    env: { REGION: "${input:region}" },
  };
  await writeFile(file, JSON.stringify({ inputs, servers: { asking } }));
  const running = await startProgram(["--config", file]);
  try {
    watched.allow(running.link);
    await page.goto(running.link);
    const playground = createPlayground(page);
    await page
      .getByRole("region", { name: "Ready to connect" })
      .getByRole("button", { name: /^asking/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Inputs for asking" });
    await expect(dialog.getByLabel("API key")).toHaveAttribute("type", "password");
    await dialog.getByLabel("API key").fill("sesame-3");
    await dialog.getByRole("combobox", { name: "Region" }).click();
    await page.getByRole("option", { name: "us" }).click();
    await dialog.getByRole("button", { name: "Connect" }).click();
    await expect(playground.status).toContainText("Connected");
    await playground.open("Tools", "words");
    await playground.button("Call tool").click();
    await expect(playground.result).toContainText("--key=sesame-3us");

    // secrets stay with the configured name, not in the address, the storage or a link
    await expect(playground.server).toHaveValue("asking");
    expect(
      await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    ).not.toContain("sesame");
    await playground.button("Share").click();
    const share = page.getByRole("dialog", { name: "Share session" });
    await expect(share).toContainText("input:key");
    await expect(share).not.toContainText("sesame");
  } finally {
    await running.stop();
  }
});

test("a server that changed on disk since it was approved asks before it starts, in every tab", async ({
  page,
  context,
  watched,
}, testInfo) => {
  const file = join(testInfo.outputDir, "mcp.json");
  await mkdir(testInfo.outputDir, { recursive: true });
  const script = await writeServer(testInfo.outputDir, { tools: [{ name: "a", answer: "1" }] });
  const write = (env: Record<string, string>, args: readonly string[] = []) =>
    writeFile(
      file,
      JSON.stringify({
        mcpServers: { local: { command: process.execPath, args: [script, ...args], env } },
      }),
    );
  await write({ API_KEY: "sesame-4" });
  const running = await startProgram(["--config", file]);
  const readAgain = (times: number) =>
    expect.poll(() => running.output().split("was reloaded").length - 1).toBe(times);
  try {
    watched.allow(running.link);
    await page.goto(running.link);
    const playground = createPlayground(page);
    const question = playground.question("Start command?");
    await playground.enter("local");
    await expect(playground.status).toContainText("Connected");
    await playground.button("Disconnect").click();

    // the environment alone
    await write({ API_KEY: "sesame-4", NODE_OPTIONS: "--no-warnings" });
    await readAgain(1);
    await playground.enter("local");
    await expect(question).toHaveAccessibleDescription(/changed.*NODE_OPTIONS=--no-warnings/s);
    // the file's author wrote the value
    await expect(question).toContainText("API_KEY=sesame-4");
    await expect(question.getByRole("button", { name: "Cancel", exact: true })).toBeFocused();
    await question.getByRole("button", { name: "Cancel", exact: true }).click();
    expect(running.output().match(/Starting:/g)).toHaveLength(1);

    // another tab, and then an argument
    const other = createPlayground(await context.newPage());
    await other.page.goto(running.link);
    await other.button("Ask your other tab").click();
    await page.bringToFront();
    await playground.button("Allow").click();
    await expect(other.button("Relay: connected")).toBeVisible();
    await other.page.bringToFront();
    await other.enter("local");
    await other.question("Start command?").getByRole("button", { name: "Start" }).click();
    await expect(other.status).toContainText("Connected");
    await other.button("Disconnect").click();
    await other.enter("local");
    await expect(other.status).toContainText("Connected");
    await write({ API_KEY: "sesame-4", NODE_OPTIONS: "--no-warnings" }, ["--evil"]);
    await readAgain(2);
    await page.bringToFront();
    await playground.enter("local");
    await expect(question).toHaveAccessibleDescription(/--evil/);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("sesame");
  } finally {
    await running.stop();
  }
});

test("a command after -- starts without another confirmation", async ({
  page,
  watched,
}, testInfo) => {
  await mkdir(testInfo.outputDir, { recursive: true });
  const script = await writeServer(testInfo.outputDir, { tools: [{ name: "a", answer: "1" }] });
  const running = await startProgram(["--", process.execPath, script]);
  try {
    watched.allow(running.link);
    await page.goto(running.link);
    const playground = createPlayground(page);
    await expect(playground.server).toHaveValue(`${process.execPath} ${script}`);
    await expect(playground.status).toContainText("Not connected");
    await playground.server.press("Enter");
    await expect(playground.status).toContainText("Connected");
  } finally {
    await running.stop();
  }
});

test("open shows what a link holds, and asks before anything is started", async ({
  page,
  watched,
}, testInfo) => {
  await mkdir(testInfo.outputDir, { recursive: true });
  const script = await writeServer(testInfo.outputDir, { tools: [{ name: "a", answer: "1" }] });
  const session = await encodeSession({
    format: recordingFormat,
    server: { kind: "stdio", command: process.execPath, args: [script] },
  });
  const running = await startProgram(["open", `https://elsewhere.example/#s=${session}`]);
  try {
    expect(running.output()).toContain(`${process.execPath} ${script}`);
    watched.allow(running.link);
    await page.goto(running.link);
    const playground = createPlayground(page);
    await expect(playground.server).toHaveValue(`${process.execPath} ${script}`);
    await playground.server.press("Enter");
    await playground.question("Start command?").getByRole("button", { name: "Cancel" }).click();
    expect(running.output()).not.toContain("Starting:");
  } finally {
    await running.stop();
  }
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width}×${viewport.height}`, () => {
    test.use({ viewport });

    test("ready servers, problems and inputs are accessible", async ({
      page,
      watched,
    }, testInfo) => {
      const file = join(testInfo.outputDir, "mcp.json");
      await mkdir(testInfo.outputDir, { recursive: true });
      const name = "a server with quite a long name that goes on and on";
      const inputs = [{ id: "key", type: "promptString", description: "API key", password: true }];
      const asking = {
        command: "npx",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as VS Code writes it
        args: ["-y", "a-package-with-a-name", "--key=${input:key}"],
      };
      await writeFile(file, JSON.stringify({ inputs, servers: { [name]: asking, broken: {} } }));
      const running = await startProgram(["--config", file]);
      try {
        watched.allow(running.link);
        await page.goto(running.link);
        const playground = createPlayground(page);
        await expect(page.getByRole("alert")).toContainText(
          '"broken" has neither a command nor a url.',
        );
        await check(playground, "ready servers and a problem");
        await playground.server.focus();
        await page.keyboard.press("ArrowDown");
        await expect(page.getByRole("option", { name })).toBeVisible();
        await page.keyboard.press("Escape");
        await playground.enter(name);
        await expect(page.getByRole("dialog", { name: `Inputs for ${name}` })).toBeVisible();
        await check(playground, "inputs");
        await page.keyboard.press("Escape");
        await playground.press("Connection options");
        const settings = page.getByRole("dialog", { name: "Connection options" });
        await expect(settings).toContainText("mcp.json");
      } finally {
        await running.stop();
      }
    });
  });
}
