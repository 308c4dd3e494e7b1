import fc from "fast-check";
import { expect, test } from "vitest";
import { compact, readCompact } from "./compact.ts";
import { createRecording } from "./createRecording.ts";
import { loggedEntries, logOf } from "./log.fixture.ts";
import { readRecording } from "./readRecording.ts";

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
