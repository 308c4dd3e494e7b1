/** The draft of events with a real server: list, poll, stream and webhook. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newId, openLink, openRelay } from "../../relay/relay.fixture.ts";
import { encodeText } from "../../shared/core/bytes.ts";
import { parseJsonObject } from "../../shared/core/json/jsonObject.ts";
import { createEventFeed } from "../../shared/events/eventFeed.ts";
import { createWebhookSecret } from "../../shared/events/webhookSignature.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { classify } from "../../shared/protocol/jsonRpc.ts";
import { receiveThroughRelay } from "../../shared/relay/client/relayWebhook.ts";
import { startEvents } from "../servers/events/httpEvents.ts";
import { connectTo, type Engine, findingsIn, soon } from "./engine.fixture.ts";

const revision = "2025-11-25";
const program = join(import.meta.dirname, "../servers/events/stdioEvents.ts");

async function start() {
  const server = await startEvents();
  onTestFinished(server.close);
  const engine = await connectTo({ url: server.url }, { revision, hasEvents: true });
  return { ...server, engine, feed: feedOf(engine, "ticket.created") };
}

function feedOf(engine: Engine, name: string) {
  const feed = createEventFeed({ client: engine.connection(), name, now: () => 0 });
  onTestFinished(feed.close);
  return feed;
}

const idsOf = ({ state }: ReturnType<typeof feedOf>) =>
  state().rows.map(({ kind, value }) =>
    kind === "event" ? (value as { eventId: string }).eventId : kind,
  );

test("types are listed where the draft is switched on, and not asked for where it is off", async () => {
  const { engine, url } = await start();
  expect(engine.connection().offers("events/list")).toBe(true);
  const { items } = await engine.connection().list("events/list", "events");
  expect(items).toMatchObject([{ name: "ticket.created" }, { name: "clock.ticked" }]);
  const off = await connectTo({ url }, { revision });
  expect(off.connection().offers("events/list")).toBe(false);
});

test("polls continue after the last one, and begin anew with other arguments", async () => {
  const { engine, feed, source } = await start();
  await source.emit("ticket.created", { title: "before" });
  await feed.poll("{}");
  expect(feed.state()).toMatchObject({ cursor: "1", rows: [], findings: [] });
  for (const title of ["a", "b", "c", "d"]) await source.emit("ticket.created", { title });
  await feed.poll("{}");
  expect(feed.state().polled).toEqual({ count: 3, hasMore: true, nextPollMs: 1000 });
  await feed.poll("{}");
  expect(idsOf(feed)).toEqual(["evt_2", "evt_3", "evt_4", "evt_5"]);
  expect(feed.state().rows.flatMap(({ findings }) => findings)).toEqual([]);
  await feed.poll('{"priority":"high"}');
  await source.emit("ticket.created", { priority: "low" });
  await source.emit("ticket.created", { priority: "high" });
  await feed.poll('{"priority":"high"}');
  expect(idsOf(feed).slice(4)).toEqual(["evt_7"]);
  expect(engine.sent("events/poll").map(({ initiator }) => initiator)).toContainEqual({
    kind: "user",
  });
  expect((await findingsIn(engine.log)).filter(({ code }) => code.startsWith("event-"))).toEqual(
    [],
  );
});

test("a repeated event and one of before are found in Traffic and in the log of events", async () => {
  const { engine, feed, source } = await start();
  await feed.poll("{}");
  await source.emit("ticket.created", {}, { timestamp: "2026-01-02T00:00:00Z" });
  await source.emit("ticket.created", {}, { timestamp: "2026-01-01T00:00:00Z" });
  await source.emit("ticket.created", {}, { eventId: "evt_1", timestamp: "yesterday" });
  await feed.poll("{}");
  const codes = ["event-out-of-order", "event-invalid", "event-repeated"];
  const found = feed.state().rows.flatMap(({ findings }) => findings.map(({ code }) => code));
  expect(found).toEqual(codes);
  const inTraffic = (await findingsIn(engine.log)).filter(({ code }) => code.startsWith("event-"));
  expect(inTraffic.map(({ code }) => code)).toEqual(codes);
  await source.emit("ticket.created", {}, { eventId: "evt_1" });
  await feed.poll("{}");
  expect(feed.state().rows.at(-1)?.findings).toMatchObject([{ code: "event-repeated" }]);
});

test("a type that the server does not deliver so is refused", async () => {
  const { engine } = await start();
  const feed = feedOf(engine, "clock.ticked");
  await feed.poll("{}");
  expect(feed.state().refused).toMatchObject({
    method: "events/poll",
    outcome: { kind: "error", error: { code: -32014 } },
  });
});

test("a stream over HTTP is opened, delivers at once, and ends when it is closed", async () => {
  const { engine, feed, source } = await start();
  const ended = feed.openStream("{}");
  await soon(() => expect(idsOf(feed)).toEqual(["active", "heartbeat"]));
  await source.emit("ticket.created", { title: "a" });
  await soon(() => expect(idsOf(feed)).toEqual(["active", "heartbeat", "evt_1"]));
  expect(feed.state()).toMatchObject({ stream: "open", cursor: "1" });
  // other requests are answered meanwhile
  await feed.poll("{}");
  feed.closeStream();
  await ended;
  await soon(() => expect(source.streams()).toBe(0));
  expect(feed.state()).toMatchObject({ stream: "closed", refused: undefined });
  await source.emit("ticket.created", { title: "b" });
  const again = feed.openStream("{}");
  await soon(() => expect(idsOf(feed).at(-2)).toBe("evt_2"));
  feed.closeStream();
  await again;
  const findings = await findingsIn(engine.log);
  expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
});

test("a stream over stdio is told apart from another one, and is cancelled", async () => {
  const engine = await connectTo({ program: [program] }, { revision, hasEvents: true });
  const tickets = feedOf(engine, "ticket.created");
  const clock = feedOf(engine, "clock.ticked");
  const ended = Promise.all([tickets.openStream("{}"), clock.openStream("{}")]);
  await soon(() => expect(idsOf(clock)).toEqual(["active", "heartbeat"]));
  await engine.callTool("emit", { title: "a" });
  await soon(() => expect(idsOf(tickets)).toEqual(["active", "heartbeat", "evt_1"]));
  expect(idsOf(clock)).toHaveLength(2);
  expect(clock.state().cursor).toBeNull();
  tickets.closeStream();
  clock.closeStream();
  await ended;
  expect(engine.sent("notifications/cancelled")).toHaveLength(2);
  await engine.callTool("emit", { title: "b" });
  await tickets.poll("{}");
  expect(idsOf(tickets).at(-1)).toBe("evt_2");
});

test("the cursor of a stream is not that of other arguments", async () => {
  const { feed, source } = await start();
  const ended = feed.openStream("{}");
  await soon(() => expect(feed.state().stream).toBe("open"));
  await feed.poll('{"priority":"high"}');
  expect(feed.state().cursor).toBe("0");
  await source.emit("ticket.created", { title: "a" });
  await soon(() => expect(idsOf(feed).at(-1)).toBe("evt_1"));
  expect(feed.state().cursor).toBe("0");
  feed.closeStream();
  await ended;
});

test("a notification with such a name is nobody's fault where no events were asked for", async () => {
  const log = createEventLog({ now: () => 0 });
  const message = { jsonrpc: "2.0", method: "notifications/events/own", params: {} };
  const entry = { kind: "message", carrier: "stdio", batch: false, connectionId: "1" } as const;
  log.append(
    { ...entry, direction: "in", exchangeId: "x", heads: [classify(message)] },
    encodeText(JSON.stringify(message)),
  );
  const codes = (await findingsIn(log)).map(({ code }) => code);
  expect(codes.filter((code) => code.startsWith("event-"))).toEqual([]);
});

test("a webhook is verified, delivers, is renewed, is replaced, and is ended", async () => {
  const { engine, feed, source } = await start();
  const { link } = await openLink(await openRelay());
  const secret = createWebhookSecret((bytes) => void crypto.getRandomValues(bytes));
  const url = await new Promise<string>((resolve, reject) => {
    receiveThroughRelay(link, newId(), secret, {
      receiving: resolve,
      delivered: (body) => feed.receive(parseJsonObject(body)),
      refused: reject,
      ended: reject,
    });
  });
  await feed.subscribeWebhook("{}", url, secret);
  expect(feed.state()).toMatchObject({ refused: undefined, subscription: { url, id: /^sub_/ } });
  await soon(() => expect(idsOf(feed)).toEqual(["other"]));
  const [answer] = await source.emit("ticket.created", { title: "a" });
  expect(answer?.status).toBe(204);
  await soon(() => expect(idsOf(feed)).toEqual(["other", "evt_1"]));
  // a delivery that comes again has an earlier cursor, which is no fault of the next answer
  for (let time = 0; time < 2; time++) {
    feed.receive({ type: "gap", cursor: "0" });
    await feed.poll("{}");
    expect(feed.state().rows.at(-1)).toMatchObject({ via: "poll", findings: [] });
  }
  const before = feed.state().subscription;
  await feed.subscribeWebhook("{}", url, secret);
  expect(feed.state().subscription?.id).toBe(before?.id);
  // other arguments are another subscription, which takes the place of the first
  await feed.subscribeWebhook('{"priority":"high"}', url, secret);
  expect(feed.state().subscription?.id).not.toBe(before?.id);
  expect(await source.emit("ticket.created", { title: "b" })).toHaveLength(1);
  await feed.unsubscribeWebhook();
  expect(feed.state().subscription).toBeUndefined();
  expect(await source.emit("ticket.created", { title: "c" })).toEqual([]);
  expect(engine.sent("events/unsubscribe")).toHaveLength(2);
});
