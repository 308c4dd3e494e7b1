/** A server over HTTP that is gone is known to be lost, and one that answers is not. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { startModernServer } from "../../../../e2e/servers/modern.ts";
import { startReplies } from "../../../../e2e/servers/replies.ts";
import { startSessionsServer } from "../../../../e2e/servers/sessions.ts";
import { createTab, type Tab } from "../../../app/stores/tab.fixture.ts";
import { loopOf } from "../../../watch/store/watchStore.ts";
import { readItems } from "../catalog/queries.ts";
import { activeConnection } from "../server.ts";
import { connectedView } from "./connection.ts";

/** Real servers are slow on a busy machine. */
const patient = { timeout: 30_000 };

async function connect(tab: Tab, url: string) {
  const { servers, connections } = tab.stores;
  servers.all.choose(url);
  connections.connector.connect();
  onTestFinished(connections.connector.disconnect);
  return whenState(tab, "connected");
}

const stateNow = ({ stores }: Tab) => {
  const connection = activeConnection(stores.servers.all.getState());
  if (!connection) throw new Error("There is no connection");
  return { connection, state: connection.state.getState() };
};

async function whenState(tab: Tab, kind: "connected" | "lost") {
  const now = await vi.waitFor(() => {
    const now = stateNow(tab);
    expect(now.state.kind).toBe(kind);
    return now;
  }, patient);
  const view = connectedView(now);
  if (!view) throw new Error("There is no view");
  await readItems(view);
  return view;
}

/** What Traffic has of the requests that were sent, oldest first. */
const sent = ({ stores }: Tab) => {
  const { entries, length } = stores.traffic.log.snapshot();
  return entries.slice(0, length).flatMap((entry) => {
    if (entry.direction !== "out") return [];
    if (entry.kind === "http-request") return [entry.http.method];
    if (entry.kind !== "message") return [];
    return entry.heads.flatMap((head) => ("method" in head ? [head.method] : []));
  });
};

const rounds = (tab: Tab) => {
  const { activeId } = tab.stores.servers.all.getState();
  const loop = loopOf(tab.stores.watch.getState(), activeId);
  return "round" in loop ? loop.round : undefined;
};

test("a server that breaks its stream and refuses the next request is lost at once, and its session goes on when it answers", async () => {
  const server = await startSessionsServer();
  onTestFinished(server.close);
  const tab = createTab();
  const { connection } = await connect(tab, server.url);
  await vi.waitFor(() => expect(sent(tab)).toContain("GET"), patient);
  await server.down();
  await whenState(tab, "lost");
  expect(stateNow(tab).state).toMatchObject({
    failure: { code: "network" },
    awaits: { kind: "answer" },
  });
  await server.up();
  await whenState(tab, "connected");
  expect(stateNow(tab).connection).toBe(connection);
  expect(server.sessionIds()).toHaveLength(1);
  // two in all: while the server was lost, the stream was not requested
  await vi.waitFor(() => expect(sent(tab).filter((one) => one === "GET")).toHaveLength(2), patient);
  expect(rounds(tab)).toBeUndefined();
});

test("a server that has lost the session when it answers gets a new one, and what changed is reported", async () => {
  const server = await startSessionsServer();
  onTestFinished(server.close);
  const tab = createTab();
  const { connection } = await connect(tab, server.url);
  await server.down();
  await whenState(tab, "lost");
  const before = tab.stores.traffic.log.snapshot().length;
  server.forget();
  await server.up();
  await whenState(tab, "connected");
  expect(stateNow(tab).connection).not.toBe(connection);
  // nothing else was sent in the session that is gone
  const after = tab.stores.traffic.log.snapshot().entries.slice(before);
  const statuses = after.flatMap((one) => (one.kind === "http-response" ? one.http.status : []));
  expect(statuses.filter((status) => status >= 400)).toEqual([404]);
  await vi.waitFor(() => {
    expect(rounds(tab)).toMatchObject({
      cause: { kind: "answer" },
      outcome: { kind: "done", changes: [], again: { kind: "none" } },
    });
  }, patient);
});

test("a server without a stream is lost with the first request that it refuses", async () => {
  const server = await startModernServer();
  onTestFinished(server.close);
  const tab = createTab();
  const { client, connection } = await connect(tab, server.url);
  await server.down();
  const outcome = await client.session.request("tools/list").done;
  expect(outcome).toMatchObject({ kind: "failed", failure: { code: "network" } });
  await vi.waitFor(() => expect(connection.state.getState().kind).toBe("lost"), patient);
  // its subscription waits, too
  const count = (method: string) => sent(tab).filter((one) => one === method).length;
  const [listens, asked] = [count("subscriptions/listen"), count("server/discover")];
  await vi.waitFor(() => expect(count("server/discover")).toBe(asked + 2), patient);
  expect(count("subscriptions/listen")).toBe(listens);
  await server.up();
  server.addTool("new");
  await whenState(tab, "connected");
  await vi.waitFor(() => {
    expect(rounds(tab)?.outcome).toMatchObject({
      changes: [{ kind: "tool", name: "new", change: "added" }],
    });
  }, patient);
});

test("another server at the same address is named", async () => {
  const serve = (name: string) => startReplies({ name }, () => ({ result: { tools: [] } }));
  const [one, other] = [await serve("one"), await serve("other")];
  onTestFinished(one.close);
  onTestFinished(other.close);
  let to: string | undefined = one.url;
  // an address behind which another server takes over
  const tab = createTab((input, init) => {
    if (to === undefined) return Promise.reject(new TypeError("fetch failed"));
    return fetch(input === one.url ? to : input, init);
  });
  const { client } = await connect(tab, one.url);
  to = undefined;
  await client.session.request("tools/list").done;
  await vi.waitFor(() => expect(stateNow(tab).state.kind).toBe("lost"), patient);
  to = other.url;
  await whenState(tab, "connected");
  await vi.waitFor(() => {
    expect(rounds(tab)?.outcome).toMatchObject({ other: { before: "one 1", now: "other 1" } });
  }, patient);
});

test.each<readonly [string, (init: RequestInit | undefined) => boolean]>([
  ["the optional stream", (init) => init?.method === "GET"],
  ["a header of one message", (init) => new Headers(init?.headers).has("x-one")],
])("a server that answers is not lost because CORS forbids %s", async (_, isForbidden) => {
  const server = await startReplies({}, () => ({ result: { tools: [] } }));
  onTestFinished(server.close);
  // a browser reports what CORS forbids like a server that is gone
  const tab = createTab((input, init) =>
    isForbidden(init) ? Promise.reject(new TypeError("Failed to fetch")) : fetch(input, init),
  );
  const { client, connection } = await connect(tab, server.url);
  const states: string[] = [];
  onTestFinished(connection.state.subscribe(({ kind }) => void states.push(kind)));
  const request = client.session.send('{"jsonrpc":"2.0","id":90,"method":"tools/list"}', {
    headers: [["X-One", "1"]],
  });
  await request.calls[0]?.done;
  // the page has asked whether the server answers, and it does
  await vi.waitFor(() => expect(server.methods()).toContain("ping"), patient);
  await client.session.request("tools/list").done;
  expect(states).toEqual([]);
  expect(connection.state.getState().kind).toBe("connected");
});

test("a server is not lost because a call is cancelled, gets an error status, breaks off or is dropped", async () => {
  const server = await startReplies({}, ({ params, method }, response) => {
    if (method !== "tools/call") return { result: { tools: [] } };
    if (params.name === "status") response.writeHead(500).end("no");
    if (params.name === "dropped") response.destroy();
    if (params.name === "broken") {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": 100 });
      response.write("{", () => response.destroy());
    }
    return undefined;
  });
  onTestFinished(server.close);
  const tab = createTab();
  const { client, connection } = await connect(tab, server.url);
  const states: string[] = [];
  onTestFinished(connection.state.subscribe(({ kind }) => void states.push(kind)));
  const call = (name: string) => client.session.request("tools/call", JSON.stringify({ name }));
  const waiting = call("wait");
  await vi.waitFor(() => expect(server.methods()).toContain("tools/call"), patient);
  waiting.cancel();
  expect((await waiting.done).kind).toBe("cancelled");
  for (const name of ["status", "broken", "dropped"])
    expect((await call(name).done).kind).toBe("failed");
  // the page has asked after each that had no complete response
  const asked = () => server.methods().filter((method) => method === "ping");
  await vi.waitFor(() => expect(asked()).toHaveLength(2), patient);
  await client.session.request("tools/list").done;
  expect(states).toEqual([]);
});

/** A server of HTTP+SSE at one port, which can go away and come back. */
async function startSseServer({ endsAtOnce = false } = {}) {
  const streams = new Set<ServerResponse>();
  let opened = 0;
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2024-11-05",
      capabilities: { tools: {} },
      serverInfo: { name: "sse", version: "1" },
    },
    "tools/list": { tools: [{ name: "one", inputSchema: { type: "object" } }] },
  };
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      opened++;
      streams.add(response);
      response.on("close", () => streams.delete(response));
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      return response.write("event: endpoint\ndata: /messages\n\n");
    }
    if (request.url !== "/messages") return response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    response.writeHead(202).end();
    const answer = JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} });
    if (id !== undefined) for (const stream of streams) stream.write(`data: ${answer}\n\n`);
    if (endsAtOnce && method === "tools/list") for (const stream of streams) stream.end();
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const down = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(down);
  const url = `http://127.0.0.1:${port}/sse`;
  return { url, down, up: () => listen(port), opened: () => opened };
}

test("a server of HTTP+SSE that is gone is asked again, and connected when it is back", async () => {
  const server = await startSseServer();
  const tab = createTab();
  const before = await connect(tab, server.url);
  expect(before.client.transport.kind).toBe("http-sse");
  await server.down();
  await whenState(tab, "lost");
  expect(stateNow(tab).state).toMatchObject({ awaits: { kind: "answer" } });
  // the stream has failed, and the page has asked once more
  const refused = () =>
    tab.stores.traffic.log
      .snapshot()
      .entries.filter((entry) => entry.kind === "http-end" && entry.outcome === "failed");
  await vi.waitFor(() => expect(refused().length).toBeGreaterThan(1), patient);
  await server.up();
  const after = await whenState(tab, "connected");
  expect(after.connection.id).not.toBe(before.connection.id);
  expect(after.client.transport.kind).toBe("http-sse");
});

test("a server of HTTP+SSE that was restarted at once, soon after it was connected, is connected again", async () => {
  const server = await startSseServer();
  const tab = createTab();
  const before = await connect(tab, server.url);
  await server.down();
  await server.up();
  await whenState(tab, "lost");
  const after = await whenState(tab, "connected");
  expect(after.connection.id).not.toBe(before.connection.id);
});

test("a server of HTTP+SSE that ends each stream at once is connected to after longer and longer", async () => {
  const server = await startSseServer({ endsAtOnce: true });
  const tab = createTab();
  const { all } = tab.stores.servers;
  /** How long each connection that was lost waits before the server is asked, in milliseconds. */
  const waits = new Map<string, number>();
  const follow = () => {
    const connection = activeConnection(all.getState());
    const state = connection?.state.getState();
    if (!connection || state?.kind !== "lost" || state.awaits?.kind !== "answer") return;
    const { nextAt } = state.awaits;
    if (nextAt !== undefined && !waits.has(connection.id)) {
      waits.set(connection.id, Math.round((nextAt - state.at) / 1000));
    }
  };
  onTestFinished(tab.stores.connections.open.subscribe(follow));
  all.choose(server.url);
  tab.stores.connections.connector.connect();
  onTestFinished(tab.stores.connections.connector.disconnect);
  await vi.waitFor(() => expect([...waits.values()]).toEqual([1, 2, 4]), patient);
  // twice for each: to see that it answers, and to connect
  expect(server.opened()).toBe(5);
});
