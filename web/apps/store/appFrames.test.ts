/** Checks which frame an app has while its document is read, and after it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import type { DoneRun } from "../../calls/store/run.ts";
import { runOf } from "../../calls/store/runs.ts";
import { appChoices } from "./appServer.fixture.ts";
import { createRunningApp } from "./runningApp.ts";

const uri = "ui://frames/app.html";
const tool = { kind: "tool", name: "show", raw: { name: "show", inputSchema: {} } } as never;

/** A server with an app, whose document is answered when the test says so. */
async function openServer() {
  const reads: ((connectDomains: readonly string[] | undefined) => void)[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body);
    if (id === undefined) return void response.writeHead(202).end();
    const answer = (member: object) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...member }));
    };
    if (method === "resources/read") {
      reads.push((connectDomains) => {
        const _meta = { ui: { csp: { connectDomains } } };
        const content = { uri, mimeType: "text/html;profile=mcp-app", text: "<p>", _meta };
        const error = { code: -32002, message: "Resource not found" };
        answer(connectDomains ? { result: { contents: [content] } } : { error });
      });
      return;
    }
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: "apps", version: "1" },
      },
      "tools/call": { content: [] },
    };
    answer({ result: results[method] ?? { tools: [], resources: [], resourceTemplates: [] } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Answers the next read; without domains, with an error. */
  const answerRead = async (connectDomains?: readonly string[]) => {
    await vi.waitFor(() => expect(reads.length).toBeGreaterThan(0));
    reads.shift()?.(connectDomains);
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, answerRead };
}

test("an app's frame is that of the last time while its document is read, and another for another policy", async () => {
  const { url, answerRead } = await openServer();
  const tab = createTab();
  const view = await connectTab(tab, url);
  const { calls, apps, traffic, inbox } = tab.stores;
  await calls.invoke.run(view, tool);
  const { serverId, id: connectionId } = view.connection;
  const done = runOf(calls.runs.getState(), serverId, "tool show") as DoneRun;
  const known = apps.knownApp(url, uri);
  const create = () =>
    createRunningApp({
      view,
      tool,
      uri,
      done,
      known,
      conversation: undefined,
      clock: { now: () => 0, after: () => () => {} },
      newId: () => crypto.randomUUID(),
      log: traffic.log,
      inbox: inbox.requests,
      consents: calls.consents,
      asker: { serverId, connectionId, server: "apps" },
      host: { appsOrigin: undefined, page: "http://127.0.0.1:9/", secret: "" },
      earlierUri: undefined,
      choices: appChoices,
      changes: tab.stores.catalog.changes,
      openLink: () => expect.unreachable(),
    });

  const first = create();
  const firstLoaded = first.load();
  expect(first.getState().frame).toBeUndefined();
  await answerRead(["https://a.example"]);
  await firstLoaded;
  const { frame } = first.getState();
  expect(frame?.place.url).toContain("a.example");

  const second = create();
  const again = second.load();
  const early = second.getState().frame;
  expect(early).toMatchObject({ place: frame?.place, allow: frame?.allow });
  await answerRead(["https://a.example"]);
  await again;
  expect(second.getState().frame).toBe(early);

  const changed = second.load();
  const expected = second.getState().frame;
  await answerRead(["https://b.example"]);
  await changed;
  expect(second.getState().frame?.generation).not.toBe(expected?.generation);
  expect(second.getState().frame?.place.url).toContain("b.example");

  const refused = second.load();
  await answerRead();
  await refused;
  expect(second.getState().frame).toBeUndefined();
});
