import { expect, test } from "vitest";
import { createRowScene } from "../messages/rows.fixture.ts";
import type { LaneColours } from "./colours.ts";
import { edgelessColour } from "./drawLane.ts";
import { createMarkReader } from "./spans/marks.ts";
import { createSpanList } from "./spans/spanList.ts";
import type { LaneId, Span } from "./spans/spans.ts";
import { createStreamReader } from "./spans/streamSpans.ts";
import { type Lane, sessionsOf, spansIn } from "./spans/timelineSessions.ts";
import { isWhole, panned, rangeBetween, timeAxis, zoomed } from "./timeRange.ts";
import { toolTimes } from "./toolTimes.ts";

function createScene(filter?: string) {
  const scene = createRowScene(filter);
  const list = createSpanList(scene.index);
  const streams = createStreamReader(scene.index);
  const session = () => {
    list.read(scene.rows(), () => false);
    streams.update(scene.log.snapshot());
    const all = [...list.spans(), ...streams.spans(() => true)];
    return sessionsOf(all, scene.index)[0];
  };
  const lane = (id: Lane["id"]) => session()?.lanes.find((one) => one.id === id);
  const call = (id: number, name: string, at: number, until?: number, result: object = {}) => {
    scene.out({ id, method: "tools/call", params: { name } }, { at });
    if (until !== undefined) scene.received({ id, result }, { at: until });
  };
  return { ...scene, list, session, lane, call };
}

const textOf = ({ name, start, end, kind }: Span) => `${name} ${start}–${end ?? ""} ${kind}`;

test("requests are in the lane of what they are; a lane without content is not there", () => {
  const { out, received, call, session, append } = createScene();
  out({ id: 1, method: "initialize", params: {} }, { at: 10 });
  received({ id: 1, result: {} }, { at: 20 });
  call(2, "weather", 100, 300, { isError: true });
  call(3, "ask", 400);
  received({ id: 7, method: "sampling/createMessage", params: {} }, { at: 450 });
  received({ id: 8, method: "ping" }, { at: 460 });
  const http = { method: "POST", url: "https://models.test/v1", headers: [] };
  append(
    { kind: "http-request", direction: "out", service: "model", model: "small", http },
    { at: 500, exchangeId: "m" },
  );
  append({ kind: "http-end", direction: "in", outcome: "complete" }, { at: 620, exchangeId: "m" });
  append(
    { kind: "http-request", direction: "out", service: "authorization", http },
    { at: 700, exchangeId: "a" },
  );
  const lanes = session()?.lanes.map(({ id, spans }) => [id, spans.map(textOf)]);
  expect(lanes).toEqual([
    ["calls", ["weather 100–300 failed", "ask 400– server"]],
    ["asked", ["sampling/createMessage 450– you"]],
    ["models", ["small 500–620 model"]],
    ["authorization", ["POST /v1 700– server"]],
    ["others", ["initialize 10–20 server", "ping 460– server"]],
  ]);
});

test("a cancelled call ends with its cancellation", () => {
  const { call, out, lane } = createScene();
  call(1, "slow", 100);
  out({ method: "notifications/cancelled", params: { requestId: 1 } }, { at: 350 });
  expect(lane("calls")?.spans).toMatchObject([{ start: 100, end: 350, ms: 250 }]);
});

test("a task begins with the answer that names it, and its polls are ticks", () => {
  const { call, out, received, lane } = createScene();
  const task = { taskId: "t", status: "working" };
  call(1, "simulate", 100, 150, { task });
  for (const [id, at] of [
    [2, 200],
    [3, 300],
  ] as const) {
    out({ id, method: "tasks/get", params: { taskId: "t" } }, { at });
    received({ id, result: id === 2 ? task : { ...task, status: "completed" } }, { at: at + 10 });
  }
  const [span] = lane("tasks")?.spans ?? [];
  expect(span).toMatchObject({ name: "simulate", kind: "task", start: 150, ticks: [200, 300] });
});

test("a stream has its events as ticks; the answer to one request is none", () => {
  const { append, out, received, lane } = createScene();
  const head = { method: "GET", url: "http://a.test/mcp", headers: [] };
  const opened = { status: 200, headers: [["Content-Type", "text/event-stream"]] };
  append({ kind: "http-request", direction: "out", http: head }, { at: 10, exchangeId: "g" });
  append({ kind: "http-response", direction: "in", http: opened }, { at: 15, exchangeId: "g" });
  received({ method: "notifications/message", params: {} }, { at: 40, exchangeId: "g" });
  out({ id: 1, method: "tools/call", params: { name: "a" } }, { at: 50, exchangeId: "p" });
  append({ kind: "http-response", direction: "in", http: opened }, { at: 55, exchangeId: "p" });
  received({ id: 1, result: {} }, { at: 60, exchangeId: "p" });
  append({ kind: "http-end", direction: "in", outcome: "complete" }, { at: 70, exchangeId: "g" });
  expect(lane("streams")?.spans.map((span) => [textOf(span), span.ticks])).toEqual([
    ["GET 10–70 stream", [40]],
  ]);
});

test("spans that overlap are on different lines, and a line is used again", () => {
  const { call, lane } = createScene();
  call(1, "a", 100, 500);
  call(2, "b", 200, 300);
  call(3, "c", 350, 400);
  const { lines, lineCount } = lane("calls") ?? {};
  expect([[...(lines ?? [])], lineCount]).toEqual([[0, 1, 1], 2]);
});

test("lines are used again before a reload as well, where times are negative", () => {
  const { call, lane } = createScene();
  call(1, "a", -500, -400);
  call(2, "b", -300, -200);
  expect(lane("calls")?.lineCount).toBe(1);
});

test("the overview names what began again, was lost or examined the server", () => {
  const { append, call, log, index, session } = createScene();
  const marks = createMarkReader(index);
  const connect = (connectionId: string, at: number, more: object = {}) =>
    append(
      { kind: "connection", phase: "connecting", label: "a.test", ...more },
      { at, connectionId },
    );
  connect("one", 10);
  call(1, "a", 20, 30);
  append({ kind: "process", event: { kind: "exited", code: 1 } }, { at: 40, connectionId: "one" });
  connect("two", 50);
  append(
    { kind: "process", event: { kind: "starting", command: [] } },
    { at: 51, connectionId: "two" },
  );
  connect("three", 60);
  for (const [id, at] of [
    ["four", 70],
    ["five", 80],
  ] as const) {
    connect(id, at, { initiator: { kind: "examination" } });
  }
  session();
  marks.update(log.snapshot());
  expect(marks.marks().map(({ at, text }) => [at, text])).toEqual([
    [40, "lost"],
    [50, "restarted"],
    [60, "connected again"],
    [70, "examination"],
  ]);
});

test("a range has the spans of which something is in it, also those that go on", () => {
  const { call, lane } = createScene();
  call(1, "before", 100, 200);
  call(2, "into", 150, 400);
  call(3, "within", 450, 500);
  call(4, "on", 460);
  call(5, "after", 700, 800);
  const names = (from: number, to: number) => {
    const calls = lane("calls");
    return calls && spansIn(calls, { from, to }).map(({ name }) => name);
  };
  expect(names(300, 600)).toEqual(["into", "within", "on"]);
  expect(names(900, 950)).toEqual(["on"]);
});

test("rows that change are read again, the others are not", () => {
  const { call, received, list, session } = createScene();
  call(1, "done", 100, 200);
  call(2, "open", 300);
  session();
  const [done] = list.spans();
  received({ id: 2, result: {} }, { at: 400 });
  session();
  expect(list.spans()[0]).toBe(done);
  expect(list.spans()[1]).toMatchObject({ name: "open", end: 400 });
});

test("reading that is interrupted continues where it was", () => {
  const scene = createScene();
  for (let id = 1; id <= 100; id++) scene.call(id, `tool${id}`, id * 10, id * 10 + 5);
  const rows = scene.rows();
  let calls = 0;
  while (!scene.list.read(rows, () => true)) calls++;
  expect(calls).toBeGreaterThan(3);
  expect(scene.list.spans()).toHaveLength(100);
});

test("percentiles: the middle of an even number, and none of fewer than five calls", () => {
  const { call, lane } = createScene();
  const times = { few: [212, 554], five: [50, 10, 40, 20, 30] };
  let id = 0;
  for (const [name, all] of Object.entries(times)) {
    for (const ms of all) call(++id, name, id * 1000, id * 1000 + ms);
  }
  call(++id, "few", 9000);
  expect(toolTimes(lane("calls")?.spans ?? [])).toMatchObject([
    { name: "few", calls: 3, running: 1, median: 383, p95: undefined, longest: 554 },
    { name: "five", calls: 5, running: 0, median: 30, p95: 50, longest: 50 },
  ]);
});

test("tools of the same name on two servers are two", () => {
  const { call, lane } = createScene();
  call(1, "search", 0, 5);
  call(2, "search", 10, 15);
  const calls = lane("calls")?.spans ?? [];
  expect(toolTimes(calls, ({ seq }) => `${seq}`).map(({ calls: count }) => count)).toEqual([1, 1]);
});

const bounds = { from: 1000, to: 2000 };

test("zooming keeps the time under the pointer, and stays within the session", () => {
  expect(zoomed(bounds, bounds, 2, 1250)).toEqual({ from: 1125, to: 1625 });
  expect(zoomed({ from: 1000, to: 1100 }, bounds, 0.5, 1000)).toEqual({ from: 1000, to: 1200 });
  expect(isWhole(zoomed({ from: 1400, to: 1600 }, bounds, 0.01), bounds)).toBe(true);
  expect(zoomed(bounds, bounds, 1e9, 1500)).toEqual({ from: 1499.5, to: 1500.5 });
});

test("panning stops at both ends", () => {
  expect(panned({ from: 1200, to: 1400 }, bounds, 0.5)).toEqual({ from: 1300, to: 1500 });
  expect(panned({ from: 1200, to: 1400 }, bounds, -5)).toEqual({ from: 1000, to: 1200 });
  expect(panned({ from: 1200, to: 1400 }, bounds, 50)).toEqual({ from: 1800, to: 2000 });
});

test("a brush in either direction is a range", () => {
  expect(rangeBetween(1700, 1300, bounds)).toEqual({ from: 1300, to: 1700 });
  expect(rangeBetween(500, 1300, bounds)).toEqual({ from: 1000, to: 1300 });
});

test("an axis has round times", () => {
  const seconds = timeAxis({ from: 36_000, to: 60_000 }, 0, 8);
  expect([seconds.unit, seconds.ticks.map(({ text }) => text)]).toEqual([
    "seconds",
    ["40", "45", "50", "55", "60"],
  ]);
  const short = timeAxis({ from: 1000, to: 1012 }, 1000, 6);
  expect([short.unit, short.ticks.map(({ text }) => text)]).toEqual([
    "milliseconds",
    ["0", "2", "4", "6", "8", "10", "12"],
  ]);
});

test("bars too narrow for an edge are seen with forced colours, where they have that of the ground", () => {
  const colours = { ground: "white", edge: "black", server: "white", model: "violet" };
  const colourOf = (lane: LaneId) => edgelessColour(lane, colours as unknown as LaneColours);
  expect([colourOf("calls"), colourOf("models")]).toEqual(["black", "violet"]);
});
