import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { maxLiveChunkBytes } from "../../shared/relay/live/liveWire.ts";
import type { Logger } from "../logger.ts";
import { openRelay } from "../relay.fixture.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { RelayOptions } from "../relayOptions.ts";
import { openMemoryStore } from "../store/openStore.ts";
import { id, liveClient } from "./live.fixture.ts";

async function open(limits: Partial<RelayLimits> = {}, options: RelayOptions = {}) {
  const relay = await openRelay({ blobs: true, limits, ...options });
  return { relay, ...liveClient(relay.url, relay.origin) };
}

const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBe(true));

test("viewers get earlier and later chunks in order; the owner sees their number", async () => {
  const { own, add, follow, end } = await open();
  const token = await own();
  const owner = await follow(`${id}/owner`, token);
  expect((await add(token, 0, "zero")).status).toBe(204);
  const first = await follow(id);
  await until(() => first.events.length === 1);
  await add(token, 1, "one");
  const late = await follow(`${id}?from=1`);
  await add(token, 2, "two");
  await until(() => late.events.length === 2);
  expect(first.events).toEqual(["chunk#0 zero", "chunk#1 one", "chunk#2 two"]);
  expect(late.events).toEqual(["chunk#1 one", "chunk#2 two"]);
  await until(() => owner.events.at(-1) === "viewers 2");
  late.close();
  await until(() => owner.events.at(-1) === "viewers 1");

  expect((await end(token)).status).toBe(204);
  await Promise.all([first.closed, owner.closed]);
  expect([first.events.at(-1), owner.events.at(-1)]).toEqual(["end owner", "end owner"]);
});

test("viewers at a relay of an earlier version, which names nobody, are counted", async () => {
  const store = await openMemoryStore({ lost() {}, found() {} });
  onTestFinished(() => store.close());
  const { own, follow } = await open({}, { store });
  const owner = await follow(`${id}/owner`, await own());
  await until(() => owner.events.at(-1) === "viewers 0");
  await store.publish(`live/${id}`, '{"kind":"viewers","relay":"earlier","count":3}');
  await until(() => owner.events.at(-1) === "viewers 3");
  // and what a later version adds is ignored
  const later = { kind: "viewers", relay: "later", count: 1, people: ["ada"], more: { a: 1 } };
  await store.publish(`live/${id}`, JSON.stringify(later));
  await until(() => owner.events.at(-1) === 'people ["ada"]');
});

test("a relay that stores no blobs offers no live sessions", async () => {
  const relay = await openRelay();
  expect((await liveClient(relay.url, relay.origin).start()).status).toBe(404);
  const health = await (await fetch(`${relay.url}/api/health`)).json();
  expect(health).not.toHaveProperty("live");
});

test("a session that ended cannot be distinguished from one that never existed", async () => {
  const { relay, own, add, end } = await open();
  const token = await own();
  await add(token, 0, "x");
  await end(token);
  const answers = [id, "ABCDEFGHIJKLMNOPQRSTUV"].map(async (name) => {
    const response = await fetch(`${relay.url}/api/live/${name}`);
    const headers = Object.fromEntries(response.headers);
    delete headers.date;
    return { status: response.status, text: await response.text(), headers };
  });
  const [ended, unknown] = await Promise.all(answers);
  expect(ended).toEqual(unknown);
  expect(ended?.status).toBe(404);
});

test("nobody can continue an ended session as its owner", async () => {
  const { own, start, end, follow } = await open({ liveLeaseMs: 300 });
  const token = await own();
  await end(token);
  expect((await start()).status).toBe(409);
  expect((await end(token)).status).toBe(404);
  const left = "B".repeat(22);
  await own(left);
  await vi.waitFor(async () => {
    const viewer = await follow(left);
    viewer.close();
    expect(viewer.status).toBe(404);
  });
  expect((await start(left)).status).toBe(409);
});

test("only the owner's token adds chunks, ends the session and sees the viewers; other origins are refused", async () => {
  const { relay, own, start, add, end, follow } = await open();
  const token = await own();
  expect((await start()).status).toBe(409);
  const wrong = "A".repeat(43);
  expect((await add(wrong, 0, "x")).status).toBe(403);
  expect((await end(wrong)).status).toBe(403);
  expect((await follow(`${id}/owner`, wrong)).status).toBe(403);
  expect((await follow(`${id}/owner`)).status).toBe(401);
  const foreign = liveClient(relay.url, "https://evil.example");
  expect((await foreign.start("B".repeat(22))).status).toBe(403);
  expect((await foreign.add(token, 0, "x")).status).toBe(403);
  expect((await foreign.follow(id)).status).toBe(403);
});

test("a chunk is never replaced, and none may be skipped", async () => {
  const { own, add, follow } = await open();
  const token = await own();
  expect((await add(token, 1, "x")).status).toBe(409);
  expect((await add(token, 0, "first")).status).toBe(204);
  expect((await add(token, 0, "second")).status).toBe(204);
  expect((await add(token, 2, "x")).status).toBe(409);
  const viewer = await follow(id);
  await until(() => viewer.events.length === 1);
  expect(viewer.events).toEqual(["chunk#0 first"]);
});

test("limits: size of a chunk, of a session, chunks per minute", async () => {
  const { own, add, follow } = await open({ liveBytes: 100, liveChunksPerMinute: 4 });
  const token = await own();
  expect((await add(token, 0, new Uint8Array(maxLiveChunkBytes + 1))).status).toBe(413);
  const viewer = await follow(id);
  expect((await add(token, 0, new Uint8Array(60))).status).toBe(204);
  expect((await add(token, 1, new Uint8Array(60))).status).toBe(413);
  await viewer.closed;
  expect(viewer.events.at(-1)).toBe("end full");

  const other = await own("B".repeat(22));
  const statuses: number[] = [];
  for (let number = 0; number < 5; number++) {
    statuses.push((await add(other, number, "x", "B".repeat(22))).status);
  }
  expect(statuses).toEqual([204, 204, 204, 204, 429]);
});

test("limits: the chunks of all sessions count as stored bytes of the visitor", async () => {
  const { own, add } = await open({ storedBytesPerVisitor: 2000 });
  const token = await own();
  expect((await add(token, 0, new Uint8Array(1000))).status).toBe(204);
  expect((await add(token, 1, new Uint8Array(1000))).status).toBe(429);
  // the session ended, so its bytes are free again
  const other = "B".repeat(22);
  expect((await add(await own(other), 0, new Uint8Array(1000), other)).status).toBe(204);
});

test("limits: sessions at once and per hour of a visitor", async () => {
  const { own, start, end } = await open({ livePerVisitor: 2, liveStartsPerHour: 4 });
  const names = ["B", "C", "D", "E"].map((letter) => letter.repeat(22));
  const token = await own();
  expect((await start(names[0])).status).toBe(201);
  expect((await start(names[1])).status).toBe(429);
  await end(token);
  expect((await start(names[2])).status).toBe(201);
  const limited = await start(names[3]);
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "3600"]);
});

test("limits: viewers of a session, streams of a visitor", async () => {
  const { own, follow } = await open({ liveViewers: 2, liveStreamsPerVisitor: 4 });
  const token = await own();
  await follow(`${id}/owner`, token);
  const viewers = [await follow(id), await follow(id)];
  expect((await follow(id)).status).toBe(429);
  viewers[0]?.close();
  await vi.waitFor(async () => expect((await follow(id)).status).toBe(200));
  const other = "B".repeat(22);
  await own(other);
  expect((await follow(other)).status).toBe(200);
  const tooMany = await follow(other);
  expect([tooMany.status, tooMany.response.headers.get("retry-after")]).toEqual([429, "5"]);
});

test("a session ends when its owner is gone, and not while the owner is connected", async () => {
  const { own, follow } = await open({ liveLeaseMs: 2000 });
  const token = await own();
  const owner = await follow(`${id}/owner`, token);
  const viewer = await follow(id);
  await sleep(3000);
  expect(viewer.isOpen()).toBe(true);
  owner.close();
  await viewer.closed;
  expect(viewer.events).toEqual(["end owner-left"]);
  expect((await follow(id)).status).toBe(404);
});

test("a session ends after its maximum duration", async () => {
  const { own, follow } = await open({ liveMs: 4000, liveLeaseMs: 2000 });
  const owner = await follow(`${id}/owner`, await own());
  const viewer = await follow(id);
  await Promise.all([viewer.closed, owner.closed]);
  expect([viewer.events, owner.events.at(-1)]).toEqual([["end expired"], "end expired"]);
});

test("a relay that stops closes the streams without an end, and metrics and log hold no ids", async () => {
  const lines: string[] = [];
  const log = (...line: unknown[]) => void lines.push(JSON.stringify(line));
  const logger = { info: log, warn: log, error: log } as unknown as Logger;
  const { relay, own, add, follow } = await open(
    {},
    { logger, metrics: { host: "127.0.0.1", port: 0 } },
  );
  const token = await own();
  await add(token, 0, "content");
  const owner = await follow(`${id}/owner`, token);
  const viewer = await follow(id);
  await until(() => viewer.events.length === 1);
  const metrics = await (await fetch(relay.metricsUrl ?? "")).text();
  expect(metrics).toContain("mcp_playground_live_viewers 1");
  expect(metrics).toContain("mcp_playground_live_owners 1");
  expect(metrics).toContain('mcp_playground_live_total{outcome="started"} 1');
  await relay.close();
  await Promise.all([owner.closed, viewer.closed]);
  expect(viewer.events).toEqual(["chunk#0 content"]);
  expect(lines.join()).toContain("live");
  for (const secret of [id, token, "content"]) {
    expect(`${lines.join()}${metrics}`).not.toContain(secret);
  }
});
