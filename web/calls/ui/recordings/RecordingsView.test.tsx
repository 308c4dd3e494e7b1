// @vitest-environment jsdom
import { Blob as NodeBlob } from "node:buffer";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { initiatorsOf } from "../../../../shared/log/logSummary.fixture.ts";
import { connectTab } from "../../../app/stores/connectTab.fixture.ts";
import { createTab, type Tab } from "../../../app/stores/tab.fixture.ts";
import { fill, renderInTab } from "../../../component.fixture.tsx";
import { ToolQuestion } from "../../../content/ToolQuestion.tsx";
import { readItems } from "../../../servers/store/catalog/queries.ts";
import type { ConnectedView } from "../../../servers/store/connections/connection.ts";
import { activeServer } from "../../../servers/store/server.ts";
import { recordSession } from "../../../sessions/store/recordSession.ts";
import { RecordingsView } from "./RecordingsView.tsx";

interface Call {
  readonly name: string;
  /** Asks the page for an elicitation; resolves with the text of its answer. */
  readonly ask: () => Promise<string>;
}

/** A server over HTTP whose tools return what the test sets. */
async function openServer(
  tools: readonly object[],
  answer: (call: Call) => Promise<string> | string,
) {
  let answered: (text: string) => void = () => {};
  const server = createServer(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    if (request.method !== "POST") return void response.writeHead(405).end();
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method, params, result } = JSON.parse(body);
    if (result) answered(JSON.stringify(result));
    if (id === undefined || method === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const say = (message: object) =>
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
    const capabilities = { tools: {} };
    const serverInfo = { name: "changing", version: "1" };
    if (method === "initialize") {
      say({ id, result: { protocolVersion: "2025-11-25", capabilities, serverInfo } });
    } else if (method === "tools/list") say({ id, result: { tools } });
    else if (method === "tools/call") {
      const ask = () => {
        const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
        say({
          id: 900,
          method: "elicitation/create",
          params: { message: "Who?", requestedSchema },
        });
        return new Promise<string>((resolve) => {
          answered = resolve;
        });
      };
      const text = await answer({ name: params.name, ask });
      say({ id, result: { content: [{ type: "text", text }] } });
    } else say({ id, error: { code: -32601, message: "Method not found" } });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const tool = (name: string, annotations: object) => ({
  name,
  inputSchema: { type: "object" },
  annotations,
});

/** Connects, and waits until the lists are read: they are part of the session. */
async function connect(tab: Tab, url: string): Promise<ConnectedView> {
  const view = await connectTab(tab, url);
  await readItems(view);
  return view;
}

/** Calls a tool as the page does. */
async function callTool({ stores }: Tab, view: ConnectedView, name: string) {
  const kind = "tool" as const;
  const raw = tool(name, {});
  await stores.calls.invoke.run(view, { kind, name, raw } as never);
}

const patient = { timeout: 30_000 };
const requests = () => screen.findByRole("list", { name: "Requests" });
const summary = () => screen.getByRole("status", { name: "Result of the run" });

test("the session is sent again: changes are shown as differences, except those that rules ignore", async () => {
  let sum = 3;
  const url = await openServer([tool("sum", { readOnlyHint: true })], () =>
    JSON.stringify({ sum, build: `b${Math.random()}`, at: new Date().toISOString() }),
  );
  const tab = createTab();
  const view = await connect(tab, url);
  await callTool(tab, view, "sum");
  const { user } = renderInTab(<RecordingsView />, tab);
  expect((await requests()).textContent).toContain("tools/list");
  await user.click(await screen.findByRole("button", { name: "Run all 2" }));
  await waitFor(() => expect(summary().textContent).toBe("1 the same, 1 differs"));
  const { log } = tab.stores.traffic;
  const causes = (method: string) => initiatorsOf(log, method).map((cause) => cause?.kind);
  expect(causes("tools/call")).toEqual(["user", "replay"]);
  expect(new Set(causes("tools/list"))).toEqual(new Set(["engine", "replay"]));

  await user.click(screen.getByRole("button", { name: "What is ignored" }));
  await fill(user, screen.getByRole("textbox", { name: "Rules" }), "/**/build\n/**/at\nx");
  await user.tab();
  await waitFor(() => expect(summary().textContent).toBe("2 the same"));
  expect(screen.getByText("These lines are not rules: 3.")).toBeDefined();

  sum = 4;
  await user.click(within(await requests()).getByRole("button", { name: /sum/ }));
  await user.click(screen.getByRole("button", { name: "Run this request" }));
  const table = await screen.findByRole("table", { name: "Answers" });
  expect([
    table.querySelector("del")?.textContent,
    table.querySelector("ins")?.textContent,
  ]).toEqual([expect.stringContaining('"sum": 3'), expect.stringContaining('"sum": 4')]);
  expect(summary().textContent).toBe("1 the same, 1 differs");
});

test("large answers are compared in a worker, by the newest rules", async () => {
  let changing = "a";
  const url = await openServer([tool("list", { readOnlyHint: true })], () =>
    JSON.stringify({ build: changing, items: Array.from({ length: 20_000 }, (_, at) => at) }),
  );
  const tab = createTab();
  await callTool(tab, await connect(tab, url), "list");
  const { user } = renderInTab(<RecordingsView />, tab);
  await requests();
  changing = "b";
  await user.click(await screen.findByRole("button", { name: "Run all 2" }));
  await waitFor(() => expect(summary().textContent).toBe("1 the same, 1 differs"), patient);
  await user.click(within(await requests()).getByRole("button", { name: /^\w+ ?list\b/ }));
  await screen.findByRole("table", { name: "Answers" }, patient);

  await user.click(screen.getByRole("button", { name: "What is ignored" }));
  await fill(user, screen.getByRole("textbox", { name: "Rules" }), "/**/build");
  await user.tab();
  await waitFor(() => expect(summary().textContent).toBe("2 the same"), patient);
  await waitFor(() => expect(screen.queryByRole("table", { name: "Answers" })).toBeNull());
});

test("tools that may change something need one confirmation, and Stop ends a replay", async () => {
  const called: string[] = [];
  let isHanging = false;
  const url = await openServer([tool("drop", { destructiveHint: true })], ({ name }) => {
    called.push(name);
    return isHanging ? new Promise<string>(() => {}) : "dropped";
  });
  const tab = createTab();
  const view = await connect(tab, url);
  await callTool(tab, view, "drop");
  const { user } = renderInTab(
    <>
      <RecordingsView />
      <ToolQuestion />
    </>,
    tab,
  );
  const start = () => screen.findByRole("button", { name: "Run all 2" });
  await user.click(await start());
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("drop");
  await user.click(within(question).getByRole("button", { name: "Cancel" }));
  expect(called).toHaveLength(1);
  await user.click(await start());
  const confirm = within(await screen.findByRole("alertdialog")).getByRole("button", {
    name: "Replay",
  });
  await waitFor(() => expect(confirm.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(confirm);
  await waitFor(() => expect(summary().textContent).toBe("2 the same"));
  expect(called).toHaveLength(2);

  isHanging = true;
  await user.click(await start());
  await waitFor(() => expect(called).toHaveLength(3));
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(summary().textContent).toBe("1 the same, 1 failed"));
});

test("requests of the server go to the inbox, or are answered as recorded", async () => {
  const url = await openServer([tool("ask", { readOnlyHint: true })], ({ ask }) => ask());
  const tab = createTab();
  const { requests: inbox } = tab.stores.inbox;
  const view = await connect(tab, url);
  const calling = callTool(tab, view, "ask");
  const answerNext = async (name: string) => {
    await waitFor(() => expect(inbox.getState()).toHaveLength(1));
    const text = JSON.stringify({ action: "accept", content: { name } });
    inbox.getState()[0]?.answer({ kind: "result", text });
  };
  await answerNext("Ada");
  await calling;
  const { user } = renderInTab(<RecordingsView />, tab);
  await user.click(await screen.findByRole("button", { name: "Run all 2" }));
  const waiting = await screen.findByText("The run waits for your answer");
  expect(screen.getByRole("button", { name: "Show the request" })).toBeDefined();
  await answerNext("Grace");
  await waitFor(() => expect(waiting.isConnected).toBe(false));
  await waitFor(() => expect(summary().textContent).toBe("1 the same, 1 differs"));
  await user.click(screen.getByRole("checkbox", { name: /as recorded/ }));
  await user.click(await screen.findByRole("button", { name: "Run all 2" }));
  await waitFor(() => expect(summary().textContent).toBe("2 the same"));
});

test("an opened recording is replayed once its server is connected", async () => {
  let text = "recorded";
  const url = await openServer([tool("say", { readOnlyHint: true })], () => text);
  const first = createTab();
  await callTool(first, await connect(first, url), "say");
  const { log } = first.stores.traffic;
  const server = activeServer(first.stores.servers.all.getState());
  if (!server) throw new Error("No server is open");
  const { recording } = await recordSession({
    log,
    server,
    servers: first.stores.servers.all.getState(),
    choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
    head: { server: { kind: "http", url } },
  });
  const tab = createTab();
  const { connections } = tab.stores;
  const { recordings } = tab.stores.sessions;
  const file = new NodeBlob([JSON.stringify(recording)]);
  await recordings.open({ kind: "file", file: Object.assign(file, { name: "a" }) as never });
  expect(recordings.getState().problem).toBeUndefined();
  const { user } = renderInTab(<RecordingsView />, tab);
  await requests();
  expect(screen.getByRole("button", { name: "Connect to run them" })).toBeDefined();
  text = "new";
  connections.opener.reopen(tab.stores.servers.all.getState().activeId ?? "");
  await user.click(await screen.findByRole("button", { name: "Run all 2" }));
  await waitFor(() => expect(summary().textContent).toBe("1 the same, 1 differs"));
});
