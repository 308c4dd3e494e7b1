/** A server that speaks the interfaces of model providers, scripted by the test. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import { listen } from "./listen.ts";
import { type ModelFormat, modelFormats, type ScriptedAnswer } from "./modelFormats.ts";

/** The response to the next request. */
export type ModelScript =
  | (Partial<ScriptedAnswer> & {
      readonly kind?: "answer";
      /** Waits for `resume` after this many pieces of a stream. */
      readonly pauseAfter?: number;
      /** Cuts the connection after this many pieces of a stream. */
      readonly cutAfter?: number;
      /** Ends the stream properly after this many pieces. */
      readonly endAfter?: number;
    })
  | {
      readonly kind: "raw";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    };

export interface ModelRequest {
  readonly format: ModelFormat;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any part of it
  readonly body: any;
  /** Settles when the connection of the response has closed; true if the client aborted it. */
  readonly aborted: Promise<boolean>;
}

export interface ModelServer {
  /** The base URL for each interface. */
  readonly baseUrls: Readonly<Record<ModelFormat, string>>;
  /** Every POST request, in order. */
  readonly requests: readonly ModelRequest[];
  /** Queues answers; without any, the model answers "Hello". */
  script(...answers: readonly ModelScript[]): void;
  /** Continues streams that pause. */
  resume(): void;
  close(): Promise<void>;
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*, authorization",
  "access-control-expose-headers": "retry-after",
};

/**
 * Starts it on a free loopback port.
 * @param options.cors false: browsers keep its responses from other origins, as many providers' do
 */
export async function startModelServer({ cors: hasCors = true } = {}): Promise<ModelServer> {
  const listening = await listen();
  const requests: ModelRequest[] = [];
  const queue: ModelScript[] = [];
  const paused = new Set<() => void>();

  async function respond(request: IncomingMessage, response: ServerResponse) {
    for (const [name, value] of Object.entries(hasCors ? cors : {}))
      response.setHeader(name, value);
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const path = request.url ?? "/";
    const format = (["openai", "anthropic", "google"] as const).find((name) =>
      path.startsWith(`/${name}/`),
    );
    const wire = format && modelFormats[format];
    if (wire && request.method === "GET" && wire.modelsPath.test(path)) {
      const script = queue.shift();
      const isRaw = script?.kind === "raw";
      response.writeHead(isRaw ? script.status : 200, { "content-type": "application/json" });
      return void response.end(isRaw ? script.body : JSON.stringify(wire.models));
    }
    if (!wire || request.method !== "POST" || !wire.path.test(path)) {
      return void response.writeHead(404).end("no such interface");
    }
    const aborted = new Promise<boolean>((resolve) =>
      response.once("close", () => resolve(!response.writableFinished)),
    );
    const { headers } = request;
    const body = (await readJson(request)) as Record<string, unknown>;
    requests.push({ format, path, headers, body, aborted });
    const script = queue.shift() ?? {};
    if (script.kind === "raw") {
      response.writeHead(script.status, script.headers ?? { "content-type": "application/json" });
      return void response.end(script.body);
    }
    const answer = { text: ["Hello"], model: `${wire.modelOf(path, body)}-reported`, ...script };
    if (!wire.isStreaming(path, body)) {
      response.setHeader("content-type", "application/json");
      return void response.end(JSON.stringify(wire.whole(answer)));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const [at, piece] of wire.stream(answer).entries()) {
      if (at === script.pauseAfter) await new Promise<void>((resolve) => paused.add(resolve));
      if (at === script.cutAfter) return void response.destroy();
      if (at === script.endAfter) break;
      await new Promise((resolve) => response.write(piece, resolve));
    }
    response.end();
  }

  listening.answer((request, response) => void respond(request, response));
  const { origin } = listening;
  return {
    baseUrls: {
      openai: `${origin}/openai/v1`,
      anthropic: `${origin}/anthropic`,
      google: `${origin}/google`,
    },
    requests,
    script: (...answers) => void queue.push(...answers),
    resume() {
      for (const go of paused) go();
      paused.clear();
    },
    close: () => listening.close(),
  };
}
