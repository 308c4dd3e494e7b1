/** Journey: the built command prints one link, and the link opens the page. */
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";
import { createPlayground } from "./playground.ts";
import { projectRoot } from "./runScript.ts";
import { freePort, startProcess } from "./servers/process.ts";

test("npm start's program prints one link that opens the page with a server in it", async ({
  page,
  watched,
  everything,
}) => {
  const port = await freePort();
  const program = join(projectRoot, "dist/relay/cli/main.js");
  const args = [program, everything.url, "--no-open", "--port", String(port)];
  const running = await startProcess({ command: process.execPath, args, port });
  try {
    await expect.poll(() => running.output()).toMatch(/#k=/);
    const links = running.output().match(/http:\/\/\S+/g) ?? [];
    expect(links).toHaveLength(1);
    const link = links[0] ?? "";
    watched.allow(link);
    await page.goto(link);
    const playground = createPlayground(page);
    await expect(playground.server).toHaveValue(everything.url);
    await expect(playground.status).toContainText("Not connected");
    expect(page.url()).not.toContain("k=");
  } finally {
    await running.stop();
  }
});

test("the demo server is tried without network: a press, its tools, a call, a result", async ({
  playground,
}) => {
  const { page } = playground;
  const start = page.getByRole("button", { name: /^Try the demo server/ });
  await expect(start).toBeVisible();
  await start.click();
  await expect(playground.status).toContainText("Connected · 2026-07-28");
  await playground.open("Tools", "echo");
  await playground.field("Message").fill("nobody hears this");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: nobody hears this");
});

test("a curl command of several lines is pasted, and connects with its headers", async ({
  playground,
  everything,
}) => {
  const text = `curl -X POST ${everything.url} \\\n  -H 'X-Team: one'`;
  await playground.write(playground.server, text);
  await expect(playground.server).toHaveValue(everything.url);
  await expect(playground.page.getByText("Its 1 header is in Connection settings")).toBeVisible();
  await playground.server.press("Enter");
  await expect(playground.status).toContainText("Connected");
});
