/** A client of one server: finds out how to speak to it, then carries out what is asked. */
import type { Clock } from "../core/clock.ts";
import type { Failure } from "../core/failures/failure.ts";
import { getOwn } from "../core/getOwn.ts";
import { putText } from "../core/json/putText.ts";
import type { Recorder } from "../log/recorder.ts";
import { type BrokenAnnotation, readHeaderAnnotations } from "../mcp/paramHeaders.ts";
import { traitsOf } from "../mcp/revisions.ts";
import type { Transport } from "../transport/transport.ts";
import { createCache } from "./cache.ts";
import { createLegacyEra } from "./era.ts";
import type { AnswerInput } from "./input/serverInput.ts";
import { createModernEra } from "./modernEra.ts";
import type { Agreement, Implementation } from "./negotiation/agreement.ts";
import {
  type Channel,
  type EraMemory,
  type Negotiated,
  negotiate,
} from "./negotiation/negotiate.ts";
import { type Operation, type OperationOptions, operate } from "./operation.ts";
import { type Pages, readPages } from "./pages.ts";
import type { Outcome } from "./session/outcome.ts";
import type { Limits } from "./session/pendingRequests.ts";
import { createRecovery } from "./session/recoverRequest.ts";
import { createSessionRenewal, hasLostSession } from "./session/renewSession.ts";
import { createSession, type Session } from "./session/session.ts";
import {
  createResourceSubscriptions,
  type ResourceSubscriptions,
} from "./subscriptions/resourceSubscriptions.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions/subscriptions.ts";
import type { TaskState } from "./tasks/taskState.ts";
import { followTask } from "./tasks/tasks.ts";
import { createTaskWatch } from "./tasks/taskWatch.ts";
import { createToolRegistry } from "./toolRegistry.ts";

export interface ClientOptions {
  /** Opens a transport of a kind to the target, or says why there is none. */
  readonly openTransport: (kind: Transport["kind"]) => Promise<Transport | Failure>;
  /** What the target is reached by first. */
  readonly firstKind: Transport["kind"];
  /** A revision by its name, or `auto`. */
  readonly revision: string;
  readonly clientInfo: Implementation;
  /** The JSON text of what this client can do; only what `answerInput` can answer. */
  readonly capabilitiesText: string;
  /** The JSON text of the extensions it declares on each request of the modern era. */
  readonly extensionsText?: string;
  readonly clock: Clock;
  readonly record: Recorder;
  readonly limits: () => Limits;
  /** How many rounds of input a server may ask for. */
  readonly maximumRounds: () => number;
  /** Milliseconds that a probe for the era may stay unanswered. */
  readonly probeMs: number;
  /** The level of log messages to ask a modern server for. */
  readonly logLevel: () => string | undefined;
  readonly memory: EraMemory;
  readonly answerInput: AnswerInput;
  readonly onNotification: (method: string, params: unknown) => void;
  /** A process wrote a line to its stdout that is no JSON, before it was connected; told of the first. */
  readonly onStrayOutput?: (text: string) => void;
  /** The channel went away after all was agreed. */
  readonly onLost: (failure: Failure) => void;
  /** Goes on with a conversation that is under way: nothing is negotiated. */
  readonly resume?: { readonly agreement: Agreement; readonly lastId: number };
}

/** What is there once a client is connected. */
export interface Connected {
  readonly agreement: Agreement;
  /** Why `notifications/initialized` did not arrive: the server may refuse everything else too. */
  readonly initializedFailure?: Failure;
  readonly transport: Transport;
  readonly session: Session;
  readonly subscriptions: Subscriptions;
  readonly watching: ResourceSubscriptions;
  /** Sends the bytes of a request as they are, then does what its answer asks for. */
  run(bytes: Uint8Array, options?: OperationOptions): Operation;
  /**
   * Reads a list whole; pages that are still fresh are not asked for again, unless `reload`.
   * @param member the member of the result that holds the items
   */
  list(
    method: string,
    member: string,
    options?: {
      readonly signal?: AbortSignal;
      readonly reload?: boolean;
      /** The cursor to begin with, where an earlier reading was cut. */
      readonly from?: string;
    },
  ): Promise<Pages>;
  /** Forgets kept results of a method, so that it is asked again. */
  forget(method: string): void;
  /** Why a tool must not be used over this transport, if that is so. */
  excludes(tool: unknown): BrokenAnnotation | undefined;
  /** Goes on following a task, known from before. */
  follow(
    task: TaskState,
    options: OperationOptions & { readonly signal: AbortSignal },
  ): Promise<Outcome>;
}

export type ConnectResult =
  | ({ readonly kind: "connected" } & Connected)
  | Exclude<Negotiated, { kind: "agreed" }>;

export interface Client {
  connect(): Promise<ConnectResult>;
  /** Ends it, whatever state it is in. */
  close(): Promise<void>;
}

/** Characters of stray output that are kept. */
const strayLength = 2000;

/** Makes a client; nobody is contacted before `connect`. */
export function createClient(options: ClientOptions): Client {
  const { clock, record, answerInput } = options;
  const tools = createToolRegistry();
  const cache = createCache(clock);
  const watch = createTaskWatch(clock);
  const ended = new AbortController();
  let channel: Channel | undefined;
  let subscriptions: Subscriptions | undefined;
  let isConnected = false;
  let strayOutput: string | undefined;

  const keepStrayOutput = (text: string) => {
    if (isConnected || strayOutput !== undefined || text.trim() === "") return;
    strayOutput = text.slice(0, strayLength);
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
    watch.handleNotification(method, params);
    options.onNotification(method, params);
  };

  const openChannel = async (kind: Transport["kind"]): Promise<Channel | Failure> => {
    const transport = await options.openTransport(kind);
    if ("code" in transport) return transport;
    const session = createSession({
      transport,
      clock,
      limits: options.limits,
      answerInput,
      // an id names one request for as long as the conversation lasts, whatever channel carries it
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
      capabilitiesText: options.extensionsText
        ? putText(options.capabilitiesText, ["extensions"], options.extensionsText)
        : options.capabilitiesText,
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

  const connected = (agreement: Agreement, { session, transport }: Channel): Connected => {
    const streamSubscriptions = createSubscriptions(session, clock);
    subscriptions = streamSubscriptions;
    const renewSession = createSessionRenewal(session, transport, {
      capabilitiesText: options.capabilitiesText,
      clientInfo: options.clientInfo,
      signal: ended.signal,
    });
    const cached = {
      request(method: string, paramsText: string | undefined, call: { signal?: AbortSignal }) {
        const known = cache.find(method, paramsText);
        if (known) return { done: Promise.resolve(known) };
        return uncached.request(method, paramsText, call);
      },
    };
    const requestAndCache = async (
      method: string,
      paramsText: string | undefined,
      call: { signal?: AbortSignal },
    ) => {
      const ask = () => session.request(method, paramsText, call).done;
      const first = await ask();
      const outcome = hasLostSession(first) && (await renewSession()) ? await ask() : first;
      cache.keep(method, paramsText, outcome);
      return outcome;
    };
    const uncached = {
      request(method: string, paramsText: string | undefined, call: { signal?: AbortSignal }) {
        return { done: requestAndCache(method, paramsText, call) };
      },
    };
    const list: Connected["list"] = async (method, member, { signal, reload, from } = {}) => {
      const pages = await readPages(reload ? uncached : cached, method, member, signal, from);
      if (method === "tools/list") tools.put(pages.items);
      return pages;
    };
    const context = {
      session,
      answerInput,
      maximumRounds: options.maximumRounds,
      taskChanged: watch.changed,
      recoverRequest: createRecovery({
        session,
        transport,
        modernEra,
        reloadTools: () => list("tools/list", "tools", { reload: true }),
        renewSession,
      }),
    };
    const watching = createResourceSubscriptions(session, agreement, streamSubscriptions);
    watching.start();
    return {
      agreement,
      transport,
      session,
      subscriptions: streamSubscriptions,
      watching,
      list,
      forget: cache.forget,
      run: (bytes, operation) => operate(context, bytes, operation),
      excludes(tool) {
        const isMirrored = session.era().kind === "modern" && transport.kind !== "stdio";
        if (!isMirrored) return undefined;
        return readHeaderAnnotations(getOwn(tool, "inputSchema")).broken;
      },
      follow: (task, { onTask, signal, ...call }) =>
        followTask(context, task, { onTask, signal, call, causedBy: undefined }),
    };
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
      return {
        kind: "connected",
        ...connected(agreement, negotiated.channel),
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
