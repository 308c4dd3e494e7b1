// @vitest-environment jsdom
/** Checks what an app is told, and what it gets of what it asks for, over a real connection. */
import { expect, test, vi } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { encodeSession } from "../../../shared/recording/link.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab, type Tab } from "../../app/stores/tab.fixture.ts";
import { runOf } from "../../calls/store/runs.ts";
import "../../component.fixture.tsx";
import { readItem, traitsOfKind } from "../../servers/store/catalog/items.ts";
import { itemsQuery } from "../../servers/store/catalog/queries.ts";
import { type ConnectedView, connectedView } from "../../servers/store/connections/connection.ts";
import { activeServer } from "../../servers/store/server.ts";
import { recordSession } from "../../sessions/store/recordSession.ts";
import { appChoices, openServer, uri } from "./appServer.fixture.ts";
import { createKnownApp, type KnownApp } from "./knownApp.ts";
import { createRunningApp } from "./runningApp.ts";
import type { RunningApp } from "./runningAppTypes.ts";

const tool = readItem("tool", { name: "show", inputSchema: { type: "object" } });

/** Creates the app of the call that was made last. */
function appOfCall({ stores }: Tab, view: ConnectedView, known: KnownApp) {
  const { serverId } = view.connection;
  const run = runOf(stores.calls.runs.getState(), serverId, "tool show");
  if (run?.kind !== "done") throw new Error("The call is not done");
  const unexpected = () => {
    throw new Error("This app asks for nothing");
  };
  return createRunningApp({
    view,
    tool,
    uri,
    done: run,
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    log: stores.traffic.log,
    inbox: stores.inbox.requests,
    consents: stores.calls.consents,
    asker: { serverId, connectionId: view.connection.id, server: "apps" },
    openLink: unexpected,
    host: { appsOrigin: "http://*.localhost:1", page: "http://127.0.0.1/", secret: "s" },
    known,
    earlierUri: undefined,
    conversation: undefined,
    choices: appChoices,
    changes: stores.catalog.changes,
  });
}

/** A frame whose app declares what it can, and answers requests with `answer`. */
function frameOf(app: RunningApp, appCapabilities: object) {
  const sent: { id?: number; method?: string; params?: object; result?: object }[] = [];
  const size = { width: 400 };
  const attached = app.attach({
    generation: 0,
    post: (text) => sent.push(JSON.parse(text)),
    size: () => size,
    show: () => false,
    leave() {},
    end() {},
    setDisplayMode: async (mode) => mode,
  });
  const say = (message: object) => attached.receive(JSON.stringify({ jsonrpc: "2.0", ...message }));
  say({ method: "ui/notifications/sandbox-proxy-ready", params: {} });
  const params = { appInfo: {}, appCapabilities, protocolVersion: "2026-01-26" };
  say({ id: 0, method: "ui/initialize", params });
  say({ method: "ui/notifications/initialized", params: {} });
  const asked = (method: string) => sent.filter((message) => message.method === method);
  return { ...attached, sent, size, say, asked };
}

/** The policy of the sandbox page that an app runs in. */
const policyOf = (app: RunningApp) =>
  new URL(app.getState().frame?.place.url ?? "").searchParams.get("policy") ?? "";

test("an app contacts this machine only if the user allows it, and its own server without that", async () => {
  const { url } = await openServer(undefined, (own) => ({
    connectDomains: ["https://api.example", "http://127.0.0.1:*", "http://127.0.0.1:6280"],
    frameDomains: [new URL(own).origin, "http://nas.lan"],
  }));
  const tab = createTab();
  const view = await connectTab(tab, url);
  const known = createKnownApp();
  await tab.stores.calls.invoke.run(view, tool as never);
  const load = async (app: RunningApp, answer?: boolean) => {
    const loading = app.load();
    if (answer !== undefined) {
      const [question] = await vi.waitFor(() => {
        expect(app.questions.getState()).toHaveLength(1);
        return app.questions.getState();
      });
      expect(question?.wish).toEqual({
        kind: "local-sources",
        sources: ["http://127.0.0.1:6280", "http://nas.lan"],
      });
      expect(app.getState().frame).toBeUndefined();
      question?.answer(answer);
    }
    await loading;
    return JSON.parse(policyOf(app)).csp;
  };
  const app = appOfCall(tab, view, known);
  const own = new URL(url).origin;
  const refused = { connectDomains: ["https://api.example"], frameDomains: [own] };
  expect(await load(app, false)).toEqual(refused);
  // as for a permission, the same is not asked again
  expect(await load(app)).toEqual(refused);
  // the user wants what was blocked, and the app is loaded again
  app.tryWith({ connectDomains: ["http://127.0.0.1:6280"] });
  const [again] = await vi.waitFor(() => {
    expect(app.questions.getState()).toHaveLength(1);
    return app.questions.getState();
  });
  expect(again?.wish).toMatchObject({ sources: ["http://127.0.0.1:6280"] });
  again?.answer(true);
  await vi.waitFor(() => expect(policyOf(app)).toContain("127.0.0.1:6280"));
  expect(policyOf(app)).not.toContain("nas.lan");
  expect(policyOf(app)).not.toContain("*");
});

async function openApp() {
  const { url, received } = await openServer();
  const tab = createTab();
  const view = await connectTab(tab, url);
  const known = createKnownApp();
  await tab.stores.calls.invoke.run(view, tool as never);
  const app = appOfCall(tab, view, known);
  const loading = app.load();
  const [question] = await vi.waitFor(() => {
    expect(app.questions.getState()).toHaveLength(1);
    return app.questions.getState();
  });
  question?.answer(true);
  await loading;
  return { app, known, tab, url, view, received };
}

test("an app is told the id of the call, what was granted to it, and the size of its frame", async () => {
  const { app, received } = await openApp();
  const { sent, size, resized, asked } = frameOf(app, {});
  const call = received.find(({ method }) => method === "tools/call");
  expect(sent.find(({ id }) => id === 0)?.result).toMatchObject({
    hostContext: {
      toolInfo: { id: call?.id, tool: { name: "show" } },
      containerDimensions: { width: 400, maxHeight: 5000 },
    },
    hostCapabilities: { sandbox: { csp: {}, permissions: { camera: {} } } },
  });
  resized();
  size.width = 320;
  resized();
  expect(asked("ui/notifications/host-context-changed").map(({ params }) => params)).toEqual([
    { containerDimensions: { width: 320, maxHeight: 5000 } },
  ]);
});

test("an app is asked for its tools if it declares some, once at a time, and 50 are listed", async () => {
  const { app } = await openApp();
  const without = frameOf(app, {});
  expect(without.asked("tools/list")).toEqual([]);
  const { asked, say } = frameOf(app, { tools: {} });
  for (let count = 0; count < 10; count++) {
    say({ method: "notifications/tools/list_changed", params: {} });
  }
  expect(asked("tools/list")).toHaveLength(1);
  const answer = (result: unknown) => say({ id: asked("tools/list").at(-1)?.id, result });
  const tools = [
    null,
    5,
    { name: {} },
    ...Array.from({ length: 100 }, (_, at) => ({ name: `t${at}` })),
  ];
  answer({ tools });
  await vi.waitFor(() => expect(app.getState().tools).toHaveLength(47));
  for (const wrong of [null, [], { tools: { length: 1 } }]) {
    say({ method: "notifications/tools/list_changed", params: {} });
    answer(wrong);
    await vi.waitFor(() => expect(app.getState().tools).toEqual([]));
  }
});

test("an app that was closed because it took the focus is not opened again by its server", async () => {
  const { app, view, tab } = await openApp();
  const { changes } = tab.stores.catalog;
  for (let times = 0; times < 3; times++) app.noteFocusTaken();
  expect(app.getState().ended).toBe("focus");
  changes.note(view.connection.id, "notifications/resources/updated", { uri }, () => 1);
  expect(app.getState().ended).toBe("focus");
  await app.load();
  expect(app.getState().ended).toBeUndefined();
});

test("the app learns that its server has changed a list, and which modes it allows", async () => {
  const { app, view } = await openApp();
  const { asked } = frameOf(app, { availableDisplayModes: ["inline"] });
  expect(app.getState().app?.isFullScreenAllowed).toBe(false);
  const { queryKey } = itemsQuery(view, traitsOfKind("tool"));
  await view.queryClient.ensureQueryData(itemsQuery(view, traitsOfKind("tool")));
  await view.queryClient.invalidateQueries({ queryKey });
  expect(asked("notifications/tools/list_changed")).toHaveLength(1);
  app.close();
  await view.queryClient.invalidateQueries({ queryKey });
  expect(asked("notifications/tools/list_changed")).toHaveLength(1);
});

test("a recording that names a server gets neither the origin nor the permissions of its app", async () => {
  const { app, known, tab, url } = await openApp();
  const live = app.getState().frame;
  await app.load();
  expect(app.getState().frame?.allow).toBe("camera");
  expect(app.getState().frame?.place.url).toBe(live?.place.url);

  const servers = tab.stores.servers.all.getState();
  const { recording } = await recordSession({
    log: tab.stores.traffic.log,
    server: activeServer(servers),
    servers,
    choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
    head: { server: { kind: "http", url }, selected: { kind: "tool", name: "show" } },
  });
  const other = createTab();
  await other.stores.sessions.recordings.open({
    kind: "link",
    value: await encodeSession(recording),
  });
  const connection = activeServer(other.stores.servers.all.getState())?.connection;
  const view = connection && connectedView({ connection, state: connection.state.getState() });
  if (!view) throw new Error("The recording has no view");
  expect(connection?.target).toMatchObject({ url });
  const recorded = appOfCall(other, view, known);
  await recorded.load();
  const frame = recorded.getState().frame;
  expect(frame?.allow).toBe("");
  expect(new URL(frame?.place.url ?? "").host).not.toBe(new URL(live?.place.url ?? "").host);
});
