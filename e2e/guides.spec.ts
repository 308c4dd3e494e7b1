/** Journey: what the guides of the documentation say to press; `UPDATE_PICTURE=1` replaces their pictures. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Locator, Page } from "@playwright/test";
import { createRelay } from "../relay/server.ts";
import { appsCommand, test as appTest, openApp, step } from "./appsFixture.ts";
import { pageDir } from "./ensureBuild.ts";
import { expect, test } from "./fixtures.ts";
import { configureModels } from "./pageModels.ts";
import { createPlayground, type Playground } from "./playground.ts";
import { projectRoot } from "./runScript.ts";
import { announcingTool, startChangingTools } from "./servers/changingTools.ts";
import { startModelServer } from "./servers/models.ts";
import { connectBySigningIn, openAuthorization, test as signInTest } from "./signIn.ts";

type Rectangle = Readonly<Record<"x" | "y" | "width" | "height", number>>;

test.use({ viewport: { width: 1100, height: 720 } });

/** Takes the picture of a guide. */
async function picture(part: Locator | Page, name: string, clip?: Rectangle) {
  const path = test.info().outputPath(`${name}.png`);
  const choices = { path, animations: "disabled", caret: "hide" } as const;
  await ("goto" in part
    ? part.screenshot({ ...choices, ...(clip && { clip }) })
    : part.screenshot(choices));
  if (!process.env.UPDATE_PICTURE) return;
  const stored = join(projectRoot, "docs/pictures", `${name}.png`);
  await mkdir(dirname(stored), { recursive: true });
  await copyFile(path, stored);
}

test("the connection fails: Diagnose names the cause and the fix", async ({
  playground,
  watched,
}) => {
  // a server without CORS
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const serverInfo = { name: "orders", version: "1" };
    const result = { protocolVersion: "2025-11-25", capabilities: {}, serverInfo };
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(body).id, result }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  watched.allow(url);
  await playground.server.fill(url);
  await playground.server.press("Enter");
  await playground.button("Diagnose").click();
  const question = playground.page.getByRole("alertdialog", { name: "Connect through the relay?" });
  await question.getByRole("button", { name: "Allow" }).click();
  const diagnosis = playground.region("Diagnosis");
  await expect(diagnosis).toContainText("Access-Control-Allow-Origin");
  await picture(diagnosis, "diagnosis");
  server.close();
  server.closeAllConnections();
});

test("the first page: a piece of Traffic, with the words of what failed", async ({
  playground,
  everything,
}) => {
  await playground.page.setViewportSize({ width: 1440, height: 900 });
  await playground.connect(everything.url);
  await playground.open("Tools", "get-sum");
  await playground.field("a").fill("2");
  await playground.field("b").fill("40");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("42");
  await playground.field("b").fill("");
  await playground.button("Call tool").click();
  await playground.button("Call anyway").click();
  await expect(playground.result).toContainText("expected number");
  const rows = playground.messages.locator("[role=row]:not([data-part])");
  await expect(rows.last()).toContainText("Input validation error");
  const [top, end] = [await playground.traffic.boundingBox(), await rows.last().boundingBox()];
  if (!top || !end) throw new Error("Traffic is not shown");
  const height = end.y + end.height - top.y + 8;
  await picture(playground.page, "traffic", { ...top, height });
});

/** Calls a tool of the server, and opens the dialog that shares it. */
async function shareCall(playground: Playground, url: string): Promise<Locator> {
  await playground.connect(url);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("Hello");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: Hello");
  await playground.button("Share").click();
  return playground.page.getByRole("dialog", { name: "Share session" });
}

test("record a bug: Share exports the session as a report", async ({ playground, everything }) => {
  const dialog = await shareCall(playground, everything.url);
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(dialog.getByRole("textbox", { name: "Content of session.md" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Content of session.md" }).scrollIntoViewIfNeeded();
  await picture(dialog, "export");
});

test("tools changed: the explorer marks what is new and what is different", async ({
  playground,
  watched,
}) => {
  const inputSchema = {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
  };
  const server = await startChangingTools({ name: "forecast" }, { name: "cities" });
  watched.allow(server.url);
  const changed = { name: "forecast", inputSchema };
  server.change(changed, { name: "stations" });
  await playground.connect(server.url);
  await playground.open("Tools", announcingTool);
  await playground.button("Call tool").click();
  await expect(playground.item("Tools", "stations")).toBeVisible();
  await expect(playground.item("Tools", "forecast")).toContainText("changed");
  await picture(playground.page, "changed-tools", { x: 0, y: 0, width: 1100, height: 440 });
  await server.close();
});

test("move to a new revision: Examine has a column for each", async ({
  playground,
  everything,
}) => {
  await playground.connect(everything.url);
  await playground.page.getByRole("tab", { name: "Examine" }).click();
  await playground.button("Run examination").click();
  await expect(playground.button("Stop")).toHaveCount(0, { timeout: 180_000 });
  await expect(playground.region("Examination").getByRole("row").first()).toBeVisible();
  // all of it, without scrolling
  await playground.page.setViewportSize({ width: 1100, height: 900 });
  await picture(playground.region("Examination"), "examination");
});

test("the model takes the wrong tool: a dry run shows its choice, and the message becomes a case", async ({
  playground,
  everything,
  watched,
}) => {
  const { page } = playground;
  const models = await startModelServer();
  watched.allow(new URL(models.baseUrls.openai).origin);
  await configureModels(page, models, "openai");
  await playground.connect(everything.url);
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByRole("switch", { name: "Dry run" }).click();
  models.script({
    text: [],
    toolCalls: [{ id: "1", name: "echo", arguments: '{"message":"42"}' }],
  });
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("What is 2 plus 40?");
  await message.press("Enter");
  await expect(page.getByText("Dry run: nothing was called.")).toBeVisible();
  await expect(playground.button("Save as eval case").first()).toBeVisible();
  await picture(page.getByRole("tabpanel", { name: "Chat" }), "wrong-tool");
  await models.close();
});

test("share: the dialog says what leaves and what was masked", async ({
  playground,
  everything,
}) => {
  const dialog = await shareCall(playground, everything.url);
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(/#s=2\./);
  await expect(dialog.getByRole("button", { name: "Download recording" })).toBeEnabled();
  await picture(dialog, "share");
});

signInTest(
  "sign-in ends: the tab Authorization has each step",
  async ({ playground, counterparts }) => {
    await playground.page.setViewportSize({ width: 1440, height: 800 });
    const { server } = await counterparts.pair();
    await connectBySigningIn(playground, server.url);
    await picture(await openAuthorization(playground), "sign-in");
  },
);

appTest(
  "my app stays blank: the step that failed, and the line that allows it",
  async ({ playground }) => {
    await playground.page.setViewportSize({ width: 1100, height: 1100 });
    await playground.start(appsCommand);
    await openApp(playground, "blank");
    await expect(step(playground, "Blocked by policy")).toContainText("1 request");
    const app = playground.region("App");
    await expect(app.getByRole("button", { name: "Try with it" })).toBeVisible();
    await picture(app.getByRole("list", { name: "Why blank?" }), "blank-app");
  },
);

test("claude.ai goes silent: What the client did names what is missing, with its known causes", async ({
  page,
  watched,
}) => {
  const state = mkdtempSync(join(tmpdir(), "mcp-playground-silent-"));
  const tapFolder = join(state, "mcp-playground/taps");
  const relay = await createRelay({ port: 0, pageDir, tapFolder });
  watched.allow(relay.origin);
  // a server that demands a sign-in, and the authorization server that it names
  const answers: Readonly<Record<string, object>> = {
    "/.well-known/oauth-protected-resource/mcp": { resource: "http://127.0.0.1/mcp" },
    "/register": { client_id: "claude" },
    "/token": { access_token: "t", token_type: "Bearer" },
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    if (!answer) response.setHeader("WWW-Authenticate", "Bearer");
    response.writeHead(answer ? 200 : 401, { "Content-Type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const program = join(projectRoot, "relay/cli/main.ts");
  const target = `http://127.0.0.1:${port}/mcp`;
  const tap = spawn(process.execPath, [program, "tap", "--name", "silent", "--http", "0", target], {
    env: { PATH: process.env.PATH ?? "", XDG_STATE_HOME: state },
  });
  try {
    const said = createInterface({ input: tap.stderr });
    let address = "";
    for await (const line of said) {
      address = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line)?.[0] ?? "";
      if (address && !address.includes(`:${port}/`)) break;
    }
    const ask = (path: string, body?: object) =>
      fetch(new URL(path, address), {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        headers: { "Content-Type": "application/json" },
      });
    const clientInfo = { name: "Anthropic/ClaudeAI", version: "1.0.0" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    await ask("/mcp", { jsonrpc: "2.0", id: 1, method: "initialize", params });
    await ask("/.well-known/oauth-protected-resource/mcp");
    await ask("/register", { redirect_uris: ["https://claude.ai/api/mcp/auth_callback"] });
    await ask("/token", { grant_type: "authorization_code" });

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(relay.createLink());
    const playground = createPlayground(page);
    await playground.press("Show tap silent");
    await playground.showView("What the client did");
    const acts = page.getByRole("list", { name: "What the client did" });
    await expect(acts).toContainText("It signed in and has asked for nothing since");
    await expect(acts).toContainText("anthropics/claude-ai-mcp");
    await picture(acts, "silent-client");
  } finally {
    tap.kill();
    server.close();
    server.closeAllConnections();
    await relay.close();
    rmSync(state, { recursive: true, force: true, maxRetries: 5 });
  }
});
