// @vitest-environment jsdom
/** Closes servers while something is under way: nothing of it is left. */
import { waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { methodNotFound, startReplies } from "../../../e2e/servers/replies.ts";
import { tapFolder } from "../../../relay/cli/tap/tap.fixture.ts";
import { openRelay, temporaryFolder } from "../../../relay/relay.fixture.ts";
import { type Clock, systemClock } from "../../../shared/core/clock.ts";
import { evalFormat } from "../../../shared/evals/evalSuite.ts";
import { startTestServer } from "../../../shared/oauth/testServer.fixture.ts";
import { AppView } from "../../apps/ui/AppView.tsx";
import type { DoneRun } from "../../calls/store/run.ts";
import { runOf } from "../../calls/store/runs.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { createRelayTab } from "../../relayTab.fixture.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import { readItems } from "../../servers/store/catalog/queries.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { initialize, startClient } from "../../taps/store/taps.fixture.ts";
import { loopOf } from "../../watch/store/watchStore.ts";
import { connectTab } from "./connectTab.fixture.ts";
import { storesHolding } from "./heldIds.fixture.ts";
import { createTab, type Tab } from "./tab.fixture.ts";

const appUri = "ui://closed/app.html";
const tool = (name: string, more: object = {}) => ({
  name,
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  ...more,
});
const tools = [
  tool("work"),
  tool("show", { _meta: { ui: { resourceUri: appUri } } }),
  tool("later", { execution: { taskSupport: "required" } }),
  tool("ask"),
];
const capabilities = { tools: {}, resources: {}, tasks: { requests: { tools: { call: {} } } } };
const sampling = {
  id: "asked",
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 9 },
};

/** A server whose tool `work` answers when the test says so. */
async function startServer() {
  const held = new Set<() => void>();
  const server = await startReplies({ capabilities }, async ({ method, params }, response) => {
    const task = { taskId: "1", status: "working", ttl: 60_000, pollInterval: 20 };
    if (method === "ping") return { result: {} };
    if (method === "tools/list") return { result: { tools } };
    if (method === "tasks/get") return { result: task };
    if (method === "resources/read") {
      const content = {
        uri: appUri,
        mimeType: "text/html;profile=mcp-app",
        text: "<p>The app</p>",
      };
      return { result: { contents: [content] } };
    }
    if (method !== "tools/call") return methodNotFound;
    if (params.name === "show") return { result: { content: [] } };
    if (params.name === "later") return { result: { task } };
    if (params.name === "ask") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...sampling })}\n\n`);
      return undefined;
    }
    await new Promise<void>((resolve) => held.add(resolve));
    return { result: { content: [{ type: "text", text: "done" }] } };
  });
  onTestFinished(server.close);
  return {
    ...server,
    held,
    release: () => {
      for (const resolve of held) resolve();
      held.clear();
    },
  };
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** A clock that knows what waits on it, and for how long. */
function createCountedClock() {
  const pending = new Set<{ readonly ms: number }>();
  const clock: Clock = {
    now: systemClock.now,
    after(ms, callback) {
      const timer = { ms };
      pending.add(timer);
      const cancel = systemClock.after(ms, () => {
        pending.delete(timer);
        callback();
      });
      return () => {
        pending.delete(timer);
        cancel();
      };
    },
  };
  return { clock, pending: () => [...pending].map(({ ms }) => ms) };
}

interface Opened {
  readonly tab: Tab;
  readonly view: ConnectedView;
  readonly itemOf: (name: string) => Item;
  readonly server: Server;
}

interface Activity {
  readonly name: string;
  readonly openTab?: (clock: Clock) => Promise<Tab>;
  /** Begins it, and waits for it. */
  readonly begin: (opened: Opened) => Promise<unknown>;
}

const live = { models: ["scripted"], repeat: undefined, mode: "live", judge: undefined } as const;
const isHeld = (server: Server, calls = 1) =>
  vi.waitFor(() => expect(server.held.size).toBe(calls));

const activities: readonly Activity[] = [
  {
    name: "a call",
    async begin({ tab, view, itemOf, server }) {
      void tab.stores.calls.invoke.run(view, itemOf("work"));
      await isHeld(server);
    },
  },
  {
    name: "a series of calls",
    async begin({ tab, view, itemOf, server }) {
      void tab.stores.calls.invoke.runSeries(view, itemOf("work"), { calls: 50, parallel: 4 });
      await isHeld(server, 4);
    },
  },
  {
    name: "a task that is polled",
    async begin({ tab, view, itemOf, server }) {
      void tab.stores.calls.invoke.run(view, itemOf("later"));
      await vi.waitFor(() =>
        expect(server.methods().filter((one) => one === "tasks/get").length).toBeGreaterThan(1),
      );
    },
  },
  {
    name: "a sampling request",
    async begin({ tab, view, itemOf }) {
      void tab.stores.calls.invoke.run(view, itemOf("ask"));
      await vi.waitFor(() => expect(tab.stores.inbox.requests.getState()).toHaveLength(1));
    },
  },
  {
    name: "a replay",
    async begin({ tab, view, itemOf, server }) {
      const { invoke } = tab.stores.calls;
      for (const _ of [1, 2, 3]) {
        const run = invoke.run(view, itemOf("work"));
        await isHeld(server);
        server.release();
        await run;
      }
      const { serverId } = view.connection;
      const collections = await tab.stores.calls.collections();
      const { calls } = (await collections.openRecording(serverId)).collection;
      expect(calls.length).toBeGreaterThan(2);
      void collections.run(serverId, calls);
      await isHeld(server);
    },
  },
  {
    name: "an examination",
    async begin({ tab, view }) {
      const { serverId } = view.connection;
      const examinations = await tab.stores.examine();
      examinations.run(serverId, { allowsCalls: false, usesSavedCalls: false });
      await vi.waitFor(() => expect(examinations.verdicts(serverId).length).toBeGreaterThan(1));
    },
  },
  {
    name: "a diagnosis",
    async begin({ tab, view }) {
      const { doctor } = tab.stores;
      void doctor.diagnose(view.connection, true);
      await vi.waitFor(() => expect(doctor.getState().size).toBe(1));
    },
  },
  {
    name: "a conversation whose model has called a tool",
    async begin({ tab, server }) {
      const chats = await tab.stores.chat();
      void chats.send(chats.conversations.getState().activeId, "work {}");
      await isHeld(server);
    },
  },
  {
    name: "an eval",
    async begin({ tab, server }) {
      const { evals } = await tab.stores.chat();
      const one = { name: "works", message: "work {}", expect: [] };
      evals.add(JSON.stringify({ format: evalFormat, name: "Work", cases: [one] }));
      void evals.run({ ...live, mayChange: false });
      await isHeld(server);
    },
  },
  {
    name: "an open app",
    async begin({ tab, view, itemOf }) {
      const { calls, apps } = tab.stores;
      await calls.invoke.run(view, itemOf("show"));
      const { serverId } = view.connection;
      const done = runOf(calls.runs.getState(), serverId, "tool show") as DoneRun;
      renderInTab(<AppView view={view} item={itemOf("show")} done={done} uri={appUri} />, tab);
      await waitFor(() => expect(apps.getState().open[0]?.app.getState().policy).toBeDefined());
    },
  },
  {
    name: "a watch for changes",
    openTab: (clock) => createRelayTab({}, undefined, undefined, clock),
    async begin({ tab, view }) {
      const { serverId } = view.connection;
      tab.stores.watch.start(serverId);
      await vi.waitFor(() =>
        expect(loopOf(tab.stores.watch.getState(), serverId).kind).toBe("watching"),
      );
    },
  },
  {
    name: "a session that is shared live",
    async openTab(clock) {
      const relay = await openRelay({ blobs: true });
      const atRelay: typeof fetch = async (input, init) => {
        const url = String(input instanceof Request ? input.url : input);
        if (!url.startsWith("http://127.0.0.1:9/")) return fetch(input, init);
        const headers = { ...(init?.headers as Record<string, string>), Origin: relay.origin };
        return fetch(url.replace("http://127.0.0.1:9", relay.url), { ...init, headers });
      };
      return createTab(atRelay, undefined, clock);
    },
    async begin({ tab, view, server }) {
      const { live } = tab.stores.sessions;
      const { serverId } = view.connection;
      await live.start({
        serverId,
        choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
        head: { server: { kind: "http", url: server.url } },
        linkBase: "http://127.0.0.1:9/",
      });
      expect(live.getState().get(serverId)?.kind).toBe("live");
    },
  },
];

/** Waits until what was begun by a closed server is over, and looks for what is left of it. */
async function expectNothingLeft(tab: Tab, serverId: string, pending: () => readonly number[]) {
  const { stores } = tab;
  const before = stores.traffic.log.snapshot().length;
  await vi.waitFor(async () => expect(await storesHolding(stores, serverId)).toEqual([]));
  // what a probe, a scenario or a poll would do next would be done by now
  const next = await connectTab(createTab(), (await startServer()).url);
  await readItems(next);
  // viewers of a live session have three seconds to read its end
  await vi.waitFor(() => expect(pending()).toEqual([]));

  const { entries } = stores.traffic.log.snapshot();
  const sent = entries
    .slice(before)
    .flatMap((entry) => (entry.kind === "http-request" ? [entry.http.method] : []));
  expect(sent.filter((method) => method !== "DELETE")).toEqual([]);
  expect(stores.servers.all.getState().open.has(serverId)).toBe(false);
}

test.each(activities)(
  "$name ends when its server is closed: nothing is sent afterwards, no timer is left, and no store knows its id",
  async ({ openTab, begin }) => {
    const server = await startServer();
    const { clock, pending } = createCountedClock();
    const tab = openTab ? await openTab(clock) : createTab(undefined, undefined, clock);
    const view = await connectTab(tab, server.url);
    const items = (await readItems(view)).get("tool") ?? [];
    const itemOf = (name: string) => items.find((item) => item.name === name) as Item;
    const { serverId } = view.connection;
    await begin({ tab, view, itemOf, server });

    tab.stores.connections.opener.discard(serverId);
    server.release();
    await vi.waitFor(() => expect(view.connection.state.getState().kind).toBe("closed"));
    await expectNothingLeft(tab, serverId, pending);
  },
);

test("a tap that has joined is left when its server is closed", async () => {
  const state = temporaryFolder();
  const relay = await openRelay({
    allowOrigins: [location.origin],
    tapFolder: tapFolder(state),
  });
  const { clock, pending } = createCountedClock();
  const openPage = async (own?: Clock) => {
    const tab = await createRelayTab({}, relay, undefined, own);
    tab.stores.taps.recordings.show("notes");
    const { all } = tab.stores.servers;
    await vi.waitFor(() => expect([...all.getState().open.keys()]).toHaveLength(1));
    const [serverId = ""] = all.getState().open.keys();
    return { tab, serverId };
  };
  const client = startClient(state);
  await client.send(initialize.method, initialize.params);
  const { tab, serverId } = await openPage(clock);
  const other = await openPage();
  const { log } = tab.stores.traffic;
  await vi.waitFor(() => expect(log.snapshot().length).toBeGreaterThan(1));

  tab.stores.connections.opener.discard(serverId);
  const { length } = log.snapshot();
  await client.send("tools/list");
  const lists = () =>
    other.tab.stores.traffic.log
      .snapshot()
      .entries.filter(
        (entry) => entry.kind === "message" && JSON.stringify(entry.heads).includes("tools/list"),
      );
  await vi.waitFor(() => expect(lists()).not.toEqual([]));
  expect(log.snapshot().length).toBe(length);
  await expectNothingLeft(tab, serverId, pending);
});

test("a sign-in ends when the server that waits for it is closed", async () => {
  const server = await startTestServer();
  server.reply("/mcp", (response) => response.writeHead(401).end());
  const { clock, pending } = createCountedClock();
  const tab = createTab(undefined, undefined, clock);
  const { servers, connections, signIn } = tab.stores;
  servers.all.choose(server.url);
  connections.connector.connect();
  const { activeId = "" } = servers.all.getState();
  const opened = servers.all.getState().open.get(activeId);
  if (!opened) throw new Error("Nothing is open");
  const { form, load } = signIn.of(opened, server.url);
  form.change({ way: "client-credentials", clientId: "a", clientSecret: "a long secret" });
  const { prompts, authorization } = await load();
  await vi.waitFor(() => expect(prompts.asked.getState().kind).toBe("confirm"));

  connections.opener.discard(activeId);
  await vi.waitFor(() => expect(prompts.asked.getState().kind).toBe("nothing"));
  await vi.waitFor(() => expect(authorization.flow.get().state).not.toBe("running"));
  await expectNothingLeft(tab, activeId, pending);
});
