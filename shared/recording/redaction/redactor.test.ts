import { expect, test } from "vitest";
import { encodeText } from "../../core/bytes.ts";
import { createEventLog, type EventLog } from "../../log/eventLog.ts";
import { createRecording, type RecordingOptions } from "../createRecording.ts";
import { maskHead } from "../maskHead.ts";
import { readRecordingText } from "../recordingText.fixture.ts";
import { say } from "../secrets.fixture.ts";
import { createRedactor } from "./redactor.ts";

const secret = "k3y-of-the-environment";
const server = { kind: "stdio", command: "npx", args: ["server"] } as const;
const base = { connectionId: "c", exchangeId: "x", direction: "out" } as const;

async function recorded(
  log: EventLog,
  facts: object = {},
  choices: NonNullable<RecordingOptions["choices"]> = {},
) {
  const target = { ...server, env: { SETTING: secret } };
  const created = await createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map([["c", { target, ...facts }]]),
    head: { server },
    choices,
  });
  expect(readRecordingText(JSON.stringify(created.recording)).kind).toBe("recording");
  return created;
}

test("known secrets are masked as names of members, under any name, and in names of headers", async () => {
  const log = createEventLog({ now: () => 0 });
  say(log, JSON.stringify({ jsonrpc: "2.0", method: "n", params: { [secret]: 1 } }), {
    http: { method: "POST", url: "https://h.example/mcp", headers: [[`X-${secret}`, "1"]] },
  });
  log.append({
    ...base,
    kind: "finding",
    code: "x",
    severity: "note",
    evidence: { [secret]: 1, kind: secret },
  });
  const serverInfo = { name: "s", kind: secret, format: secret, transport: { [secret]: [secret] } };
  const { recording, masked } = await recorded(log, { serverInfo, capabilities: { [secret]: {} } });
  expect(JSON.stringify(recording)).not.toContain(secret);
  expect(recording.connections?.[0]?.serverInfo).toMatchObject({ name: "s", kind: "••••••••" });
  expect(masked.map(({ place }) => place)).toEqual(
    expect.arrayContaining(["message", "event", "server", "header"]),
  );
});

test("names of members are decoded before they are compared, in recordings and links", async () => {
  const log = createEventLog({ now: () => 0 });
  const text = '{"pass\\u0077ord":"x1y2z3a4","request\\u0053tate":"st4te-of-1","n":"x1y2z3a4"}';
  say(log, `{"jsonrpc":"2.0","method":"n","params":${text}}`);
  const { recording } = await recorded(log);
  const link = maskHead({ server, selected: { kind: "tool", name: "t", argumentsText: text } }, []);
  for (const shared of [recording, link]) {
    expect(JSON.stringify(shared)).not.toContain("x1y2z3a4");
  }
  expect(JSON.stringify(recording)).not.toContain("st4te-of-1");
});

test("a secret is masked in every piece of output that it is split over", async () => {
  for (const pieces of [
    ["a k3y-of-th", "e-environment b"],
    [...`x ${secret} y`],
    ["API_KEY=x9y8z7", "w6v5u4t3\n"],
    [
      "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n",
      "BBBBBBBBBBBBBBBBBBBB\n-----END PRIVATE KEY-----\n",
    ],
  ]) {
    const log = createEventLog({ now: () => 0 });
    for (const piece of pieces) {
      log.append({ ...base, exchangeId: undefined, kind: "stderr" }, encodeText(piece));
      log.append(
        { ...base, connectionId: "d", exchangeId: undefined, kind: "stderr" },
        encodeText("other\n"),
      );
    }
    const { recording } = await recorded(log);
    const text = recording.entries?.map((entry) => entry.text ?? "").join("");
    expect(text).not.toMatch(/k3y|envi|x9y8|w6v5|AAAA|BBBB/);
  }
});

test("numbers are masked so that JSON stays valid", async () => {
  const log = createEventLog({ now: () => 0 });
  const inner = JSON.stringify({ pin: 48_151_623, at: 1 });
  say(
    log,
    JSON.stringify({
      jsonrpc: "2.0",
      method: "n",
      params: { password: 12_345_678, inner, copy: [12_345_678], longer: 9_123_456_789 },
    }),
  );
  const { recording } = await recorded(log);
  const [entry] = recording.entries ?? [];
  const { params } = JSON.parse(entry?.text ?? "");
  expect(params).toMatchObject({ password: "••••••••", copy: ["••••••••"], longer: 9_123_456_789 });
  expect(JSON.parse(params.inner)).toEqual({ pin: "••••••••", at: 1 });
});

test("thousands of secrets are all masked wherever they recur", async () => {
  const log = createEventLog({ now: () => 0 });
  const all = Array.from({ length: 3000 }, (_, at) => `s3cret-number-${at}-x`);
  say(
    log,
    JSON.stringify({ jsonrpc: "2.0", method: "n", params: all.map((password) => ({ password })) }),
  );
  say(
    log,
    JSON.stringify({ jsonrpc: "2.0", method: "n", params: all.map((value) => `seen ${value}`) }),
  );
  const { recording } = await recorded(log);
  expect(JSON.stringify(recording)).not.toContain("s3cret-number");
}, 30_000);

test("text that the user chose is masked everywhere, whatever its length, and secrets are kept on request", async () => {
  const log = createEventLog({ now: () => 0 });
  say(
    log,
    JSON.stringify({ jsonrpc: "2.0", method: "n", params: { a: "Zo", password: "p4ss-word-1" } }),
  );
  log.append({ ...base, exchangeId: undefined, kind: "stderr" }, encodeText("Zo was here\n"));
  const choices = { chosen: ["Zo"], keepsDetected: true };
  const { recording, findings, masked } = await recorded(
    log,
    { serverInfo: { name: "Zo" } },
    choices,
  );
  const text = JSON.stringify(recording);
  expect(text).not.toContain("Zo");
  expect(text).toContain("p4ss-word-1");
  expect(findings.map(({ value }) => value)).toEqual(["p4ss-word-1"]);
  expect(JSON.stringify(masked)).not.toMatch(/Zo|p4ss/);
});

test("values that look like secrets are masked unless the user keeps them", () => {
  const text = "API_KEY=x9y8z7w6v5u4t3";
  expect(createRedactor().text(text, { place: "output" }).text).toBe("API_KEY=••••••••");
  expect(createRedactor({ keepsDetected: true }).text(text, { place: "output" }).text).toBe(text);
});

test("a secret that also occurs in the syntax of JSON is masked in strings and names only", () => {
  const redactor = createRedactor();
  const secret = 'st",1,nu';
  redactor.addSecret(secret);
  const value = { list: ["first", 1, null], [secret]: [{ text: `a ${secret} b`, none: null }] };
  expect(redactor.json(value, { place: "message" })).toEqual({
    list: ["first", 1, null],
    "••••••••": [{ text: "a •••••••• b", none: null }],
  });
});

test("a head is masked by itself as in a recording", () => {
  const selected = {
    kind: "tool",
    name: "t",
    argumentsText: JSON.stringify({ a: secret }),
  } as const;
  const url = "https://h.example/s/0b7f0c1e-8a4e-4a52-9d5e-6f3c2b1a0d9e/mcp";
  const head = maskHead({ server: { kind: "http", url }, selected }, [secret]);
  expect(head).toEqual({
    format: "mcp-playground/1",
    server: { kind: "http", url: `https://h.example/s/$${"{"}input:path}/mcp` },
    selected: { ...selected, argumentsText: '{"a":"••••••••"}' },
  });
});

test("what a tap has replaced is masked as the address in the header is", async () => {
  const log = createEventLog({ now: () => 0 });
  const rest = "/t/kq3ZtY8mWcR1xPj5vLhB0A?code=of-sign-in#of-page";
  const event = { kind: "rewritten", path: rest, member: "Location" } as const;
  log.append({
    ...{ connectionId: "c", exchangeId: undefined, direction: "none", kind: "process" },
    event: { ...event, from: `http://a.example${rest}`, to: `https://b.example${rest}` },
  });
  const { recording } = await recorded(log);
  const masked = "/t/••••••••?code=••••••••#••••••••";
  expect(recording.entries?.[0]).toMatchObject({
    event: {
      ...{ ...event, path: masked },
      ...{ from: `http://a.example${masked}`, to: `https://b.example${masked}` },
    },
  });
});
