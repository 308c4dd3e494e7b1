/** Fuzz properties of the frames between page and relay: decoders never throw and lose nothing. */

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { toHex } from "../../shared/core/hex.ts";
import { forwardCodes } from "../../shared/protocol/failures/forwardFacts.ts";
import { startProblems } from "../../shared/protocol/failures/startProblem.ts";
import { type Chunk, decodeChunk, encodeChunk } from "../../shared/relay/frames/chunk.ts";
import {
  decodePageMessage,
  decodeRelayMessage,
  encodeMessage,
  type PageMessage,
  type RelayMessage,
} from "../../shared/relay/frames/frames.ts";
import { createLineAssembler } from "../../shared/relay/frames/lines.ts";
import {
  anyJson,
  deepJson,
  distorted,
  type FuzzProperty,
  fuzzProperty,
  mutated,
} from "./property.fixture.ts";

const text = fc.string({ unit: "binary", maxLength: 12 });
const plain = fc.string({ maxLength: 8 }).map((word) => word.replaceAll("\0", ""));
const plains = fc.array(plain, { maxLength: 4 });
const count = fc.maxSafeNat();
const id = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(toHex);
const headers = fc.array(fc.tuple(text, text), { maxLength: 4 });
const kind = <K extends string>(name: K) => fc.constant(name);
const origin = fc.constantFrom("https://example.com", "http://127.0.0.1:8080", "http://[::1]:1");
const optional = { requiredKeys: ["kind"] as never };

/** A record in which the members named by `may` are optional. */
const loose = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }, ...may: (keyof T)[]) => {
  const requiredKeys = (Object.keys(members) as (keyof T)[]).filter((key) => !may.includes(key));
  return fc.record(members, {
    ...optional,
    requiredKeys: requiredKeys as never,
    noNullPrototype: true,
  });
};

const name = fc
  .string({ minLength: 1, maxLength: 6 })
  .map((word) => word.replaceAll(/[=\0]/g, "_"));
const command = {
  command: fc.string({ minLength: 1, maxLength: 8 }),
  args: fc.array(text, { maxLength: 3 }),
  cwd: text,
  env: fc.dictionary(name, plain, { maxKeys: 3, noNullPrototype: true }),
  masked: fc.array(fc.tuple(count, count, count), { maxLength: 3 }),
};
const watchedFiles = { command: plain, args: plains, cwd: plain, paths: plains, ignored: plains };
const certificate = fc.record(
  { subject: text, issuer: text, names: text, validFrom: text, validTo: text, fingerprint: text },
  { noNullPrototype: true },
);

const pageMessages = fc.oneof(
  loose({ kind: kind("hello"), wire: count, session: text }),
  loose({ kind: kind("ping") }),
  loose({ kind: kind("start"), id, until: count, ...command }, "cwd", "env", "masked"),
  loose({ kind: fc.constantFrom("attach", "credit"), id, seen: count, until: count }),
  loose({ kind: fc.constantFrom("stop", "abort", "unwatch"), id }),
  loose(
    { kind: kind("allow"), origin, ca: text, cert: text, key: text, fingerprint: text },
    "ca",
    "cert",
    "key",
    "fingerprint",
  ),
  loose(
    { kind: kind("exchange"), id, method: text, url: text, headers, size: count, until: count },
    "size",
  ),
  loose({ kind: kind("grant"), id, until: count }),
  loose({
    kind: kind("watch"),
    id,
    request: loose({ kind: kind("files"), ...watchedFiles }, "cwd"),
  }),
  loose({
    kind: kind("watch"),
    id,
    request: loose({ kind: kind("port"), host: text, port: fc.integer({ min: 1, max: 65_535 }) }),
  }),
);

const template = fc.array(
  fc.oneof(text, loose({ input: text }), loose({ secret: text, shown: text })),
  { maxLength: 3 },
);
const pairs = fc.array(fc.tuple(text, template), { maxLength: 2 });
const target = fc.oneof(
  loose({ kind: kind("http"), url: template, headers: pairs }),
  loose(
    {
      kind: kind("stdio"),
      command: template,
      args: fc.array(fc.array(template, { maxLength: 2 }), { maxLength: 2 }),
      cwd: template,
      env: pairs,
    },
    "cwd",
  ),
);
const input = loose({
  id: text,
  label: text,
  isSecret: fc.boolean(),
  options: fc.array(text, { maxLength: 2 }),
  initial: text,
  whenEmpty: fc.constantFrom("refuse", "use", "omit"),
});
const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
const relayMessages = fc.oneof(
  loose({
    kind: kind("welcome"),
    version: text,
    keepMs: count,
    stdio: fc.boolean(),
    forward: fc.constantFrom("private", "public", "off"),
  }),
  loose({ kind: kind("pong") }),
  loose(
    {
      kind: kind("servers"),
      servers: fc.array(
        loose({ name: text, source: text, target, inputs: fc.array(input, { maxLength: 2 }) }),
        { maxLength: 2 },
      ),
      problems: fc.array(
        loose(
          {
            source: text,
            code: text,
            facts: fc.dictionary(text, fc.oneof(text, count), {
              maxKeys: 2,
              noNullPrototype: true,
            }),
            line: count,
            column: count,
          },
          "line",
          "column",
        ),
        {
          maxLength: 2,
        },
      ),
      ready: text,
    },
    "ready",
  ),
  loose({
    kind: kind("not-started"),
    id,
    problem: fc.constantFrom(...startProblems),
    reason: text,
  }),
  loose({ kind: kind("not-watched"), id, reason: text }),
  loose({ kind: kind("attached"), id, pid: count, accepted: count, midLine: fc.boolean() }),
  loose({ kind: fc.constantFrom("unknown", "taken", "stdin-closed", "port-is-back"), id }),
  loose({ kind: kind("accepted"), id, accepted: count }),
  loose(
    {
      kind: kind("exited"),
      id,
      code: fc.option(fc.integer()),
      signal: fc.option(text),
      total: count,
      idleMs: count,
    },
    "idleMs",
  ),
  loose({ kind: kind("sent"), id, sent: count }),
  loose(
    {
      kind: kind("response"),
      id,
      status: count,
      statusText: text,
      httpVersion: text,
      headers,
      timing: loose(
        { dnsMs: ms, connectMs: ms, tlsMs: ms, waitMs: ms },
        "dnsMs",
        "connectMs",
        "tlsMs",
      ),
      remote: text,
      tls: loose({ protocol: text, cipher: text, certificate }),
    },
    "remote",
    "tls",
  ),
  loose({ kind: kind("exchange-ended"), id, total: count }),
  loose(
    {
      kind: kind("exchange-failed"),
      id,
      code: fc.constantFrom(...forwardCodes),
      reason: text,
      address: text,
      certificate,
    },
    "address",
    "certificate",
  ),
  loose({ kind: kind("watching"), id, directory: text, paths: plains, files: count }),
  loose({ kind: kind("changed"), id, paths: plains, more: count }),
);

const jsonOf = (value: unknown) => JSON.stringify(value);
const frames = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  anyJson.map(jsonOf),
  deepJson(20_000),
  mutated(fc.oneof(pageMessages, relayMessages).map(jsonOf)),
  distorted(fc.oneof(pageMessages, relayMessages)).map(jsonOf),
);

/** An accepted message is equal after encoding and decoding. */
const isStable =
  (decode: (frame: string) => PageMessage | RelayMessage | undefined) => (frame: string) => {
    const message = decode(frame);
    if (message === undefined) return;
    const encoded = encodeMessage(message);
    const again = decode(encoded);
    strictEqual(again && encodeMessage(again), encoded);
  };

const chunk: fc.Arbitrary<Chunk> = fc.record({
  id,
  channel: fc.constantFrom("stdin", "stdout", "stderr", "request", "response"),
  offset: fc.nat({ max: 2 ** 52 }),
  startsLine: fc.boolean(),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
});

export const frameProperties: readonly FuzzProperty[] = [
  fuzzProperty("a message of the page survives encoding and decoding", pageMessages, (message) => {
    deepStrictEqual(decodePageMessage(jsonOf(message)), JSON.parse(jsonOf(message)));
  }),
  fuzzProperty(
    "a message of the relay survives encoding and decoding",
    relayMessages,
    (message) => {
      deepStrictEqual(decodeRelayMessage(jsonOf(message)), JSON.parse(jsonOf(message)));
    },
  ),
  fuzzProperty("any text as a frame of a page", frames, isStable(decodePageMessage), 2000),
  fuzzProperty("any text as a frame of a relay", frames, isStable(decodeRelayMessage), 2000),
  fuzzProperty("a chunk survives encoding and decoding", chunk, (one) => {
    deepStrictEqual(decodeChunk(encodeChunk(one)), { ...one });
  }),
  fuzzProperty(
    "any bytes as a chunk",
    fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .tuple(chunk, fc.nat({ max: 25 }), fc.nat({ max: 255 }))
        .map(([one, at, byte]) => encodeChunk(one).with(at, byte)),
    ),
    (frame) => {
      const read = decodeChunk(frame);
      if (read) deepStrictEqual(encodeChunk(read), Uint8Array.from(frame));
    },
    1000,
  ),
  fuzzProperty(
    "lines assembled from chunks",
    fc.array(fc.string({ unit: fc.constantFrom("a", "\n", "é"), maxLength: 5 }), { maxLength: 12 }),
    (pieces) => {
      const assembler = createLineAssembler();
      const encoder = new TextEncoder();
      const whole = encoder.encode(pieces.join(""));
      let offset = 0;
      const lines: string[] = [];
      for (const piece of pieces) {
        const bytes = encoder.encode(piece);
        if (bytes.length === 0) continue;
        const startsLine = offset === 0 || whole[offset - 1] === 10;
        const found = assembler.push({ offset, startsLine, bytes });
        for (const line of found) lines.push(new TextDecoder().decode(line.bytes));
        offset += bytes.length;
      }
      for (const last of assembler.finish()) lines.push(new TextDecoder().decode(last.bytes));
      const expected = pieces.join("").split("\n");
      if (expected.at(-1) === "") expected.pop();
      deepStrictEqual(lines, expected);
    },
  ),
];
