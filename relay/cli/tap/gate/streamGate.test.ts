import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createSeededRandom } from "../../../../shared/core/seededRandom.fixture.ts";
import type { Breakpoint, TapReport } from "../../../../shared/taps/tapOrders.ts";
import { createMessageReader } from "../../../../shared/taps/tappedMessage.ts";
import { until } from "../../../relay.fixture.ts";
import { eventFraming, type Framing, lineFraming } from "./framing.ts";
import { createGate } from "./gate.ts";
import { createStreamGate } from "./streamGate.ts";

const everywhere = { direction: "both", method: "", subject: "", filter: "" } as const;
const breakpoint = (method: string): Breakpoint => ({
  id: "b",
  where: { ...everywhere, method },
  waitMs: 60_000,
});

/** A stream with a gate, as a tap has it. */
function open(framing: Framing) {
  const source = new PassThrough();
  const target = new PassThrough();
  const reports: TapReport[] = [];
  const copied: Buffer[] = [];
  const gate = createGate({
    carrier: "stdio",
    report: (report) => reports.push(report),
    add: (_, text) => stream.insert(text),
  });
  const stream = createStreamGate({
    framing,
    direction: "in",
    source,
    target,
    gate,
    read: createMessageReader(),
    log: () => {},
    copy: (bytes) => copied.push(bytes),
    reply: () => {},
    end: () => {},
  });
  source.on("data", (chunk: Buffer) => {
    if (stream.take(chunk)) return;
    target.write(chunk);
    copied.push(chunk);
  });
  source.on("end", () => stream.finish(() => target.end()));
  const order = (...breakpoints: readonly Breakpoint[]) =>
    gate.take({ order: "rules", breakpoints, faults: [] });
  const held = () => reports.flatMap((each) => (each.report === "held" ? [each] : []));
  return { source, target, gate, stream, order, held, copied: () => Buffer.concat(copied) };
}

const message = (id: number, more = "") =>
  JSON.stringify({ jsonrpc: "2.0", id, result: { text: `line\\n${more}é` } });
const framings = {
  lines: [lineFraming, (text: string) => `${text}\n`],
  events: [eventFraming, (text: string) => `: note\r\nid: 4\r\ndata: ${text}\r\n\r\n`],
} as const;

describe.each(["lines", "events"] as const)("%s", (name) => {
  const [framing, frame] = framings[name];
  const whole = Buffer.from(
    [
      ...Array.from({ length: 40 }, (_, id) => frame(message(id, "x".repeat(id * 50)))),
      "no message\n\n",
      frame("not json"),
      frame(message(99)).slice(0, -9),
    ].join(""),
  );

  test.each([1, 2, 3, 4, 5])(
    "bytes without a match stay, however they are cut (seed %i)",
    async (seed) => {
      const { source, target, order, copied } = open(framing);
      const random = createSeededRandom(seed);
      const received = buffer(target);
      for (let at = 0; at < whole.byteLength; ) {
        if (random.between(0, 20) === 0) order(breakpoint("never"));
        if (random.between(0, 20) === 0) order();
        const size = random.between(1, random.pick([1, 3, 100, 3000]));
        source.write(whole.subarray(at, at + size));
        at += size;
        if (random.between(0, 3) === 0) await new Promise(setImmediate);
      }
      source.end();
      expect((await received).equals(whole)).toBe(true);
      expect(copied().equals(whole)).toBe(true);
    },
  );

  test("what comes after a message that waits is not read without end", async () => {
    const { source, target, gate, order, held } = open(framing);
    order(breakpoint(""));
    source.write(frame(message(1)));
    await until(() => held().length === 1);
    order(breakpoint("never"), { ...breakpoint("never"), id: "other" });
    let written = 0;
    const later = frame(message(2, "y".repeat(100_000)));
    while (source.write(later) && written < 200) {
      written++;
      await new Promise(setImmediate);
    }
    expect(written * later.length).toBeLessThan(3_000_000);
    expect(target.readableLength).toBe(0);
    gate.take({ order: "send", message: held()[0]?.message ?? "" });
    source.end();
    const text = `${await buffer(target)}`;
    expect(text.startsWith(frame(message(1)))).toBe(true);
    expect(text.split("yyyyé")).toHaveLength(written + 2);
  });

  test("a message of the user's begins where another one has ended", async () => {
    const { source, target, gate } = open(framing);
    const first = frame(message(1));
    source.write(first.slice(0, 20));
    await new Promise(setImmediate);
    gate.take({ order: "add", direction: "in", text: '{"own":1}' });
    source.write(first.slice(20));
    source.end(frame(message(2)));
    const text = `${await buffer(target)}`;
    const own = `${framing.encode('{"own":1}', Buffer.alloc(0))}`;
    expect(text).toBe(first + own + frame(message(2)));
  });
});

test("a message of 400,001 characters passes", async () => {
  const { source, target, order, held } = open(lineFraming);
  order(breakpoint(""));
  const long = `${message(1, "z".repeat(400_000))}\n`;
  source.end(long);
  expect(`${await buffer(target)}`).toBe(long);
  expect(held()).toEqual([]);
});
