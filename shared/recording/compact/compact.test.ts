import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecording } from "../createRecording.ts";
import { loggedEntries, logOf } from "../log.fixture.ts";
import { readRecording } from "../readRecording.ts";
import { compact, readCompact } from "./compact.ts";
import { phrases } from "./phrases.ts";
import { lengthen, shorten } from "./shorten.ts";

test("the phrases of version 2 never change", () => {
  expect(new Set(phrases).size).toBe(phrases.length);
  const digest = createHash("sha256").update(JSON.stringify(phrases)).digest("hex");
  expect(digest).toBe("3c2ffde4ab7eb87cf9cfec229628eac3e5084227dd2a7c43326c5f419abb3f7c");
});

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(...phrases),
    fc.uuid(),
    fc.uuid().map((uuid) => uuid.toUpperCase()),
    fc.string({ unit: fc.constantFrom(..."0123456789abcdef-") }),
  ),
);

test("every JSON text is restored exactly", () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.jsonValue()), (value) => {
      const json = JSON.stringify(value);
      expect(lengthen(shorten(json), json.length)).toBe(json);
      expect(lengthen(shorten(json), json.length - 1)).toBeUndefined();
    }),
    { numRuns: 2000 },
  );
});

test("any text is refused or restored to a text of bounded length", () => {
  const codes = fc.string({ unit: fc.nat(0x7f).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(codes, (text) => {
      expect(lengthen(text, 100)?.length ?? 0).toBeLessThanOrEqual(100);
    }),
  );
});

test("every recording is restored, and members that the handshake contains are left out", async () => {
  const target = { kind: "http", url: "https://one.example/mcp" } as const;
  const serverInfo = { name: "one", version: "1" };
  const message = (id: string, direction: "in" | "out", rest: string) => ({
    draft: {
      kind: "message",
      connectionId: id,
      exchangeId: undefined,
      direction,
      carrier: "http",
      heads: [],
      batch: false,
    } as never,
    body: new TextEncoder().encode(`{"jsonrpc":"2.0","id":99,${rest}}`) as Uint8Array<ArrayBuffer>,
    after: 1,
  });
  const handshake = [
    message("a", "out", '"method":"initialize"'),
    message(
      "a",
      "in",
      '"result":{"protocolVersion":"1","serverInfo":{"version":"1","name":"one"}}',
    ),
  ];
  await fc.assert(
    fc.asyncProperty(loggedEntries, async (entries) => {
      const log = logOf([...handshake, ...entries]);
      const { recording } = await createRecording({
        snapshot: log.snapshot(),
        read: log.read,
        connections: new Map([
          ["b", { target }],
          ["a", { target, serverInfo, revision: "2" }],
        ]),
        head: { server: target },
      });
      const small = JSON.parse(JSON.stringify(compact(recording)));
      expect(small.connections[1]).toMatchObject({ derived: ["serverInfo"], revision: "2" });
      expect(readCompact(small)).toEqual(readRecording(JSON.parse(JSON.stringify(recording))));
    }),
    { numRuns: 200 },
  );
});

test("times that are not whole microseconds stay unchanged", () => {
  const server = { kind: "http", url: "https://one.example/mcp" } as const;
  const entries = [{ kind: "stderr", at: 0.00012 }] as const;
  const recording = {
    format: "mcp-playground/1",
    server,
    connections: [{ id: "1", server }],
    entries,
  } as const;
  expect(readCompact(compact(recording))).toEqual({ kind: "recording", recording });
});

test("anything is refused or read", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (connections, entries, steps) => {
      const value = { format: "mcp-playground/1", server: { kind: "http", url: "http://a" } };
      expect(readCompact({ ...value, connections, entries, steps }).kind).toMatch(
        /recording|refused/,
      );
    }),
  );
});
