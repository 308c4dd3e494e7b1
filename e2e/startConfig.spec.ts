/** Journey: the built command prints one link; its page offers the servers of configuration files. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";
import { projectRoot } from "./runScript.ts";
import { writeServer } from "./servers/editable.ts";
import { freePort, startProcess } from "./servers/process.ts";

const program = join(projectRoot, "dist/relay/cli/main.js");

async function startProgram(args: readonly string[]) {
  const port = await freePort();
  const running = await startProcess({
    command: process.execPath,
    args: [program, "--no-open", "--port", String(port), ...args],
    port,
  });
  await expect.poll(() => running.output()).toMatch(/#k=/);
  return { ...running, link: /http:\/\/\S+/.exec(running.output())?.[0] ?? "" };
}

test("one link opens the page; servers of a file are offered, accessible, connected to without another question, and follow the file", async ({
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
  const asking = "a server with quite a long name that goes on and on";
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as VS Code writes it
  const args = ["-y", "a-package-with-a-name", "--key=${input:key}"];
  await writeFile(
    file,
    JSON.stringify({
      inputs: [{ id: "key", type: "promptString", description: "API key", password: true }],
      servers: { ...servers, [asking]: { command: "npx", args }, broken: {} },
    }),
  );
  const running = await startProgram(["--config", file]);
  try {
    watched.allow(running.link);
    await page.goto(running.link);
    const playground = createPlayground(page);
    expect(running.output().match(/http:\/\/\S+/g)).toHaveLength(1);
    await expect(page.getByRole("alert")).toContainText('"broken" has neither a command nor a url');
    await expect(playground.status).toContainText("Not connected");
    expect(page.url()).not.toContain("k=");
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      await check(playground, "ready servers and a problem");
      await playground.enter(asking);
      await expect(page.getByRole("dialog", { name: `Inputs for ${asking}` })).toBeVisible();
      await check(playground, "inputs");
      await page.keyboard.press("Escape");
      await playground.press("Connection options");
      const settings = page.getByRole("dialog", { name: "Connection options" });
      await expect(settings).toContainText("mcp.json");
      await page.keyboard.press("Escape");
      await playground.server.fill("");
      // the list of suggestions hides the rest of the page
      await playground.server.press("Escape");
    }

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
    // its output arrives on another way than the result
    await expect.poll(running.output).toMatch(/Starting:.* \S+server\.mjs 'two words'/);
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
