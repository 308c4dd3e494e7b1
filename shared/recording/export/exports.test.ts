import { execFile } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { everythingProgram, startEverything } from "../../../e2e/servers/everything.ts";
import { createRecording } from "../createRecording.ts";
import type { RecordedEntry } from "../entries/recordedEntry.ts";
import { importRecording } from "../import/importRecording.ts";
import { maskAgain } from "../maskAgain.ts";
import { readRecording } from "../readRecording.ts";
import type { Recording } from "../recording.ts";
import { readRecordingText } from "../recordingText.fixture.ts";
import { plantedSessions } from "../secrets.fixture.ts";
import { recordSession } from "../session.fixture.ts";
import { exportCurl } from "./curl.ts";
import { type ExportFormat, exportFormats } from "./exportFormats.ts";
import { exportRecording } from "./exportRecording.ts";
import { exportHar } from "./har.ts";
import { exportMcpJson } from "./mcpJson.ts";
import { exportOtlp } from "./otlp.ts";
import { exportPython } from "./python.ts";
import { exportReport } from "./report.ts";
import { exportTypeScript } from "./typescript.ts";

const golden = (name: string): Recording => {
  const text = readFileSync(new URL(`../golden/${name}.json`, import.meta.url), "utf8");
  const read = readRecordingText(text);
  if (read.kind === "refused") throw new Error(read.problem);
  return read.recording;
};
const session = golden("session");
const all = Object.fromEntries(
  exportFormats.map((format) => [
    format,
    (recording: Recording) => exportRecording(recording, format),
  ]),
) as Record<ExportFormat, (recording: Recording) => string>;

/** A recording of one tool call over HTTP. */
function callOf(params: string, answer: string): Recording {
  const message = { kind: "message", exchange: 0, carrier: "http" } as const;
  const http = { method: "POST", url: "https://h.example/mcp", headers: [] };
  const server = { kind: "http", url: http.url } as const;
  return {
    format: "mcp-playground/1",
    server,
    connections: [{ id: "1", server }],
    entries: [
      {
        ...message,
        at: 0,
        direction: "out",
        http,
        text: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
      },
      { ...message, at: 5, direction: "in", text: answer },
    ],
  };
}

async function runSnippet(text: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "snippet-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(
    fileURLToPath(new URL("../../../node_modules", import.meta.url)),
    join(folder, "node_modules"),
  );
  const file = join(folder, "snippet.mts");
  writeFileSync(file, text);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
  return stdout.trim().split("\n");
}

describe("TypeScript snippets run", () => {
  test("against the recorded HTTP server, with the recorded results", async () => {
    const server = await startEverything();
    onTestFinished(() => server.stop());
    const { recording } = await recordSession(server.url);
    const lines = await runSnippet(exportTypeScript(recording));
    expect(lines).toHaveLength(6);
    expect(lines[0]).toContain('"name":"echo"');
    expect(lines[4]).toContain("Echo: ä€😀");
  });

  test("against a stdio server", async () => {
    const { connections, entries, ...head } = session;
    const server = {
      kind: "stdio",
      command: process.execPath,
      args: [everythingProgram, "stdio"],
    } as const;
    const recording = {
      ...head,
      server,
      connections: connections?.map((each) => ({ ...each, server })) ?? [],
      entries: entries ?? [],
    };
    const lines = await runSnippet(exportTypeScript(recording));
    expect(lines.some((line) => line.includes("Echo: ä€😀"))).toBe(true);
  });
});

/** A session in which the server asked its client during calls; the messages alternate in their order. */
function asked(
  capabilities: object,
  ...messages: readonly (readonly ["out" | "in", object])[]
): Recording {
  const server = {
    kind: "stdio",
    command: process.execPath,
    args: [everythingProgram, "stdio"],
  } as const;
  const params = { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "a" } };
  const all = [["out", { id: 0, method: "initialize", params }] as const, ...messages];
  return {
    format: "mcp-playground/1",
    server,
    connections: [{ id: "1", server }],
    entries: all.map(([direction, message], at) => ({
      kind: "message",
      carrier: "stdio",
      direction,
      at,
      text: JSON.stringify({ jsonrpc: "2.0", ...message }),
    })),
  };
}

/** Calls of tools that ask, and what the client answered. */
const askedSession = asked(
  { sampling: {}, roots: { listChanged: true }, elicitation: {} },
  ["in", { id: 0, method: "roots/list" }],
  ["out", { id: 0, result: { roots: [{ uri: "file:///before" }] } }],
  [
    "out",
    {
      id: 1,
      method: "tools/call",
      params: { name: "trigger-sampling-request", arguments: { prompt: "Hi", maxTokens: 9 } },
    },
  ],
  ["in", { id: 1, method: "sampling/createMessage", params: { messages: [], maxTokens: 9 } }],
  [
    "out",
    {
      id: 1,
      result: { role: "assistant", content: { type: "text", text: "As recorded" }, model: "m" },
    },
  ],
  ["in", { id: 1, result: { content: [] } }],
  ["out", { id: 2, method: "tools/call", params: { name: "trigger-elicitation-request" } }],
  ["in", { id: 2, method: "elicitation/create", params: {} }],
  ["out", { id: 2, result: { action: "decline" } }],
  ["in", { id: 2, result: { content: [] } }],
  ["out", { id: 3, method: "tools/call", params: { name: "trigger-sampling-request" } }],
  ["in", { id: 3, method: "sampling/createMessage", params: { messages: [], maxTokens: 9 } }],
  ["out", { id: 3, result: { role: "assistant", content: "••••••••", model: "m" } }],
  ["in", { id: 3, method: "custom/ask" }],
  ["out", { id: 3, error: { code: -32601, message: "no" } }],
  ["in", { id: 3, result: { content: [] } }],
);

test("a TypeScript snippet declares what the client declared, and answers as it did", async () => {
  const at = (id: number) =>
    askedSession.entries?.findIndex(({ text }) => text?.includes(`"id":${id},"method":"tools`));
  const entries = new Set([at(1) ?? -1, at(2) ?? -1]);
  const text = exportTypeScript(askedSession, { entries });
  expect(text).toContain('"roots": {"listChanged": true}');
  expect(text).not.toMatch(/before|custom|••/);
  const lines = await runSnippet(text);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("As recorded");
  expect(lines[1]).toMatch(/declined/i);
}, 60_000);

test("a Python snippet has a callback for each capability, with the recorded answers", () => {
  const text = exportPython(askedSession);
  expect(text).toContain(
    "ClientSession(read, write, sampling_callback=sampling_callback, elicitation_callback=elicitation_callback, list_roots_callback=list_roots_callback)",
  );
  expect(text).toContain('elicitation_answers = [{"result": {"action": "decline"}}]\n');
  expect(text).toContain("roots_answers = []\n");
  expect(text).not.toContain("••");
  const none = exportPython(session);
  expect(none).toContain("ClientSession(read, write) as session");
});

/** What a script prints that was run by bash. */
async function runScript(text: string): Promise<string> {
  const env = { ...process.env, MCP_AUTHORIZATION: "not-to-be-recorded" };
  const { stdout } = await promisify(execFile)("bash", ["-c", text], { env });
  return stdout;
}

/** A HAR of a recorded session with the headers that browsers add. */
function browserHar(recording: Recording): unknown {
  const har = JSON.parse(exportHar(recording));
  for (const { request } of har.log.entries) {
    request.headers.push(
      { name: "Host", value: new URL(request.url).host },
      { name: "Accept-Language", value: "en-US,en;q=0.9" },
      { name: "Sec-Fetch-Mode", value: "cors" },
      { name: "Content-Length", value: "1" },
    );
  }
  return har;
}

describe("curl commands run", () => {
  test("against a server with sessions: the id is read from the response, and streams end", async () => {
    const server = await startEverything();
    onTestFinished(() => server.stop());
    const { recording } = await recordSession(server.url);
    const script = exportCurl(recording);
    expect(script).not.toContain("••");
    expect(script).toMatch(/^: "\$\{MCP_AUTHORIZATION:\?/);
    const output = await runScript(script);
    expect(output).toContain("Echo: ä€😀");
    expect(output).not.toMatch(/HTTP\/1\.1 [45]/);
  }, 60_000);

  test("a single call is preceded by the handshake of its session", async () => {
    const server = await startEverything();
    onTestFinished(() => server.stop());
    const { recording } = await recordSession(server.url);
    const at =
      recording.entries?.findIndex(({ text }) => text?.includes('"method":"tools/call"')) ?? -1;
    const script = exportCurl(recording, { entries: new Set([at]) });
    expect(script.match(/^curl/gm)).toHaveLength(3);
    expect(await runScript(script)).toContain("Echo: ä€😀");
  }, 60_000);

  test("a call whose server asks the client does not wait for a later command", async () => {
    const server = await startEverything();
    onTestFinished(() => server.stop());
    const recorded = (await recordSession(server.url, '{"sampling":{}}')).recording;
    const at = (method: string) =>
      recorded.entries?.findIndex(({ text }) => text?.includes(`"method":"${method}"`)) ?? -1;
    const { http, connection } = (recorded.entries?.[at("tools/call")] ?? {}) as {
      http: { method: string; url: string; headers: never[] };
      connection?: string;
    };
    const post = (exchange: number, time: number, message: object) =>
      ({
        kind: "message",
        carrier: "http",
        direction: "out",
        ...(connection === undefined ? {} : { connection }),
        exchange,
        at: time,
        http,
        text: JSON.stringify({ jsonrpc: "2.0", ...message }),
      }) as const;
    const asks = { name: "trigger-sampling-request", arguments: { prompt: "Hi", maxTokens: 9 } };
    const content = { type: "text", text: "As recorded" };
    const entries = [
      ...(recorded.entries ?? []).slice(0, at("tools/list")),
      post(900, 9000, { id: 9, method: "tools/call", params: asks }),
      // the server counts its requests from 0
      post(901, 9010, { id: 0, result: { role: "assistant", model: "m", content } }),
      { kind: "http-end", direction: "none", exchange: 901, at: 9015, outcome: "complete" },
      { kind: "http-end", direction: "none", exchange: 900, at: 9020, outcome: "complete" },
    ] as Recording["entries"];
    const script = exportCurl({ ...recorded, ...(entries ? { entries } : {}) });
    expect(script).toMatch(/ &\nsleep 1\n[\s\S]*As recorded[\s\S]*\nwait\n$/);
    expect(await runScript(script)).toContain("LLM sampling result");
  }, 60_000);

  test("of a HAR that a browser wrote, and so do the programs made from it", async () => {
    const server = await startEverything();
    onTestFinished(() => server.stop());
    const { recording } = await recordSession(server.url);
    const imported = importRecording(browserHar(recording));
    if (imported.kind === "refused") throw new Error(imported.problem);
    const masked = await maskAgain(imported.recording);
    expect(masked.server).toEqual({ kind: "http", url: server.url });
    const output = await runScript(exportCurl(masked));
    expect(output).toContain("Echo: ä€😀");
    expect(output).not.toMatch(/HTTP\/1\.1 [45]/);
    const lines = await runSnippet(exportTypeScript(masked));
    expect(lines.some((line) => line.includes("Echo: ä€😀"))).toBe(true);
    expect(exportPython(masked)).toContain(JSON.stringify(server.url));
  }, 60_000);
});

test("HAR is valid against the schema of HAR 1.2, with the bytes and times of the exchanges", () => {
  const har = JSON.parse(exportHar(session));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addMetaSchema(draft06);
  const folder = new URL("../../../node_modules/har-schema/lib/", import.meta.url);
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".json"))) {
    ajv.addSchema(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
  }
  const isValid = ajv.getSchema("har.json#");
  expect(isValid?.(har)).toBe(true);
  expect(isValid?.({ log: { version: "1.2" } })).toBe(false);
  expect(har.log.entries).toHaveLength(10);
  const [first] = har.log.entries;
  expect(first.request.headers).toContainEqual({ name: "Authorization", value: "••••••••" });
  expect(first.request.postData.text).toContain('"method":"initialize"');
  expect(first.response.content.text).toContain("mcp-servers/everything");
  expect(first.time).toBeGreaterThan(0);
  expect(() => new URL(first.request.url)).not.toThrow();
});

test("a selection exports only its exchange", () => {
  const at =
    session.entries?.findIndex(({ text }) => text?.includes('"method":"prompts/list"')) ?? -1;
  const choice = { entries: new Set([at]) };
  expect(JSON.parse(exportHar(session, choice)).log.entries).toHaveLength(1);
  expect(exportTypeScript(session, choice)).toContain(
    "client.listPrompts({})".replace("({})", "("),
  );
  expect(exportTypeScript(session, choice)).not.toContain("callTool");
  // after the handshake of its session
  expect(exportCurl(session, choice).match(/"method":"[\w/]+"/g)).toEqual([
    '"method":"initialize"',
    '"method":"notifications/initialized"',
    '"method":"prompts/list"',
  ]);
  expect(JSON.parse(exportOtlp(session, choice)).resourceSpans[0].scopeSpans[0].spans).toHaveLength(
    1,
  );
});

test("numbers keep their digits, names cannot leave their literal", () => {
  const params =
    '{"name":"a\\"b\\n\'","arguments":{"n":123456789012345678901,"__proto__":{"x":[true,null]}}}';
  const recording = callOf(params, '{"jsonrpc":"2.0","id":1,"result":{}}');
  expect(exportTypeScript(recording)).toContain(
    'client.callTool({"name": "a\\"b\\n\'", "arguments": {"n": 123456789012345678901, ["__proto__"]: {"x": [true, null]}}})',
  );
  expect(exportPython(recording)).toContain(
    'call_tool("a\\"b\\n\'", {"n": 123456789012345678901, "__proto__": {"x": [True, None]}})',
  );
  expect(exportCurl(recording)).toContain("a\\\"b\\n'\\''\"");
});

test("a method named like a member of every object is not a call of the SDK", () => {
  const recording = callOf("{}", "{}");
  const text = JSON.stringify(recording).replace("tools/call", "constructor");
  expect(exportTypeScript(JSON.parse(text))).not.toContain("console.log");
  expect(exportPython(JSON.parse(text))).not.toContain("print(");
});

test("a report's fences are longer than any in a message", () => {
  const recording = callOf("{}", '{"jsonrpc":"2.0","id":1,"result":{"t":"````\\n<script>"}}');
  const report = exportReport(recording);
  expect(report).toContain('`````json\n{"jsonrpc":"2.0","id":1,"result":{"t":"````');
  expect(report).toContain("Answered after 5 ms");
});

test("a report and spans tell when a call was sent, and when it was cancelled", () => {
  const { entries: [call, answer] = [], ...rest } = callOf(
    "{}",
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  );
  if (!call || !answer) throw new Error("There is no call");
  const cancelled = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}';
  const report = (...entries: readonly RecordedEntry[]) =>
    exportReport({ ...rest, entries: [call, ...entries] });
  const sent: RecordedEntry = { kind: "http-start", exchange: 0, at: 2, direction: "out" };
  const end: RecordedEntry = { kind: "http-end", exchange: 0, at: 850, outcome: "aborted" };
  const { http: _, ...stdio } = call as Extract<RecordedEntry, { kind: "message" }>;
  const notified: RecordedEntry = { ...stdio, exchange: 1, at: 848, text: cancelled };
  expect(report(sent, answer, end)).toContain("Answered after 3 ms");
  expect(report(sent, end)).toContain("Cancelled after 848 ms, without an answer.");
  expect(report(notified, end)).toContain("Cancelled after 848 ms, without an answer.");
  expect(report()).toContain("No answer was recorded.");
  const { initiator: _by, ...message } = stdio;
  const question = '{"jsonrpc":"2.0","id":9,"method":"elicitation/create","params":{}}';
  const given = '{"jsonrpc":"2.0","id":9,"result":{}}';
  const asked = { ...message, at: 2, direction: "in", text: question } as const;
  const said = { ...message, at: 802, direction: "out", text: given } as const;
  const late = { ...answer, at: 805 };
  expect(report(asked, { ...said, initiator: { kind: "user" } }, late)).toContain(
    "Answered after 5 ms, beside 800 ms that it waited for the user",
  );
  expect(report(asked, said, late)).toContain("Answered after 805 ms\n");
  const spans = JSON.parse(exportOtlp({ ...rest, entries: [call, end] }));
  const [span] = spans.resourceSpans[0].scopeSpans[0].spans;
  expect(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)).toBe(850_000_000n);
});

test("text of a server stays in its code span in a report", () => {
  const { server, entries = [] } = callOf("{}", "{}");
  const serverInfo = { name: "", version: "a``<b>markup</b>" };
  const connections = [{ id: "1", server, serverInfo }];
  const report = exportReport({ format: "mcp-playground/1", server, connections, entries });
  // CommonMark: a code span ends at the next run of as many backticks as it began with
  expect(report.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/gs, "")).not.toContain("<b>");
});

test.each([
  ["an entry", { at: 1e300 }, {}],
  ["the start", {}, { startedAt: "+275760-09-13T00:00:00.000Z" }],
])("a time of %s that no date can have is refused", (_, ofEntry, ofRecording) => {
  const recording = callOf("{}", "{}");
  const entries = recording.entries?.map((entry) => ({ ...entry, ...ofEntry }));
  expect(readRecording({ ...recording, entries, ...ofRecording })).toMatchObject({
    kind: "refused",
    problem: "damaged",
  });
});

const reference = (name: string) => `$${"{"}${name}}`;

test("mcp.json names variables and gives no values", () => {
  const server = { kind: "stdio", command: "npx", args: ["s"], environmentNames: ["KEY"] } as const;
  const recording = { format: "mcp-playground/1", server } as const;
  expect(JSON.parse(exportMcpJson(recording))).toEqual({
    mcpServers: { server: { command: "npx", args: ["s"], env: { KEY: reference("KEY") } } },
  });
  expect(JSON.parse(exportMcpJson(recording, { style: "servers" }))).toEqual({
    servers: {
      server: { type: "stdio", command: "npx", args: ["s"], env: { KEY: reference("env:KEY") } },
    },
  });
  expect(JSON.parse(exportMcpJson(session)).mcpServers).toEqual({
    "mcp-servers-everything": { type: "http", url: "http://127.0.0.1:3000/mcp" },
  });
});

test("spans have the times, ids and errors of the calls", () => {
  const recording = {
    ...callOf('{"name":"t"}', '{"jsonrpc":"2.0","id":1,"result":{"isError":true}}'),
    startedAt: "2026-01-01T00:00:00.000Z",
  };
  const [span] = JSON.parse(exportOtlp(recording)).resourceSpans[0].scopeSpans[0].spans;
  expect(span).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    name: "tools/call t",
    kind: 3,
    startTimeUnixNano: "1767225600000000000",
    endTimeUnixNano: "1767225600005000000",
    status: { code: 2 },
  });
  expect(exportOtlp(recording)).toBe(exportOtlp(recording));
});

test.each(Object.keys(all))("%s needs no entries", (name) => {
  const server = { kind: "http", url: "https://h.example/mcp" } as const;
  const text = all[name as keyof typeof all]({ format: "mcp-playground/1", server });
  expect(typeof text).toBe("string");
});

test("no export holds a secret", async () => {
  await fc.assert(
    fc.asyncProperty(plantedSessions, async ({ traces, options }) => {
      const { recording } = await createRecording(options);
      for (const make of Object.values(all)) {
        const text = make(recording);
        for (const trace of traces) {
          expect(text).not.toContain(trace);
          expect(text).not.toContain(JSON.stringify(trace).slice(1, -1));
        }
      }
    }),
    { numRuns: 200 },
  );
});
