/** Connects to a server of the conformance suite with the page's client and performs a scenario's steps. */

import { createClient } from "../../shared/client/client.ts";
import type { Connected } from "../../shared/client/connected.ts";
import type { AnswerInput } from "../../shared/client/input/serverInput.ts";
import { systemClock } from "../../shared/core/clock.ts";
import { getOwn } from "../../shared/core/json/getOwn.ts";
import type { Recorder } from "../../shared/log/recorder.ts";
import { acceptDefaults } from "../../shared/schema/plan/defaults.ts";
import type { Authorizer } from "../../shared/transport/http/authorizer.ts";
import { createStreamableHttp } from "../../shared/transport/http/streamableHttp.ts";
import type { Job } from "./job.ts";

/** A tool as a server listed it. */
export interface Tool {
  readonly name: string;
  readonly inputSchema: unknown;
}

export interface Conversation {
  /** The scenario's context. */
  readonly context: unknown;
  /** Runs before each answer to a server request. */
  beforeAnswering: () => Promise<unknown>;
  /**
   * Settles when the server has answered the GET request of the session's stream. The client sends
   * it before it lists tools, but over another connection, so a later request can arrive earlier.
   */
  readonly listening: Promise<void>;
  /** Lists the tools that the client may call. */
  tools(): Promise<readonly Tool[]>;
  /** Lists all pages of another method. */
  list(method: string, member: string): Promise<readonly unknown[]>;
  /**
   * Sends a request and waits for its result.
   * @throws {Error} when none comes
   */
  ask(method: string, params: object): Promise<unknown>;
  /** Calls a tool; see {@link ask}. */
  call(name: string, args?: unknown): Promise<unknown>;
}

export interface ConversationOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly record: Recorder;
  readonly authorizer: Authorizer;
}

/** Capabilities that `answer` below supports. */
const capabilitiesText = '{"roots":{},"sampling":{},"elicitation":{}}';

/**
 * Connects, performs the steps and closes the client.
 * @throws {Error} when the connection or a step fails
 */
export async function converse(
  job: Job,
  { fetch, record, authorizer }: ConversationOptions,
  steps: (conversation: Conversation) => Promise<unknown>,
): Promise<void> {
  const answered = Promise.withResolvers<void>();
  const talk = {
    beforeAnswering: async (): Promise<unknown> => undefined,
    listening: answered.promise,
  };
  const client = createClient({
    openTransport: async () =>
      createStreamableHttp({
        url: job.url,
        headers: [],
        async fetch(input, init) {
          const response = await fetch(input, init);
          if (init?.method === "GET") answered.resolve();
          return response;
        },
        clock: systemClock,
        record,
        newId: () => crypto.randomUUID(),
        authorizer,
      }),
    firstKind: "streamable-http",
    revision: job.revision,
    clientInfo: { name: "mcp-playground", version: "0.0.0" },
    capabilitiesText,
    clock: systemClock,
    record,
    limits: () => ({ timeoutMs: 15_000, maximumMs: 0 }),
    maximumRounds: () => 5,
    probeMs: 5_000,
    logLevel: () => undefined,
    memory: { recall: () => undefined, remember: () => {} },
    answerInput: (input) => talk.beforeAnswering().then(() => answer(input)),
    onNotification: () => {},
    onLost: () => {},
  });
  try {
    const connected = await client.connect();
    if (connected.kind !== "connected") throw new Error(`Connecting: ${JSON.stringify(connected)}`);
    await steps(Object.assign(talk, speaker(connected), { context: job.context }));
  } finally {
    await client.close();
  }
}

function speaker(server: Connected) {
  // Some servers of the suite answer requests whose capability they do not declare, and wait for them.
  const list = async (method: string, member: string) => {
    server.allow(method);
    const pages = await server.list(method, member);
    if (pages.kind === "complete") return pages.items;
    throw new Error(`${method}: ${JSON.stringify(pages.outcome)}`);
  };
  const ask = async (method: string, params: object) => {
    server.allow(method);
    const initiator = { kind: "examination" } as const;
    const outcome = await server.request(method, JSON.stringify(params), { initiator }).done;
    if (outcome.kind === "result") return outcome.value;
    throw new Error(`${method}: ${JSON.stringify(outcome)}`);
  };
  return {
    list,
    ask,
    async tools() {
      const tools = (await list("tools/list", "tools")) as readonly Tool[];
      return tools.filter((tool) => server.excludes(tool) === undefined);
    },
    call: (name: string, args: unknown = {}) => ask("tools/call", { name, arguments: args }),
  };
}

/** Answers server requests: forms with their defaults, one root, a fixed sampling result. */
const answer = async ({
  method,
  params,
}: Parameters<AnswerInput>[0]): Promise<{ kind: "result" | "error"; text: string }> => {
  switch (method) {
    case "elicitation/create": {
      const content = acceptDefaults(getOwn(params, "requestedSchema"));
      return { kind: "result", text: `{"action":"accept","content":${content}}` };
    }
    case "sampling/createMessage": {
      const content = { type: "text", text: "Yes." };
      const message = { role: "assistant", content, model: "by-hand", stopReason: "endTurn" };
      return { kind: "result", text: JSON.stringify(message) };
    }
    case "roots/list":
      return { kind: "result", text: '{"roots":[{"uri":"file:///tmp"}]}' };
    default:
      return { kind: "error", text: '{"code":-32601,"message":"Method not found"}' };
  }
};
