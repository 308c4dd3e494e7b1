import { describe, expect, test } from "vitest";
import { type Chunk, decodeChunk, encodeChunk, maxChunkBytes, maxFrameBytes } from "./chunk.ts";

const id = "00112233445566778899aabbccddeeff";
const chunk: Chunk = {
  id,
  channel: "stdout",
  offset: 7,
  startsLine: true,
  bytes: new Uint8Array([1, 2, 10]),
};

describe("a chunk is the same after encoding and decoding", () => {
  test.each<[string, Partial<Chunk>]>([
    ["standard output", {}],
    ["standard error", { channel: "stderr" }],
    ["standard input", { channel: "stdin" }],
    ["in the middle of a line", { startsLine: false }],
    ["at the very beginning", { offset: 0 }],
    ["beyond 32 bits", { offset: 2 ** 40 + 3 }],
    ["a single byte", { bytes: new Uint8Array([0]) }],
    ["as long as may be", { bytes: new Uint8Array(maxChunkBytes).fill(255) }],
    ["with the relay's time", { at: 1234.567 }],
    ["with a time, as long as may be", { at: 0, bytes: new Uint8Array(maxChunkBytes).fill(255) }],
  ])("%s", (_name, change) => {
    const whole = { ...chunk, ...change };
    expect(decodeChunk(encodeChunk(whole))).toEqual(whole);
  });

  test("from the middle of a larger buffer", () => {
    const frame = encodeChunk(chunk);
    const larger = new Uint8Array(frame.byteLength + 20);
    larger.set(frame, 10);
    expect(decodeChunk(larger.subarray(10, 10 + frame.byteLength))).toEqual(chunk);
  });
});

describe("an invalid frame is refused", () => {
  const changed = (change: (frame: Uint8Array) => void) => {
    const frame = encodeChunk(chunk);
    change(frame);
    return frame;
  };
  const timed = (change: (view: DataView) => void) => {
    const frame = encodeChunk({ ...chunk, at: 1 });
    change(new DataView(frame.buffer));
    return frame;
  };
  test.each<[string, Uint8Array]>([
    ["nothing", new Uint8Array(0)],
    ["a header without a payload", encodeChunk(chunk).subarray(0, 26)],
    ["a header cut short", encodeChunk(chunk).subarray(0, 9)],
    ["too long", new Uint8Array(maxFrameBytes + 1).fill(1)],
    ["channel 0", changed((frame) => frame.set([0], 0))],
    ["a channel of a later version", changed((frame) => frame.set([18], 0))],
    ["a flag of a later version", changed((frame) => frame.set([4], 1))],
    ["a time and no payload", encodeChunk({ ...chunk, at: 1 }).subarray(0, 34)],
    ["a payload that is too long without a time", new Uint8Array(maxFrameBytes).fill(1)],
    ["a time that is negative", timed((view) => view.setFloat64(26, -1))],
    ["a time that is none", timed((view) => view.setFloat64(26, Number.NaN))],
    ["an offset that no number can hold", changed((frame) => frame.fill(255, 18, 26))],
    [
      "an offset whose end no number can hold",
      changed((frame) => frame.set([0, 31, 255, 255, 255, 255, 255, 255], 18)),
    ],
  ])("%s", (_name, frame) => {
    expect(decodeChunk(frame)).toBeUndefined();
  });

  test("random bytes never throw", () => {
    for (let length = 0; length < 200; length++) {
      const frame = crypto.getRandomValues(new Uint8Array(length));
      expect(() => decodeChunk(frame)).not.toThrow();
    }
  });
});

test.each<[string, Partial<Chunk>]>([
  ["empty", { bytes: new Uint8Array(0) }],
  ["too long", { bytes: new Uint8Array(maxChunkBytes + 1) }],
  ["with an id that is none", { id: "me" }],
  ["with an offset that is none", { offset: -1 }],
  ["with a time that is none", { at: Number.POSITIVE_INFINITY }],
])("a chunk that is %s is misuse", (_name, change) => {
  expect(() => encodeChunk({ ...chunk, ...change })).toThrow(RangeError);
});
