/** Connects a headless client with its event log to a real server, as the page does. */
import { onTestFinished, vi } from "vitest";
import { openLink, openRelay } from "../../relay/relay.fixture.ts";
import { type ConnectResult, createClient } from "../../shared/client/client.ts";
import type { AnswerInput, ServerInput } from "../../shared/client/input/serverInput.ts";
import type { EraMemory } from "../../shared/client/negotiation/negotiate.ts";
import type { Operation, OperationOptions } from "../../shared/client/operation.ts";
import { systemClock } from "../../shared/core/clock.ts";
import type { Finding } from "../../shared/lint/finding.ts";
import { createLint } from "../../shared/lint/lint.ts";
import type { Direction, MessageEntry } from "../../shared/log/entry.ts";
import { createEventLog, type EventLog } from "../../shared/log/eventLog.ts";
import type { NegotiationStep } from "../../shared/log/negotiationStep.ts";
import { createRecorder, type Recorder } from "../../shared/log/recorder.ts";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import type { EraKind } from "../../shared/protocol/revisions.ts";
import { createStreamId } from "../../shared/relay/frames/streamId.ts";
import type { Authorizer } from "../../shared/transport/http/authorizer.ts";
import { createStreamableHttp } from "../../shared/transport/http/streamableHttp.ts";
import { createHttpSse } from "../../shared/transport/sse/httpSse.ts";
import { createRelayedStdio } from "../../shared/transport/stdio/relayedStdio.ts";
import type { Transport } from "../../shared/transport/transport.ts";

vi.setConfig({ testTimeout: 20_000 });

/** Polls until a check holds; real servers respond in their own time. */
export const soon = (check: () => void) => vi.waitFor(check, { interval: 10 });

/** What to connect to: an endpoint, or a Node program behind a real relay. */
export type Target =
  | { readonly url: string; readonly fetch?: typeof globalThis.fetch }
  | { readonly program: readonly string[] };

export interface EngineOptions {
  /** A revision, or `auto` (default). */
  readonly revision?: string;
  readonly capabilities?: object;
  readonly answerInput?: AnswerInput;
  readonly memory?: EraMemory;
  readonly probeMs?: number;
  readonly maximumRounds?: number;
  readonly timeoutMs?: number;
  readonly hasEvents?: boolean;
  readonly onStrayOutput?: (text: string) => void;
  /** Adds credentials; created with the recorder of the connection's log. */
  readonly authorizer?: (record: Recorder) => Authorizer;
}

export type Connection = Extract<ConnectResult, { kind: "connected" }>;

export interface Engine {
  readonly result: ConnectResult;
  readonly log: EventLog;
  /** The server's requests. */
  readonly asked: readonly ServerInput[];
  /** The methods of the server's notifications. */
  readonly notified: readonly string[];
  readonly lost: readonly Failure[];
  /** @throws {Error} with the result, if it is not connected */
  connection(): Connection;
  /** Starts an operation of one request. */
  run(method: string, params?: object, options?: Partial<OperationOptions>): Operation;
  /** Calls a tool and waits for its result. */
  callTool(name: string, args?: object, options?: Partial<OperationOptions>): Operation["done"];
  /** The steps of the negotiation, a few words each. */
  story(): string[];
  /** The sent messages with this method, in order. */
  sent(method: string): MessageEntry[];
  /** The received messages with this method, in order. */
  received(method: string): MessageEntry[];
  close(): Promise<void>;
}

/** Connects a new client to a server; it is closed when the test ends. */
export async function connectTo(target: Target, options: EngineOptions = {}): Promise<Engine> {
  const log = createEventLog({ now: systemClock.now });
  const record = createRecorder(log, "connection");
  const asked: ServerInput[] = [];
  const notified: string[] = [];
  const lost: Failure[] = [];
  const client = createClient({
    openTransport: transportsTo(target, record, options.authorizer?.(record)),
    firstKind: "url" in target ? "streamable-http" : "stdio",
    revision: options.revision ?? "auto",
    clientInfo: { name: "engine-test", version: "1.0.0" },
    capabilitiesText: JSON.stringify(options.capabilities ?? {}),
    clock: systemClock,
    record,
    limits: () => ({ timeoutMs: options.timeoutMs ?? 15_000, maximumMs: 0 }),
    maximumRounds: () => options.maximumRounds ?? 10,
    probeMs: options.probeMs ?? 5000,
    hasEvents: options.hasEvents ?? false,
    logLevel: () => undefined,
    memory: options.memory ?? createMemory(),
    answerInput(input) {
      asked.push(input);
      return options.answerInput?.(input);
    },
    onNotification: (method) => notified.push(method),
    onLost: (failure) => lost.push(failure),
    ...(options.onStrayOutput ? { onStrayOutput: options.onStrayOutput } : {}),
  });
  onTestFinished(() => client.close());
  const result = await client.connect();

  const connection = () => {
    if (result.kind !== "connected") throw new Error(JSON.stringify(result));
    return result;
  };
  const entries = () => log.snapshot().entries.slice(0, log.snapshot().length);
  const messages = (direction: Direction, method: string) =>
    entries().filter(
      (entry): entry is MessageEntry =>
        entry.kind === "message" &&
        entry.direction === direction &&
        entry.heads.some((head) => "method" in head && head.method === method),
    );
  const run: Engine["run"] = (method, params, call) => {
    const options = { initiator: { kind: "user" }, ...call } as const;
    return connection().request(method, params && JSON.stringify(params), options);
  };
  return {
    result,
    log,
    asked,
    notified,
    lost,
    connection,
    run,
    callTool: (name, args = {}, call) => run("tools/call", { name, arguments: args }, call).done,
    story: () =>
      entries().flatMap((entry) => (entry.kind === "negotiation" ? [inWords(entry.step)] : [])),
    sent: (method) => messages("out", method),
    received: (method) => messages("in", method),
    close: () => client.close(),
  };
}

/** Remembers one era, as the page does per origin. */
export function createMemory(era?: EraKind): EraMemory {
  let known = era;
  return {
    recall: () => known,
    remember(era) {
      known = era;
    },
  };
}

function transportsTo(target: Target, record: Recorder, authorizer: Authorizer | undefined) {
  return async (kind: Transport["kind"]): Promise<Transport> => {
    if ("program" in target) {
      const { link } = await openLink(await openRelay());
      return createRelayedStdio({
        link,
        command: { command: process.execPath, args: [...target.program] },
        record,
        processId: createStreamId((bytes) => crypto.getRandomValues(bytes)),
      });
    }
    const http = {
      url: target.url,
      headers: [],
      fetch: target.fetch ?? globalThis.fetch,
      clock: systemClock,
      record,
      newId: () => crypto.randomUUID(),
      ...(authorizer ? { authorizer } : {}),
    };
    return kind === "http-sse" ? createHttpSse(http) : createStreamableHttp(http);
  };
}

function inWords(step: NegotiationStep): string {
  switch (step.kind) {
    case "remembered":
      return `remembered ${step.era}`;
    case "discovered":
      return `discovered ${step.supported.join(", ")}`;
    case "unsupported":
      return `unsupported ${step.requested}: ${step.supported.join(", ")}`;
    case "modern-error":
      return `modern-error ${step.code}`;
    case "not-modern":
      return `not-modern ${Object.values(step.because).join(" ")}`;
    case "http-sse":
      return `http-sse because ${step.because}`;
    default:
      return `${step.kind} ${step.revision}`;
  }
}

/** Everything that the checks find in a log. */
export async function findingsIn(log: EventLog): Promise<readonly Finding[]> {
  const lint = createLint({
    log,
    loadCheck: () => import("../../shared/protocol/check/checkMessage.ts"),
    now: systemClock.now,
    budgetMs: 5,
    yieldToEventLoop: () => new Promise(setImmediate),
  });
  onTestFinished(lint.close);
  await lint.settled();
  return [...lint.snapshot().bySeq.values()].flat();
}
