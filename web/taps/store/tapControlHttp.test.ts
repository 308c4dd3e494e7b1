import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startTap } from "../../../relay/cli/tap/tap.fixture.ts";
import { temporaryFolder, until } from "../../../relay/relay.fixture.ts";
import type { TapChange } from "../../../shared/log/entry.ts";
import type { Fault } from "../../../shared/taps/tapOrders.ts";
import { openPage, startRelay } from "./taps.fixture.ts";

/** What a server got that answers with JSON, or, for the tool `stream`, with an event stream. */
async function startServer() {
  const got: { id?: number; method?: string; params?: { name?: string } }[] = [];
  const server = createServer(async (request, response) => {
    const message = JSON.parse(await text(request));
    got.push(message);
    const { id, method, params } = message;
    if (id === undefined || method === undefined) return response.writeHead(202).end();
    const result = { jsonrpc: "2.0", id, result: { content: [] } };
    if (params?.name !== "stream") {
      response.writeHead(200, { "Content-Type": "application/json", "Mcp-Session-Id": "s1" });
      return response.end(JSON.stringify(result));
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const progress = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info" } };
    const asked = { jsonrpc: "2.0", id: 99, method: "roots/list" };
    for (const each of [progress, asked, result]) {
      response.write(`id: 7\nevent: message\ndata: ${JSON.stringify(each)}\n\n`);
    }
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

async function startControlled() {
  const state = temporaryFolder();
  const page = await openPage(await startRelay(state));
  const { got, url } = await startServer();
  const { child } = startTap(["--http", "0", "--name", "notes", url], state);
  let said = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
  });
  const own = await until(() => /http:\/\/\S+\/mcp(?= forwards)/.exec(said)?.[0]);
  const control = await until(() => page.controls.getState().get("notes"));
  const send = (message: object, signal?: AbortSignal) =>
    fetch(own, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      ...(signal ? { signal } : {}),
    });
  const call = (id: number, name = "json") =>
    send({ id, method: "tools/call", params: { name, arguments: {} } });
  const changes = (): readonly TapChange[] =>
    page.stores.traffic.log
      .snapshot()
      .entries.flatMap((entry) => (entry.kind === "message" && entry.change ? [entry.change] : []));
  const held = () => until(() => control.state.getState().held[0]);
  await (await send({ id: 0, method: "initialize", params: {} })).text();
  await until(() => page.methods().includes("initialize"));
  const applied = () => until(() => control.state.getState().isApplied);
  return { page, got, control, send, call, changes, held, applied };
}

const where = { direction: "both", method: "tools/call", subject: "", filter: "" } as const;
const out = { ...where, direction: "out" } as const;
const into = { ...where, direction: "in" } as const;

test("requests, answers and events wait, and are edited, dropped and answered", async () => {
  const { got, control, call, changes, held, applied } = await startControlled();
  control.setBreakpoint({ id: "b", isOn: true, where: out, waitMs: 60_000 });
  await applied();
  const first = call(1);
  const request = await held();
  expect(request).toMatchObject({ direction: "out", method: "tools/call", subject: "json" });
  control.send(
    request.id,
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { a: 1 } }),
  );
  expect(await (await first).json()).toEqual({ jsonrpc: "2.0", id: 1, result: { content: [] } });
  expect(got.at(-1)?.method).toBe("ping");

  control.setBreakpoint({ id: "b", isOn: true, where, waitMs: 60_000 });
  await applied();
  const second = call(2, "stream");
  control.send((await held()).id);
  const result = await until(() =>
    control.state.getState().held.find(({ direction }) => direction === "in"),
  );
  control.send(result.id, result.text.replace('"content":[]', '"content":["edited"]'));
  const events = await (await second).text();
  // what precedes and surrounds the message stays
  expect(events).toContain("notifications/message");
  expect(events).toContain(
    'id: 7\nevent: message\ndata: {"jsonrpc":"2.0","id":2,"result":{"content":["edited"]}}\n\n',
  );

  const third = call(3);
  control.answer((await held()).id, '{"jsonrpc":"2.0","id":3,"result":{"by":"hand"}}');
  expect(await (await third).json()).toMatchObject({ result: { by: "hand" } });
  expect(got.some(({ id }) => id === 3)).toBe(false);
  control.add("in", '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  await until(() => control.state.getState().notSent === "in");
  control.add("out", '{"jsonrpc":"2.0","id":50,"method":"ping"}');
  await until(() => got.at(-1)?.id === 50);
  await until(() => changes().length === 6);
  expect(changes().map(({ action }) => action)).toEqual([
    "edited",
    "held",
    "edited",
    "answered",
    "added",
    "added",
  ]);
});

const status = {
  kind: "status",
  status: 503,
  headers: [["Retry-After", "9"]],
  body: "Later",
} as const;

test("each fault reaches the client, and is marked in the log", async () => {
  const { got, page, control, call, changes, applied } = await startControlled();
  let ids = 100;
  /** Calls a tool while a fault is on; resolves to what the client gets, or why it gets nothing. */
  const happens = async (fault: Fault, rule: typeof out | typeof into, name = "json") => {
    const id = ++ids;
    control.setFault({
      id: `f${id}`,
      isOn: true,
      where: rule,
      fault,
      probability: 1,
      seed: 1,
      limit: 1,
    });
    await applied();
    const started = performance.now();
    const answer = await call(id, name)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: Error) => ({ status: 0, text: error.name }));
    control.remove(`f${id}`);
    await until(() => changes().some(({ rule: marked }) => marked === `f${id}`));
    return { ...answer, id, ms: performance.now() - started };
  };
  const isJson = (given: string) => {
    try {
      return JSON.parse(given);
    } catch {
      return undefined;
    }
  };

  expect(await happens(status, out)).toMatchObject({ status: 503, text: "Later" });
  const error = await happens({ kind: "error", code: -32000, message: "Busy" }, into);
  expect(isJson(error.text)).toMatchObject({ id: error.id, error: { code: -32000 } });
  const refused = await happens({ kind: "error", code: -32000, message: "Busy" }, out);
  expect(isJson(refused.text)).toMatchObject({ id: refused.id, error: { code: -32000 } });
  expect(got.some(({ id }) => id === refused.id)).toBe(false);
  const late = await happens({ kind: "delay", minMs: 300, maxMs: 300, msPerKilobyte: 0 }, into);
  expect(late.ms).toBeGreaterThan(290);
  const wrong = await happens({ kind: "wrong-id" }, into);
  expect(isJson(wrong.text).id).toBe(wrong.id + 1_000_000);
  expect(isJson((await happens({ kind: "invalid-json" }, into)).text)).toBeUndefined();
  expect((await happens({ kind: "cut" }, into)).status).toBe(0);
  expect((await happens({ kind: "cut" }, into, "stream")).status).toBe(0);
  expect((await happens({ kind: "close" }, out)).status).toBe(0);
  const twice = await happens({ kind: "duplicate" }, into, "stream");
  expect(twice.text.split(`"id":${twice.id}`)).toHaveLength(3);
  const again = await happens({ kind: "duplicate" }, out);
  await until(() => got.filter(({ id }) => id === again.id).length === 2);
  const any = { ...into, method: "", filter: "method:notifications" };
  const moved = await happens({ kind: "reorder" }, any as never, "stream");
  expect(moved.text.indexOf("roots/list")).toBeLessThan(moved.text.indexOf("notifications/"));
  const slow = await happens({ kind: "slow-reader", ms: 300 }, into, "stream");
  expect(slow.ms).toBeGreaterThan(290);
  expect(page.stores.traffic.log.snapshot().entries.some(({ kind }) => kind === "http-end")).toBe(
    true,
  );

  // a request that is dropped gets no answer
  control.setFault({
    id: "lost",
    isOn: true,
    where: out,
    fault: { kind: "drop" },
    probability: 1,
    seed: 1,
    limit: 1,
  });
  await applied();
  const lost = call(900);
  const isAnswered = await Promise.race([
    lost.then(() => true),
    new Promise((resolve) => setTimeout(resolve, 500, false)),
  ]);
  expect(isAnswered).toBe(false);
  expect(got.some(({ id }) => id === 900)).toBe(false);
  lost.catch(() => {});
});
