/** A server that repeats the tokens of a sign-in gets them into nothing that is printed or written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../e2e/servers/listen.ts";
import { answer } from "../../../e2e/servers/serveHandler.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";
import { openCredentialFile } from "./credentialFile.ts";

const accessToken = "kAccess.8sQ2vT7xLm40Zr";
const refreshToken = "kRefresh.Yw61uNp3Hd95Cb";
const clientSecret = "kClient.Jf27oRe8Va16Xg";
const repeated = [accessToken, refreshToken, clientSecret].join(" ");

let server: Awaited<ReturnType<typeof startRepeatingServer>>;
beforeAll(async () => {
  server = await startRepeatingServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  const folder = temporaryFolder();
  const before = process.env.XDG_STATE_HOME;
  process.env.XDG_STATE_HOME = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = before;
  });
  const { grants } = openCredentialFile(join(folder, "mcp-playground", "authorization.json"));
  const origin = new URL(server.url).origin;
  await grants.write({
    resource: server.url,
    indicator: undefined,
    server: {
      issuer: origin,
      authorizationEndpoint: `${origin}/authorize`,
      tokenEndpoint: `${origin}/token`,
    } as never,
    client: {
      issuer: origin,
      clientId: "client",
      clientSecret,
      authMethod: "client_secret_basic",
      registered: "entered",
      redirectUris: [],
    },
    accessToken,
    tokenType: "Bearer",
    refreshToken,
    requestedScopes: [],
    grantedScopes: undefined,
    obtainedAt: Date.now(),
    expiresAt: undefined,
  });
});

test.each([
  ["call", "repeat", "--output", "json"],
  ["check", "--output", "json"],
  ["conform", "--output", "json", "--only", "initialize-valid"],
])("%s %s %s", async (...words) => {
  const recordPath = join(temporaryFolder(), "recording.json");
  const { out, err } = await runCli(...words, server.url, "--record", recordPath);
  expect(out + err).toContain("Repeats");
  const written = [out, err, readFileSync(recordPath, "utf8")];
  for (const secret of [accessToken, refreshToken, clientSecret]) {
    for (const text of written) expect(text).not.toContain(secret);
  }
});

/** Accepts the access token, and repeats all secrets in its name, a tool and its result. */
async function startRepeatingServer() {
  const listening = await listen();
  const handler = createMcpHandler(
    () => {
      const mcp = new McpServer({ name: `Repeats ${repeated}`, version: "1.0.0" });
      const inputSchema = fromJsonSchema<Record<string, never>>({ type: "object" });
      const description = `Has "${repeated}"`;
      mcp.registerTool("repeat", { description, inputSchema }, () => ({
        content: [{ type: "text", text: `Repeats ${repeated}` }],
      }));
      return mcp;
    },
    { legacy: "stateless" },
  );
  const respond = async (request: Request) => {
    const isAccepted = request.headers.get("authorization") === `Bearer ${accessToken}`;
    return isAccepted ? handler.fetch(request) : new Response(undefined, { status: 401 });
  };
  listening.answer((incoming, outgoing) => {
    answer(respond, incoming, outgoing).catch(() => outgoing.destroy());
  });
  return {
    url: `${listening.origin}/mcp`,
    async close() {
      await handler.close();
      await listening.close();
    },
  };
}
