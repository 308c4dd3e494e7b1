import { expect, onTestFinished, test, vi } from "vitest";
import { startModernServer } from "../../../../e2e/servers/modern.ts";
import { startSessionsServer } from "../../../../e2e/servers/sessions.ts";
import { createTab, setSettings } from "../../../app/stores/tab.fixture.ts";
import { draftOf, itemKey } from "../../../calls/store/drafts.ts";
import { runOf } from "../../../calls/store/runs.ts";
import type { Stores } from "../../../stores/stores.ts";
import type { ItemKind } from "../../../view/selection.ts";
import { findItem } from "../catalog/queries.ts";
import { type ConnectedView, connectedView } from "./connection.ts";

async function startServers() {
  const [a, b] = await Promise.all([startSessionsServer(), startModernServer()]);
  onTestFinished(async () => {
    await Promise.all([a.close(), b.close()]);
  });
  return { a: { kind: "http", url: a.url } as const, b: { kind: "http", url: b.url } as const };
}

const connectionOf = (stores: Stores, id: string) => {
  const connection = stores.servers.all.getState().open.get(id)?.connection;
  if (!connection) throw new Error("The server has no connection");
  return connection;
};

/** Real servers are slow on a busy machine. */
const patient = { timeout: 30_000 };

const viewOf = (stores: Stores, id: string) =>
  vi.waitFor((): ConnectedView => {
    const connection = connectionOf(stores, id);
    const state = connection.state.getState();
    expect(state.kind).toBe("connected");
    return connectedView({ connection, state }) as ConnectedView;
  }, patient);

/** The item as listed, once the list has arrived. */
const itemOf = (view: ConnectedView, name: string, kind: ItemKind = "tool") =>
  vi.waitFor(() => {
    const item = findItem(view, { kind, name });
    if (!item) throw new Error("The list was not read yet");
    return item;
  }, patient);

const echo = itemKey({ kind: "tool", name: "echo" });
const textOf = (stores: Stores, id: string, key = echo) =>
  JSON.stringify(runOf(stores.calls.runs.getState(), id, key));

/** The log entries of a connection. */
const entriesOf = ({ traffic }: Stores, id: string) =>
  traffic.log.snapshot().entries.filter(({ connectionId }) => connectionId === id);

test("two servers at the same time: drafts, runs, requests, lists and the log stay separate", async () => {
  const servers = await startServers();
  const { stores } = createTab();
  const { opener } = stores.connections;
  const { drafts, runs, invoke } = stores.calls;
  const [a, b] = [opener.open({ target: servers.a }), opener.open({ target: servers.b })];
  onTestFinished(() => [a, b].forEach(opener.close));
  const [viewA, viewB] = await Promise.all([viewOf(stores, a), viewOf(stores, b)]);
  expect(stores.servers.all.getState().activeId).toBeUndefined();

  // lists: each server has a tool that the other one lacks
  expect((await itemOf(viewA, "ask")).raw.inputSchema).toBeDefined();
  expect((await itemOf(viewB, "region")).raw.inputSchema).toBeDefined();
  expect((await itemOf(viewB, "ask")).raw.inputSchema).toBeUndefined();

  // drafts and runs: the same tool on both servers, with overlapping calls
  drafts.change(a, echo, { argumentsText: '{"message":"one"}' });
  drafts.change(b, echo, { argumentsText: '{"message":"two"}' });
  const [echoA, echoB] = [await itemOf(viewA, "echo"), await itemOf(viewB, "echo")];
  await Promise.all([invoke.run(viewA, echoA), invoke.run(viewB, echoB)]);
  expect(textOf(stores, a)).toContain("Echo: one");
  expect(textOf(stores, b)).toContain("Echo: two");
  expect(draftOf(drafts.getState(), a, echo)?.argumentsText).toBe('{"message":"one"}');

  // requests: both servers ask at the same time, and each receives its own answer
  const ask = itemKey({ kind: "tool", name: "ask" });
  const introduce = itemKey({ kind: "tool", name: "introduce" });
  drafts.change(a, ask, { argumentsText: '{"message":"you"}' });
  const calls = [
    invoke.run(viewA, await itemOf(viewA, "ask")),
    invoke.run(viewB, await itemOf(viewB, "introduce")),
  ];
  const asked = (view: ConnectedView) =>
    vi.waitFor(() => {
      const found = stores.inbox.requests
        .getState()
        .find(({ connectionId }) => connectionId === view.connection.id);
      if (!found) throw new Error("Nothing was asked yet");
      return found;
    }, patient);
  const accept = (content: object) =>
    ({ kind: "result", text: JSON.stringify({ action: "accept", content }) }) as const;
  const [fromA, fromB] = await Promise.all([asked(viewA), asked(viewB)]);
  expect([fromA.server, fromB.server]).toEqual(["sessions-server", "modern-server"]);
  fromB.answer(accept({ name: "Bo" }));
  fromA.answer(accept({ name: "Ada" }));
  (await asked(viewB)).answer(accept({ city: "Bern" }));
  await Promise.all(calls);
  expect(textOf(stores, a, ask)).toContain("Hello, Ada!");
  expect(textOf(stores, b, introduce)).toContain("Bo from Bern");
  expect(stores.inbox.requests.getState()).toEqual([]);

  // log: entries are recorded under the connection of their server
  const logged = (view: ConnectedView) => JSON.stringify(entriesOf(stores, view.connection.id));
  expect(logged(viewA)).toContain(servers.a.url);
  expect(logged(viewA)).not.toContain(servers.b.url);
  expect(logged(viewB)).toContain(servers.b.url);
  expect(logged(viewB)).not.toContain(servers.a.url);

  // restarting one keeps its drafts and results, and does not affect the other
  opener.restart(a);
  const again = await viewOf(stores, a);
  expect(again.connection.id).not.toBe(viewA.connection.id);
  expect(textOf(stores, a)).toContain("Echo: one");
  expect(connectionOf(stores, b)).toBe(viewB.connection);
  await invoke.run(again, echoA);
  expect(textOf(stores, a)).toContain("Echo: one");

  // closing one does not affect the other
  opener.discard(a);
  expect(runs.getState().has(a)).toBe(false);
  expect(connectionOf(stores, b).state.getState().kind).toBe("connected");
  drafts.change(b, echo, { argumentsText: '{"message":"three"}' });
  await invoke.run(viewB, echoB);
  expect(textOf(stores, b)).toContain("Echo: three");
});

test("a restart sends the headers of its own server, even if another one's were changed since", async () => {
  const servers = await startServers();
  const { stores } = createTab();
  const { opener } = stores.connections;
  const { all } = stores.servers;
  const a = opener.open({ target: servers.a });
  all.change(a, { headers: [["X-Only-A", "yes"]] });
  all.choose(servers.b.url);
  setSettings(stores, { headers: [["X-Only-B", "yes"]] });
  const b = opener.openEntered(servers.b);
  onTestFinished(() => [a, b].forEach(opener.close));
  const headersOf = (view: ConnectedView) =>
    JSON.stringify(entriesOf(stores, view.connection.id)).toLowerCase();
  const viewB = await viewOf(stores, b);
  await viewOf(stores, a);
  opener.restart(a);
  const viewA = await viewOf(stores, a);
  expect(headersOf(viewA)).toContain("x-only-a");
  expect(headersOf(viewA)).not.toContain("x-only-b");
  expect(headersOf(viewB)).toContain("x-only-b");
  expect(headersOf(viewB)).not.toContain("x-only-a");
});

test("connecting from the address bar replaces the active connection, and its drafts come back with it", async () => {
  const servers = await startServers();
  const { stores } = createTab();
  const { connector, opener } = stores.connections;
  const { drafts } = stores.calls;
  const { all } = stores.servers;
  const connectTo = async (url: string) => {
    all.write(url);
    connector.connect();
    const id = all.getState().activeId ?? "";
    await viewOf(stores, id);
    return id;
  };
  const a = await connectTo(servers.a.url);
  const beside = opener.open({ target: servers.b });
  drafts.change(a, echo, { argumentsText: '{"message":"kept"}' });
  expect(await connectTo(servers.a.url)).toBe(a);
  const b = await connectTo(servers.b.url);
  onTestFinished(() => [a, b, beside].forEach(opener.close));
  // in the place of the one that it replaced
  expect([...all.getState().open.keys()]).toEqual([b, beside]);
  expect(draftOf(drafts.getState(), b, echo)).toBeUndefined();
  const back = await connectTo(servers.a.url);
  expect(draftOf(drafts.getState(), back, echo)?.argumentsText).toBe('{"message":"kept"}');
  opener.close(back);
});

test("a server without a connection is neither restarted nor called", () => {
  const { stores } = createTab();
  const { connector } = stores.connections;
  const { all } = stores.servers;
  const id = all.add({ target: { kind: "http", url: "https://recorded.example/mcp" } });
  all.activate(id);
  stores.calls.drafts.change(id, echo, { tab: "json" });
  connector.restart();
  connector.disconnect();
  expect(all.getState().open.get(id)?.connection).toBeUndefined();
  expect(stores.calls.invoke.canRunSelected()).toBe(false);
});
