import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serveHandler } from "../../../e2e/servers/serveHandler.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createDemoServer } from "../../../shared/demo/demoServer.ts";
import { temporaryFolder } from "../../relay.fixture.ts";
import { runCli } from "../cli.fixture.ts";

/** The demo server with a document at `/mcp/server-card`, made for its URL. */
async function startWithCard(card: (url: string) => object | undefined) {
  const demo = createDemoServer({
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    date: () => new Date(),
  });
  const seen: (string | null)[] = [];
  const server = await serveHandler(async (request) => {
    const { pathname, origin } = new URL(request.url);
    if (pathname !== "/mcp/server-card") return demo(request);
    seen.push(request.headers.get("authorization"));
    const document = card(`${origin}/mcp`);
    return document ? Response.json(document) : new Response(null, { status: 404 });
  });
  onTestFinished(server.close);
  return { url: `${server.url}/mcp`, seen };
}

const card = (url: string) => ({
  $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
  name: "com.example/demo-server",
  description: "Shows every feature of the protocol, inside this page.",
  version: "1.0.0",
  remotes: [{ type: "streamable-http", url, supportedProtocolVersions: ["2026-07-28"] }],
});

test("a card that says the same as the server is no finding, and gets no credentials", async () => {
  const { url, seen } = await startWithCard(card);
  const { out } = await runCli("check", "--card", "--json", "--token", "secret-token", url);
  const verdicts: readonly { rule: string; outcome: string; subject?: string }[] =
    JSON.parse(out).verdicts;
  // the server of this test is on this machine
  const ofCard = verdicts.filter(({ rule }) => rule.startsWith("server-card"));
  expect(ofCard.map(({ rule, outcome }) => `${outcome} ${rule}`)).toEqual([
    "violation server-card-url-local",
    "passed server-card-differs",
  ]);
  expect(seen).toEqual([null]);
});

test("each difference is named", async () => {
  const { url } = await startWithCard((own) => ({
    ...card(own),
    version: "0.9.0",
    remotes: [{ type: "streamable-http", url: "https://other.example/mcp" }],
  }));
  const { code, out } = await runCli("check", "--card", url);
  expect(code).toBe(0);
  expect(out).toContain("warning server-card-differs (2 times) in version, address");
  expect(out).toContain('The card has "0.9.0", and the server "1.0.0".');
});

test("a server without a card, and one that is not asked for its card", async () => {
  const { url, seen } = await startWithCard(() => undefined);
  expect((await runCli("check", "--card", url)).out).toContain("the answer has the status 404");
  expect(seen).toHaveLength(1);
  await runCli("check", url);
  expect(seen).toHaveLength(1);
  expect((await runCli("check", "--card", "--", "node", "x.js")).code).toBe(2);
});

test("members of other types, and a card that is too large, are said and end nothing", async () => {
  const { url } = await startWithCard((own) => ({
    ...card(own),
    remotes: [{ type: "streamable-http", url: { toString: 1, valueOf: 1 } }, { url: [[[]]] }],
  }));
  const { out } = await runCli("check", "--card", url);
  expect(out).toContain("The card has nothing, and the server");
  const large = await startWithCard((own) => ({ ...card(own), more: "x".repeat(1_100_000) }));
  const read = await runCli("check", "--card", large.url);
  expect(read.out).toContain("could not be read: it is larger than 1 MiB.");
  expect(read.code).toBe(3);
});

test("what make prints is the same as the server says, and is checked before it is published", async () => {
  const { url } = await startWithCard((own) => ({
    ...made,
    remotes: [{ ...made.remotes[0], url: own }],
  }));
  const { code, out, err } = await runCli("make", "card", "--header", "X-Key: made-secret-1", url);
  expect(code).toBe(0);
  const made = JSON.parse(out);
  expect(made.remotes[0].headers).toEqual([{ name: "X-Key", isRequired: true, isSecret: true }]);
  expect(out + err).not.toContain("made-secret-1");
  expect(err).toContain("is this machine of whoever reads it");
  const checked = await runCli("check", "--card", url);
  expect(checked.out).not.toContain("server-card-differs");
  const file = join(temporaryFolder(), "server.json");
  const server = await runCli("make", "server.json", url);
  writeFileSync(file, server.out);
  // the package.json of this project, whose version the registry takes
  expect(JSON.parse(server.out).packages[0].identifier).toBe("mcp-playground");
  expect((await runCli("check", file)).code).toBe(0);
});

test("make needs a server over HTTP for a card, and knows two documents", async () => {
  expect((await runCli("make", "cards", "http://127.0.0.1:1/mcp")).err).toContain(
    "make knows card and server.json.",
  );
});
