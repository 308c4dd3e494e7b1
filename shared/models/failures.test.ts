/** Every failure of a provider has its code and evidence, without the key. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "../../e2e/servers/listen.ts";
import { type ModelScript, type ModelServer, startModelServer } from "../../e2e/servers/models.ts";
import { createManualClock } from "../core/manualClock.fixture.ts";
import type { GenerateOptions, ModelOutcome } from "./model.ts";
import { type HttpProvider, httpProviders, modelAt, question, testKey } from "./models.fixture.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const revision = "2025-11-25";
const json = { "content-type": "application/json" };
const raw = (status: number, body: object | string, headers: Record<string, string> = json) =>
  ({
    kind: "raw",
    status,
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  }) as const;

async function fail(
  provider: HttpProvider,
  script: ModelScript,
  options: Partial<GenerateOptions> = {},
): Promise<Extract<ModelOutcome, { kind: "failed" }>> {
  server.script(script);
  const outcome = await modelAt(server, provider).generate(question, { revision, ...options });
  if (outcome.kind !== "failed") throw new Error(`replied ${JSON.stringify(outcome.reply)}`);
  expect(JSON.stringify(outcome)).not.toContain("sk-test");
  return outcome;
}

/** How each provider writes an error. */
const errors: Readonly<Record<HttpProvider, (message: string) => object>> = {
  openai: (message) => ({ error: { message, type: "t", param: null, code: "c" } }),
  anthropic: (message) => ({ type: "error", error: { type: "t", message }, request_id: "r" }),
  google: (message) => ({ error: { code: 400, message, status: "S" } }),
};

const statuses = [
  [400, "rejected"],
  [401, "unauthorized"],
  [402, "rejected"],
  [403, "unauthorized"],
  [404, "not-found"],
  [413, "rejected"],
  [429, "rate-limited"],
  [500, "provider-error"],
  [503, "provider-error"],
  [529, "provider-error"],
] as const;

describe.each(httpProviders)("%s", (provider) => {
  const stream = { onDelta: () => {} };
  /** Pieces of a stream before the second piece of text is over. */
  const twoTexts = { openai: 3, anthropic: 5, google: 2 }[provider];

  test.each(statuses)("status %i is %s, asked once", async (status, code) => {
    const before = server.requests.length;
    const echo = `Bad key ${testKey} or ${encodeURIComponent(testKey)}`;
    for (const options of [{}, stream]) {
      const { failure } = await fail(provider, raw(status, errors[provider](echo)), options);
      expect(failure).toMatchObject({
        code,
        evidence: {
          url: expect.stringContaining(server.baseUrls[provider]),
          status,
          message: "Bad key •••••••• or ••••••••",
        },
      });
    }
    expect(server.requests.length).toBe(before + 2);
  });

  test("429 reports how long to wait", async () => {
    const limited = (headers: Record<string, string>, body = errors[provider]("Slow down")) =>
      fail(provider, raw(429, body, { ...json, ...headers }));
    const waits = [
      await limited({ "retry-after": "17" }),
      await limited({
        date: "Sun, 22 Nov 2026 10:00:00 GMT",
        "retry-after": "Sun, 22 Nov 2026 10:01:30 GMT",
      }),
      await limited({ "retry-after": "soon" }),
      await limited({}, { error: { message: "m", details: [{ retryDelay: "34s" }] } }),
      await limited({}),
    ];
    expect(waits.map(({ failure }) => failure)).toMatchObject(
      [17, 90, null, 34, null].map((retryAfterSeconds) => ({
        code: "rate-limited",
        evidence: { retryAfterSeconds },
      })),
    );
  });

  test("an error page that is not JSON: HTML is no message, and plain text is one", async () => {
    for (const type of ["text/html", "Text/HTML; charset=utf-8"]) {
      const html = { "content-type": type };
      const { failure } = await fail(provider, raw(502, "<h1>Bad gateway</h1>", html));
      expect(failure.evidence).toMatchObject({ message: "", contentType: "text/html" });
    }
    const plain = { "content-type": "text/plain" };
    const { failure } = await fail(provider, raw(502, "Bad <gateway>", plain));
    expect(failure.evidence).toMatchObject({ message: "Bad <gateway>" });
    expect(failure.evidence).not.toHaveProperty("contentType");
  });

  test("a redirect is not followed", async () => {
    const script = raw(307, "", { location: `${server.baseUrls[provider]}/elsewhere` });
    const before = server.requests.length;
    expect((await fail(provider, script)).failure.code).toBe("redirected");
    expect(server.requests.length).toBe(before + 1);
  });

  test("a stream that breaks in the middle, and one that ends early", async () => {
    for (const end of [{ cutAfter: twoTexts }, { endAfter: twoTexts }]) {
      const outcome = await fail(provider, { text: ["One ", "two ", "three "], ...end }, stream);
      const { code, evidence } = outcome.failure;
      expect(code).toBe("incomplete");
      expect("receivedBytes" in evidence && evidence.receivedBytes).toBeGreaterThan(10);
    }
  });

  test("the received part of an interrupted stream is kept", async () => {
    const script = { text: ["One ", "two ", "three ", "four"], endAfter: twoTexts };
    const { partial } = await fail(provider, script, stream);
    expect(partial).toMatchObject({
      role: "assistant",
      content: { type: "text", text: expect.stringMatching(/^One two $/) },
    });
    expect(partial).not.toHaveProperty("stopReason");
  });

  test("a stop by the user reaches the provider and keeps the received part", async () => {
    const user = new AbortController();
    const script = { text: ["One ", "two "], pauseAfter: twoTexts };
    const onDelta = () => user.abort();
    const outcome = await fail(provider, script, { onDelta, signal: user.signal });
    expect(outcome.failure).toEqual({ code: "aborted", evidence: {} });
    expect(outcome.partial).toMatchObject({ content: { text: expect.stringMatching(/^One /) } });
    expect(await server.requests.at(-1)?.aborted).toBe(true);
    server.resume();
  });

  test("nothing is sent if it is stopped before the start", async () => {
    const before = server.requests.length;
    const model = modelAt(server, provider);
    const outcome = await model.generate(question, { revision, signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ kind: "failed", failure: { code: "aborted" } });
    expect(server.requests.length).toBe(before);
  });

  test("the time limit", async () => {
    const clock = createManualClock();
    server.script({ text: ["One ", "two "], pauseAfter: twoTexts });
    const onDelta = () => clock.advance(5_000);
    const options = { revision, onDelta, limits: { timeMs: 5_000 } };
    const outcome = await modelAt(server, provider, { clock }).generate(question, options);
    const evidence = { limit: "timeMs", maximum: 5_000 };
    expect(outcome).toMatchObject({ failure: { code: "over-limit", evidence } });
    expect(clock.waits()).toEqual([]);
    server.resume();
  });

  test("the limit of the reply's bytes, whole and streamed", async () => {
    for (const options of [{}, stream]) {
      const text = Array.from({ length: 40 }, () => "x".repeat(1_000));
      const limits = { replyBytes: 20_000 };
      const { failure } = await fail(provider, { text }, { ...options, limits });
      const evidence = { limit: "replyBytes", maximum: 20_000 };
      expect(failure).toEqual({ code: "over-limit", evidence });
    }
  });

  test("the token limit is sent, and noted", async () => {
    const options = { revision, limits: { maxTokens: 20 } };
    const { notes } = await modelAt(server, provider).generate(question, options);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toMatch(/"max\w*okens":20\b/);
    expect(notes).toContainEqual(
      expect.objectContaining({ code: "max-tokens-capped", params: { asked: 50, sent: 20 } }),
    );
  });

  test.each(["no JSON", "[]", "null", "{}", '"text"', '{"choices":[{}]}', '{"content":1}'])(
    "a reply that is %s",
    async (body) => {
      server.script(raw(200, body));
      const outcome = await modelAt(server, provider).generate(question, { revision });
      expect(outcome).toMatchObject({ failure: { code: "malformed-reply" } });
    },
  );

  test("a key at the end of the quoted part of a reply", async () => {
    const body = `${"x".repeat(500 - 4)}${testKey}${"y".repeat(500)}`;
    const { failure } = await fail(provider, raw(200, body));
    expect(failure.code).toBe("malformed-reply");
    expect(JSON.stringify(failure)).not.toContain("xsk-");
  });

  test("a stream of something else", async () => {
    const sse = { "content-type": "text/event-stream" };
    // Anthropic's events have names, Google's have none
    const name = provider === "anthropic" ? "event: message_start\n" : "";
    const script = raw(200, `${name}data: {"oops ${testKey}\n\n`, sse);
    const { failure } = await fail(provider, script, stream);
    expect(failure.code).toBe("malformed-reply");
  });

  test("no server", async () => {
    const silent = await listen();
    await silent.close();
    const baseUrl = silent.origin;
    const model = modelAt(server, provider, { baseUrl, pageOrigin: "http://page.example" });
    const outcome = await model.generate(question, { revision });
    expect(outcome).toMatchObject({
      failure: { code: "unreachable", evidence: { crossOrigin: true } },
    });
  });

  test.each([
    ["nonsense", "invalid"],
    ["ftp://host/", "scheme"],
    ["https://user:secret@host/", "userinfo"],
    ["https://host/?key=secret", "query"],
  ])("base URL %s is refused", async (baseUrl, why) => {
    const outcome = await modelAt(server, provider, { baseUrl }).generate(question, { revision });
    expect(outcome).toMatchObject({ failure: { code: "unusable-url", evidence: { why } } });
    expect(JSON.stringify(outcome)).not.toContain("secret");
  });

  test("a key that no header can carry is refused and not shown", async () => {
    for (const key of ["sk-test\n", "sk test", "sk-tëst-€"]) {
      const outcome = await modelAt(server, provider, { key }).generate(question, { revision });
      expect(outcome).toMatchObject({ failure: { code: "unusable-key", evidence: {} } });
      expect(JSON.stringify(outcome)).not.toContain("sk");
    }
  });

  test.each([null, [], {}, { messages: 1 }, { messages: {} }])("params %j", async (params) => {
    const outcome = await modelAt(server, provider).generate(params, { revision });
    expect(outcome).toMatchObject({ failure: { code: "unusable-request" } });
  });
});

/** How each provider reports that the model or a filter refused. */
const refusals: readonly (readonly [HttpProvider, ModelScript, object])[] = [
  ["openai", { text: [], refusal: "I cannot" }, { reason: "refusal", message: "I cannot" }],
  ["openai", { finish: "content_filter" }, { reason: "content_filter", message: "" }],
  [
    "anthropic",
    { finish: "refusal", refusal: "Not this" },
    { reason: "refusal", message: "Not this" },
  ],
  ["google", { finish: "SAFETY" }, { reason: "SAFETY", message: "" }],
  ["google", { text: [], refusal: "BLOCKLIST" }, { reason: "BLOCKLIST", message: "" }],
];
test.each(refusals)("%s refuses: %j", async (provider, script, evidence) => {
  for (const options of [{}, { onDelta: () => {} }]) {
    const { failure } = await fail(provider, script, options);
    expect(failure).toEqual({ code: "refused", evidence });
  }
});

/** Ends of replies that are not known to be good. */
const badEnds: readonly (readonly [HttpProvider, string])[] = [
  ["google", "MALFORMED_FUNCTION_CALL"],
  ["google", "UNEXPECTED_TOOL_CALL"],
  ["google", "TOO_MANY_TOOL_CALLS"],
  ["google", "OTHER"],
  ["anthropic", "pause_turn"],
  ["openai", "a_word_of_next_year"],
];
test.each(badEnds)("%s: a reply that ends with %s is no answer", async (provider, finish) => {
  for (const options of [{}, { onDelta: () => {} }]) {
    const finishMessage = `about ${finish}`;
    const empty = await fail(provider, { text: [], finish, finishMessage }, options);
    expect(empty.failure).toEqual({
      code: "not-finished",
      evidence: { reason: finish, message: provider === "google" ? finishMessage : "" },
    });
    const begun = await fail(provider, { text: ["I "], finish }, options);
    expect(begun.failure.code).toBe("not-finished");
    expect(begun.partial).toMatchObject({ content: { text: "I " } });
  }
});

test("a compatible server's word for its own failure is an error of the provider", async () => {
  for (const finish of ["insufficient_system_resource", "error"]) {
    const { failure } = await fail("openai", { text: [], finish });
    const evidence = { message: `The reply ended with ${finish}` };
    expect(failure).toMatchObject({ code: "provider-error", evidence });
  }
});

/** An error after the stream has begun. */
const streamErrors: readonly (readonly [HttpProvider, string])[] = [
  ["openai", 'data: {"error":{"message":"Overloaded","code":503}}\n\n'],
  [
    "anthropic",
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
  ],
  ["google", 'data: {"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}}\n\n'],
];
test.each(streamErrors)("an error in the stream of %s", async (provider, body) => {
  const script = raw(200, body, { "content-type": "text/event-stream" });
  const { failure } = await fail(provider, script, { onDelta: () => {} });
  expect(failure).toMatchObject({ code: "provider-error", evidence: { message: "Overloaded" } });
});

test("an error with status 200, as OpenRouter reports it", async () => {
  const error = { message: "Overloaded", code: 502 };
  for (const body of [{ error }, { choices: [{ error, finish_reason: "error" }] }]) {
    const { failure } = await fail("openai", raw(200, body));
    expect(failure).toMatchObject({
      code: "provider-error",
      evidence: { message: "Overloaded", status: 502 },
    });
  }
});

test("arguments that are not a JSON object", async () => {
  for (const json of ["{", "[]", "null", '"text"']) {
    const toolCalls = [{ id: "c", name: "weather", arguments: json }];
    const outcome = await fail("openai", { text: ["I ask"], toolCalls });
    const evidence = { tool: "weather", text: json };
    expect(outcome.failure).toEqual({ code: "malformed-arguments", evidence });
    expect(outcome.partial).toMatchObject({ content: { text: "I ask" } });
  }
});
