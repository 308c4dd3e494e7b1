import { expect, onTestFinished, test, vi } from "vitest";
import { startModernServer } from "../../../../e2e/servers/modern.ts";
import { startReplies } from "../../../../e2e/servers/replies.ts";
import { startSessionsServer } from "../../../../e2e/servers/sessions.ts";
import { addressed, createTab, setSettings, shown } from "../../../app/stores/tab.fixture.ts";
import type { Stores } from "../../../stores/stores.ts";

async function startTwo() {
  const [one, other] = await Promise.all([startSessionsServer(), startModernServer()]);
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  return { one: one.url, other: other.url };
}

/** Adds a server as the address bar does, and waits for the connection. */
async function add({ connections, servers, view }: Stores, url: string): Promise<string> {
  const { all } = servers;
  view.showStart();
  all.write(url);
  connections.connector.connect();
  const id = all.getState().activeId ?? "";
  onTestFinished(() => connections.opener.close(id));
  await vi.waitFor(() => {
    const { connection } = all.getState().open.get(id) ?? {};
    expect(connection?.state.getState().kind).toBe("connected");
  });
  return id;
}

const names = ({ connections }: Stores) => connections.open.getState().map(({ name }) => name);

const activeId = ({ servers }: Stores) => servers.all.getState().activeId;

test("a server is added beside the others, and each keeps its selection, address and settings", async () => {
  const { one, other } = await startTwo();
  const { stores } = createTab();
  const { view } = stores;
  const { all } = stores.servers;
  const a = await add(stores, one);
  view.openItem({ kind: "tool", name: "ask" });
  setSettings(stores, { headers: [["X-One", "1"]], revision: "2025-06-18" });
  view.showStart();
  expect(addressed(stores).address).toBe("");
  expect(shown(stores).selection).toBeUndefined();
  const b = await add(stores, other);
  expect(addressed(stores).settings).toMatchObject({ headers: [], revision: "auto" });
  view.openItem({ kind: "tool", name: "region" });
  expect([...all.getState().open.keys()]).toEqual([a, b]);
  expect(names(stores)).toEqual(["sessions-server", "modern-server"]);

  all.activate(a);
  expect(shown(stores)).toMatchObject({
    address: one,
    selection: { kind: "tool", name: "ask" },
    settings: { headers: [["X-One", "1"]], revision: "2025-06-18" },
  });
  all.activate(b);
  expect(shown(stores)).toMatchObject({
    address: other,
    selection: { kind: "tool", name: "region" },
  });
});

test("a restart uses the revision of its own server, and its timeouts apply to its calls alone", async () => {
  const { one, other } = await startTwo();
  const { stores } = createTab();
  const { all } = stores.servers;
  const agreed = (id: string) => {
    const state = all.getState().open.get(id)?.connection?.state.getState();
    return state?.kind === "connected" ? state.client.agreement.revision : undefined;
  };
  setSettings(stores, { revision: "2025-06-18" });
  const a = await add(stores, one);
  stores.view.showStart();
  setSettings(stores, { revision: "2026-07-28" });
  const b = await add(stores, other);
  expect([agreed(a), agreed(b)]).toEqual(["2025-06-18", "2026-07-28"]);
  all.change(b, { timeoutSeconds: 1 });
  for (const id of [a, b]) stores.connections.connector.restart(id);
  await vi.waitFor(() => expect([agreed(a), agreed(b)]).toEqual(["2025-06-18", "2026-07-28"]));
  expect(all.getState().open.get(a)?.settings.timeoutSeconds).toBe(60);
});

test("two connections to one server have separate sessions, names and headers", async () => {
  const { one } = await startTwo();
  const { stores } = createTab();
  const { all } = stores.servers;
  const a = await add(stores, one);
  const b = await add(stores, one);
  expect(names(stores)).toEqual(["sessions-server", "sessions-server (2)"]);
  all.change(b, { headers: [["X-User", "second"]] });
  all.activate(a);
  expect(addressed(stores).settings.headers).toEqual([]);
  setSettings(stores, { headers: [["X-User", "first"]] });

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
  all.activate(b);
  stores.connections.connector.connect();
  expect(activeId(stores)).toBe(b);
  expect(all.getState().open.get(b)?.applied?.headers).toEqual([["X-User", "second"]]);
});

test("servers are renamed, moved and closed; the neighbour of the active one becomes active", async () => {
  const { one, other } = await startTwo();
  const { stores } = createTab();
  const { all } = stores.servers;
  const { opener } = stores.connections;
  const a = await add(stores, one);
  const b = await add(stores, other);
  all.rename(b, "  Staging ");
  all.move(b, 0);
  expect(names(stores)).toEqual(["Staging", "sessions-server"]);
  all.rename(b, " ");
  expect(names(stores)).toEqual(["modern-server", "sessions-server"]);
  opener.discard(b);
  expect(activeId(stores)).toBe(a);
  expect(addressed(stores).address).toBe(one);
  opener.discard(a);
  expect(names(stores)).toEqual([]);
});

test("a server's name is shown with what it hides, once it has said it", async () => {
  const named = await startReplies({ name: "bank\u202egnp.exe" }, () => ({
    result: { tools: [] },
  }));
  onTestFinished(named.close);
  const { stores } = createTab();
  await add(stores, named.url);
  expect(names(stores)).toEqual(["bank\\u{202e}gnp.exe"]);
});

test("local servers are told apart by their ports, and keep their marks", () => {
  const { stores } = createTab();
  const { all } = stores.servers;
  const tags = () => stores.connections.open.getState().map(({ tag }) => tag.text);
  const at = (url: string) => all.add({ target: { kind: "http", url } });
  at("http://127.0.0.1:4138/mcp");
  at("http://127.0.0.1:5120/mcp");
  expect(tags()).toEqual(["38", "20"]);
  const third = at("http://127.0.0.1:6138/mcp");
  const fourth = at("http://127.0.0.1:4138/sse");
  expect(tags()).toEqual(["38", "20", "138", "4138"]);
  all.rename(fourth, "notes");
  all.remove(third);
  expect(tags()).toEqual(["38", "20", "N"]);
});
