/** Creates the protocol client of a command: without a page, it records one connection. */

import { type Client, type ClientOptions, createClient } from "../../../shared/client/client.ts";
import type { Connected } from "../../../shared/client/connected.ts";
import { declineInput } from "../../../shared/client/input/declineInput.ts";
import { createTraceContext, type TraceSettings } from "../../../shared/client/traceContext.ts";
import type { ActedClient } from "../../../shared/clients/actAs.ts";
import type { Target } from "../../../shared/config/target.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import type { Initiator } from "../../../shared/log/entry.ts";
import { createEventLog, type EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import {
  capabilitiesText,
  requestCapabilitiesText,
  type WithheldCapabilities,
} from "../../../shared/protocol/clientCapabilities.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import type { HttpOptions } from "../../../shared/transport/http/httpOptions.ts";
import { version } from "../../thisPackage.ts";
import { createCommandAuthorizer, type SignInOptions } from "./commandAuthorizer.ts";
import type { LocalLink } from "./localLink.ts";
import {
  fetchWithReason,
  httpOptionsOf,
  type MayContact,
  openCommandLineTransport,
} from "./openCommandLineTransport.ts";

export interface CommandClientOptions
  extends Partial<Pick<ClientOptions, "capabilitiesText" | "answerInput">> {
  readonly target: Target;
  /** A revision by its name, or `auto`. */
  readonly revision: string;
  readonly headers: readonly Header[];
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs: number;
  /** The client capabilities that are not declared; by default none is withheld, as in the page. */
  readonly withheld?: WithheldCapabilities | undefined;
  /** JSON text of extensions to declare. */
  readonly extensions?: string | undefined;
  /** The trace context of each request. */
  readonly trace?: TraceSettings | undefined;
  /** The known client whose declarations are sent, by the name that the user gives. */
  readonly as?: string | undefined;
  /** What the client of `as` declares. */
  readonly actsAs?: ActedClient | undefined;
  /** Limits requests and redirects to some origins. */
  readonly mayContact?: MayContact | undefined;
  /** Absent, stored credentials are not used. */
  readonly signIn?: SignInOptions | undefined;
  /** The file to record the messages to. */
  readonly record?: string | undefined;
  /** Identifies the connection in the log. */
  readonly connectionId: string;
  /** The log of several connections; a new one by default. */
  readonly log?: EventLog;
  /** Who causes its requests, where they do not say so themselves; the client by default. */
  readonly initiator?: Initiator;
  /** Shared by connections that are open at the same time; its own by default. */
  readonly interrupt?: Interrupt;
  /** Ends the connection and its process, and connects no more. */
  readonly signal?: AbortSignal;
  /** Called once the connection is closed, or has failed; what it adds to the log is recorded. */
  readonly onClosed?: (log: EventLog, end: ConnectionEnd) => Promise<void>;
}

/** How a connection began; `failure` is undefined if connecting was cancelled. */
type ConnectionEnd =
  | { readonly kind: "connected" }
  | { readonly kind: "failed"; readonly failure: Failure | undefined };

interface CommandClient {
  readonly client: Client;
  readonly log: EventLog;
  /** What requests need that no transport sends; undefined for a command. */
  readonly http: HttpOptions | undefined;
  /** Ends the processes that were started. */
  readonly closeLink: () => Promise<void>;
}

/** Input rounds of one request. */
const maximumRounds = 20;

/** Capabilities that were chosen override those of the command, and these those of the page. */
function capabilityTexts(options: CommandClientOptions) {
  const { capabilitiesText: own, withheld, actsAs, extensions } = options;
  const isChosen = withheld !== undefined || actsAs || extensions !== undefined;
  if (own !== undefined && !isChosen) return { capabilitiesText: own };
  const declared = { withheld: withheld ?? [], actsAs, extensions };
  return {
    capabilitiesText: capabilitiesText(declared),
    requestCapabilitiesText: () => requestCapabilitiesText(declared),
  };
}

/**
 * Connects to a server, and closes the connection when the work is done, or a signal ends the
 * process: then nothing that was started is left running.
 * @returns what `use` returns, or the failure to connect (undefined if it was cancelled), and the log
 * @throws CommandError if the recording cannot be written
 */
export async function withServer<Result>(
  wanted: CommandClientOptions,
  use: (connected: Connected, log: EventLog) => Promise<Result>,
): Promise<
  { readonly log: EventLog } & (
    | { readonly result: Result }
    | { readonly failure: Failure | undefined }
  )
> {
  const options = await actAsNamed(wanted);
  const { client, log, closeLink } = createCommandClient(options);
  let connected: Connected | undefined;
  let end: ConnectionEnd | undefined;
  const close = async () => {
    await client.close();
    await closeLink();
  };
  const removeClose = (options.interrupt ?? createInterrupt()).add(close);
  const { signal } = options;
  const stop = () => void close();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    if (signal?.aborted) return { log, failure: undefined };
    const result = await client.connect();
    if (result.kind !== "connected") {
      const failure = result.kind === "failed" ? result.failure : undefined;
      end = { kind: "failed", failure };
      return { log, failure };
    }
    connected = result;
    end = { kind: "connected" };
    return { log, result: await use(connected, log) };
  } finally {
    signal?.removeEventListener("abort", stop);
    await close();
    if (end && !signal?.aborted) await options.onClosed?.(log, end);
    removeClose();
    const { record } = options;
    if (record !== undefined) {
      const { writeRecordingFile } = await import("./recordFile.ts");
      const facts = connected && {
        ...connected.agreement,
        transport: connected.transport.kind,
      };
      const connections = new Map([[options.connectionId, facts]]);
      const secrets = [
        ...options.headers.map(([, value]) => value),
        ...(options.signIn?.mask.added() ?? []),
      ];
      await writeRecordingFile(record, { ...options, log, secrets, connections });
    }
  }
}

/**
 * Adds what the client of `as` declares. A revision that the user chose stays.
 * @throws CommandError if it is no known client
 */
export async function actAsNamed<Options extends Pick<CommandClientOptions, "as" | "revision">>(
  options: Options,
): Promise<Options & Pick<CommandClientOptions, "actsAs">> {
  if (options.as === undefined) return options;
  // the facts about clients are loaded where they are asked for
  const { clientOfName } = await import("../compat/namedClients.ts");
  const actsAs = clientOfName(options.as);
  const revision = options.revision === "auto" ? actsAs.revision : undefined;
  return { ...options, actsAs, ...(revision ? { revision } : {}) };
}

/** What a signal closes before it ends the process. */
export interface Interrupt {
  /**
   * Adds what must be closed.
   * @returns a function that removes it
   */
  add(close: () => Promise<void>): () => void;
}

/**
 * Closes everything that was added, at once, before a signal ends the process. A second signal ends
 * it immediately. While nothing is added, a signal has its usual effect.
 */
export function createInterrupt(): Interrupt {
  const numbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
  const signals = Object.keys(numbers) as (keyof typeof numbers)[];
  const open = new Set<() => Promise<void>>();
  const stop = (signal: keyof typeof numbers) => {
    removeListeners();
    const closed = Promise.allSettled([...open].map((close) => close()));
    // the exit code of a shell for a program that a signal has ended
    void closed.then(() => process.exit(128 + numbers[signal]));
  };
  const removeListeners = () => {
    for (const signal of signals) process.off(signal, stop);
  };
  return {
    add(close) {
      if (open.size === 0) for (const signal of signals) process.once(signal, stop);
      open.add(close);
      return () => {
        open.delete(close);
        if (open.size === 0) removeListeners();
      };
    },
  };
}

/** The target's process starts, and its server is contacted, when the client connects. */
export function createCommandClient(options: CommandClientOptions): CommandClient {
  const { target, timeoutMs, connectionId, revision, trace } = options;
  const { log = createEventLog({ now: systemClock.now }) } = options;
  const record = createRecorder(log, connectionId, options.initiator);
  let local: LocalLink | undefined;
  const signIn =
    options.signIn &&
    createCommandAuthorizer(options.signIn, { ...options, record, fetch: fetchWithReason });
  const authorizer = signIn?.authorizer;
  const client = createClient({
    async openTransport(kind) {
      // loaded where a command is started only
      if (kind === "stdio") local ??= (await import("./localLink.ts")).createLocalLink();
      return openCommandLineTransport({ ...options, authorizer }, kind, record, local?.link);
    },
    firstKind: target.kind === "stdio" ? "stdio" : "streamable-http",
    revision,
    clientInfo: options.actsAs?.clientInfo ?? {
      name: "mcp-playground",
      version,
      title: "MCP Playground",
    },
    ...capabilityTexts(options),
    clock: systemClock,
    record,
    limits: () => ({ timeoutMs, maximumMs: timeoutMs * 10 }),
    maximumRounds: () => maximumRounds,
    probeMs: Math.min(timeoutMs, 10_000),
    logLevel: () => undefined,
    ...(trace && {
      requestMeta: createTraceContext(
        () => trace,
        (length) => crypto.getRandomValues(new Uint8Array(length)),
      ),
    }),
    memory: { recall: () => undefined, remember: () => {} },
    answerInput: options.answerInput ?? declineInput,
    onNotification: () => {},
    onLost: () => {},
  });
  return {
    client,
    log,
    http:
      target.kind === "http"
        ? httpOptionsOf(target, { ...options, authorizer }, record)
        : undefined,
    async closeLink() {
      await Promise.all([local?.close(), signIn?.close()]);
    },
  };
}
