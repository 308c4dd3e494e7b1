import type { Duplex } from "node:stream";
import { expect, test } from "vitest";
import {
  decodeTunnelFrame,
  encodeCredit,
  encodeTunnelFrame,
  frameOverhead,
  maxDataBytes,
  streamWindow,
} from "./tunnelFrames.ts";
import { readTunnelTarget } from "./tunnelIds.ts";
import { createTunnelLink, type TunnelLink } from "./tunnelLink.ts";

/** Both ends, whose frames are passed on when the test says so, or lost. */
function pairOfLinks() {
  const opened: Duplex[] = [];
  const broken: string[] = [];
  const waiting: { to: TunnelLink; frame: Buffer }[] = [];
  const relay = createTunnelLink({ limit: 4, onBroken: () => broken.push("relay") });
  const tap = createTunnelLink({
    limit: 4,
    onOpen: (stream) => opened.push(stream),
    onBroken: () => broken.push("tap"),
  });
  const socketTo = (to: TunnelLink) => ({
    send: (frame: Buffer, onSent: () => void) => {
      waiting.push({ to, frame });
      onSent();
    },
    close: () => {},
  });
  const attach = () => {
    const [atRelay, atTap] = [relay.received(), tap.received()];
    return [relay.attach(socketTo(tap), atTap), tap.attach(socketTo(relay), atRelay)];
  };
  attach();
  const pass = async () => {
    for (let turn = 0; turn < 4; turn++) {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        next.to.take(next.frame);
        await new Promise(setImmediate);
      }
      await new Promise(setImmediate);
    }
  };
  const drop = () => {
    waiting.length = 0;
    relay.detach();
    tap.detach();
  };
  return { relay, tap, opened, broken, waiting, pass, drop, attach };
}

test("a writer waits for its reader: one window is on its way, whatever is written", async () => {
  const { relay, opened, pass } = pairOfLinks();
  const stream = relay.streams.open();
  const size = 10 * streamWindow;
  stream.end(Buffer.alloc(size, 7));
  await pass();
  const waits = opened[0]?.readableLength ?? 0;
  expect(waits).toBeLessThan(streamWindow);
  expect(waits).toBeGreaterThan(streamWindow - 8 * frameOverhead);
  let got = 0;
  opened[0]?.on("data", (bytes: Buffer) => {
    got += bytes.byteLength;
  });
  while (got < size) await pass();
  expect(relay.waitingBytes()).toBeLessThan(2 * streamWindow);
});

test("a lost connection loses no byte, and none comes twice", async () => {
  const { relay, opened, pass, drop, attach, waiting } = pairOfLinks();
  const stream = relay.streams.open();
  const sent = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251));
  stream.end(sent);
  await pass();
  const got: Buffer[] = [];
  let isOver = false;
  opened[0]?.on("data", (bytes: Buffer) => got.push(bytes));
  opened[0]?.on("end", () => {
    isOver = true;
  });
  for (let turn = 0; !isOver; turn++) {
    // the rest of what is on its way is lost every time
    for (const next of waiting.splice(0, 2)) next.to.take(next.frame);
    await new Promise(setImmediate);
    if (turn % 3 !== 0) continue;
    drop();
    expect(attach()).toEqual([true, true]);
  }
  expect(Buffer.concat(got).equals(sent)).toBe(true);
});

test("streams end for both sides, and are forgotten", async () => {
  const { relay, tap, opened, pass } = pairOfLinks();
  const stream = relay.streams.open();
  stream.end("question");
  stream.resume();
  await pass();
  opened[0]?.resume().end("answer");
  await pass();
  expect([relay.streams.count(), tap.streams.count()]).toEqual([0, 0]);
  const aborted = relay.streams.open();
  await pass();
  aborted.destroy();
  await pass();
  expect([relay.streams.count(), tap.streams.count(), opened[1]?.destroyed]).toEqual([0, 0, true]);
});

test.each<[name: string, frames: readonly Buffer[]]>([
  ["an unknown stream", [encodeTunnelFrame("data", 9, Buffer.from("x"))]],
  ["stream 0", [encodeTunnelFrame("end", 0)]],
  ["a stream that the tap opens", [encodeTunnelFrame("open", 2)]],
  ["more credit than a window", [encodeCredit(1, 1)]],
  ["credit of another length", [encodeTunnelFrame("credit", 1, Buffer.alloc(8))]],
  ["no data", [Buffer.concat([encodeTunnelFrame("end", 1).fill(1, 0, 1)])]],
  [
    "more data than was granted",
    Array.from({ length: streamWindow / maxDataBytes + 1 }, () =>
      encodeTunnelFrame("data", 1, Buffer.alloc(maxDataBytes)),
    ),
  ],
  ["an oversized frame", [encodeTunnelFrame("data", 1, Buffer.alloc(maxDataBytes + 1))]],
  ["an unknown kind", [Buffer.from([99, 0, 0, 0, 1])]],
  ["half a head", [Buffer.from([1, 0])]],
  ["a confirmation of what was not sent", [encodeTunnelFrame("ack", 1000)]],
  ["two ends", [encodeTunnelFrame("end", 1), encodeTunnelFrame("end", 1)]],
  [
    "data after the end",
    [encodeTunnelFrame("end", 1), encodeTunnelFrame("data", 1, Buffer.from("x"))],
  ],
])("a tap that sends %s loses its streams", async (_name, frames) => {
  const { relay, broken, pass } = pairOfLinks();
  const stream = relay.streams.open();
  await pass();
  expect(broken).toEqual([]);
  for (const frame of frames) relay.take(frame);
  expect([broken, stream.destroyed]).toEqual([["relay"], true]);
});

/** A tap that grants what it is sent at once; how the relay gives it up, and what waited at most. */
async function floodTap(isRead: boolean, isConfirmed: boolean) {
  const reasons: string[] = [];
  let [sent, cost, most] = [0, 0, 0];
  const relay = createTunnelLink({ limit: 1, onBroken: () => {} });
  relay.attach(
    {
      send(frame, onSent) {
        const { kind, data } = decodeTunnelFrame(frame) ?? {};
        // an ack frame is not confirmed
        if (kind !== "ack") sent++;
        if (kind === "data" && data) cost += data.byteLength + frameOverhead;
        if (isRead) onSent();
      },
      close: (_code, reason) => void reasons.push(reason),
    },
    0,
  );
  const stream = relay.streams.open();
  for (let turn = 0; turn < 1000 && reasons.length === 0; turn++) {
    stream.write(Buffer.alloc(maxDataBytes));
    await new Promise(setImmediate);
    most = Math.max(most, relay.waitingBytes());
    if (isConfirmed) relay.take(encodeTunnelFrame("ack", sent));
    if (cost > 0) relay.take(encodeCredit(1, cost));
    cost = 0;
  }
  return { reasons, most, left: relay.waitingBytes() };
}

test.each([
  ["confirms nothing", true, false, ["Too many frames without a confirmation"]],
  ["confirms everything and reads nothing", false, true, ["Too many frames that are not read"]],
  ["reads and confirms everything", true, true, []],
])(
  "a tap that %s: the relay keeps a limited number of bytes",
  async (_name, isRead, isConfirmed, reasons) => {
    const flood = await floodTap(isRead, isConfirmed);
    expect(flood.reasons).toEqual(reasons);
    if (reasons.length === 0) return expect(flood.most).toBeLessThan(2 * streamWindow);
    expect(flood.most).toBeGreaterThan(1_000_000);
    expect(flood.most).toBeLessThan(2_000_000);
    expect(flood.left).toBe(0);
  },
);

test("bytes cost what their frames cost: a tap that sends one byte a frame is given up", async () => {
  const { relay, broken, pass } = pairOfLinks();
  const stream = relay.streams.open();
  await pass();
  for (let number = 0; number < streamWindow / frameOverhead; number++) {
    relay.take(encodeTunnelFrame("data", 1, Buffer.alloc(1)));
  }
  expect([broken, stream.destroyed]).toEqual([["relay"], true]);
});

test("requests that are given up while the tap is away do not end its other requests", () => {
  const { relay, broken, drop } = pairOfLinks();
  const stream = relay.streams.open();
  drop();
  let given = 0;
  for (; given < 100_000 && !relay.isFull(); given++) {
    const other = relay.streams.open();
    other.write(Buffer.alloc(10_000));
    other.destroy();
  }
  expect(given).toBeLessThan(100_000);
  expect([broken, stream.destroyed]).toEqual([[], false]);
});

test("a small frame keeps no larger message alive", async () => {
  const { relay, pass } = pairOfLinks();
  const stream = relay.streams.open();
  await pass();
  const message = Buffer.alloc(65_536);
  encodeTunnelFrame("data", 1, Buffer.from("x")).copy(message);
  relay.take(message.subarray(0, 6));
  const kept = stream.read() as Buffer;
  expect([`${kept}`, kept.buffer.byteLength]).toEqual(["x", 1]);
});

test("many small writes wait as few bytes and frames, and the other streams go on", async () => {
  const { relay, opened, broken, pass } = pairOfLinks();
  const [flood, other] = [relay.streams.open(), relay.streams.open()];
  let writes = 0;
  for (let turn = 0; turn < 200_000 && flood.write("x"); turn++) writes++;
  expect(writes).toBeLessThan(10_000);
  await pass();
  expect(opened[0]?.readableLength).toBeGreaterThan(0);
  other.end("through");
  await pass();
  expect(`${opened[1]?.read()}`).toBe("through");
  // all that was written comes when it is read
  let got = 0;
  opened[0]?.on("data", (bytes: Buffer) => {
    got += bytes.byteLength;
  });
  while (got <= writes) await pass();
  expect([got, broken]).toEqual([writes + 1, []]);
});

test("frames of a stream that has ended are ignored", async () => {
  const { relay, broken, pass } = pairOfLinks();
  relay.streams.open().destroy();
  await pass();
  relay.take(encodeTunnelFrame("data", 1, Buffer.from("late")));
  expect(broken).toEqual([]);
});

const id = "abcdefghijklmnopqrst_-";

test.each([
  [`/t/${id}/mcp?a=b`, "/mcp?a=b"],
  [`/t/${id}`, "/"],
  [`/t/${id}?a`, "/?a"],
  [`/t/${id}/../../api/health`, "/../../api/health"],
  [`/t/${id}//other.example/`, "//other.example/"],
  [
    `/.well-known/oauth-protected-resource/t/${id}/mcp`,
    "/.well-known/oauth-protected-resource/mcp",
  ],
  [`/.well-known/oauth-authorization-server/t/${id}`, "/.well-known/oauth-authorization-server"],
  [`/t/${id}x/mcp`, undefined],
  [`/t/${id.slice(1)}/mcp`, undefined],
  [`/T/${id}/mcp`, undefined],
  [`//t/${id}/mcp`, undefined],
  [`/x/../t/${id}/mcp`, undefined],
  [`/t/%61${id.slice(1)}/mcp`, undefined],
  [`http://h/t/${id}/mcp`, undefined],
  [`/.well-known/other/t/${id}/mcp`, undefined],
])("%s is a request for %s", (url, target) => {
  expect(readTunnelTarget(url)?.target).toBe(target);
});
