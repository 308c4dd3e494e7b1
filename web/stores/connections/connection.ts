/** One connection to one server, from the first byte to the last. */
import { createStore } from "zustand/vanilla";
import { createClient } from "../../../shared/client/client.ts";
import type { Connected } from "../../../shared/client/connected.ts";
import type { AnswerInput } from "../../../shared/client/input/serverInput.ts";
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import type { EraMemory } from "../../../shared/client/negotiation/negotiate.ts";
import type { Target } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import type { Failure } from "../../../shared/core/failures/failure.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import type { BodyLimit } from "../../../shared/transport/http/bodyLimit.ts";
import type { Transport } from "../../../shared/transport/transport.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";
import type { Settings } from "../servers/settings.ts";

/** `before` is what a restart takes the place of: it is shown until the new one is there. */
export type ConnectionState =
  | {
      readonly kind: "connecting";
      readonly before?: ConnectedView;
      /** What a process wrote to its stdout instead of an answer. */
      readonly strayOutput?: string;
    }
  | { readonly kind: "connected"; readonly client: Connected }
  | { readonly kind: "failed"; readonly failure: Failure; readonly before?: ConnectedView }
  /** It was connected, and the other side or the channel went away. */
  | { readonly kind: "lost"; readonly failure: Failure; readonly client: Connected }
  | { readonly kind: "closed" };

export interface Connection {
  /** Of this attempt alone; its messages carry it in the log. */
  readonly id: string;
  /** The record that it belongs to: the same before and after a restart. */
  readonly recordId: string;
  readonly target: Target;
  readonly state: ReadableStore<ConnectionState>;
  /** Bytes that are read of one of its answers. */
  readonly bodyLimit: BodyLimit;
  /** Ends it, whatever state it is in. */
  close(): Promise<void>;
}

/** A connection that got so far that the server told what it offers. */
export interface ConnectedView {
  readonly connection: Connection;
  readonly client: Connected;
}

export interface ConnectionView {
  readonly connection: Connection | undefined;
  /** `none` before the first connection. */
  readonly state: ConnectionState | { readonly kind: "none" };
}

/**
 * The view of a server that is, or was until now, connected; while it is started again, the view
 * from before. Undefined where there is none.
 */
export function connectedView({ connection, state }: ConnectionView): ConnectedView | undefined {
  switch (state.kind) {
    case "connected":
    case "lost":
      return connection && { connection, client: state.client };
    case "connecting":
    case "failed":
      return state.before;
    default:
      return undefined;
  }
}

export interface ConnectionOptions {
  readonly id: string;
  readonly recordId: string;
  readonly target: Target;
  readonly label: string;
  readonly openTransport: (kind: Transport["kind"]) => Promise<Transport | Failure>;
  readonly bodyLimit: BodyLimit;
  readonly record: Recorder;
  readonly clock: Clock;
  readonly settings: ReadableStore<Settings>;
  readonly memory: EraMemory;
  /** The JSON text of what the handshake of the legacy era declares. */
  readonly capabilitiesText: string;
  /** Returns the JSON text of what the next request of the modern era declares. */
  readonly requestCapabilitiesText: () => string;
  /** @param server returns the server's name as it is known so far */
  readonly answersFor: (server: () => string) => AnswerInput;
  readonly onNotification: (method: string, params: unknown) => void;
  /** Set for a restart. */
  readonly before?: ConnectedView | undefined;
  /** Set when the conversation is already under way and only the channel is new. */
  readonly resume?: { readonly agreement: Agreement; readonly lastId: number };
}

const clientInfo = { name: "mcp-playground", version: __VERSION__, title: "MCP Playground" };

/** Milliseconds that a server may leave a probe unanswered: a command may have to be fetched first. */
const probeMs = 10_000;

/** Makes a connection and sets it going. */
export function createConnection(options: ConnectionOptions): Connection {
  const { id, recordId, target, record, settings, label } = options;
  const before = options.before ? { before: options.before } : {};
  const state = createStore<ConnectionState>(() => ({ kind: "connecting", ...before }));
  let server = label;
  let stopAsking = () => {};

  const become = (next: ConnectionState) => {
    const { kind } = state.getState();
    if (kind === "closed") return;
    // what has ended before does not end again in the log
    if (kind !== "failed" && kind !== "lost") {
      const phase = next.kind === "lost" ? "closed" : next.kind;
      record({ kind: "connection", direction: "none", exchangeId: undefined, phase, label });
    }
    state.setState(next, true);
  };

  const client = createClient({
    openTransport: options.openTransport,
    firstKind: target.kind === "stdio" ? "stdio" : "streamable-http",
    revision: settings.getState().revision,
    clientInfo,
    capabilitiesText: options.capabilitiesText,
    requestCapabilitiesText: options.requestCapabilitiesText,
    clock: options.clock,
    record,
    limits: () => ({
      timeoutMs: settings.getState().timeoutSeconds * 1000,
      maximumMs: settings.getState().maximumSeconds * 1000,
    }),
    maximumRounds: () => settings.getState().maximumRounds,
    probeMs,
    logLevel: () => settings.getState().logLevel,
    memory: options.memory,
    answerInput: options.answersFor(() => server),
    onNotification: options.onNotification,
    onStrayOutput(strayOutput) {
      const now = state.getState();
      if (now.kind === "connecting") state.setState({ ...now, strayOutput }, true);
    },
    onLost(failure) {
      const now = state.getState();
      if (now.kind === "connected") become({ kind: "lost", failure, client: now.client });
    },
    ...(options.resume ? { resume: options.resume } : {}),
  });

  const start = async () => {
    const result = await client.connect();
    if (result.kind === "failed") {
      become({ kind: "failed", failure: result.failure, ...before });
    }
    if (result.kind !== "connected") return;
    const { serverInfo } = result.agreement;
    server = serverInfo.title ?? (serverInfo.name || label);
    become({ kind: "connected", client: result });
    stopAsking = askForLogs(result, settings);
  };

  record({
    kind: "connection",
    direction: "none",
    exchangeId: undefined,
    phase: "connecting",
    label,
  });
  void start();
  return {
    id,
    recordId,
    target,
    state: toReadable(state),
    bodyLimit: options.bodyLimit,
    async close() {
      become({ kind: "closed" });
      stopAsking();
      await client.close();
    },
  };
}

/**
 * Tells a server of the legacy era which log messages are wanted, now and when that changes.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level
 */
function askForLogs(
  { session, agreement }: Connected,
  settings: ReadableStore<Settings>,
): () => void {
  if (session.era().kind !== "legacy" || !agreement.capabilities.logging) return () => {};
  const ask = (level: string | undefined) => {
    if (level !== undefined) session.request("logging/setLevel", JSON.stringify({ level }));
  };
  ask(settings.getState().logLevel);
  return settings.subscribe(({ logLevel }, before) => {
    if (logLevel !== before.logLevel) ask(logLevel);
  });
}
