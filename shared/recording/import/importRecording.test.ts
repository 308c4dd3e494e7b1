import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exportedCalls } from "../export/exchanges.ts";
import { exportHar } from "../export/har.ts";
import { maskAgain } from "../maskAgain.ts";
import type { Recording } from "../recording.ts";
import { readRecordingText } from "../recordingText.fixture.ts";
import { importRecording } from "./importRecording.ts";

const golden = JSON.parse(
  readFileSync(new URL("../golden/session.json", import.meta.url), "utf8"),
) as Recording;

function imported(value: unknown) {
  const result = importRecording(value);
  if (result.kind === "refused") throw new Error(result.problem);
  expect(readRecordingText(JSON.stringify(result.recording)).kind).toBe("recording");
  return result;
}

const facts = (recording: Recording) =>
  exportedCalls(recording).map(({ method, requestText, answerText }) => [
    method,
    requestText,
    answerText,
  ]);

test("the calls of an exported HAR are those of the recording, with its server and date", () => {
  const { recording, notRead } = imported(JSON.parse(exportHar(golden)));
  expect(facts(recording)).toEqual(facts(golden));
  expect(recording).toMatchObject({ server: golden.server, startedAt: golden.startedAt });
  expect(recording.connections?.[0]).toMatchObject({
    revision: "2025-11-25",
    serverInfo: { name: "mcp-servers/everything" },
  });
  // the GET and the DELETE of the session
  expect(notRead).toEqual([{ code: "not-mcp", count: 2 }]);
});

test("the inspector's history: requests with their responses, notifications by their sender", () => {
  const message = (more: object) => ({ jsonrpc: "2.0", ...more });
  const { recording, notRead } = imported([
    {
      id: "a",
      direction: "request",
      timestamp: "2026-01-01T00:00:01.000Z",
      message: message({ id: 1, method: "tools/list" }),
      response: message({ id: 1, result: { tools: [] } }),
      duration: 12,
    },
    {
      id: "b",
      direction: "notification",
      timestamp: "2026-01-01T00:00:00.000Z",
      message: message({ method: "notifications/message" }),
    },
    { direction: "request", message: message({ id: 2, method: "sampling/createMessage" }) },
    { nothing: true },
    7,
  ]);
  expect(recording.entries?.map(({ at, direction }) => [at, direction])).toEqual([
    [0, "in"],
    [0, "in"],
    [1000, "out"],
    [1012, "in"],
  ]);
  expect(facts(recording)[0]?.[2]).toBe('{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}');
  expect(notRead).toEqual([
    { code: "invalid-item", count: 2 },
    { code: "no-time", count: 1 },
    { code: "no-server", count: 1 },
  ]);
});

test("credentials of an imported HAR are marked as secrets", () => {
  const headers = [
    { name: "Authorization", value: "Bearer abc" },
    { name: "X-Own", value: "own" },
    { name: "X-Session", value: "4f9c1d2ab8" },
    { name: "Accept", value: "*/*" },
    { name: ":path", value: "/mcp?key=1" },
  ];
  const postData = { text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' };
  const request = { method: "POST", url: "https://h.example/mcp?key=abc", headers, postData };
  const { recording } = imported({ log: { entries: [{ request, response: {} }] } });
  expect(recording.entries?.[0]).toMatchObject({
    masked: [
      ["url", 26, 29, "token"],
      ["header:authorization", 0, 10, "token"],
      ["header:x-session", 0, 10, "header"],
    ],
  });
});

test.each([
  [{}, "unknown-format"],
  ["text", "unknown-format"],
  [[], "no-messages"],
  [{ log: { entries: [{}] } }, "no-messages"],
  [new Array(100_001).fill(null), "too-many"],
])("%j is refused", (value, problem) => {
  expect(importRecording(value)).toEqual({ kind: "refused", problem });
});

test("anything is refused or becomes a valid recording", () => {
  const har = exportHar(golden);
  fc.assert(
    fc.property(fc.nat(400), fc.jsonValue({ maxDepth: 2 }), (place, value) => {
      let at = 0;
      const result = importRecording(
        JSON.parse(har, (_, member) => (at++ === place ? value : member)),
      );
      if (result.kind === "refused") return;
      expect(readRecordingText(JSON.stringify(result.recording)).kind).toBe("recording");
    }),
    { numRuns: 300 },
  );
});

test("a stream of very many events is read, and one of more than a recording may have is refused", () => {
  const text = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const file = (events: number) => {
    const content = { mimeType: "text/event-stream", text: ":\n\n".repeat(events) };
    const item = { request: { url: "http://h/", postData: { text } }, response: { content } };
    return { log: { entries: [item] } };
  };
  expect(importRecording(file(200_000)).kind).toBe("recording");
  const tooMany = { kind: "refused", problem: "too-many" };
  expect(importRecording(file(10_000_000))).toEqual(tooMany);
});

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const pong = '{"jsonrpc":"2.0","id":1,"result":{}}';
const exchange = (url: string, sent: string, answer: string, more: object = {}) => ({
  startedDateTime: "2026-01-01T00:00:00.000Z",
  request: { method: "POST", url, headers: [], postData: { text: sent }, ...more },
  response: { status: 200, headers: [], content: { text: answer, mimeType: "application/json" } },
});
const har = (...entries: object[]) => ({ log: { entries } });

test("an exchange without a JSON-RPC message is not MCP", () => {
  const { recording, notRead } = imported(
    har(
      exchange("https://h.example/graphql", '{"query":"{ me }","id":1}', '{"data":{"method":"x"}}'),
      exchange("https://h.example/track", '[{"event":"click"}]', "{}"),
      exchange("https://node.example/", '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}', pong),
      exchange("https://mcp.example/mcp", ping, pong),
    ),
  );
  expect(recording.server).toEqual({ kind: "http", url: "https://mcp.example/mcp" });
  expect(recording.connections).toHaveLength(1);
  expect(facts(recording)).toEqual([["ping", ping, pong]]);
  expect(notRead).toEqual([{ code: "not-mcp", count: 3 }]);
  const other = exchange("https://h.example/graphql", '{"query":"{ me }"}', '{"data":{}}');
  expect(importRecording(har(other))).toEqual({ kind: "refused", problem: "no-messages" });
});

test("a HAR of ours says who caused a request; anything else there is nobody", () => {
  const one = exchange("https://mcp.example/mcp", ping, pong);
  const initiator = { kind: "model", id: "one" };
  for (const [_mcpInitiator, read] of [
    [initiator, initiator],
    [{ kind: "robot" }, undefined],
    [{ kind: 5, id: {} }, undefined],
    ["model", undefined],
    [undefined, undefined],
  ]) {
    const { recording } = imported(har({ ...one, _mcpInitiator }));
    expect(exportedCalls(recording).map((call) => call.initiator)).toEqual([read]);
    const again = JSON.parse(exportHar(recording)).log.entries;
    expect(
      again.map((entry: typeof one & { _mcpInitiator?: object }) => entry._mcpInitiator),
    ).toEqual([read]);
  }
});

test("each server of a HAR has a connection with its own messages", () => {
  const { recording } = imported(
    har(
      exchange("https://one.example/mcp", ping, pong),
      exchange(
        "https://two.example/mcp?key=abc",
        ping.replace("1,", "7,"),
        pong.replace("1,", "7,"),
      ),
    ),
  );
  expect(recording.connections?.map(({ server }) => server)).toEqual([
    { kind: "http", url: "https://one.example/mcp" },
    { kind: "http", url: "https://two.example/mcp" },
  ]);
  expect(
    exportedCalls(recording).map(({ connection, answerText }) => [connection?.id, answerText]),
  ).toEqual([
    ["1", pong],
    ["2", pong.replace("1,", "7,")],
  ]);
});

test("a stream that the client opens with GET is read if it carries a message", () => {
  const stream = exchange("https://mcp.example/mcp", "", `data: ${ping}\n\n`, { method: "GET" });
  stream.response.content.mimeType = "text/event-stream";
  const { recording } = imported(har(exchange("https://mcp.example/mcp", ping, pong), stream));
  expect(recording.entries?.map(({ kind }) => kind)).toContain("http-request");
  expect(recording.entries?.filter(({ kind }) => kind === "message")).toHaveLength(3);
});

test("harmless headers of a browser stay, and their values are not taken for secrets elsewhere", async () => {
  const headers = [
    { name: "Host", value: "localhost:3000" },
    { name: "Accept-Language", value: "en-US,en;q=0.9" },
    { name: "Sec-Fetch-Mode", value: "cors" },
    { name: "X-Api-Key", value: "k3y-0123456789" },
    { name: "X-Theme", value: "midnight" },
  ];
  const { recording } = imported(
    har(exchange("http://localhost:3000/mcp", ping, pong, { headers })),
  );
  const masked = await maskAgain(recording);
  const [first] = masked.entries ?? [];
  expect(first?.kind === "message" && first.http).toEqual({
    method: "POST",
    url: "http://localhost:3000/mcp",
    headers: [
      ["Host", "localhost:3000"],
      ["Accept-Language", "en-US,en;q=0.9"],
      ["Sec-Fetch-Mode", "cors"],
      ["X-Api-Key", "••••••••"],
      ["X-Theme", "••••••••"],
    ],
  });
  expect(masked.server).toEqual({ kind: "http", url: "http://localhost:3000/mcp" });
});
