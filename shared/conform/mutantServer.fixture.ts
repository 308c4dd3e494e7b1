/** A correct server whose answers are changed, for tests of what an examination finds. */
import type { Handler } from "../../e2e/servers/serveHandler.ts";
import { sleep, systemClock } from "../core/clock.ts";
import { createDemoServer } from "../demo/demoServer.ts";
import type { Revision } from "../protocol/revisions.ts";
import type { SavedToolCall } from "./runConform.ts";

/** The demo server, behind the check of Origin that a server on this machine needs. */
export function correctServer(): Handler {
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
export type Message = any;

export interface Mutant {
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

export function mutantServer({ answer, serve }: Mutant): Handler {
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
export const ofMethod =
  (method: string, change: (result: Message, request: Message) => Message) =>
  (answer: Message, request: Message): Message =>
    request.method === method && "result" in answer
      ? { ...answer, result: change(answer.result, request) }
      : answer;

/** Answers a method with a result where the server has an error. */
export const neverRefuses =
  (method: string, result: object, isMeant: (request: Message) => boolean = () => true) =>
  (answer: Message, request: Message): Message =>
    request.method === method && "error" in answer && isMeant(request)
      ? { jsonrpc: "2.0", id: answer.id, result }
      : answer;

export const modernResult = { resultType: "complete" };
export const cached = { ...modernResult, ttlMs: 0, cacheScope: "private" };
export const withoutHeader = (request: Request, name: string, value?: string) => {
  const headers = new Headers(request.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return new Request(request, { headers });
};

/** Reports progress at once. */
export const countQuickly: readonly SavedToolCall[] = [
  { name: "count_slowly", argumentsText: '{"steps":2,"pauseMs":1}' },
];

/**
 * Answers a call with an error when it is cancelled, as language servers do.
 * @param afterMs how long the server takes for the cancellation
 */
export function answersCancelled(afterMs = 0): NonNullable<Mutant["serve"]> {
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
export function resumable({
  replays,
}: {
  replays: "own" | "newest";
}): NonNullable<Mutant["serve"]> {
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
