import { createParser } from "eventsource-parser";
import { describe, expect, test } from "vitest";
import { bytesIn, concatBytes, decodeText, encodeText } from "../../core/bytes.ts";
import { createSeededRandom } from "../../core/seededRandom.fixture.ts";
import { type BlockText, createSseReader } from "../../protocol/sseBlock.ts";
import { createSseBlocks } from "./sseBlocks.ts";
import { cut, lineEnds, sseStream } from "./sseStream.fixture.ts";

/** The content of a stream by kind. */
interface StreamContent {
  readonly events: { event: string; data: string }[];
  readonly ids: string[];
  /** The last value. */
  retry: number | undefined;
  readonly comments: string[];
}

const emptyContent = (): StreamContent => ({ events: [], ids: [], retry: undefined, comments: [] });

/** The result of the reference parser for the whole text. */
function contentByReference(bytes: Uint8Array): StreamContent {
  const content = emptyContent();
  createParser({
    onEvent: ({ event = "message", data }) => content.events.push({ event, data }),
    onId: (id) => content.ids.push(id),
    onRetry: (ms) => {
      content.retry = ms;
    },
    onComment: (comment) => content.comments.push(comment),
  }).feed(decodeText(bytes));
  return content;
}

/** The result of our reader for the blocks and the rest. */
function contentByBlocks({ cuts, rest }: ReturnType<typeof split>): StreamContent {
  const content = emptyContent();
  const read = createSseReader();
  for (const part of [...cuts, alone(decodeText(rest))]) {
    const { event, data, id, retry, comments } = read(part);
    if (data !== undefined) content.events.push({ event, data });
    if (id !== undefined) content.ids.push(id);
    content.retry = retry ?? content.retry;
    content.comments.push(...comments);
  }
  return content;
}

function split(chunks: readonly Uint8Array[]) {
  const splitter = createSseBlocks();
  const cuts = chunks.flatMap((chunk) => splitter.feed(chunk));
  return { cuts, blocks: cuts.map(bytesIn), rest: splitter.rest() };
}

const alone = (text: string): BlockText => ({ text, begin: 0, end: text.length, isPlain: false });

const inText = ({ blocks, rest }: ReturnType<typeof split>) => ({
  blocks: blocks.map(decodeText),
  rest: decodeText(rest),
});

const chunkSizes = [1, 2, 7, 64, 100_000];

describe.each(Object.entries(lineEnds))("streams with %s", (_name, ends) => {
  test.each(chunkSizes)("lose no byte and no event in chunks of up to %i bytes", (maxBytes) => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createSeededRandom(seed);
      const bytes = sseStream(random, ends);
      const parts = split(cut(bytes, random, maxBytes));
      expect(concatBytes([...parts.blocks, parts.rest]), `seed ${seed}`).toEqual(bytes);
      expect(contentByBlocks(parts), `seed ${seed}`).toEqual(contentByReference(bytes));
    }
  });

  test("are split at the same places for any chunks, except for the LF of a CRLF", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createSeededRandom(seed);
      const bytes = sseStream(random, ends);
      const whole = withWholeCrlf(split([bytes]));
      expect(withWholeCrlf(split(cut(bytes, random, 3))), `seed ${seed}`).toEqual(whole);
    }
  });
});

/** The parts as text, with an LF moved back to the CR it belongs to. */
function withWholeCrlf({ blocks, rest }: ReturnType<typeof split>): string[] {
  const parts = [...blocks, rest].map(decodeText);
  return parts.map((part, index) => {
    const isSecondHalf = parts[index - 1]?.endsWith("\r") && part.startsWith("\n");
    const isFirstHalf = part.endsWith("\r") && parts[index + 1]?.startsWith("\n");
    return (isSecondHalf ? part.slice(1) : part) + (isFirstHalf ? "\n" : "");
  });
}

/** Chunks, their blocks and the rest. */
const table: readonly (readonly [
  name: string,
  chunks: readonly string[],
  blocks: readonly string[],
  rest: string,
])[] = [
  ["nothing", [], [], ""],
  ["empty chunks", ["", "data: 1\n", "", "\n", ""], ["data: 1\n\n"], ""],
  ["one block", ["data: 1\n\n"], ["data: 1\n\n"], ""],
  ["two blocks in one chunk", ["a\n\nb\n\n"], ["a\n\n", "b\n\n"], ""],
  ["CRLF", ["a\r\n\r\nb\r\n\r\n"], ["a\r\n\r\n", "b\r\n\r\n"], ""],
  ["CR", ["a\r\rb\r\r"], ["a\r\r", "b\r\r"], ""],
  ["a mix", ["a\n\rb\r\n\nc\r\r\n"], ["a\n\r", "b\r\n\n", "c\r\r\n"], ""],
  ["blank lines before", ["\n\r\n\ra\n\n"], ["\n\r\n\ra\n\n"], ""],
  ["blank lines between", ["a\n\n\n\nb\n\n"], ["a\n\n", "\n\nb\n\n"], ""],
  ["a cut within the last CRLF", ["a\r\n\r", "\nb\r\n\r\n"], ["a\r\n\r", "\nb\r\n\r\n"], ""],
  ["a cut within the first CRLF", ["a\r", "\n\r\nb"], ["a\r\n\r\n"], "b"],
  ["a tail without an end", ["a\n\nb\n"], ["a\n\n"], "b\n"],
  ["blank lines alone", ["\n\n\r\n"], [], "\n\n\r\n"],
];

test.each(table)("a stream is split: %s", (_name, chunks, blocks, rest) => {
  expect(inText(split(chunks.map(encodeText)))).toEqual({ blocks, rest });
});

test("a block is complete with its blank line, even if that may be half a CRLF", () => {
  const splitter = createSseBlocks();
  expect(splitter.feed(encodeText("data: 1\r\n\r"))).toHaveLength(1);
});

test("a block within one chunk is a view of it, not a copy", () => {
  const chunk = encodeText("data: 1\n\ndata: 2\n\n");
  const blocks = createSseBlocks().feed(chunk);
  expect(blocks.map((block) => block.buffer === chunk.buffer)).toEqual([true, true]);
});

test("a block has its own content and nothing of the previous one", () => {
  const read = createSseReader();
  const first = ": a\nevent: log\nid: 7\nretry: 20\ndata: 1\n: b\n\n";
  expect([first, ": c\n\n", "data\n\n"].map((text) => read(alone(text)))).toEqual([
    { event: "log", data: "1", id: "7", retry: 20, comments: ["a", "b"] },
    { event: "message", data: undefined, id: undefined, retry: undefined, comments: ["c"] },
    { event: "message", data: "", id: undefined, retry: undefined, comments: [] },
  ]);
});

test("a byte order mark at the start is ignored, for any chunks", () => {
  const bytes = encodeText("\u{feff}data: 1\n\n");
  const parts = split([...bytes].map((byte) => Uint8Array.of(byte)));
  expect(parts.blocks).toEqual([bytes]);
  expect(contentByBlocks(parts).events).toEqual([{ event: "message", data: "1" }]);
});
