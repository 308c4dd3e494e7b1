import { expect, test } from "vitest";
import type { MessageEntry } from "../log/entry.ts";
import { readActFacts } from "./acts/actFacts.ts";
import { type ActMessage, actsOfSteps } from "./acts/acts.fixture.ts";
import { readClientActs } from "./clientActs.ts";

type Steps = Parameters<typeof actsOfSteps>[0];

const call = (id: number, name = "add", more: object = {}) => ({
  id,
  method: "tools/call",
  params: { name, ...more },
});
const result = (id: number | string, value: object = {}) => ({ id, result: value });
const changed = { method: "notifications/tools/list_changed" };

/** A legacy handshake; the client declares these capabilities, and the server those. */
const handshake = (client: object = {}, server: object = { tools: {} }): ActMessage[] => [
  [
    "out",
    0,
    {
      id: 0,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: client },
    },
  ],
  ["in", 1, result(0, { protocolVersion: "2025-11-25", capabilities: server })],
  ["out", 2, { method: "notifications/initialized" }],
];

const meta = (capabilities: object = {}, more: object = {}) => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": capabilities,
    ...more,
  },
});

async function wordsOf(steps: Steps, now = 60_000, isEnded = false) {
  return (await actsOfSteps(steps, now, isEnded)).words;
}

test("a client that never lists again is said to, once it has had the time", async () => {
  const messages: ActMessage[] = [
    ["in", 0, changed],
    ["out", 3000, call(1)],
    ["in", 3100, result(1)],
  ];
  expect((await wordsOf(messages, 5000))[0]).toBe("open listed-again tools/list");
  const late = await actsOfSteps(messages, 30_000);
  expect(late.words[0]).toBe("failed listed-again tools/list");
  expect(late.acts[0]).toMatchObject({ ms: 30_000, seqs: [0] });
  const done = await wordsOf([...messages, ["out", 4000, { id: 2, method: "tools/list" }]], 30_000);
  expect(done).toContain("ok listed-again tools/list");
  expect(done.join()).not.toContain("failed");
});

test("after a restart that changed a list, the client lists again or never does", async () => {
  const changes = [{ kind: "tools", name: "pin", change: "added" }];
  const restarted = { at: 100, event: { kind: "restarted", pid: 2, ms: 5, changes } };
  const steps: Steps = [...handshake(), restarted, ["out", 200, call(1)]];
  expect(await wordsOf(steps)).toContain("failed listed-again tools/list");
  const again: Steps = [...steps, ["out", 300, { id: 2, method: "tools/list" }]];
  expect(await wordsOf(again)).toContain("ok listed-again tools/list");
  const same = { at: 100, event: { kind: "restarted", pid: 2, ms: 5, changes: [] } };
  expect((await wordsOf([...handshake(), same])).join()).not.toContain("listed-again");
});

test("a client of a revision without a handshake listens for changes, or cannot be told", async () => {
  const steps: Steps = [
    ["out", 0, { id: 1, method: "server/discover", params: meta() }],
    ["in", 1, result(1, { capabilities: { tools: { listChanged: true } } })],
    ["out", 2, { id: 2, method: "tools/list", params: meta() }],
  ];
  expect(await wordsOf(steps)).toContain("warning listens");
  const listen: ActMessage = ["out", 3, { id: 3, method: "subscriptions/listen", params: meta() }];
  expect(await wordsOf([...steps, listen])).toContain("ok listens");
});

test("a client that reads only the first page is told from one that goes on", async () => {
  const steps: Steps = [
    ["out", 0, { id: 1, method: "tools/list" }],
    ["in", 1, result(1, { tools: [], nextCursor: "2" })],
  ];
  expect(await wordsOf(steps)).toContain("warning follows-pages tools/list");
  const next: ActMessage = ["out", 2, { id: 2, method: "tools/list", params: { cursor: "2" } }];
  expect(await wordsOf([...steps, next])).toContain("ok follows-pages tools/list");
});

test("a request of the server that is not answered is told from one that is", async () => {
  const messages: ActMessage[] = [
    ["in", 0, { id: "a", method: "roots/list" }],
    ["in", 10, { id: "b", method: "ping" }],
    ["out", 30, result("b")],
  ];
  const words = await wordsOf(messages, 20_000);
  expect(words.slice(0, 2)).toEqual(["failed answered roots/list", "ok answered ping"]);
  // nothing more can come
  expect((await wordsOf(messages.slice(0, 1), 1000, true))[0]).toBe("failed answered roots/list");
});

test("what no person answers is answered at once, or late; people have time", async () => {
  const asked = (at: number, id: string, method: string): ActMessage => ["in", at, { id, method }];
  const steps: Steps = [
    asked(0, "a", "ping"),
    ["out", 6000, result("a")],
    asked(0, "b", "elicitation/create"),
    ["out", 40_000, result("b")],
  ];
  const words = await wordsOf(steps);
  expect(words).toContain("warning in-time ping");
  expect(words.join()).not.toContain("in-time elicitation");
  expect(await wordsOf([asked(0, "a", "ping"), ["out", 40, result("a")]])).toContain(
    "ok in-time ping",
  );
});

test("errors are told from refusals by a user, and of what was not declared", async () => {
  const answered = (capabilities: object, code: number): Steps => [
    ...handshake(capabilities),
    ["in", 10, { id: "a", method: "sampling/createMessage" }],
    ["out", 20, { id: "a", error: { code, message: "no" } }],
  ];
  const sampling = { sampling: {} };
  expect(await wordsOf(answered(sampling, -32603))).toContain(
    "warning no-errors sampling/createMessage",
  );
  expect((await wordsOf(answered(sampling, -1))).join()).not.toContain("no-errors");
  const undeclared = await wordsOf(answered({}, -32601));
  expect(undeclared).toContain("ok no-errors");
  expect(undeclared.join()).not.toContain("declared-used");
});

test("what a client declares differs from what it does, or does not", async () => {
  const answered = (capabilities: object, answer: object): Steps => [
    ...handshake(capabilities),
    ["in", 10, { id: "a", method: "roots/list" }],
    ["out", 20, { id: "a", ...answer }],
  ];
  const refusal = { error: { code: -32601, message: "Method not found" } };
  const roots = { result: { roots: [] } };
  expect(await wordsOf(answered({ roots: {} }, roots))).toContain("ok declared-used roots");
  expect(await wordsOf(answered({ roots: {} }, refusal))).toContain("warning declared-used roots");
  expect(await wordsOf(answered({}, roots))).toContain("warning declared-used roots");
  const news: ActMessage = ["out", 10, { method: "notifications/roots/list_changed" }];
  expect(await wordsOf([...handshake({ roots: {} }), news])).toContain(
    "warning declared-used roots.listChanged",
  );
  const isAnnounced = await wordsOf([...handshake({ roots: { listChanged: true } }), news]);
  expect(isAnnounced).toContain("ok declared-used roots.listChanged");
});

test("a client asks for what the server declares, or for more", async () => {
  const prompts: ActMessage = ["out", 10, { id: 1, method: "prompts/list" }];
  const tools: ActMessage = ["out", 10, { id: 1, method: "tools/list" }];
  expect(await wordsOf([...handshake(), prompts])).toContain(
    "warning server-declared prompts/list",
  );
  expect(await wordsOf([...handshake(), tools])).toContain("ok server-declared");
});

test("the state of a request comes back unchanged, changed, or without being asked for", async () => {
  const steps = (given: object, back: object): Steps => [
    ["out", 0, call(1, "book", meta())],
    [
      "in",
      1,
      result(1, {
        resultType: "input_required",
        inputRequests: { a: { method: "roots/list" } },
        ...given,
      }),
    ],
    ["out", 2, call(2, "book", { ...meta(), inputResponses: { a: {} }, ...back })],
  ];
  const given = { requestState: "s1" };
  const about = "request-state tools/call";
  expect(await wordsOf(steps(given, given))).toContain(`ok ${about}`);
  expect(await wordsOf(steps(given, { requestState: "s2" }))).toContain(`failed ${about}`);
  expect(await wordsOf(steps(given, {}))).toContain(`failed ${about}`);
  expect(await wordsOf(steps({}, given))).toContain(`failed ${about}`);
  // a recording masks it, so that nobody can compare it
  const masked = { requestState: "••••••••" };
  expect((await wordsOf(steps(masked, masked))).join()).not.toContain("request-state");
  const unasked = await wordsOf(steps(given, given).slice(0, 2), 60_000);
  expect(unasked).toContain("failed answered roots/list");
});

test("what the tap sent or lost is not the client's act", async () => {
  const { words } = await actsOfSteps(
    [
      ["in", 0, changed, { action: "drop", rule: "f" }],
      ["out", 10, { id: "tap-1", method: "ping" }, { action: "added" }],
      ["out", 20, { id: "tap-1", method: "ping" }, { action: "added" }],
    ],
    60_000,
  );
  expect(words).toEqual([]);
});

test("late answers, cancellation, repeated ids and the handshake are read from the messages", async () => {
  const { words, acts } = await actsOfSteps(
    [
      ["out", 0, { id: 0, method: "initialize", params: {} }],
      ["in", 10, result(0)],
      ["out", 20, { method: "notifications/initialized" }],
      ["out", 100, call(1)],
      ["in", 6100, result(1)],
      ["out", 7000, call(2)],
      ["out", 8000, { method: "notifications/cancelled", params: { requestId: 2 } }],
      ["out", 9000, call(2)],
    ],
    9000,
  );
  expect(words).toEqual([
    "failed unique-ids",
    "ok waited tools/call",
    "ok asked-again tools/call add ×2",
    "ok cancelled tools/call",
    "ok cancels-own",
    "ok in-order ×3",
    "ok valid-messages ×6",
    "ok initialized",
  ]);
  expect(acts[0]?.seqs).toEqual([5, 7]);
  expect(acts[1]).toMatchObject({ ms: 6000, seqs: [3, 4] });
  const notSeen = acts.filter(({ state }) => state === "not-seen").map(({ code }) => code);
  expect(notSeen).toContain("progress");
  expect(notSeen).toContain("session-kept");
});

test("an id may come again where it is only needed until the answer", async () => {
  const modern: Steps = [
    ["out", 0, call(1, "a", meta())],
    ["in", 1, result(1)],
    ["out", 2, call(1, "b", meta())],
  ];
  expect(await wordsOf(modern)).toContain("ok unique-ids ×2");
  expect(await wordsOf([modern[0], modern[2]] as Steps)).toContain("failed unique-ids");
});

test("a client cancels its own requests only, and never initialize", async () => {
  const cancel = (requestId: number): ActMessage => [
    "out",
    20,
    { method: "notifications/cancelled", params: { requestId } },
  ];
  expect(await wordsOf([...handshake(), cancel(7)])).toContain("failed cancels-own");
  expect(await wordsOf([...handshake(), cancel(0)])).toContain("failed cancels-own initialize");
  const own: Steps = [...handshake(), ["out", 10, call(7)], cancel(7)];
  expect(await wordsOf(own)).toContain("ok cancels-own");
});

test("a progress token is used again once its request is answered, or before", async () => {
  const token = { _meta: { progressToken: "t" } };
  const steps: Steps = [
    ["out", 10, call(1, "a", token)],
    ["in", 11, result(1)],
    ["out", 12, call(2, "b", token)],
  ];
  expect(await wordsOf(steps)).toContain("ok progress-tokens ×2");
  expect(await wordsOf([steps[0], steps[2]] as Steps)).toContain("failed progress-tokens");
});

test("a client waits for the answer to initialize, or does not", async () => {
  const [hello, answer] = handshake();
  const list: ActMessage = ["out", 5, { id: 1, method: "tools/list" }];
  expect(await wordsOf([hello, list, answer] as Steps)).toContain("warning in-order tools/list");
  expect(await wordsOf([...handshake(), list])).toContain("ok in-order");
});

test("an answer to nothing, or a second one, is told from others", async () => {
  const asked: ActMessage = ["in", 10, { id: "a", method: "ping" }];
  const answer: ActMessage = ["out", 20, result("a")];
  expect(await wordsOf([...handshake(), asked, answer])).toContain("ok known-ids");
  expect(await wordsOf([...handshake(), asked, answer, answer])).toContain("failed known-ids");
  expect(await wordsOf([...handshake(), answer])).toContain("failed known-ids");
  // the question may be in what is missing
  expect((await wordsOf([answer])).join()).not.toContain("known-ids");
});

test("what is no message is told from messages", async () => {
  expect(await wordsOf([["out", 0, { id: null, method: "ping" }]])).toContain(
    "failed valid-messages",
  );
});

test("deprecated features count in the revisions that deprecate them", async () => {
  const modern: Steps = [["out", 0, { id: 1, method: "tools/list", params: meta({ roots: {} }) }]];
  expect(await wordsOf(modern)).toContain("warning deprecated-feature roots");
  const without: Steps = [["out", 0, { id: 1, method: "tools/list", params: meta() }]];
  expect(await wordsOf(without)).toContain("ok deprecated-feature");
  const logs: Steps = [
    [
      "out",
      0,
      {
        id: 1,
        method: "tools/list",
        params: meta({}, { "io.modelcontextprotocol/logLevel": "info" }),
      },
    ],
  ];
  expect(await wordsOf(logs)).toContain("warning deprecated-feature logging");
  expect((await wordsOf(handshake({ roots: {} }))).join()).not.toContain("deprecated");
});

const hello = {
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {} },
};
const greeting = result(0, { protocolVersion: "2025-11-25", capabilities: {} });
const session = ["mcp-session-id", "••••••••"] as const;
const version = ["MCP-Protocol-Version", "2025-11-25"] as const;
const begun: Steps = [
  { at: 0, request: hello },
  { at: 1, status: 200, headers: [session], answer: greeting },
];

test("requests over HTTP keep session and revision, or do not", async () => {
  const next = (headers: readonly (readonly [string, string])[]): Steps => [
    ...begun,
    { at: 2, request: call(1), headers },
  ];
  const right = await wordsOf(next([session, version]));
  expect(right).toContain("ok session-kept");
  expect(right).toContain("ok revision-kept");
  expect(await wordsOf(next([version]))).toContain("failed session-kept");
  expect(await wordsOf(next([session]))).toContain("failed revision-kept 2025-11-25");
  const other = ["MCP-Protocol-Version", "2025-06-18"] as const;
  expect(await wordsOf(next([session, other]))).toContain("failed revision-kept 2025-11-25");
});

test("after a 404 a client begins another session, goes on with the old one, or does nothing", async () => {
  const lost: Steps = [
    ...begun,
    { at: 2, request: call(1), headers: [session, version] },
    { at: 3, status: 404 },
  ];
  expect(await wordsOf(lost)).toContain("failed session-renewed");
  expect(await wordsOf(lost, 1000)).toContain("open session-renewed");
  const again: Steps = [...lost, { at: 4, request: { ...hello, id: 5 } }];
  expect(await wordsOf(again)).toContain("ok session-renewed");
  const stubborn: Steps = [...lost, { at: 4, request: call(2), headers: [session, version] }];
  expect(await wordsOf(stubborn, 1000)).toContain("failed session-renewed");
});

test("after a refused token a client comes with an accepted one, or never does", async () => {
  const token = ["authorization", "••••••••"] as const;
  const refused: Steps = [
    { at: 0, request: call(1), headers: [token] },
    { at: 1, status: 401 },
  ];
  expect(await wordsOf(refused)).toContain("failed token-renewed");
  const renewed: Steps = [
    ...refused,
    { at: 500, request: call(2), headers: [token] },
    { at: 501, status: 200 },
  ];
  const words = await wordsOf(renewed);
  expect(words).toContain("ok token-renewed");
  // a first request without a token is how a sign-in begins
  expect(
    (
      await wordsOf([
        { at: 0, request: call(1) },
        { at: 1, status: 401 },
      ])
    ).join(),
  ).not.toContain("token-renewed");
});

test("a request that was refused by its status may be sent again", async () => {
  const again: Steps = [
    { at: 0, request: call(1) },
    { at: 1, status: 401 },
    { at: 2, request: call(1) },
  ];
  expect(await wordsOf(again)).toContain("ok unique-ids ×2");
});

test("parallel calls of one tool each continue with a state of their own, in any order", async () => {
  const asks = (id: number, requestState: string) =>
    result(id, {
      resultType: "input_required",
      inputRequests: { a: { method: "roots/list" } },
      requestState,
    });
  const steps = (...states: readonly string[]): Steps => [
    ["out", 0, call(1, "book", meta())],
    ["out", 1, call(2, "book", meta())],
    ["in", 2, asks(1, "s1")],
    ["in", 3, asks(2, "s2")],
    ...states.map(
      (requestState, index): ActMessage => [
        "out",
        4 + index,
        call(3 + index, "book", { ...meta(), inputResponses: { a: {} }, requestState }),
      ],
    ),
  ];
  for (const states of [
    ["s1", "s2"],
    ["s2", "s1"],
  ]) {
    const words = await wordsOf(steps(...states));
    expect(words).toContain("ok request-state tools/call ×2");
    expect(words).toContain("ok answered roots/list ×2");
    expect(words.join()).not.toContain("failed");
  }
  expect(await wordsOf(steps("s1", "s1"))).toContain("failed request-state tools/call");
});

// with a copy for each request, it would exceed the limit of a test many times
test("a batch of many requests is read", () => {
  const head = { kind: "request", method: "ping" } as const;
  const heads = Array.from({ length: 200_000 }, (_, id) => ({ ...head, id }));
  const entry = {
    ...{ seq: 1, at: 0, kind: "message", direction: "out", carrier: "http", batch: true },
    ...{ connectionId: "1", exchangeId: "e", size: 10, heads },
  };
  const acts = readClientActs([entry as unknown as MessageEntry], 10);
  expect(acts.find(({ code }) => code === "unique-ids")?.state).toBe("ok");
});

test("parameters that are nested too deeply, or cannot be read, say nothing", async () => {
  const entry = (seq: number, text: string): MessageEntry => {
    const head = { kind: "request", id: seq, method: "tools/call", subject: "t" };
    const base = { seq, at: seq, kind: "message", direction: "out", carrier: "stdio" };
    return { ...base, size: text.length, heads: [head] } as unknown as MessageEntry;
  };
  const deep = `{"params":{"name":"t","arguments":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`;
  const entries = [entry(1, deep), entry(2, "")];
  const factsOf = await readActFacts(entries, async ({ seq }) => {
    if (seq === 1) return deep;
    throw new Error("The log no longer has it.");
  });
  expect(entries.map(factsOf)).toEqual([[{}], [{}]]);
});

test("masked parameters may have been others", async () => {
  const asked = (token: string): Steps => [
    ["out", 0, call(1, "book", { arguments: { token } })],
    ["in", 1, result(1)],
    ["out", 2, call(2, "book", { arguments: { token } })],
  ];
  expect((await wordsOf(asked("t"))).join()).toContain("asked-again");
  expect((await wordsOf(asked("••••••••"))).join()).not.toContain("asked-again");
});
