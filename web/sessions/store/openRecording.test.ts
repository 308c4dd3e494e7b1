import { Blob as NodeBlob } from "node:buffer";
import { expect, onTestFinished, test, vi } from "vitest";
import { encodeText } from "../../../shared/core/bytes.ts";
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { createRecording } from "../../../shared/recording/createRecording.ts";
import { encodeSession } from "../../../shared/recording/link.ts";
import { type Recording, recordingFormat } from "../../../shared/recording/recording.ts";
import { sealRecording } from "../../../shared/recording/sealed.ts";
import { formatSealed } from "../../../shared/recording/sealedAddress.ts";
import { decodeMessages } from "../../../shared/transport/decodeMessages.ts";
import "../../worker.fixture.ts";
import {
  addressed,
  createTab,
  enterLink,
  setSettings,
  shown,
} from "../../app/stores/tab.fixture.ts";
import { draftOf } from "../../calls/store/drafts.ts";
import { runOf } from "../../calls/store/runs.ts";
import { readItems } from "../../servers/store/catalog/queries.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { activeServer } from "../../servers/store/server.ts";

const url = "https://recorded.example/mcp";

/** A session of two calls, of which the second one answers first; answers are events of a stream. */
async function recordSession(): Promise<Recording> {
  const log = createEventLog({ now: () => 5 });
  const message = (direction: "in" | "out", value: object) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...value });
    const { heads, batch } = decodeMessages(text);
    const isEvent = direction === "in";
    log.append(
      {
        kind: "message",
        connectionId: "c",
        exchangeId: "x",
        direction,
        carrier: isEvent ? "sse" : "http",
        heads,
        batch,
      },
      encodeText(isEvent ? `event: message\ndata: ${text}\n\n` : text),
    );
  };
  const call = (id: number, words: string) =>
    message("out", { id, method: "tools/call", params: { name: "echo", arguments: { words } } });
  message("out", { id: 1, method: "tools/list" });
  const first = { name: "echo", inputSchema: { type: "object" } };
  message("in", { id: 1, result: { tools: [first], nextCursor: "2" } });
  message("out", { id: 2, method: "tools/list", params: { cursor: "2" } });
  message("in", { id: 2, result: { tools: [{ ...first, name: "add" }] } });
  call(3, "one");
  call(4, "two");
  message("in", { id: 4, result: { content: [{ type: "text", text: "second" }] } });
  message("in", { id: 3, result: { content: [{ type: "text", text: "first" }] } });
  const { recording } = await createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map([
      [
        "c",
        {
          target: { kind: "http", url },
          revision: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "recorded", version: "1" },
        },
      ],
    ]),
    head: { server: { kind: "http", url }, selected: { kind: "tool", name: "echo" } },
  });
  return recording;
}

/** The one of jsdom cannot be passed to a thread of Node. */
const fileOf = (text: string) =>
  Object.assign(new NodeBlob([text]), { name: "session.json" }) as unknown as File;

function openTab() {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response("", { status: 404 }));
  const tab = createTab(fetch);
  const { all } = tab.stores.servers;
  const active = () => {
    const connection = activeServer(all.getState())?.connection;
    return connection && { connection, state: connection.state.getState() };
  };
  return { ...tab, fetch, active };
}

test("a file opens with its lists, results and arguments, and nothing is contacted", async () => {
  const { stores, fetch, active } = openTab();
  await stores.sessions.recordings.open({
    kind: "file",
    file: fileOf(JSON.stringify(await recordSession())),
  });
  expect(stores.sessions.recordings.getState()).toMatchObject({
    isOpening: false,
    problem: undefined,
  });
  const now = active();
  expect(now?.state.kind).toBe("recorded");
  const view = now && connectedView(now);
  if (!view) throw new Error("The recording has no view");
  expect(view.client.agreement).toMatchObject({
    revision: "2025-11-25",
    serverInfo: { name: "recorded" },
  });
  const items = await readItems(view);
  expect(items.get("tool")?.map(({ name }) => name)).toEqual(["echo", "add"]);

  const { serverId } = view.connection;
  const run = runOf(stores.calls.runs.getState(), serverId, "tool echo");
  expect(run).toMatchObject({
    kind: "done",
    outcome: { kind: "result", value: { content: [{ text: "second" }] } },
  });
  const draft = draftOf(stores.calls.drafts.getState(), serverId, "tool echo");
  expect(draft?.argumentsText).toBe('{"words":"two"}');
  expect(shown(stores).selection).toEqual({
    kind: "tool",
    name: "echo",
  });
  expect(stores.traffic.log.snapshot().length).toBe(8);
  expect(addressed(stores)).toMatchObject({ address: url, source: "link" });

  const sent = view.client.run('{"jsonrpc":"2.0","id":9,"method":"tools/call"}', {
    initiator: { kind: "user" },
  });
  expect(await sent.done).toMatchObject({ kind: "failed", failure: { code: "closed" } });
  stores.connections.connector.restart();
  expect(stores.calls.invoke.canRunSelected()).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});

test("results of a connection before a reload are shown with those of the newest connection", async () => {
  const { stores, active } = openTab();
  const recording = await recordSession();
  const [earlier] = recording.connections ?? [];
  if (!earlier) throw new Error("Nothing was recorded");
  const connections = [earlier, { ...earlier, id: "after the reload" }];
  const value = await encodeSession({ ...recording, connections });
  await stores.sessions.recordings.open({ kind: "link", value });
  const { serverId = "" } = active()?.connection ?? {};
  expect(runOf(stores.calls.runs.getState(), serverId, "tool echo")).toMatchObject({
    outcome: { kind: "result", value: { content: [{ text: "second" }] } },
  });
});

test("connecting asks once and keeps item and arguments; closing restores the previous view", async () => {
  const { stores, active } = openTab();
  stores.servers.all.choose("https://mine.example/mcp");
  await stores.sessions.recordings.open({
    kind: "link",
    value: await encodeSession(await recordSession()),
  });
  const { serverId } = active()?.connection ?? {};
  stores.connections.connector.connect();
  expect(stores.connections.questions.getState()).toMatchObject({
    kind: "connect",
    target: { url },
  });
  stores.connections.connector.answerQuestion(true);
  expect(active()).toMatchObject({ connection: { serverId }, state: { kind: "connecting" } });
  expect(shown(stores).selection).toEqual({
    kind: "tool",
    name: "echo",
  });
  const draft = draftOf(stores.calls.drafts.getState(), serverId ?? "", "tool echo");
  expect(draft?.argumentsText).toBe('{"words":"two"}');

  stores.sessions.recordings.close(serverId ?? "");
  expect(active()).toBeUndefined();
  expect(addressed(stores)).toMatchObject({
    address: "https://mine.example/mcp",
    source: "person",
  });
});

test("headers typed before a recording was opened do not go to its server, even if it is connected to", async () => {
  const { stores, active } = openTab();
  const headers = [["Authorization", "hush"]] as const;
  setSettings(stores, { headers });
  await stores.sessions.recordings.open({
    kind: "link",
    value: await encodeSession(await recordSession()),
  });
  const { serverId } = active()?.connection ?? {};
  stores.connections.connector.connect();
  stores.connections.connector.answerQuestion(true);
  expect(addressed(stores)).toMatchObject({ id: serverId, settings: { headers: [] } });
  stores.sessions.recordings.close(serverId ?? "");
  expect(addressed(stores).settings.headers).toEqual(headers);
});

test("closing a recording does not turn a link's server into one that the user entered", async () => {
  const { stores, active } = openTab();
  enterLink(stores, "https://foreign.example/mcp");
  await stores.sessions.recordings.open({
    kind: "link",
    value: await encodeSession(await recordSession()),
  });
  stores.sessions.recordings.close(active()?.connection.serverId ?? "");
  expect(addressed(stores)).toMatchObject({
    address: "https://foreign.example/mcp",
    source: "link",
  });
});

test("a recording gets no settings of the user's server, and changes none of them", async () => {
  const { stores, active } = openTab();
  const { all } = stores.servers;
  all.write("node mine.js");
  const own = {
    directory: "/home/me",
    environment: [["KEY", "hush"]] as const,
    headers: [["Authorization", "hush"]] as const,
  };
  setSettings(stores, own);
  const server = {
    kind: "stdio",
    command: "node",
    args: ["theirs.js"],
    cwd: "/theirs",
    environmentNames: ["NODE_ENV"],
  } as const;
  const recording = { ...(await recordSession()), server };
  const connections = recording.connections?.map((each) => ({ ...each, server })) ?? [];
  await stores.sessions.recordings.open({
    kind: "link",
    value: await encodeSession({ ...recording, connections }),
  });
  expect(all.getState().entered).toMatchObject({ address: "node mine.js", settings: own });
  expect(shown(stores).address).toBe("node theirs.js");
  expect(shown(stores).settings).toMatchObject({
    directory: "/theirs",
    environment: [["NODE_ENV", ""]],
    headers: [],
  });
  stores.sessions.recordings.close(active()?.connection.serverId ?? "");
  expect(addressed(stores).settings).toMatchObject(own);
});

test("a sealed recording is downloaded from the page's relay and opened with the key of the link", async () => {
  const { stores, fetch, base, active } = openTab();
  const sealed = await sealRecording(await recordSession());
  fetch.mockImplementation(async () => new Response(sealed.bytes));
  await stores.sessions.recordings.open({ kind: "sealed", value: formatSealed(sealed) });
  expect(active()?.state.kind).toBe("recorded");
  expect(fetch.mock.calls.map(([address]) => String(address))).toEqual([
    `${base}api/blobs/${sealed.id}`,
  ]);
  expect(JSON.stringify(fetch.mock.calls)).not.toContain(sealed.key);
});

test("a HAR opens like a recording, and says which parts could not be read", async () => {
  const { stores, active, fetch } = openTab();
  const exchange = (post: string, text: string) => ({
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 1,
    request: {
      method: "POST",
      url,
      headers: [{ name: "Authorization", value: "Bearer s3cret-token" }],
      postData: { text: post },
    },
    response: { status: 200, headers: [], content: { text } },
  });
  const result = { protocolVersion: "2025-06-18", serverInfo: { name: "elsewhere", version: "1" } };
  const entries = [
    exchange(
      '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
      JSON.stringify({ jsonrpc: "2.0", id: 1, result: { ...result, capabilities: { tools: {} } } }),
    ),
    exchange(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"n":1}}}',
      '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"imported"}]}}',
    ),
    exchange("x", "y"),
  ];
  await stores.sessions.recordings.open({
    kind: "file",
    file: fileOf(JSON.stringify({ log: { version: "1.2", entries } })),
  });
  const now = active();
  const view = now && connectedView(now);
  expect(view?.client.agreement).toMatchObject({
    revision: "2025-06-18",
    serverInfo: { name: "elsewhere" },
  });
  const { serverId = "" } = view?.connection ?? {};
  expect(runOf(stores.calls.runs.getState(), serverId, "tool echo")).toMatchObject({
    outcome: { kind: "result", value: { content: [{ text: "imported" }] } },
  });
  expect(stores.sessions.recordings.getState().opened.get(serverId)?.notRead).toEqual([
    { code: "not-mcp", count: 1 },
  ]);
  const [first] = stores.traffic.log.snapshot().entries;
  expect(first?.secrets).toMatchObject([{ part: "header:authorization" }]);
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  ["text that is not JSON", "x", "not-json"],
  ["another document", "[]", "no-messages"],
  ["deep nesting", `${"[".repeat(999)}${"]".repeat(999)}`, "too-complex"],
  ["a newer format", '{"format":"mcp-playground/9"}', "newer-format"],
  [
    "an invalid entry",
    '{"format":"mcp-playground/1","server":{"kind":"http","url":"https://a.example"},"connections":[{"id":"1","server":{"kind":"http","url":"https://a.example"}}],"entries":[{"kind":"message"}]}',
    "damaged",
  ],
])("a file with %s is refused, and nothing is loaded", async (_name, text, code) => {
  const { stores, active } = openTab();
  await stores.sessions.recordings.open({ kind: "file", file: fileOf(text) });
  expect(stores.sessions.recordings.getState().problem).toEqual({ source: "file", code });
  expect(active()).toBeUndefined();
  expect(stores.traffic.log.snapshot().length).toBe(0);
});

test.each([
  ["2.x", 200, "unknown-version"],
  ["1.x", 200, "damaged"],
  [`1.${"a".repeat(22)}.${"b".repeat(43)}`, 404, "not-found"],
  [`1.${"a".repeat(22)}.${"b".repeat(43)}`, 503, "unreachable"],
  [`1.${"a".repeat(22)}.${"b".repeat(43)}`, 200, "wrong-key"],
])("the sealed address %s with status %d is refused: %s", async (value, status, code) => {
  const { stores, fetch } = openTab();
  fetch.mockImplementation(async () => new Response("ciphertext", { status }));
  onTestFinished(() => stores.sessions.recordings.dismissProblem());
  await stores.sessions.recordings.open({ kind: "sealed", value });
  expect(stores.sessions.recordings.getState().problem).toEqual({ source: "sealed", code });
});

test("a link without messages proposes server, item and arguments, and contacts nothing", async () => {
  const { stores, fetch, active } = openTab();
  const value = await encodeSession({
    format: recordingFormat,
    server: { kind: "http", url },
    selected: { kind: "tool", name: "echo", argumentsText: '{"words":"one"}' },
  });
  await stores.sessions.recordings.open({ kind: "link", value });
  const { address, source, selection, id } = addressed(stores);
  expect({ address, source, selection }).toEqual({
    address: url,
    source: "link",
    selection: { kind: "tool", name: "echo" },
  });
  const draft = draftOf(stores.calls.drafts.getState(), id, "tool echo");
  expect(draft?.argumentsText).toBe('{"words":"one"}');
  expect(stores.sessions.recordings.getState()).toMatchObject({
    isOpening: false,
    problem: undefined,
  });
  expect(active()).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  ["2.AAAAbroken", "not-compressed"],
  ["9.AAAA", "unknown-version"],
])("the link %s is refused: %s", async (value, code) => {
  const { stores } = openTab();
  await stores.sessions.recordings.open({ kind: "link", value });
  expect(stores.sessions.recordings.getState().problem).toEqual({ source: "link", code });
  expect(addressed(stores).address).toBe("");
});
