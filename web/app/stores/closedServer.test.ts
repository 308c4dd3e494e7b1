import { expect, onTestFinished, test, vi } from "vitest";
import { methodNotFound, startReplies } from "../../../e2e/servers/replies.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import { readItems } from "../../servers/store/catalog/queries.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { connectTab } from "./connectTab.fixture.ts";
import { createTab, type Tab } from "./tab.fixture.ts";

const tool = {
  name: "work",
  inputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
};

/** A server whose tool answers when the test says so. */
async function startServer() {
  const held = new Set<() => void>();
  const { url, close } = await startReplies({}, async ({ method }) => {
    if (method === "ping") return { result: {} };
    if (method === "tools/list") return { result: { tools: [tool] } };
    if (method !== "tools/call") return methodNotFound;
    await new Promise<void>((resolve) => held.add(resolve));
    return { result: { content: [{ type: "text", text: "done" }] } };
  });
  onTestFinished(close);
  return {
    url,
    held,
    release: () => {
      for (const resolve of held) resolve();
      held.clear();
    },
  };
}

type Server = Awaited<ReturnType<typeof startServer>>;

interface Opened {
  readonly tab: Tab;
  readonly view: ConnectedView;
  readonly item: Item;
  readonly server: Server;
}

/** What is under way, begun and waited for. */
const activities: readonly (readonly [
  name: string,
  begin: (opened: Opened) => Promise<unknown>,
])[] = [
  [
    "a call",
    async ({ tab, view, item, server }) => {
      void tab.stores.calls.invoke.run(view, item);
      await vi.waitFor(() => expect(server.held.size).toBe(1));
    },
  ],
  [
    "a series of calls",
    async ({ tab, view, item, server }) => {
      void tab.stores.calls.invoke.runSeries(view, item, { calls: 50, parallel: 4 });
      await vi.waitFor(() => expect(server.held.size).toBe(4));
    },
  ],
  [
    "a replay",
    async ({ tab, view, item, server }) => {
      const { invoke } = tab.stores.calls;
      for (const _ of [1, 2, 3]) {
        const run = invoke.run(view, item);
        await vi.waitFor(() => expect(server.held.size).toBe(1));
        server.release();
        await run;
      }
      const { serverId } = view.connection;
      const replays = await tab.stores.sessions.replays();
      await replays.load(serverId);
      const steps = replays.getState().byServer.get(serverId)?.steps ?? [];
      expect(steps.length).toBeGreaterThan(2);
      void replays.run(serverId, steps);
      await vi.waitFor(() => expect(server.held.size).toBe(1));
    },
  ],
  [
    "an examination",
    async ({ tab, view }) => {
      const { serverId } = view.connection;
      const examinations = await tab.stores.examine();
      examinations.run(serverId, { allowsCalls: false, usesSavedCalls: false });
      await vi.waitFor(() => expect(examinations.verdicts(serverId).length).toBeGreaterThan(1), {
        timeout: 20_000,
      });
    },
  ],
  [
    "a diagnosis",
    async ({ tab, view }) => {
      const { doctor } = tab.stores;
      void doctor.diagnose(view.connection, true);
      await vi.waitFor(() => expect(doctor.getState().size).toBe(1));
    },
  ],
];

test.each(activities)(
  "%s ends when its server is closed: nothing is sent afterwards, and no store knows its id",
  async (_, begin) => {
    const server = await startServer();
    const tab = createTab();
    const { stores } = tab;
    const view = await connectTab(tab, server.url);
    const item = (await readItems(view)).get("tool")?.[0] as Item;
    const { serverId } = view.connection;
    await begin({ tab, view, item, server });

    stores.connections.opener.discard(serverId);
    const before = stores.traffic.log.snapshot().length;
    server.release();
    await vi.waitFor(() => expect(view.connection.state.getState().kind).toBe("closed"));
    // what a probe or a scenario would do next would be done by now
    const next = await connectTab(createTab(), (await startServer()).url);
    await readItems(next);

    const { entries } = stores.traffic.log.snapshot();
    const sent = entries
      .slice(before)
      .flatMap((entry) => (entry.kind === "http-request" ? [entry.http.method] : []));
    expect(sent.filter((method) => method !== "DELETE")).toEqual([]);
    const known = [
      [...stores.calls.runs.getState().keys()],
      [...stores.calls.repeats.getState().keys()],
      [...(await stores.sessions.replays()).getState().byServer.keys()],
      [...(await stores.examine()).getState().keys()],
      [...stores.doctor.getState().keys()],
      [...stores.watch.getState().keys()],
      stores.inbox.requests.getState().map((each) => JSON.stringify(each)),
    ].flat();
    expect(known.filter((id) => id.includes(serverId))).toEqual([]);
    expect(stores.servers.all.getState().open.has(serverId)).toBe(false);
  },
);
