/** The client of one server: negotiates a revision and a transport, then runs requests. */
import type { Clock } from "../core/clock.ts";
import type { Recorder } from "../log/recorder.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { traitsOf } from "../protocol/revisions.ts";
import type { Transport } from "../transport/transport.ts";
import { type Connected, createConnected } from "./connected.ts";
import { createLegacyEra } from "./era.ts";
import type { AnswerInput } from "./input/serverInput.ts";
import { createModernEra } from "./modernEra.ts";
import type { Agreement, Implementation } from "./negotiation/agreement.ts";
import type { Channel } from "./negotiation/channel.ts";
import { type EraMemory, type Negotiated, negotiate } from "./negotiation/negotiate.ts";
import { createResultCache } from "./resultCache.ts";
import type { TimeLimits } from "./session/pendingRequests.ts";
import { createSession } from "./session/session.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions/subscriptions.ts";
import { createReceivedTasks, type ReceivedTasksOptions } from "./tasks/receivedTasks.ts";
import { createTaskChanges } from "./tasks/taskChanges.ts";
import { createToolRegistry } from "./toolRegistry.ts";

export interface ClientOptions {
  /** Opens a transport of a kind to the server, or returns why it could not. */
  readonly openTransport: (kind: Transport["kind"]) => Promise<Transport | Failure>;
  /** The transport to try first. */
  readonly firstKind: Transport["kind"];
  /** A revision by its name, or `auto`. */
  readonly revision: string;
  readonly clientInfo: Implementation;
  /** The JSON text of the client's capabilities; declare only what `answerInput` can answer. */
  readonly capabilitiesText: string;
  /**
   * Returns the JSON text of the capabilities that the next request of the modern era declares;
   * those of `capabilitiesText` if absent.
   */
  readonly requestCapabilitiesText?: () => string;
  /** Present if `capabilitiesText` declares tasks: how they are named and dated. */
  readonly tasks?: Pick<ReceivedTasksOptions, "newId" | "epochMs">;
  readonly clock: Clock;
  readonly record: Recorder;
  readonly limits: () => TimeLimits;
  readonly maximumRounds: () => number;
  /** Timeout in milliseconds of the probe for the modern era. */
  readonly probeMs: number;
  /** The log level to request from a modern server; none if undefined. */
  readonly logLevel: () => string | undefined;
  /** Members of `_meta` of each request, besides those of the era. */
  readonly requestMeta?: (requestId: number) => Readonly<Record<string, string>>;
  /** Whether the draft of events is switched on; it is off by default. */
  readonly hasEvents?: boolean;
  readonly memory: EraMemory;
  readonly answerInput: AnswerInput;
  readonly onNotification: (method: string, params: unknown) => void;
  /** Called with the first non-JSON line that a process writes to stdout before the client is connected. */
  readonly onStrayOutput?: (text: string) => void;
  /** Settles as soon as the server is not known to be lost; retries wait for it. */
  readonly whenAvailable?: () => Promise<void>;
  /** Called when an established connection is lost. */
  readonly onLost: (failure: Failure) => void;
  /** Continues an established session without negotiating again. */
  readonly resume?: { readonly agreement: Agreement; readonly lastId: number };
}

export type ConnectResult =
  | ({ readonly kind: "connected" } & Connected)
  | Exclude<Negotiated, { kind: "agreed" }>;

export interface Client {
  connect(): Promise<ConnectResult>;
  /** Closes the connection, or cancels connecting. */
  close(): Promise<void>;
}

/** Maximum number of characters kept of a non-JSON line. */
const maximumStrayCharacters = 2000;

/** Creates a client; it sends nothing before `connect`. */
export function createClient(options: ClientOptions): Client {
  const { clock, record, answerInput } = options;
  const tools = createToolRegistry();
  const cache = createResultCache(clock);
  const taskChanges = createTaskChanges(clock);
  const ended = new AbortController();
  const notified = new Set<ClientOptions["onNotification"]>();
  let channel: Channel | undefined;
  let subscriptions: Subscriptions | undefined;
  let isConnected = false;
  let strayOutput: string | undefined;

  // Incoming events

  const keepStrayOutput = (text: string) => {
    if (isConnected || strayOutput !== undefined || text.trim() === "") return;
    strayOutput = text.slice(0, maximumStrayCharacters);
    options.onStrayOutput?.(strayOutput);
  };

  const handleNotification = (method: string, params: unknown) => {
    switch (method) {
      case "notifications/tools/list_changed":
        cache.forget("tools/list");
        break;
      case "notifications/prompts/list_changed":
        cache.forget("prompts/list");
        break;
      case "notifications/resources/list_changed":
        cache.forget("resources/list");
        cache.forget("resources/templates/list");
        break;
      case "notifications/resources/updated":
        cache.forget("resources/read");
    }
    subscriptions?.handleNotification(method, params);
    taskChanges.handleNotification(method, params);
    for (const listener of notified) listener(method, params);
    options.onNotification(method, params);
  };

  // Opening a channel

  const openChannel = async (kind: Transport["kind"]): Promise<Channel | Failure> => {
    const transport = await options.openTransport(kind);
    if ("code" in transport) return transport;
    const session = createSession({
      transport,
      clock,
      limits: options.limits,
      answerInput,
      tasks: options.tasks && createReceivedTasks({ ...options, ...options.tasks }),
      // request ids stay unique over every channel of the client, so that answers cannot be confused
      requestMeta: options.requestMeta,
      lastId: channel ? channel.session.nextId() - 1 : (options.resume?.lastId ?? 0),
      onNotification: handleNotification,
      ...(kind === "stdio" ? { onNotJson: keepStrayOutput } : {}),
      onClosed: (failure) => {
        if (isConnected && channel?.session === session) options.onLost(failure);
      },
    });
    channel = { transport, session };
    return (await session.open()) ?? channel;
  };

  const modernEra = (revision: string) =>
    createModernEra({
      revision,
      clientInfoText: JSON.stringify(options.clientInfo),
      capabilitiesText: options.requestCapabilitiesText ?? (() => options.capabilitiesText),
      logLevel: options.logLevel,
      tools,
    });

  const resumeConversation = async (agreement: Agreement): Promise<Negotiated> => {
    const opened = await openChannel(options.firstKind);
    if ("code" in opened) return { kind: "failed", failure: opened };
    const { revision } = agreement;
    const isModern = traitsOf(revision).era === "modern";
    opened.session.setEra(isModern ? modernEra(revision) : createLegacyEra(revision));
    opened.transport.negotiated(revision);
    if (!isModern) opened.transport.listen();
    const step = { kind: "attached", revision } as const;
    record({ kind: "negotiation", direction: "none", exchangeId: undefined, step });
    return { kind: "agreed", agreement, channel: opened };
  };

  return {
    async connect() {
      const negotiated = options.resume
        ? await resumeConversation(options.resume.agreement)
        : await negotiate({
            openChannel,
            firstKind: options.firstKind,
            revision: options.revision,
            record,
            clientInfo: options.clientInfo,
            capabilitiesText: options.capabilitiesText,
            modernEra,
            memory: options.memory,
            probeMs: options.probeMs,
            signal: ended.signal,
          });
      if (ended.signal.aborted) return { kind: "cancelled" };
      if (negotiated.kind === "failed" && negotiated.failure.code === "timeout") {
        const { afterMs } = negotiated.failure;
        if (strayOutput === undefined) return negotiated;
        return { kind: "failed", failure: { code: "stray-output", text: strayOutput, afterMs } };
      }
      if (negotiated.kind !== "agreed") return negotiated;
      isConnected = true;
      const { agreement, initializedFailure } = negotiated;
      subscriptions = createSubscriptions(negotiated.channel.session, clock, options.whenAvailable);
      return {
        kind: "connected",
        ...createConnected(agreement, negotiated.channel, {
          clientInfo: options.clientInfo,
          capabilitiesText: options.capabilitiesText,
          answerInput,
          maximumRounds: options.maximumRounds,
          modernEra,
          subscriptions,
          waitForTaskChange: taskChanges.waitForChange,
          clock,
          cache,
          tools,
          signal: ended.signal,
          hasEvents: options.hasEvents ?? false,
          onNotification(listener) {
            notified.add(listener);
            return () => void notified.delete(listener);
          },
        }),
        ...(initializedFailure ? { initializedFailure } : {}),
      };
    },
    async close() {
      ended.abort();
      subscriptions?.close();
      await channel?.session.close();
    },
  };
}
