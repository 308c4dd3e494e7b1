import { describe, expect, onTestFinished, test } from "vitest";
import { type Handler, serveHandler } from "../../e2e/servers/serveHandler.ts";
import { sleep, systemClock } from "../core/clock.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { pointerNames } from "../core/json/pointer.ts";
import { createDemoServer } from "../demo/demoServer.ts";
import type { MessageEntry } from "../log/entry.ts";
import { messageText } from "../log/messageText.ts";
import type { Revision } from "../protocol/revisions.ts";
import { conform, failuresOf } from "./conform.fixture.ts";
import type { SavedToolCall } from "./runConform.ts";
import { problemOf } from "./scenario.ts";

/** The demo server, behind the check of Origin that a server on this machine needs. */
function correctServer(): Handler {
  const demo = createDemoServer({
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    date: () => new Date(),
  });
  return async (request) => {
    if (request.headers.has("origin")) return new Response(null, { status: 403 });
    return demo(request);
  };
}

// biome-ignore lint/suspicious/noExplicitAny: mutants change any member
type Message = any;

interface Mutant {
  readonly revision: Revision;
  /** The scenario that must fail. */
  readonly fails: string;
  /** Part of what its verdict says: what was asked, what was expected, and what came instead. */
  readonly says?: string;
  readonly savedCalls?: readonly SavedToolCall[];
  /** Changes an answer, and returns it. */
  readonly answer?: (answer: Message, request: Message) => Message;
  /** Replaces the server. */
  readonly serve?: (request: Request, next: Handler) => Promise<Response>;
}

/** Changes each JSON-RPC answer in a response. */
async function withAnswers(
  response: Response,
  change: (answer: Message) => Message,
): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  const isStream = type.includes("event-stream");
  if (!isStream && !type.includes("json")) return response;
  const changeText = (text: string) => {
    const message = JSON.parse(text);
    return "result" in message || "error" in message ? JSON.stringify(change(message)) : text;
  };
  const { status, headers } = response;
  if (!isStream) return new Response(changeText(await response.text()), { status, headers });
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const changed = new TransformStream<Uint8Array, Uint8Array>({
    // the demo writes each event in one chunk
    transform(chunk, control) {
      const text = decoder.decode(chunk);
      const event = text.replace(
        /^data: ?(.+)$/gm,
        (_, data: string) => `data: ${changeText(data)}`,
      );
      control.enqueue(encoder.encode(event));
    },
  });
  return new Response(response.body?.pipeThrough(changed), { status, headers });
}

function mutantServer({ answer, serve }: Mutant): Handler {
  const correct = correctServer();
  if (serve) return (request) => serve(request, correct);
  return async (request) => {
    const copy = request.method === "POST" ? await request.clone().text() : "";
    const response = await correct(request);
    let sent: Message;
    try {
      sent = JSON.parse(copy);
    } catch {
      return response;
    }
    return answer ? withAnswers(response, (each) => answer(each, sent)) : response;
  };
}

/** Changes the result of one method. */
const ofMethod =
  (method: string, change: (result: Message, request: Message) => Message) =>
  (answer: Message, request: Message): Message =>
    request.method === method && "result" in answer
      ? { ...answer, result: change(answer.result, request) }
      : answer;

/** Answers a method with a result where the server has an error. */
const neverRefuses =
  (method: string, result: object, isMeant: (request: Message) => boolean = () => true) =>
  (answer: Message, request: Message): Message =>
    request.method === method && "error" in answer && isMeant(request)
      ? { jsonrpc: "2.0", id: answer.id, result }
      : answer;

const modernResult = { resultType: "complete" };
const cached = { ...modernResult, ttlMs: 0, cacheScope: "private" };
const withoutHeader = (request: Request, name: string, value?: string) => {
  const headers = new Headers(request.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return new Request(request, { headers });
};

/** Reports progress at once. */
const countQuickly: readonly SavedToolCall[] = [
  { name: "count_slowly", argumentsText: '{"steps":2,"pauseMs":1}' },
];

/**
 * Answers a call with an error when it is cancelled, as language servers do.
 * @param afterMs how long the server takes for the cancellation
 */
function answersCancelled(afterMs = 0): NonNullable<Mutant["serve"]> {
  const waiting = new Map<unknown, PromiseWithResolvers<Response>>();
  return async (request, next) => {
    const message: Message =
      request.method === "POST"
        ? await request
            .clone()
            .json()
            .catch(() => ({}))
        : {};
    const of = (id: unknown) => {
      const found = waiting.get(id) ?? Promise.withResolvers<Response>();
      waiting.set(id, found);
      return found;
    };
    if (message.method === "notifications/cancelled") {
      await sleep(systemClock, afterMs);
      const id = message.params.requestId;
      const error = { code: -32800, message: "Request cancelled" };
      of(id).resolve(Response.json({ jsonrpc: "2.0", id, error }));
    }
    if (message.method !== "tools/call") return next(request);
    const cancelled = of(message.id).promise;
    // other tools are slow as well on a busy machine
    return message.params.name === "count_slowly"
      ? cancelled
      : Promise.race([next(request), cancelled]);
  };
}

/** Answers `ping` with a stream that can be resumed. */
function resumable({ replays }: { replays: "own" | "newest" }): NonNullable<Mutant["serve"]> {
  const answers: string[] = [];
  const stream = (text: string) =>
    new Response(text, { headers: { "content-type": "text/event-stream" } });
  return async (request, next) => {
    const lastEventId = request.headers.get("last-event-id");
    if (lastEventId !== null) {
      const answer = replays === "own" ? answers[Number(lastEventId)] : answers.at(-1);
      return stream(`data: ${answer}\n\n`);
    }
    const isPing = request.method === "POST" && /"ping"/.test(await request.clone().text());
    const response = await next(request);
    if (!isPing || !response.ok) return response;
    const answer = await response.text();
    if (answer.startsWith("[")) return new Response(answer, response);
    const id = answers.push(answer) - 1;
    return stream(`id: ${id}\ndata:\n\nid: ${id}-1\ndata: ${answer}\n\n`);
  };
}

const mutants: Readonly<Record<string, Mutant>> = {
  "the name of the server is missing": {
    revision: "2025-11-25",
    fails: "initialize-valid",
    answer: ofMethod("initialize", (result) => ({ ...result, serverInfo: { version: "1" } })),
  },
  "it agrees to any revision": {
    revision: "2025-11-25",
    fails: "unknown-revision",
    answer: ofMethod("initialize", (result, { params }) => ({
      ...result,
      protocolVersion: params.protocolVersion,
    })),
  },
  "ping is answered with text": {
    revision: "2025-11-25",
    fails: "ping",
    answer: ofMethod("ping", () => ({ pong: true })),
  },
  "ids change their case": {
    revision: "2025-11-25",
    fails: "id-unchanged",
    answer: (answer) =>
      answer.id === "conformance-1" ? { ...answer, id: "Conformance-1" } : answer,
  },
  "unknown methods have another error": {
    revision: "2025-11-25",
    fails: "unknown-method",
    answer: (answer) =>
      answer.error?.code === -32601
        ? { ...answer, error: { ...answer.error, code: -32600 } }
        : answer,
  },
  "text that is not JSON is a crash": {
    revision: "2025-11-25",
    fails: "text-not-json",
    async serve(request, next) {
      const response = await next(request.clone());
      const text = request.method === "POST" ? await request.text() : "{}";
      try {
        JSON.parse(text);
        return response;
      } catch {
        return new Response("stack trace", { status: 500 });
      }
    },
  },
  "the input schema of a tool is missing": {
    revision: "2025-11-25",
    fails: "tools-list-valid",
    answer: ofMethod(
      "tools/list",
      ({ tools: [{ inputSchema: _, ...first }, ...tools], ...rest }) => ({
        ...rest,
        tools: [first, ...tools],
      }),
    ),
  },
  "two tools have one name": {
    revision: "2025-11-25",
    fails: "tool-names-unique",
    answer: ofMethod("tools/list", ({ tools, ...rest }) => ({
      ...rest,
      tools: [...tools, tools[0]],
    })),
  },
  "an unknown tool is a success": {
    revision: "2025-11-25",
    fails: "tool-unknown",
    answer: neverRefuses(
      "tools/call",
      { content: [] },
      ({ params }) => params.name === "conformance-unknown",
    ),
  },
  "missing arguments are a protocol error": {
    revision: "2025-11-25",
    fails: "tool-arguments-result",
    says: "with the protocol error -32602, which a model does not get to read",
    answer: (answer, { method, params }) =>
      method === "tools/call" && answer.result?.isError && params.name !== "conformance-unknown"
        ? { jsonrpc: "2.0", id: answer.id, error: { code: -32602, message: "invalid" } }
        : answer,
  },
  "a result has no content": {
    revision: "2025-11-25",
    fails: "tool-result-valid",
    says: ' answers without "content".',
    answer: ofMethod("tools/call", ({ content: _, ...rest }) => rest),
  },
  "a result has content of an unknown type": {
    revision: "2025-11-25",
    fails: "tool-result-valid",
    says: ' answers with "video" as "type".',
    answer: ofMethod("tools/call", (result) => ({
      ...result,
      content: [{ type: "video", text: "" }],
    })),
  },
  "structured content is missing": {
    revision: "2025-11-25",
    fails: "tool-structured-content",
    answer: ofMethod("tools/call", ({ structuredContent: _, ...rest }) => rest),
  },
  "structured content is not as described": {
    revision: "2025-11-25",
    fails: "tool-structured-content",
    says: "list_orders answers against its output schema at orders.",
    answer: ofMethod("tools/call", (result) =>
      "structuredContent" in result ? { ...result, structuredContent: {} } : result,
    ),
  },
  "a resource has no URI": {
    revision: "2025-11-25",
    fails: "resource-read-valid",
    says: 'demo://readme.md answers without "uri" in contents/0.',
    answer: ofMethod("resources/read", (result) => ({
      ...result,
      contents: result.contents.map(({ uri: _, ...rest }: Message) => rest),
    })),
  },
  "an unknown resource is empty": {
    revision: "2025-11-25",
    fails: "resource-unknown",
    answer: neverRefuses("resources/read", { contents: [] }),
  },
  "an unknown prompt has no messages": {
    revision: "2025-11-25",
    fails: "prompt-unknown",
    answer: neverRefuses(
      "prompts/get",
      { messages: [] },
      ({ params }) => params.name === "conformance-unknown",
    ),
  },
  "completion has more than 100 values": {
    revision: "2025-11-25",
    fails: "completion-valid",
    answer: ofMethod("completion/complete", () => ({
      completion: { values: Array.from({ length: 101 }, (_, index) => String(index)) },
    })),
  },
  "any log level is taken": {
    revision: "2025-11-25",
    fails: "logging-level-invalid",
    answer: neverRefuses("logging/setLevel", {}),
  },
  "notifications are answered with 200": {
    revision: "2025-11-25",
    fails: "notification-202",
    async serve(request, next) {
      const response = await next(request);
      return response.status === 202 ? new Response(null, { status: 200 }) : response;
    },
  },
  "any MCP-Protocol-Version is taken": {
    revision: "2025-11-25",
    fails: "version-header",
    serve: (request, next) => next(withoutHeader(request, "mcp-protocol-version")),
  },
  "a session does not end": {
    revision: "2025-11-25",
    fails: "session-ended",
    async serve(request, next) {
      return request.method === "DELETE" ? new Response(null, { status: 200 }) : next(request);
    },
  },
  "any Origin is served": {
    revision: "2025-11-25",
    fails: "origin",
    serve: (request, next) => next(withoutHeader(request, "origin")),
  },
  "an unknown task is answered": {
    revision: "2025-11-25",
    fails: "task-unknown",
    answer: neverRefuses("tasks/cancel", {}),
  },
  "skills are declared by true": {
    revision: "2025-11-25",
    fails: "skills-declared",
    answer: ofMethod("initialize", (result) => ({
      ...result,
      capabilities: {
        ...result.capabilities,
        extensions: { "io.modelcontextprotocol/skills": true },
      },
    })),
  },
  "a skill has no files": {
    revision: "2026-07-28",
    fails: "skills-list-valid",
    says: "skill://order-report/SKILL.md has neither a list of files nor",
    answer: ofMethod("skills/list", (result) => ({
      ...result,
      skills: result.skills.map(({ resources: _, ...rest }: Message) => rest),
    })),
  },
  "skills/get answers with another skill": {
    revision: "2025-11-25",
    fails: "skills-get-valid",
    answer: ofMethod("skills/get", ({ skill }) => ({
      skill: { ...skill, uri: "skill://other/SKILL.md" },
    })),
  },
  "skills/get may be kept for ever": {
    revision: "2026-07-28",
    fails: "skills-get-valid",
    says: "The answer to skills/get lacks ttlMs.",
    answer: ofMethod("skills/get", ({ ttlMs: _, ...rest }) => rest),
  },
  "an unknown skill is answered": {
    revision: "2025-11-25",
    fails: "skills-get-unknown",
    answer: neverRefuses("skills/get", { skill: {} }),
  },
  "SKILL.md is not what was listed": {
    revision: "2025-11-25",
    fails: "skill-file-verified",
    says: "has another digest than the skill’s entry",
    answer: ofMethod("resources/read", (result, { params }) =>
      params.uri === "skill://order-report/SKILL.md"
        ? {
            contents: result.contents.map((content: Message) => ({
              ...content,
              text: content.text.replace("Order report", "Order repast"),
            })),
          }
        : result,
    ),
  },
  "SKILL.md is plain text": {
    revision: "2025-11-25",
    fails: "skill-resource-metadata",
    answer: ofMethod("resources/read", (result) => ({
      contents: result.contents.map((content: Message) => ({ ...content, mimeType: "text/plain" })),
    })),
  },
  "a directory has all files below it": {
    revision: "2025-11-25",
    fails: "skill-directory-read",
    answer: ofMethod("resources/directory/read", (result) => ({
      resources: [{ uri: "skill://order-report/a/b.md", name: "b.md" }, ...result.resources],
    })),
  },
  "batches are refused": {
    revision: "2025-03-26",
    fails: "batch",
    async serve(request, next) {
      const isBatch = request.method === "POST" && (await request.clone().text()).startsWith("[");
      return isBatch ? new Response(null, { status: 400 }) : next(request);
    },
  },
  "progress has another token": {
    revision: "2025-11-25",
    fails: "progress-token",
    says: 'count_slowly reports progress with the token 1, not "conformance-progress".',
    savedCalls: countQuickly,
    async serve(request, next) {
      if (request.method !== "POST") return next(request);
      const body = (await request.clone().text()).replace('"conformance-progress"', "1");
      return next(new Request(request, { body }));
    },
  },
  "a cancelled call is answered with an error": {
    revision: "2025-11-25",
    fails: "cancel-running",
    serve: answersCancelled(),
  },
  "a cancelled call is answered with an error, by a server that takes long for it": {
    revision: "2025-11-25",
    fails: "cancel-running",
    serve: answersCancelled(400),
  },
  "a resumed stream has the answer of another stream": {
    revision: "2025-11-25",
    fails: "stream-resumed",
    says: ", only the answer to conformance-6 was due; the server also sent the answer to conformance-7, and did not send the answer to conformance-6.",
    serve: resumable({ replays: "newest" }),
  },
  "discover does not name the revision": {
    revision: "2026-07-28",
    fails: "discover-valid",
    answer: ofMethod("server/discover", (result) => ({ ...result, supportedVersions: [] })),
  },
  "an unsupported version has another error": {
    revision: "2026-07-28",
    fails: "unsupported-version",
    answer: (answer) =>
      answer.error?.code === -32022
        ? { ...answer, error: { ...answer.error, code: -32600 } }
        : answer,
  },
  "Mcp-Method may be missing": {
    revision: "2026-07-28",
    fails: "method-header-missing",
    async serve(request, next) {
      const { method } =
        request.method === "POST"
          ? await request
              .clone()
              .json()
              .catch(() => ({}))
          : {};
      const isMissing = !request.headers.has("mcp-method") && method !== undefined;
      return next(isMissing ? withoutHeader(request, "mcp-method", method) : request);
    },
  },
  "an unknown method has the status 200": {
    revision: "2026-07-28",
    fails: "unknown-method-status",
    async serve(request, next) {
      const response = await next(request);
      if (response.status !== 404) return response;
      return new Response(response.body, { status: 200, headers: response.headers });
    },
  },
  "clientCapabilities may be missing": {
    revision: "2026-07-28",
    fails: "capabilities-missing",
    answer: neverRefuses(
      "tools/list",
      { ...cached, tools: [] },
      ({ params }) => params._meta["io.modelcontextprotocol/clientCapabilities"] === undefined,
    ),
  },
  "a list has no time to live": {
    revision: "2026-07-28",
    fails: "prompts-list-valid",
    answer: ofMethod("prompts/list", ({ ttlMs: _, ...rest }) => rest),
  },
  "the id of a subscription is missing": {
    revision: "2026-07-28",
    fails: "subscription-acknowledged",
    async serve(request, next) {
      const text = request.method === "POST" ? await request.clone().text() : "";
      const response = await next(request);
      if (!text.includes("subscriptions/listen") || !response.body) return response;
      const cut = new TransformStream<string, string>({
        transform: (chunk, control) => control.enqueue(chunk.replaceAll("subscriptionId", "other")),
      });
      const body = response.body
        .pipeThrough(new TextDecoderStream() as never)
        .pipeThrough(cut)
        .pipeThrough(new TextEncoderStream());
      return new Response(body as never, { headers: response.headers });
    },
  },
};

/** Serves a handler until the test ends. */
async function serve(handler: Handler, finished: typeof onTestFinished): Promise<string> {
  const server = await serveHandler(handler);
  finished(server.close);
  return `${server.url}/mcp`;
}

test("a correct server has no verdict against it, at any revision", async () => {
  const result = await conform(await serve(correctServer(), onTestFinished));
  expect(failuresOf(result)).toEqual([]);
  expect(result.facts.map(({ revision }) => revision)).toHaveLength(5);
  const missing = result.verdicts.filter(({ verdict }) => verdict.outcome === "could-not-run");
  expect(missing).toEqual([]);
  const ran = result.verdicts.filter(({ verdict }) => verdict.outcome === "passed");
  expect(new Set(ran.map(({ scenario }) => scenario.id)).size).toBeGreaterThan(40);
  // 2024-11-05 has no annotations, so no tool may be called, and 2026-07-28 closes the stream
  expect(ran.filter(({ scenario }) => scenario.id === "cancel-running")).toHaveLength(3);
}, 60_000);

test("a correct server reports progress at every revision", async () => {
  const result = await conform(await serve(correctServer(), onTestFinished), {
    only: new Set(["progress-token", "message-flow"]),
    savedCalls: countQuickly,
  });
  const outcomes = result.verdicts.map(({ verdict }) => verdict.outcome);
  expect(outcomes).toEqual(outcomes.map(() => "passed"));
  expect(outcomes).toHaveLength(10);
}, 60_000);

test("a correct server resumes streams", async () => {
  const handler = mutantServer({
    revision: "2025-11-25",
    fails: "",
    serve: resumable({ replays: "own" }),
  });
  const result = await conform(await serve(handler, onTestFinished));
  expect(failuresOf(result)).toEqual([]);
  const resumed = result.verdicts.filter(({ scenario }) => scenario.id === "stream-resumed");
  expect(resumed.map(({ verdict }) => verdict.outcome)).toEqual(["passed", "passed", "passed"]);
}, 60_000);

describe.concurrent("a rule that is broken is named by exactly one verdict", () => {
  test.each(Object.entries(mutants))(
    "%s",
    async (_, mutant) => {
      const { revision, fails } = mutant;
      const url = await serve(mutantServer(mutant), onTestFinished);
      const result = await conform(url, {
        revisions: [revision],
        savedCalls: mutant.savedCalls ?? [],
      });
      expect(result.failures).toEqual([]);
      const failed = result.verdicts.flatMap(({ scenario, verdict }) =>
        verdict.outcome === "failed" ? [{ scenario, verdict }] : [],
      );
      expect(
        failed.map(({ scenario }) => scenario.id),
        failuresOf(result).join("\n"),
      ).toEqual([fails]);
      const [one] = failed;
      if (!one) return;
      const { scenario, verdict } = one;
      const { item, evidence, pointer } = verdict;
      if (mutant.says !== undefined) expect(verdict.sentence).toContain(mutant.says);

      // what is about one tool begins with its name, and each says what was expected, seen and mends it
      if (item !== undefined) expect(verdict.sentence.startsWith(`${item} `)).toBe(true);
      if (scenario.callsTools) expect(item).toBeDefined();
      for (const text of Object.values(problemOf(scenario, verdict))) expect(text).toMatch(/./);
      expect(problemOf(scenario, verdict).fix).toMatch(/^[A-Z].*\.$/);
      const { entries } = result.log.snapshot();
      const proof = entries.filter(({ seq }) => evidence.includes(seq));
      expect(proof.some(({ kind }) => kind === "message" || kind.startsWith("http-"))).toBe(true);
      if (pointer === undefined) return;
      const last = proof.find(({ seq }) => seq === evidence.at(-1)) as MessageEntry;
      const message = JSON.parse(messageText(last.carrier, await result.log.read(last.seq)));
      expect(pointerNames(pointer).reduce<unknown>(getOwn, message)).toBeDefined();
    },
    60_000,
  );
});
