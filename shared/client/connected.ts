/** The connected client of one server: runs requests, reads lists, follows tasks. */

import type { Clock } from "../core/clock.ts";
import { getOwn } from "../core/json/getOwn.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { type BrokenAnnotation, readHeaderAnnotations } from "../protocol/paramHeaders.ts";
import type { Transport } from "../transport/transport.ts";
import { createDeclaredMethods } from "./declaredMethods.ts";
import type { Era } from "./era.ts";
import type { AnswerInput } from "./input/serverInput.ts";
import type { Agreement, Implementation } from "./negotiation/agreement.ts";
import type { Channel } from "./negotiation/channel.ts";
import {
  type Operation,
  type OperationOptions,
  type RequestOptions,
  startOperation,
  startRequest,
  type TextOperation,
} from "./operation.ts";
import { type Pages, readPages } from "./pages.ts";
import type { ResultCache } from "./resultCache.ts";
import type { RequestOutcome } from "./session/outcome.ts";
import { createRecovery } from "./session/recoverRequest.ts";
import { createSessionRenewal, hasLostSession } from "./session/renewSession.ts";
import type { Session } from "./session/session.ts";
import {
  createResourceSubscriptions,
  type ResourceSubscriptions,
} from "./subscriptions/resourceSubscriptions.ts";
import type { Subscriptions } from "./subscriptions/subscriptions.ts";
import type { TaskChanges } from "./tasks/taskChanges.ts";
import type { TaskState } from "./tasks/taskState.ts";
import { followTask } from "./tasks/tasks.ts";
import type { ToolRegistry } from "./toolRegistry.ts";

export interface Connected {
  readonly agreement: Agreement;
  /** Why `notifications/initialized` failed; the server may reject later requests too. */
  readonly initializedFailure?: Failure;
  readonly transport: Transport;
  readonly session: Session;
  readonly subscriptions: Subscriptions;
  readonly resourceSubscriptions: ResourceSubscriptions;
  /**
   * Composes a request, with its id and the metadata of the revision, and runs it to its end, input
   * rounds and tasks included.
   * @param paramsText the JSON text of its params, sent unchanged apart from `_meta`
   * @throws {TypeError} if they are not JSON
   */
  request(method: string, paramsText: string | undefined, options: RequestOptions): Operation;
  /** Does the same with the text of a whole request, which is sent unchanged; so is any other message. */
  run(text: string | Uint8Array, options: OperationOptions): TextOperation;
  /**
   * Reads every page of a list, from the cache if it is fresh.
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
  /** Whether the server is asked for a method: it declares its capability, or the user allowed it. */
  offers(method: string): boolean;
  /** Allows requests of a method that the server does not declare, until the connection ends. */
  allow(method: string): void;
  /** Removes cached results of a method. */
  forget(method: string): void;
  /** Calls back with each notification of the server; returns the function that unsubscribes. */
  onNotification(listener: (method: string, params: unknown) => void): () => void;
  /** Why a tool must not be called over this transport; undefined if it may be. */
  excludes(tool: unknown): BrokenAnnotation | undefined;
  /** Resumes polling a task that was created earlier. */
  follow(
    task: TaskState,
    options: Partial<OperationOptions> & { readonly signal: AbortSignal },
  ): Promise<RequestOutcome>;
}

interface ConnectedOptions {
  readonly clientInfo: Implementation;
  readonly capabilitiesText: string;
  readonly answerInput: AnswerInput;
  readonly maximumRounds: () => number;
  readonly modernEra: (revision: string) => Era;
  readonly subscriptions: Subscriptions;
  readonly waitForTaskChange: TaskChanges["waitForChange"];
  readonly clock: Pick<Clock, "now">;
  readonly cache: ResultCache;
  readonly tools: ToolRegistry;
  /** Aborted when the connection is closed. */
  readonly signal: AbortSignal;
  /** Whether the draft of events is switched on. */
  readonly hasEvents: boolean;
  readonly onNotification: Connected["onNotification"];
}

/** Creates the connected client of one server. */
export function createConnected(
  agreement: Agreement,
  { session, transport }: Channel,
  options: ConnectedOptions,
): Connected {
  const { answerInput, cache, subscriptions, tools } = options;
  const declared = createDeclaredMethods(agreement, options.hasEvents);
  session.setRefusal(declared.refusal);
  const renewSession = createSessionRenewal(session, transport, options);
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
    const pages = await readPages(reload ? uncached : cached, method, member, { signal, from });
    if (method === "tools/list") tools.put(pages.items);
    return pages;
  };
  const context = {
    session,
    clock: options.clock,
    answerInput,
    maximumRounds: options.maximumRounds,
    waitForTaskChange: options.waitForTaskChange,
    recoverRequest: createRecovery({
      session,
      transport,
      modernEra: options.modernEra,
      reloadTools: () => list("tools/list", "tools", { reload: true }),
      renewSession,
    }),
  };
  const resourceSubscriptions = createResourceSubscriptions(session, agreement, subscriptions);
  resourceSubscriptions.start();
  return {
    agreement,
    transport,
    session,
    subscriptions,
    resourceSubscriptions,
    list,
    offers: declared.offers,
    allow: declared.allow,
    forget: cache.forget,
    onNotification: options.onNotification,
    request: (method, paramsText, operation) =>
      startRequest(context, method, paramsText, operation),
    run: (text, operation) => startOperation(context, text, operation),
    excludes(tool) {
      const isMirrored = session.era().kind === "modern" && transport.kind !== "stdio";
      if (!isMirrored) return undefined;
      return readHeaderAnnotations(getOwn(tool, "inputSchema")).broken;
    },
    follow: (task, { onTask, signal, ...call }) =>
      followTask(context, task, { onTask, signal, call, causedBy: undefined }),
  };
}
