/** Fuzz properties of wire parsers: event streams in arbitrary chunks, JSON text, messages. */
import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { withMeta } from "../../shared/client/session/composeMessage.ts";
import { bytesIn, concatBytes, decodeText, encodeText } from "../../shared/core/bytes.ts";
import { type JsonNode, parseJson } from "../../shared/core/json/jsonText.ts";
import { putText } from "../../shared/core/json/putText.ts";
import { textAt } from "../../shared/core/json/textAt.ts";
import { formSecrets, jsonSecrets } from "../../shared/log/bodySecrets.ts";
import { messageText } from "../../shared/log/messageText.ts";
import { urlSecrets } from "../../shared/log/urlSecrets.ts";
import { createSseReader } from "../../shared/protocol/sseBlock.ts";
import { setValue } from "../../shared/schema/plan/editJson.ts";
import { decodeMessages } from "../../shared/transport/decodeMessages.ts";
import { createSseBlocks } from "../../shared/transport/sse/sseBlocks.ts";
import { anyJson, deepJson, type FuzzProperty, fuzzProperty, mutated } from "./property.fixture.ts";

const json = (value: unknown) => JSON.stringify(value);

const lineEnds = fc.constantFrom("\n", "\r\n", "\r", "\n\n", "\r\n\r\n");
const streamPieces = fc.oneof(
  { weight: 3, arbitrary: lineEnds },
  fc.constantFrom("data", "data:", "data: ", "data: {}", "event:", "event: message", "id: 1", "id"),
  fc.constantFrom(
    "retry: 10",
    "retry: x",
    "retry:",
    ":",
    ": c",
    "\0",
    " ",
    "é",
    "😀",
    "\u{feff}",
    "x",
  ),
);
const streams = fc.tuple(
  fc.array(streamPieces, { maxLength: 40 }).map((pieces) => pieces.join("")),
  fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 10 }),
);

/** Splits bytes into chunks of repeating sizes; size 0 is an empty chunk. */
function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  const cycle = sizes.some((size) => size > 0) ? sizes : [...sizes, 1];
  for (let at = 0, index = 0; at < bytes.length; index++) {
    const size = cycle[index % cycle.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

function readInChunks(chunks: readonly Uint8Array[]) {
  const blocks = createSseBlocks();
  const read = createSseReader();
  const cuts = chunks.flatMap((chunk) => blocks.feed(chunk));
  const rest = blocks.rest();
  const text = decodeText(rest);
  const parsedBlocks = { events: [] as unknown[], ids: [] as string[], comments: [] as string[] };
  for (const part of [...cuts, { text, begin: 0, end: text.length, isPlain: false }]) {
    const { event, data, id, comments } = read(part);
    if (data !== undefined) parsedBlocks.events.push([event, data]);
    if (id !== undefined) parsedBlocks.ids.push(id);
    parsedBlocks.comments.push(...comments);
  }
  return { parsedBlocks, bytes: concatBytes([...cuts.map(bytesIn), rest]) };
}

function parseByReference(text: string) {
  const parsedBlocks = { events: [] as unknown[], ids: [] as string[], comments: [] as string[] };
  createParser({
    onEvent: ({ event = "message", data }) => parsedBlocks.events.push([event, data]),
    onId: (id) => parsedBlocks.ids.push(id),
    onComment: (comment) => parsedBlocks.comments.push(comment),
  }).feed(text);
  return parsedBlocks;
}

const jsonTexts = fc.oneof(
  anyJson.map(json),
  anyJson.map((value) => JSON.stringify(value, undefined, "\t")),
  mutated(anyJson.map(json)),
  fc.string({
    unit: fc.constantFrom(...'{}[],:"\\u0041-+.eE1null truefals\n\r\t\u0007'),
    maxLength: 30,
  }),
);

function valueAtNode(node: JsonNode): unknown {
  switch (node.kind) {
    case "object": {
      const entries = node.members.map(({ key, value }) => [key, valueAtNode(value)] as const);
      return Object.fromEntries(entries);
    }
    case "array":
      return node.items.map(valueAtNode);
    case "number":
      return Number(node.literal);
    case "null":
      return null;
    default:
      return node.value;
  }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Every path in a value, with the value there. */
function pathsOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): [typeof path, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [[path, value], ...entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

const objects = fc.dictionary(fc.constantFrom("a", "b", "__proto__", "_meta", "é"), anyJson, {
  maxKeys: 4,
  noNullPrototype: true,
});

export const streamProperties: readonly FuzzProperty[] = [
  fuzzProperty(
    "an event stream in any chunks is parsed as by the reference parser",
    streams,
    ([text, sizes]) => {
      const bytes = encodeText(text);
      const { parsedBlocks, bytes: kept } = readInChunks(cut(bytes, sizes));
      deepStrictEqual(parsedBlocks, parseByReference(text));
      deepStrictEqual(Uint8Array.from(kept), Uint8Array.from(bytes));
    },
    3000,
  ),
  fuzzProperty(
    "any bytes as an event stream",
    fc.tuple(fc.uint8Array({ maxLength: 60 }), streams),
    ([bytes, [, sizes]]) => {
      deepStrictEqual(Uint8Array.from(readInChunks(cut(bytes, sizes)).bytes), bytes);
    },
  ),
  fuzzProperty(
    "JSON text is parsed as by JSON.parse",
    jsonTexts,
    (text) => {
      const read = parseJson(text);
      const expected = parsed(text);
      if (read.kind === "duplicate") return;
      if (read.kind !== "tree") {
        strictEqual(expected, undefined, "JSON.parse accepts it");
        ok(read.offset >= 0 && read.offset <= text.length);
        return;
      }
      if (!read.root) return strictEqual(text.trim(), "");
      deepStrictEqual(valueAtNode(read.root), expected?.value);
      strictEqual(text.slice(read.root.start, read.root.end), text.trim());
    },
    3000,
  ),
  fuzzProperty("the source text of every value is extracted", anyJson, (value) => {
    const text = JSON.stringify(value, undefined, 1);
    for (const [path, there] of pathsOf(JSON.parse(text))) {
      deepStrictEqual(JSON.parse(textAt(text, path) ?? ""), there);
    }
  }),
  fuzzProperty(
    "a member is set in a text",
    fc.tuple(objects, fc.constantFrom("a", "__proto__", "x"), anyJson),
    ([object, key, value]) => {
      for (const changed of [
        putText(json(object), [key], json(value)),
        setValue(json(object), [key], json(value)),
      ]) {
        const result = JSON.parse(changed);
        deepStrictEqual(
          Object.getOwnPropertyDescriptor(result, key)?.value,
          JSON.parse(json(value)),
        );
        strictEqual(Object.keys(result).length, new Set([...Object.keys(object), key]).size);
      }
    },
  ),
  fuzzProperty(
    "any text where a JSON text is expected",
    fc.oneof({ weight: 9, arbitrary: jsonTexts }, { weight: 1, arbitrary: deepJson(20_000) }),
    (text) => {
      parseJson(text);
      textAt(text, ["a", 0]);
      putText(text, ["a"], "1");
      withMeta(text, { key: '"value"' });
      formSecrets(text);
      jsonSecrets(text);
      urlSecrets(text);
    },
    500,
  ),
  fuzzProperty(
    "any text as a frame with messages",
    fc.oneof(
      jsonTexts,
      deepJson(20_000),
      fc
        .record(
          {
            jsonrpc: fc.constantFrom("2.0", "1.0"),
            id: anyJson,
            method: anyJson,
            params: anyJson,
            result: anyJson,
            error: anyJson,
          },
          { requiredKeys: [], noNullPrototype: true },
        )
        .map(json),
    ),
    (text) => {
      const { heads, messages, notJson } = decodeMessages(text);
      strictEqual(heads.length, messages.length);
      strictEqual(notJson === undefined, parsed(text) !== undefined);
      for (const carrier of ["http", "sse", "stdio"] as const)
        messageText(carrier, encodeText(text));
    },
    1000,
  ),
];
