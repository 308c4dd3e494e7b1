/** The client of one server: negotiates a revision and a transport, then runs requests. */
import type { Clock } from "../core/clock.ts";
import type { Failure } from "../core/failures/failure.ts";
import { getOwn } from "../core/getOwn.ts";
import { putText } from "../core/json/putText.ts";
import type { Recorder } from "../log/recorder.ts";
import { type BrokenAnnotation, readHeaderAnnotations } from "../mcp/paramHeaders.ts";
import { traitsOf } from "../mcp/revisions.ts";
import type { Transport } from "../transport/transport.ts";
import { createLegacyEra } from "./era.ts";
import type { AnswerInput } from "./input/serverInput.ts";
import { createModernEra } from "./modernEra.ts";
import type { Agreement, Implementation } from "./negotiation/agreement.ts";
import type { Channel } from "./negotiation/channel.ts";
import { type EraMemory, type Negotiated, negotiate } from "./negotiation/negotiate.ts";
import { type Operation, type OperationOptions, startOperation } from "./operation.ts";
import { type Pages, readPages } from "./pages.ts";
import { createResultCache } from "./resultCache.ts";
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
import { createTaskChanges } from "./tasks/taskChanges.ts";
import type { TaskState } from "./tasks/taskState.ts";
import { followTask } from "./tasks/tasks.ts";
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
  /** The JSON text of the extensions declared on each request of the modern era. */
  readonly extensionsText?: string;
  readonly clock: Clock;
  readonly record: Recorder;
  readonly limits: () => Limits;
  /** Maximum number of input rounds for one request. */
  readonly maximumRounds: () => number;
  /** Timeout in milliseconds of the probe for the modern era. */
  readonly probeMs: number;
  /** The log level to request from a modern server; none if undefined. */
  readonly logLevel: () => string | undefined;
  readonly memory: EraMemory;
  readonly answerInput: AnswerInput;
  readonly onNotification: (method: string, params: unknown) => void;
  /** Called with the first non-JSON line that a process writes to stdout before the client is connected. */
  readonly onStrayOutput?: (text: string) => void;
  /** Called when an established connection is lost. */
  readonly onLost: (failure: Failure) => void;
  /** Continues an established session without negotiating again. */
  readonly resume?: { readonly agreement: Agreement; readonly lastId: number };
}

/** A connected client. */
export interface Connected {
  readonly agreement: Agreement;
  /** Why `notifications/initialized` failed; the server may reject later requests too. */
  readonly initializedFailure?: Failure;
  readonly transport: Transport;
  readonly session: Session;
  readonly subscriptions: Subscriptions;
  readonly resourceSubscriptions: ResourceSubscriptions;
  /** Sends the bytes of a request unchanged and runs it to its end, input rounds and tasks included. */
  run(bytes: Uint8Array, options?: OperationOptions): Operation;
  /**
   * Reads every page of a list, from the cache where it is fresh.
   * @param method for example `tools/list`
   * @param member the member of the result that holds the items
   * @param options.reload bypasses the cache
   */
  list(
    method: string,
    member: string,
    options?: {
      readonly signal?: AbortSignal;
      readonly reload?: boolean;
      /** The cursor to start from, to continue a list that was cut. */
      readonly from?: string;
    },
  ): Promise<Pages>;
  /** Removes cached results of a method. */
  forget(method: string): void;
  /** Why a tool must not be called over this transport; undefined if it may be. */
  excludes(tool: unknown): BrokenAnnotation | undefined;
  /** Resumes polling a task that was created earlier. */
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
      // request ids stay unique over every channel of the client, so that answers cannot be confused
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

  // The connected client

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
      cache.store(method, paramsText, outcome);
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
      waitForTaskChange: taskChanges.waitForChange,
      recoverRequest: createRecovery({
        session,
        transport,
        modernEra,
        reloadTools: () => list("tools/list", "tools", { reload: true }),
        renewSession,
      }),
    };
    const resourceSubscriptions = createResourceSubscriptions(
      session,
      agreement,
      streamSubscriptions,
    );
    resourceSubscriptions.start();
    return {
      agreement,
      transport,
      session,
      subscriptions: streamSubscriptions,
      resourceSubscriptions,
      list,
      forget: cache.forget,
      run: (bytes, operation) => startOperation(context, bytes, operation),
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
