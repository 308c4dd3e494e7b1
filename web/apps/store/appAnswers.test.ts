/** Checks answers of servers to apps, and that shared sessions have the app and what it was answered. */
import "../../worker.fixture.ts";
import { expect, test, vi } from "vitest";
import { recordApp } from "../../../shared/apps/recordApp.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { initiatorsOf } from "../../../shared/log/logSummary.fixture.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { encodeSession } from "../../../shared/recording/link.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { sealRecording } from "../../../shared/recording/sealed.ts";
import { formatSealed } from "../../../shared/recording/sealedAddress.ts";
import { connectTab, whenConnected } from "../../app/stores/connectTab.fixture.ts";
import { createTab, type Tab } from "../../app/stores/tab.fixture.ts";
import { runOf } from "../../calls/store/runs.ts";
import { type ConnectedView, connectedView } from "../../servers/store/connections/connection.ts";
import { activeServer } from "../../servers/store/server.ts";
import { messagesOf, recordSession } from "../../sessions/store/recordSession.ts";
import { sessionEntries } from "../../sessions/store/sessionEntries.ts";
import { excludedAtFirst, partsOfCall } from "../../sessions/store/sharedParts.ts";
import { type AppAnswersOptions, createAppAnswers } from "./appAnswers.ts";
import { createAppQuestions } from "./appQuestions.ts";
import { html, openServer, uri } from "./appServer.fixture.ts";
import { readUiResource } from "./readUiResource.ts";

/** Answers the requests of an app; each tool is read-only, so nothing is asked. */
function answersOf({ stores }: Tab, view: ConnectedView, options: Partial<AppAnswersOptions> = {}) {
  const unexpected = () => {
    throw new Error("This app only calls tools");
  };
  const ofApp = { appId: "app", consents: stores.calls.consents };
  const answer = createAppAnswers({
    view,
    callSeq: 0,
    log: stores.traffic.log,
    inbox: stores.inbox.requests,
    asker: { serverId: view.connection.serverId, connectionId: view.connection.id, server: "apps" },
    questions: createAppQuestions({ newId: () => crypto.randomUUID(), ...ofApp }),
    ...ofApp,
    requestSeq: () => 0,
    currentTool: async () => ({ annotations: { readOnlyHint: true } }),
    openLink: unexpected,
    onMessage: unexpected,
    onModelContext: unexpected,
    setDisplayMode: unexpected,
    ...options,
  });
  return (name: string, signal = new AbortController().signal, more = {}) =>
    answer({ method: "tools/call", name, paramsText: JSON.stringify({ name, ...more }) }, signal);
}

const callTool = ({ stores }: Tab, view: ConnectedView, name: string) =>
  stores.calls.invoke.run(view, {
    kind: "tool",
    name,
    raw: { name, inputSchema: {} },
  } as never);

test("a server that does not answer an app in time is cancelled, and long answers are refused", async () => {
  const { url, received } = await openServer();
  const tab = createTab();
  const view = await connectTab(tab, url);
  const impatient = answersOf(tab, view, { limits: { callMs: 200, answerLength: 60 } });
  expect(await impatient("silent")).toEqual({
    error: { code: -32000, message: "The server did not answer within 0.2 s" },
  });
  await vi.waitFor(() =>
    expect(received.map(({ method }) => method)).toContain("notifications/cancelled"),
  );
  const call = answersOf(tab, view, { limits: { callMs: 30_000, answerLength: 60 } });
  expect(await call("t")).toMatchObject({ resultText: expect.stringContaining("t, call 1") });
  const app = { kind: "app", id: "app" };
  expect(initiatorsOf(tab.stores.traffic.log, "tools/call")).toEqual([app, app]);
  expect(await call("long".repeat(20))).toMatchObject({
    error: {
      message: expect.stringMatching(/^The result has \d+ characters; an app gets at most 60$/),
    },
  });
});

test("an app asks again once a tool has changed, also while the question is open, and although it only reads now", async () => {
  const { url, received } = await openServer();
  const tab = createTab();
  const view = await connectTab(tab, url);
  const { consents } = tab.stores.calls;
  const newId = () => crypto.randomUUID();
  const questions = createAppQuestions({ newId, consents, appId: "app" });
  let definition: object = { description: "one" };
  const call = answersOf(tab, view, { questions, currentTool: async () => definition });
  const question = () =>
    vi.waitFor(() => {
      const [asked] = questions.getState();
      if (asked?.wish.kind !== "call") throw new Error("Nothing is asked");
      return { ...asked, wish: asked.wish };
    });
  const called = () => received.filter(({ method }) => method === "tools/call").length;
  const first = call("save");
  (await question()).answer(true, true);
  await first;
  await call("save");
  expect(called()).toBe(2);

  definition = { description: "two", annotations: { readOnlyHint: true } };
  const changed = call("save");
  const asked = await question();
  expect(asked.wish.change).toEqual({ before: { description: "one" } });
  definition = { description: "three" };
  asked.answer(true, true);
  const again = await vi.waitFor(async () => {
    const now = await question();
    expect(now.key).not.toBe(asked.key);
    return now;
  });
  expect(again.wish).toMatchObject({
    tool: { definition: { description: "three" } },
    change: { before: { description: "two" } },
  });
  again.answer(false);
  expect(await changed).toMatchObject({ error: { message: "The user declined the call" } });
  expect(called()).toBe(2);
});

/** The session in which a tool was called, and its app has called another tool. */
async function recordApps(tab: Tab, url: string): Promise<Recording> {
  const view = await connectTab(tab, url);
  const { log } = tab.stores.traffic;
  await callTool(tab, view, "show");
  const { serverId } = view.connection;
  const { seq = 0 } = runOf(tab.stores.calls.runs.getState(), serverId, "tool show") ?? {};
  await readUiResource(view, log, uri, { now: () => 0, after: () => () => {} });
  const record = recordApp(createRecorder(log, view.connection.id), "app", seq);
  record("in", '{"jsonrpc":"2.0","id":1,"method":"ui/initialize"}', []);
  await answersOf(tab, view)("refresh");
  await callTool(tab, view, "other");
  const server = activeServer(tab.stores.servers.all.getState());
  const servers = tab.stores.servers.all.getState();
  const messages = server ? messagesOf(sessionEntries(log.snapshot(), server, servers)) : [];
  const parts = partsOfCall(messages, { kind: "tool", name: "show" }) ?? [];
  const { recording } = await recordSession({
    log,
    server,
    servers,
    choices: {
      excluded: excludedAtFirst(messages, parts),
      hasEvents: true,
      masked: [],
      keepsSecrets: false,
    },
    head: { server: { kind: "http", url }, selected: { kind: "tool", name: "show" } },
  });
  return recording;
}

test.each(["link", "sealed"] as const)(
  "a shared call (%s) has its app: the document and the app's calls are those recorded, and nothing is contacted",
  async (kind) => {
    const { url, received } = await openServer();
    const recording = await recordApps(createTab(), url);
    expect(JSON.stringify(recording)).not.toContain("other, call 1");
    // the page was reloaded, and has connected again
    const [earlier] = recording.connections ?? [];
    const connections = earlier ? [earlier, { ...earlier, id: "after the reload" }] : [];
    const whole = { ...recording, connections };
    const sealed = await sealRecording(whole);
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(sealed.bytes));
    const tab = createTab(fetch);
    const value = kind === "link" ? await encodeSession(whole) : formatSealed(sealed);
    const sent = received.length;
    await tab.stores.sessions.recordings.open({ kind, value });
    expect(tab.stores.sessions.recordings.getState().problem).toBeUndefined();

    const connection = activeServer(tab.stores.servers.all.getState())?.connection;
    const view = connection && connectedView({ connection, state: connection.state.getState() });
    if (!view) throw new Error("The recording has no view");
    const { log } = tab.stores.traffic;
    const read = await readUiResource(view, log, uri, { now: () => 0, after: () => () => {} });
    expect(read).toMatchObject({ kind: "read", result: { contents: [{ text: html }] } });
    const call = answersOf(tab, view);
    expect(await call("refresh")).toMatchObject({
      resultText: expect.stringContaining("refresh, call 1"),
    });
    expect(await call("other")).toMatchObject({
      error: { message: "The recording has no answer to this request" },
    });
    const { entries } = log.snapshot();
    const shown = entries.find(({ kind }) => kind === "app");
    const called = entries.find(
      (entry): entry is MessageEntry =>
        entry.kind === "message" && JSON.stringify(entry.heads).includes('"show"'),
    );
    expect(shown).toMatchObject({ about: called?.seq });
    expect(received).toHaveLength(sent);
    expect(fetch).toHaveBeenCalledTimes(kind === "link" ? 0 : 1);
  },
);

/** Agrees to the tools of a replay, which do not say that they only read, and waits for its end. */
async function runAgreed({ stores }: Tab, replay: Promise<void>): Promise<void> {
  const { consents } = stores.calls;
  await vi.waitFor(() => expect(consents.getState().asked?.purpose).toBe("replay"));
  consents.answer(true);
  await replay;
}

test("a replay sends the calls of an app again, and compares them", async () => {
  const { url, received } = await openServer();
  const value = await encodeSession(await recordApps(createTab(), url));
  const tab = createTab();
  const { connections, servers } = tab.stores;
  const { recordings } = tab.stores.sessions;
  const collections = await tab.stores.calls.collections();
  await recordings.open({ kind: "link", value });
  const { activeId = "" } = servers.all.getState();
  connections.connector.connect();
  connections.connector.answerQuestion(true);
  await whenConnected(tab);
  const recorded = (await collections.openRecording(activeId)).collection.calls;
  const calls = recorded.filter(({ item }) => item !== "tools/list");
  expect(calls.map(({ name }) => name)).toEqual(["show", uri, "refresh"]);
  const sent = received.length;
  await runAgreed(tab, collections.run(activeId, calls));
  const results = calls.map((call) => collections.getState().results.get(call));
  const compared = (isSame: boolean) => ({ checks: [{ comparison: { isSame } }] });
  expect(results).toMatchObject([compared(false), compared(true), compared(false)]);
  const again = received.slice(sent).map(({ params }) => params?.name);
  expect(again).toEqual(expect.arrayContaining(["show", "refresh"]));
});

test("a recorded call with a name that is there twice is not replayed: the server may take the other", async () => {
  const { url, received } = await openServer();
  const recording = await recordApps(createTab(), url);
  const text = JSON.stringify(recording);
  const doubled = text.replaceAll(
    '\\"name\\":\\"refresh\\"',
    (own) => `\\"name\\":\\"wipe\\",${own}`,
  );
  expect(doubled).not.toBe(text);
  const tab = createTab();
  const { connections, servers } = tab.stores;
  const { recordings } = tab.stores.sessions;
  const collections = await tab.stores.calls.collections();
  await recordings.open({ kind: "link", value: await encodeSession(JSON.parse(doubled)) });
  const { activeId = "" } = servers.all.getState();
  connections.connector.connect();
  connections.connector.answerQuestion(true);
  await whenConnected(tab);
  const recorded = (await collections.openRecording(activeId)).collection.calls;
  const calls = recorded.filter(({ argumentsText = "" }) => argumentsText.includes("refresh"));
  expect(calls).toHaveLength(1);
  const sent = received.length;
  await collections.run(activeId, calls);
  expect(calls.map((call) => collections.getState().results.get(call))).toEqual([
    { kind: "not-sent", code: "duplicate-name" },
  ]);
  expect(received.slice(sent).map(({ method }) => method)).not.toContain("tools/call");
});

test("an app cannot change what the client declares in each request", async () => {
  const { url, received } = await openServer("2026-07-28");
  const tab = createTab();
  const view = await connectTab(tab, url);
  const capabilities = "io.modelcontextprotocol/clientCapabilities";
  const call = answersOf(tab, view);
  const told = async (_meta: unknown) => {
    await call("t", undefined, { _meta });
    return received.at(-1)?.params?._meta;
  };
  const own = await told(undefined);
  expect(own).toMatchObject({ [capabilities]: { extensions: {} } });
  expect(await told({ [capabilities]: { roots: {} }, progressToken: 1, mine: 2 })).toEqual({
    ...own,
    progressToken: expect.any(Number),
    mine: 2,
  });
  expect(await told(5)).toEqual(own);
});
