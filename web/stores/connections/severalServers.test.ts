import { expect, onTestFinished, test, vi } from "vitest";
import { startModernServer } from "../../../e2e/servers/modern.ts";
import { startSessionsServer } from "../../../e2e/servers/sessions.ts";
import type { Stores } from "../stores.ts";
import { createTab } from "../tab.fixture.ts";

async function startTwo() {
  const [one, other] = await Promise.all([startSessionsServer(), startModernServer()]);
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  return { one: one.url, other: other.url };
}

/** Adds a server as the address bar does, and waits for the connection. */
async function add({ connections, servers }: Stores, url: string): Promise<string> {
  connections.serverSwitch.makeRoom();
  servers.addressBar.write(url);
  connections.connector.connect();
  const { records, opener } = connections;
  const id = records.getState().activeId ?? "";
  onTestFinished(() => opener.close(id));
  await vi.waitFor(() => {
    const { connection } = records.getState().records.get(id) ?? {};
    expect(connection?.state.getState().kind).toBe("connected");
  });
  return id;
}

const names = ({ connections }: Stores) => connections.open.getState().map(({ name }) => name);

test("a server is added beside the others, and each keeps its selection, address and settings", async () => {
  const { one, other } = await startTwo();
  const { stores } = createTab();
  const { serverSwitch, records } = stores.connections;
  const { addressBar, settings } = stores.servers;
  const { view } = stores;
  const a = await add(stores, one);
  view.openItem({ kind: "tool", name: "ask" });
  settings.change({ headers: [["X-One", "1"]] });
  serverSwitch.makeRoom();
  expect(addressBar.getState().address).toBe("");
  expect(view.getState().selection).toBeUndefined();
  const b = await add(stores, other);
  expect(settings.getState().headers).toEqual([]);
  view.openItem({ kind: "tool", name: "region" });
  expect([...records.getState().records.keys()]).toEqual([a, b]);
  expect(names(stores)).toEqual(["sessions-server", "modern-server"]);

  serverSwitch.activate(a);
  expect(view.getState().selection).toEqual({ kind: "tool", name: "ask" });
  expect(addressBar.getState().address).toBe(one);
  expect(settings.getState().headers).toEqual([["X-One", "1"]]);
  serverSwitch.activate(b);
  expect(view.getState().selection).toEqual({ kind: "tool", name: "region" });
  expect(addressBar.getState().address).toBe(other);
});

test("two connections to one server have separate sessions, names and headers", async () => {
  const { one } = await startTwo();
  const { stores } = createTab();
  const { records, connector, serverSwitch } = stores.connections;
  const { settings } = stores.servers;
  const a = await add(stores, one);
  const b = await add(stores, one);
  expect(names(stores)).toEqual(["sessions-server", "sessions-server (2)"]);
  settings.change({ headers: [["X-User", "second"]] });
  serverSwitch.activate(a);
  expect(settings.getState().headers).toEqual([]);
  settings.change({ headers: [["X-User", "first"]] });

  const sessions = new Set(
    stores.traffic.log
      .snapshot()
      .entries.map((entry) => ("http" in entry ? entry.http : undefined))
      .flatMap((http) => http?.headers ?? [])
      .filter(([name]) => name.toLowerCase() === "mcp-session-id")
      .map(([, value]) => value),
  );
  expect(sessions.size).toBe(2);

  // connecting again from the address bar uses the settings of the active one
  serverSwitch.activate(b);
  connector.connect();
  expect(records.getState().activeId).toBe(b);
  expect(settings.getState().headers).toEqual([["X-User", "second"]]);
  expect(records.getState().records.get(b)?.settings?.headers).toEqual([["X-User", "second"]]);
});

test("servers are renamed, moved and closed; the neighbour of the active one becomes active", async () => {
  const { one, other } = await startTwo();
  const { stores } = createTab();
  const { records, serverSwitch } = stores.connections;
  const a = await add(stores, one);
  const b = await add(stores, other);
  records.rename(b, "  Staging ");
  records.move(b, 0);
  expect(names(stores)).toEqual(["Staging", "sessions-server"]);
  records.rename(b, " ");
  expect(names(stores)).toEqual(["modern-server", "sessions-server"]);
  serverSwitch.close(b);
  expect(records.getState().activeId).toBe(a);
  expect(stores.servers.addressBar.getState().address).toBe(one);
  serverSwitch.close(a);
  expect(names(stores)).toEqual([]);
});
