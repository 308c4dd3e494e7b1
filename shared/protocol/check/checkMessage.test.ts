import { describe, expect, test } from "vitest";
import type { MethodDirection } from "../methods.ts";
import type { SchemaFinding } from "./checkFinding.ts";
import { checkDefinition, checkMessage, checkResult } from "./checkMessage.ts";

const toServer = "client-to-server";
const toClient = "server-to-client";

/** Findings in short: severity, code and place. */
function inShort(findings: readonly SchemaFinding[]): string[] {
  return findings.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`.trim());
}

const modernMeta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo" } };
const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: "2025-03-26",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

type Row = [what: string, revision: string, MethodDirection, message: unknown, expected: string[]];

describe("checkMessage", () => {
  const rows: Row[] = [
    ["a tool call", "2025-11-25", toServer, call, []],
    ["a handshake", "2024-11-05", toServer, initialize, []],
    [
      "a ping from the server",
      "2025-06-18",
      toClient,
      { jsonrpc: "2.0", id: "p", method: "ping" },
      [],
    ],
    [
      "everything wrong at once",
      "2025-06-18",
      toServer,
      { jsonrpc: "1.0", id: null, method: "tools/call", params: { name: 5, arguments: [] } },
      [
        "violation wrong-value /jsonrpc",
        "violation wrong-type /id",
        "violation wrong-type /params/name",
        "violation wrong-type /params/arguments",
      ],
    ],
    ["a fractional id", "2025-11-25", toServer, { ...call, id: 1.5 }, ["violation wrong-type /id"]],
    [
      "a request without an id",
      "2025-03-26",
      toServer,
      { jsonrpc: "2.0", method: "tools/list" },
      ["violation missing-member"],
    ],
    [
      "a notification with an id",
      "2025-06-18",
      toServer,
      { jsonrpc: "2.0", id: 4, method: "notifications/initialized" },
      ["violation id-on-notification /id"],
    ],
    [
      "a tool call from the server",
      "2025-06-18",
      toClient,
      call,
      ["warning wrong-direction /method"],
    ],
    [
      "a method that is not known",
      "2025-11-25",
      toServer,
      { jsonrpc: "2.0", id: 1, method: "x/y" },
      ["note unknown-method /method"],
    ],
    [
      "a method that is no text",
      "2025-11-25",
      toServer,
      { jsonrpc: "2.0", id: 1, method: 7 },
      ["violation wrong-type /method"],
    ],
    [
      "a method of a later revision",
      "2025-03-26",
      toClient,
      { jsonrpc: "2.0", id: 1, method: "elicitation/create", params: {} },
      ["warning method-of-other-revision /method"],
    ],
    [
      "a method of an earlier revision",
      "2026-07-28",
      toServer,
      { jsonrpc: "2.0", id: 1, method: "ping" },
      ["warning method-of-other-revision /method"],
    ],
    [
      "a modern tool call",
      "2026-07-28",
      toServer,
      { ...call, params: { name: "echo", _meta: modernMeta } },
      [],
    ],
    [
      "a modern tool call without metadata",
      "2026-07-28",
      toServer,
      call,
      ["violation missing-member /params"],
    ],
    [
      "a modern tool call with half of its metadata",
      "2026-07-28",
      toServer,
      { ...call, params: { name: "echo", _meta: { progressToken: true } } },
      [
        "violation missing-member /params/_meta",
        "violation missing-member /params/_meta",
        "violation wrong-type /params/_meta/progressToken",
      ],
    ],
    [
      "fractions and null in a capability, which only the published schema.json forbids",
      "2026-07-28",
      toServer,
      {
        jsonrpc: "2.0",
        id: 1,
        method: "server/discover",
        params: {
          _meta: {
            ...modernMeta,
            "io.modelcontextprotocol/clientCapabilities": {
              experimental: { x: { a: 1.5, b: null } },
            },
          },
        },
      },
      [],
    ],
    [
      "a request of the tasks extension",
      "2026-07-28",
      toServer,
      { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { taskId: "t" } },
      [],
    ],
    [
      "a request from a modern server",
      "2026-07-28",
      toClient,
      { jsonrpc: "2.0", id: 1, method: "roots/list" },
      ["violation request-from-server", "warning method-of-other-revision /method"],
    ],
    [
      "a response from a modern client",
      "2026-07-28",
      toServer,
      { jsonrpc: "2.0", id: 1, result: { resultType: "complete" } },
      ["violation response-from-client"],
    ],
    [
      "a modern result without its type",
      "2026-07-28",
      toClient,
      { jsonrpc: "2.0", id: 1, result: {} },
      ["violation missing-member /result"],
    ],
    ["a result", "2025-11-25", toClient, { jsonrpc: "2.0", id: 1, result: { any: 1 } }, []],
    [
      "a result that is no object",
      "2025-11-25",
      toClient,
      { jsonrpc: "2.0", id: 1, result: "ok" },
      ["violation wrong-type /result"],
    ],
    [
      "result and error together",
      "2025-11-25",
      toClient,
      { jsonrpc: "2.0", id: 1, result: {}, error: { code: 1, message: "" } },
      ["violation result-and-error"],
    ],
    [
      "an error without a code",
      "2025-03-26",
      toClient,
      { jsonrpc: "2.0", id: 1, error: { message: "no" } },
      ["violation missing-member /error"],
    ],
    [
      "an error that answers nothing that could be read",
      "2025-11-25",
      toClient,
      { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } },
      ["warning null-id /id"],
    ],
    [
      "an error that asks for a visit to a page, without the page",
      "2025-11-25",
      toClient,
      { jsonrpc: "2.0", id: 1, error: { code: -32042, message: "", data: {} } },
      ["violation missing-member /error/data"],
    ],
    [
      "an error that names no supported revision",
      "2026-07-28",
      toClient,
      { jsonrpc: "2.0", id: 1, error: { code: -32022, message: "", data: { requested: "x" } } },
      ["violation missing-member /error/data"],
    ],
    [
      "a batch",
      "2025-03-26",
      toServer,
      [call, { jsonrpc: "2.0", method: "x" }],
      ["note unknown-method /1/method"],
    ],
    ["an empty batch", "2025-03-26", toServer, [], ["violation batch-empty"]],
    [
      "a handshake in a batch",
      "2025-03-26",
      toServer,
      [call, initialize],
      ["violation batch-of-initialize /1"],
    ],
    [
      "calls and answers in one batch",
      "2025-03-26",
      toServer,
      [call, { jsonrpc: "2.0", id: 1, result: {} }],
      ["violation batch-mixed"],
    ],
    [
      "a batch before there were any",
      "2024-11-05",
      toServer,
      [call],
      ["warning batch-not-mentioned"],
    ],
    [
      "a batch after there were any, with something else in it",
      "2025-11-25",
      toServer,
      [call, 7],
      ["violation batch-not-allowed", "violation not-a-message /1"],
    ],
    [
      "an object that says nothing",
      "2025-11-25",
      toServer,
      { jsonrpc: "2.0", id: 1 },
      ["violation not-a-message"],
    ],
    ["a text", "2025-11-25", toServer, "ping", ["violation not-a-message"]],
    ["null", "2025-11-25", toServer, null, ["violation not-a-message"]],
    ["a revision that is not known", "2025-08-01", toServer, call, ["note unknown-revision"]],
  ];

  test.each(rows)("%s (%s)", (_what, revision, direction, message, expected) => {
    expect(inShort(checkMessage(revision, direction, message))).toEqual(expected);
  });

  test("a finding has its facts and the address of the rule", () => {
    const message = { ...call, params: { name: null } };
    expect(checkMessage("2025-11-25", toServer, message)).toEqual([
      {
        code: "wrong-type",
        pointer: "/params/name",
        severity: "violation",
        evidence: {
          expected: ["string"],
          actual: "null",
          definition: "CallToolRequestParams",
          at: "name",
        },
        specUrl:
          "https://modelcontextprotocol.io/specification/2025-11-25/schema#calltoolrequestparams",
      },
    ]);
  });

  test("links to the page of the method where a revision has no page of its schema", () => {
    const [finding] = checkMessage("2024-11-05", toServer, { ...call, params: {} });
    expect(finding?.specUrl).toBe(
      "https://modelcontextprotocol.io/specification/2024-11-05/server/tools",
    );
  });
});

describe("checkResult", () => {
  const rows: [
    what: string,
    revision: string,
    method: string,
    result: unknown,
    expected: string[],
  ][] = [
    ["text", "2025-11-25", "tools/call", { content: [{ type: "text", text: "hi" }] }, []],
    [
      "content of many faults",
      "2025-11-25",
      "tools/call",
      {
        content: [
          { type: "txt", text: "" },
          { text: "" },
          { type: "image", data: "not base64!", mimeType: 3 },
          null,
          { type: "resource", resource: { text: "" } },
          { type: "resource", resource: {} },
          { type: "resource_link", uri: "relative/path", name: "x" },
        ],
      },
      [
        "violation wrong-value /content/0/type",
        "violation missing-member /content/1",
        "warning not-base64 /content/2/data",
        "violation wrong-type /content/2/mimeType",
        "violation wrong-type /content/3",
        "violation missing-member /content/4/resource",
        "violation no-alternative /content/5/resource",
        "warning not-a-uri /content/6/uri",
      ],
    ],
    [
      "audio before there was any",
      "2024-11-05",
      "tools/call",
      { content: [{ type: "audio", data: "", mimeType: "audio/wav" }] },
      ["violation wrong-value /content/0/type"],
    ],
    [
      "a task in place of a result",
      "2025-11-25",
      "tools/call",
      { task: { taskId: "t", status: "working", createdAt: "", lastUpdatedAt: "", ttl: null } },
      [],
    ],
    [
      "a task in place of a result, before there were any",
      "2025-06-18",
      "tools/call",
      { task: {} },
      ["violation missing-member"],
    ],
    [
      "tools without a schema",
      "2025-06-18",
      "tools/list",
      { tools: [{ name: "a" }, { name: "b", inputSchema: { type: "array" } }] },
      ["violation missing-member /tools/0", "violation wrong-value /tools/1/inputSchema/type"],
    ],
    [
      "a fraction typed into a form",
      "2025-06-18",
      "elicitation/create",
      { action: "accept", content: { a: 1.5 } },
      [],
    ],
    [
      "a question in place of a result",
      "2026-07-28",
      "tools/call",
      { resultType: "input_required", inputRequests: { "a/b": { method: "roots/lst" } } },
      ["violation wrong-value /inputRequests/a~1b/method"],
    ],
    [
      "a question where none may be asked",
      "2026-07-28",
      "tools/list",
      { resultType: "input_required" },
      ["violation input-not-allowed /resultType"],
    ],
    [
      "a result of a type that only an extension can mean",
      "2026-07-28",
      "tools/call",
      { resultType: "task", taskId: "t" },
      ["warning unknown-result-type /resultType"],
    ],
    [
      "a list that says nothing of its freshness",
      "2026-07-28",
      "tools/list",
      { resultType: "complete", tools: [], ttlMs: -1 },
      ["violation missing-member", "violation out-of-range /ttlMs"],
    ],
    ["the result of a method that is not known", "2025-11-25", "x/y", { any: 1 }, []],
    ["a result that is no object", "2025-11-25", "ping", null, ["violation wrong-type"]],
  ];

  test.each(rows)("%s (%s)", (_what, revision, method, result, expected) => {
    expect(inShort(checkResult(revision, method, result))).toEqual(expected);
  });
});

describe("checkDefinition", () => {
  test("checks against the published schema.json, even where it lost part of a type", () => {
    const answer = { action: "accept", content: { height: 1.5 } };
    expect(inShort(checkDefinition("2025-06-18", "ElicitResult", answer))).toEqual([
      "violation wrong-type /content/height",
    ]);
  });

  test.each(["Nonsense", "annotations", "__proto__", "constructor", ""])(
    "does not know %j",
    (name) => {
      const findings = checkDefinition("2025-11-25", name as "Tool", {});
      expect(inShort(findings)).toEqual(["violation unknown-definition"]);
    },
  );
});

describe("hostile values", () => {
  function nested(levels: number): unknown {
    let value: unknown = "bottom";
    for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
    return value;
  }

  test("3,000 levels are checked down to the maximum depth, and reported as too deep", () => {
    const findings = checkDefinition("2026-07-28", "JSONValue", nested(3_000));
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([["too-deep", "note"]]);
    expect(checkDefinition("2026-07-28", "JSONValue", nested(256))).toEqual([]);
  });

  test("a cyclic value terminates", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const findings = checkDefinition("2026-07-28", "JSONObject", circle);
    expect(findings.map(({ code }) => code)).toEqual(["too-deep"]);
  });

  test("names of Object.prototype are ordinary members", () => {
    const text = '{"__proto__": {"a": null}, "constructor": 1.5, "toString": "fine"}';
    expect(inShort(checkDefinition("2026-07-28", "JSONObject", JSON.parse(text)))).toEqual([
      "violation wrong-type /__proto__/a",
      "violation wrong-type /constructor",
    ]);
    const inherited = JSON.parse('{"__proto__": {"name": "x", "inputSchema": {"type": "object"}}}');
    expect(inShort(checkDefinition("2025-11-25", "Tool", inherited))).toEqual([
      "violation missing-member",
      "violation missing-member",
    ]);
  });

  test("a million violations are a hundred findings and a note", () => {
    const findings = checkResult("2025-11-25", "tools/list", {
      tools: Array(1_000_000).fill(null),
    });
    expect(findings).toHaveLength(101);
    expect(findings.at(-1)).toMatchObject({ code: "too-many-findings", severity: "note" });
  });

  test("many warnings do not hide a violation behind them", () => {
    const resources = Array.from({ length: 5_000 }, () => ({ name: "x", uri: "nowhere" }));
    const findings = checkResult("2025-11-25", "resources/list", {
      resources: [...resources, { name: "x" }],
    });
    expect(inShort(findings).at(-1)).toBe("violation missing-member /resources/5000");
  });

  test("a method of a megabyte is not quoted whole", () => {
    const message = { jsonrpc: "2.0", method: "x".repeat(1_000_000) };
    expect(JSON.stringify(checkMessage("2025-11-25", toServer, message)).length).toBeLessThan(
      1_000,
    );
  });

  test.each([undefined, Symbol("x"), () => 1, 1n, Number.NaN])(
    "what JSON cannot say: %s",
    (value) => {
      expect(inShort(checkMessage("2025-11-25", toServer, value))).toEqual([
        "violation not-a-message",
      ]);
      expect(inShort(checkDefinition("2025-11-25", "Tool", value))).toEqual([
        "violation wrong-type",
      ]);
    },
  );

  test("a number too large for a double is still a number", () => {
    const progress = JSON.parse('{"progressToken": 1, "progress": 1e400}');
    const message = { jsonrpc: "2.0", method: "notifications/progress", params: progress };
    expect(checkMessage("2025-11-25", toClient, message)).toEqual([]);
  });
});
