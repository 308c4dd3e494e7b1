/** Checks that agreement to a tool holds for its definition, and for whom it was given. */
import "../../worker.fixture.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { announcingTool, startChangingTools } from "../../../e2e/servers/changingTools.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab, type Tab } from "../../app/stores/tab.fixture.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import { readItems } from "../../servers/store/catalog/queries.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { type ConsentTool, createToolConsents } from "./toolConsents.ts";

/** The destructive tool. */
const drop = (text: string) => {
  return { name: "drop", description: text, annotations: { destructiveHint: true } };
};

interface Opened {
  readonly tab: Tab;
  readonly view: ConnectedView;
  readonly item: Item;
  readonly pause: () => () => void;
  /** Changes the tool once `announce` is called, with which the server says so. */
  readonly changeLater: (description: string) => void;
  /** Has the server say so. */
  readonly announce: () => Promise<void>;
  /** Both. */
  readonly change: (description: string) => Promise<void>;
  readonly calls: () => number;
}

async function open(): Promise<Opened> {
  const server = await startChangingTools(drop("Drops a table"));
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  const [item, announce] = (await readItems(view)).get("tool") ?? [];
  if (!item || !announce) throw new Error("The server lists two tools");
  const { invoke } = tab.stores.calls;
  return {
    tab,
    view,
    item,
    calls: () => server.calls("drop"),
    pause: server.pause,
    changeLater: (description) => server.change(drop(description)),
    announce: () => invoke.run(view, announce),
    async change(description) {
      server.change(drop(description));
      await invoke.run(view, announce);
    },
  };
}

/** Calls the tool, or has it called. */
type Begin = (opened: Opened) => Promise<void>;

const call: Begin = ({ tab, view, item }) => tab.stores.calls.invoke.run(view, item);
const series: Begin = ({ tab, view, item }) =>
  tab.stores.calls.invoke.runSeries(view, item, { calls: 1, parallel: 1 });
const savedCalls =
  (...tools: readonly string[]): Begin =>
  async ({ tab }) => {
    const collections = await tab.stores.calls.collections();
    await collections.load();
    if (!collections.getState().all?.length) {
      for (const item of tools) {
        collections.saveCall({ name: item, kind: "tool", item, assertions: [] });
      }
    }
    const [own] = collections.getState().all ?? [];
    if (own) await collections.run(own.id, own.collection.calls);
  };
const savedCall = savedCalls("drop");
const replayOf =
  (...tools: readonly string[]): Begin =>
  async ({ tab, view }) => {
    const collections = await tab.stores.calls.collections();
    const { serverId } = view.connection;
    const recorded = await collections.openRecording(serverId);
    const callOf = (name: string) =>
      recorded.collection.calls.filter(({ item }) => item === name).slice(0, 1);
    const calls = tools.flatMap(callOf);
    expect(calls).toHaveLength(tools.length);
    await collections.run(serverId, calls);
  };
const replay = replayOf("drop");

/** Begins, and answers the question. @returns the tools that were asked about */
async function answered(opened: Opened, begin: Begin, isAllowed = true) {
  const { consents } = opened.tab.stores.calls;
  const end = begin(opened);
  const asked = await vi.waitFor(() => {
    const now = consents.getState().asked;
    if (!now) throw new Error("Nothing is asked");
    return now;
  });
  consents.answer(isAllowed);
  await end;
  return asked.tools;
}

const description = (text: string) => expect.objectContaining({ description: text });

test.each([
  ["a call", call],
  ["a series", series],
  ["a saved call", savedCall],
  ["a replay", replay],
] as const)(
  "%s asks once for a destructive tool, and again with the difference once the tool has changed",
  async (_, begin) => {
    const opened = await open();
    // what is replayed
    if (begin === replay) await answered(opened, call);
    const before = opened.calls();
    const [first] = await answered(opened, begin);
    expect(first).toMatchObject({ name: "drop", isDue: true });
    expect(first?.change).toBeUndefined();
    await begin(opened);
    expect(opened.calls()).toBe(before + 2);

    await opened.change("Drops all tables");
    const [again] = await answered(opened, begin, false);
    expect(again?.change?.before).toEqual(description("Drops a table"));
    expect(again?.definition).toEqual(description("Drops all tables"));
    expect(opened.calls()).toBe(before + 2);
    await answered(opened, begin);
    await begin(opened);
    expect(opened.calls()).toBe(before + 4);
  },
);

test.each([
  ["saved calls", savedCalls(announcingTool, "drop")],
  ["a replay", replayOf(announcingTool, "drop")],
] as const)(
  "%s: a tool that changes between two of the calls is asked about again",
  async (_, begin) => {
    const opened = await open();
    // what is replayed
    await opened.announce();
    await answered(opened, call);
    await answered(opened, begin);
    expect(opened.calls()).toBe(2);
    opened.changeLater("Drops all tables");
    const [again] = await answered(opened, begin, false);
    expect(again?.change?.before).toEqual(description("Drops a table"));
    expect(opened.calls()).toBe(2);
  },
);

test("a series asks again about a tool that changes before its end, and is cancelled by a refusal", async () => {
  const opened = await open();
  const { tab, view, item } = opened;
  const { consents, invoke, repeats } = tab.stores.calls;
  await answered(opened, call);
  const [again] = await answered(
    opened,
    async () => {
      const goOn = opened.pause();
      const end = invoke.runSeries(view, item, { calls: 9, parallel: 2 });
      await vi.waitFor(() => expect(opened.calls()).toBe(3));
      await opened.change("Drops all tables");
      goOn();
      await end;
    },
    false,
  );
  expect(again?.change?.before).toEqual(description("Drops a table"));
  expect(opened.calls()).toBe(3);
  expect(consents.getState().asked).toBeUndefined();
  const [series] = repeats.getState().values();
  expect(series?.endedAt).toBeDefined();
});

test("a tool that changes while the question is open is asked about again", async () => {
  const opened = await open();
  const { consents } = opened.tab.stores.calls;
  const asked = () => consents.getState().asked?.tools[0];
  const end = call(opened);
  await vi.waitFor(() => expect(asked()?.definition).toEqual(description("Drops a table")));
  await opened.change("Drops all tables");
  consents.answer(true);
  await vi.waitFor(() => expect(asked()?.definition).toEqual(description("Drops all tables")));
  expect(opened.calls()).toBe(0);
  consents.answer(true);
  await end;
  expect(opened.calls()).toBe(1);
});

test("agreement to saved calls holds for the user's call and for a replay, that to the call not for saved ones", async () => {
  const opened = await open();
  await answered(opened, call);
  await answered(opened, savedCall);
  await call(opened);
  await replay(opened);
  expect(opened.calls()).toBe(4);
});

test("closing the server refuses what is asked, and forgets what was agreed to", async () => {
  const opened = await open();
  const { consents } = opened.tab.stores.calls;
  const { serverId } = opened.view.connection;
  await answered(opened, call);
  const tool = { serverId, name: "drop", definition: opened.item.raw };
  expect(consents.check(tool, "user")).toEqual({ kind: "agreed" });
  const end = savedCall(opened);
  await vi.waitFor(() => expect(consents.getState().asked).toBeDefined());
  opened.tab.stores.connections.opener.discard(serverId);
  await end;
  expect(consents.getState().asked).toBeUndefined();
  expect(consents.check(tool, "user")).toEqual({ kind: "none" });
  expect(opened.calls()).toBe(1);
});

test("models and apps are not allowed what the user may call, but see that it has changed", () => {
  const consents = createToolConsents();
  const tool = (text: string): ConsentTool => ({
    serverId: "server",
    name: "save",
    definition: { name: "save", description: text },
  });
  consents.note([tool("one")], "user", true);
  expect(consents.check(tool("one"), "app 1")).toEqual({ kind: "none" });
  const changed = { kind: "changed", before: tool("one").definition };
  expect(consents.check(tool("two"), "app 1")).toEqual(changed);
  consents.note([tool("two")], "app 1", true);
  expect(consents.check(tool("two"), "app 1")).toEqual({ kind: "agreed" });
  expect(consents.check(tool("two"), "app 2")).toEqual({ kind: "none" });
  // the user sees the tool that they call
  expect(consents.check(tool("two"), "user")).toEqual(changed);
  expect(consents.check({ ...tool("two"), serverId: "other" }, "app 1")).toEqual({ kind: "none" });
});
