/** One connection to one server: its state from connecting to closed. */

import type { QueryClient } from "@tanstack/react-query";
import { createStore } from "zustand/vanilla";
import type { Client } from "../../../../shared/client/client.ts";
import type { Connected } from "../../../../shared/client/connected.ts";
import type { AnswerInput } from "../../../../shared/client/input/serverInput.ts";
import type { Agreement } from "../../../../shared/client/negotiation/agreement.ts";
import type { EraMemory } from "../../../../shared/client/negotiation/negotiate.ts";
import type { Target } from "../../../../shared/config/target.ts";
import type { Clock } from "../../../../shared/core/clock.ts";
import type { ConnectionEntry } from "../../../../shared/log/entry.ts";
import type { Recorder } from "../../../../shared/log/recorder.ts";
import type { Failure } from "../../../../shared/protocol/failures/failure.ts";
import type { BodyLimit } from "../../../../shared/transport/http/bodyLimit.ts";
import type { StreamWait } from "../../../../shared/transport/http/httpOptions.ts";
import type { Transport } from "../../../../shared/transport/transport.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { ListCache } from "../catalog/listCache.ts";
import { defaultLogLevel, type ServerSettings } from "../settings.ts";
import type { Availability, AwaitedSign } from "./availability.ts";
import type { ConnectionEngine } from "./connectionEngine.ts";
import { loadEngine } from "./loadEngine.ts";

/** A server whose handshake or discovery has completed. */
interface Reached {
  readonly client: Connected;
  /** The cache of the lists of all servers. */
  readonly queryClient: QueryClient;
}

/** Since when a state lasts, in milliseconds of the tab's clock. */
interface Since {
  readonly at: number;
}

/** A server that was lost answers again. */
export interface Return extends Since {
  readonly awayMs: number;
}

/**
 * `before` is the view that a restart replaces: it stays visible until the new connection is ready.
 */
export type ConnectionState =
  | {
      readonly kind: "connecting";
      readonly before?: ConnectedView;
      /** What a process wrote to stdout instead of a response. */
      readonly strayOutput?: string;
    }
  /** `returned`: it was lost until then, and for how long; `stream`: its event stream is not open. */
  | ({
      readonly kind: "connected";
      readonly returned?: Return;
      readonly stream?: StreamWait | undefined;
    } & Reached)
  | ({
      readonly kind: "failed";
      readonly failure: Failure;
      readonly before?: ConnectedView;
    } & Since)
  /**
   * It was connected, and the server or the transport closed it, or no request reaches the server.
   * `awaits`: how the page will notice that it is back; undefined if only the user can go on.
   */
  | ({
      readonly kind: "lost";
      readonly failure: Failure;
      readonly awaits?: AwaitedSign;
    } & Since &
      Reached)
  /** It was opened from a recording: no server is connected, and nothing can be sent. */
  /** `ids`: of its messages in the log, from old to new; before a reload the id was another. */
  | ({ readonly kind: "recorded"; readonly ids: readonly string[] } & Reached)
  | { readonly kind: "closed" };

export interface Connection {
  /** The id of this attempt; the log's entries carry it. */
  readonly id: string;
  /** The id of its server; the same before and after a restart. */
  readonly serverId: string;
  readonly target: Target;
  readonly state: ReadableStore<ConnectionState>;
  /** The size limit of one response, in bytes. */
  readonly bodyLimit: BodyLimit;
  /** Asks a server over HTTP whether it answers; its state says so if not. */
  check(): void;
  /**
   * How often in a row a connection to the server ended soon after it was made, although the server
   * was not away; this one included.
   */
  earlyEnds(): number;
  /** The port that the relay watches for a restart of the server; undefined when it stops that. */
  watchPort(port: number | undefined): void;
  /** Closes it in any state. */
  close(): Promise<void>;
}

/** A connection whose handshake or discovery has completed. */
export interface ConnectedView extends Reached {
  readonly connection: Connection;
}

export interface ConnectionView {
  readonly connection: Connection | undefined;
  /** `none` before the first connection. */
  readonly state: ConnectionState | { readonly kind: "none" };
}

/**
 * The view of a server that is connected, or was until now; during a restart, the previous view.
 * Undefined if there is none.
 */
export function connectedView({ connection, state }: ConnectionView): ConnectedView | undefined {
  switch (state.kind) {
    case "connected":
    case "recorded":
    case "lost":
      return connection && { connection, client: state.client, queryClient: state.queryClient };
    case "connecting":
    case "failed":
      return state.before;
    default:
      return undefined;
  }
}

/** Whether it is neither connected nor connecting: it was closed, or is a recording. */
export function isOffline({ kind }: ConnectionView["state"]): boolean {
  return kind === "none" || kind === "closed" || kind === "recorded";
}

/** Whether there is something to disconnect: a connection, or the attempts to get one again. */
export function canDisconnect(state: ConnectionView["state"]): boolean {
  return state.kind === "connected" || (state.kind === "lost" && state.awaits !== undefined);
}

interface ConnectionOptions {
  readonly id: string;
  readonly serverId: string;
  readonly target: Target;
  readonly label: string;
  readonly openTransport: (
    engine: ConnectionEngine,
    kind: Transport["kind"],
    availability: Availability,
  ) => Promise<Transport | Failure>;
  readonly bodyLimit: BodyLimit;
  readonly record: Recorder;
  readonly clock: Clock;
  /** The settings that it is opened with. */
  readonly applied: ServerSettings;
  /** The settings of its server, which may change while it is open. */
  readonly settings: OwnSettings;
  readonly memory: EraMemory;
  /** The JSON text of the client capabilities that `initialize` declares (legacy era). */
  readonly capabilitiesText: string;
  readonly newId: () => string;
  /**
   * Returns the JSON text of the client capabilities that the next request declares (modern era).
   */
  readonly requestCapabilitiesText: () => string;
  /** @param server returns the server's name, as far as it is known */
  readonly answersFor: (server: () => string) => AnswerInput;
  readonly listCache: ListCache;
  readonly onNotification: (method: string, params: unknown) => void;
  /** The view before a restart. */
  readonly before?: ConnectedView | undefined;
  /** Since when the server was lost before a restart. */
  readonly lostAt?: number | undefined;
  /** Of the connection before a restart; see {@link Connection.earlyEnds}. */
  readonly earlyEnds?: number | undefined;
  /** Set when a conversation is resumed and only the transport is new. */
  readonly resume?: { readonly agreement: Agreement; readonly lastId: number };
}

type OwnSettings = Pick<ReadableStore<ServerSettings>, "getState" | "subscribe">;

export const clientInfo = { name: "mcp-playground", version: __VERSION__, title: "MCP Playground" };

/**
 * Milliseconds that a probe may remain unanswered: launchers such as npx may have to download the
 * command first.
 */
const probeMs = 10_000;

/**
 * Milliseconds that a connection must have lasted so that the next one is made without delay, unless
 * its server was away meanwhile.
 */
const shortestStreamMs = 3000;

/** Creates a connection and starts it. */
export function createConnection(options: ConnectionOptions): Connection {
  const { id, serverId, target, record, settings, label } = options;
  const before = options.before ? { before: options.before } : {};
  const state = createStore<ConnectionState>(() => ({ kind: "connecting", ...before }));
  let server = label;
  let stopAsking = () => {};
  let availability: Availability | undefined;
  let watchedPort: number | undefined;
  let { earlyEnds = 0 } = options;
  /** Whether the log says that it has ended. */
  let isEnded = false;

  const note = (phase: ConnectionEntry["phase"], isByClient = false) =>
    record({
      kind: "connection",
      direction: "none",
      exchangeId: undefined,
      phase,
      ...(isByClient && { byClient: true }),
      label,
    });

  const setState = (next: Exclude<ConnectionState, { kind: "recorded" }>) => {
    if (state.getState().kind === "closed") return;
    // A connection that has ended is not logged as closed again.
    if (!isEnded) note(next.kind === "lost" ? "closed" : next.kind, next.kind === "closed");
    isEnded ||= next.kind !== "connected" && next.kind !== "connecting";
    state.setState(next, true);
  };

  const start = (engine: ConnectionEngine): Client | undefined => {
    if (state.getState().kind === "closed") return undefined;
    const queryClient = options.listCache.client(engine.createQueryClient);
    const followed = engine.createAvailability();
    availability = followed;
    followed.watchPort(watchedPort);
    const client = engine.createClient({
      openTransport: (kind) => options.openTransport(engine, kind, followed),
      firstKind: target.kind === "stdio" ? "stdio" : "streamable-http",
      revision: options.applied.revision,
      clientInfo: options.applied.actsAs?.clientInfo ?? clientInfo,
      capabilitiesText: options.capabilitiesText,
      tasks: { newId: options.newId, epochMs: Date.now },
      requestCapabilitiesText: options.requestCapabilitiesText,
      clock: options.clock,
      record,
      limits: () => ({
        timeoutMs: settings.getState().timeoutSeconds * 1000,
        maximumMs: settings.getState().maximumSeconds * 1000,
      }),
      maximumRounds: () => settings.getState().maximumRounds,
      probeMs,
      logLevel: () => settings.getState().logLevel ?? defaultLogLevel(target),
      requestMeta: engine.createTraceContext(
        () => settings.getState().trace,
        (length) => crypto.getRandomValues(new Uint8Array(length)),
      ),
      hasEvents: options.applied.hasEvents,
      memory: options.memory,
      answerInput: options.answersFor(() => server),
      onNotification: options.onNotification,
      onStrayOutput(strayOutput) {
        const now = state.getState();
        if (now.kind === "connecting") state.setState({ ...now, strayOutput }, true);
      },
      whenAvailable: followed.whenAvailable,
      onLost(failure) {
        const now = state.getState();
        if (now.kind !== "connected") return;
        if (now.client.transport.answers) followed.ended(failure);
        else {
          const { client, queryClient } = now;
          setState({ kind: "lost", failure, at: options.clock.now(), client, queryClient });
        }
      },
      ...(options.resume ? { resume: options.resume } : {}),
    });
    void connect(client, queryClient);
    return client;
  };

  const connect = async (client: Client, queryClient: QueryClient) => {
    const result = await client.connect();
    if (result.kind === "failed") {
      setState({ kind: "failed", failure: result.failure, at: options.clock.now(), ...before });
    }
    if (result.kind !== "connected") return;
    const { serverInfo } = result.agreement;
    server = serverInfo.title ?? (serverInfo.name || label);
    setState({ kind: "connected", client: result, queryClient, ...returnFrom(options.lostAt) });
    stopAsking = askForLogs(result, target, settings);
    followAvailability({ client: result, queryClient });
  };

  const returnFrom = (lostAt: number | undefined): { readonly returned?: Return } => {
    if (lostAt === undefined) return {};
    const at = options.clock.now();
    return { returned: { at, awayMs: at - lostAt } };
  };

  const followAvailability = (reached: Reached) => {
    const { session, transport } = reached.client;
    if (state.getState().kind !== "connected" || transport.kind === "stdio") return;
    const { answers } = transport;
    const connectedAt = options.clock.now();
    let lostAt = connectedAt;
    /** A server that ends each connection at once is connected to again after longer and longer. */
    const isBack = async (ask: NonNullable<typeof answers>): Promise<boolean> => {
      const isUp = await ask();
      if (!isUp) earlyEnds = 0;
      return isUp;
    };
    const method = session.era().kind === "modern" ? "server/discover" : "ping";
    // a session that goes on as soon as the server answers is not ended in the log
    const wait = (failure: Failure, awaits: AwaitedSign) => {
      const lost = { kind: "lost", failure, awaits, at: lostAt, ...reached } as const;
      if (answers) setState(lost);
      else state.setState(lost, true);
    };
    availability?.start({
      clock: options.clock,
      ask: () =>
        (answers && isBack(answers)) ??
        session.request(method, undefined, { limits: { timeoutMs: probeMs } }).done,
      hasSession: () => transport.sessionId?.() !== undefined,
      earlyEnds: () => earlyEnds,
      onLost(failure, awaits) {
        lostAt = options.clock.now();
        earlyEnds = lostAt - connectedAt < shortestStreamMs ? earlyEnds + 1 : 0;
        wait(failure, awaits);
      },
      onAwait(awaits) {
        const now = state.getState();
        if (now.kind === "lost") wait(now.failure, awaits);
      },
      onStream(stream) {
        const now = state.getState();
        if (now.kind !== "connected" || now.stream === stream) return;
        state.setState({ ...now, stream }, true);
      },
      onBack: () => state.setState({ kind: "connected", ...reached, ...returnFrom(lostAt) }, true),
    });
  };

  note("connecting");
  const starting = loadEngine().then(start, (error: unknown) => {
    const failure = { code: "network", url: import.meta.url, reason: String(error) } as const;
    setState({ kind: "failed", failure, at: options.clock.now(), ...before });
    return undefined;
  });
  return {
    id,
    serverId,
    target,
    state: toReadable(state),
    bodyLimit: options.bodyLimit,
    check: () => availability?.check(),
    earlyEnds: () => earlyEnds,
    watchPort(port) {
      watchedPort = port;
      availability?.watchPort(port);
    },
    async close() {
      setState({ kind: "closed" });
      stopAsking();
      availability?.stop();
      const client = await starting;
      await client?.close();
    },
  };
}

/**
 * Sends the wanted log level to a server of the legacy era, now and on every change.
 * @see
 * https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level
 */
function askForLogs({ session }: Connected, target: Target, settings: OwnSettings): () => void {
  if (session.era().kind !== "legacy") return () => {};
  const ask = (chosen: string | undefined) => {
    const level = chosen ?? defaultLogLevel(target);
    if (level !== undefined) session.request("logging/setLevel", JSON.stringify({ level }));
  };
  ask(settings.getState().logLevel);
  return settings.subscribe(({ logLevel }, before) => {
    if (logLevel !== before.logLevel) ask(logLevel);
  });
}
