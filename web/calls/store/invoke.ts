/** Runs items: builds the request from an item's draft and sends it over a connection. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import { needsConsent } from "../../../shared/protocol/toolHints.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import { currentItem, findItem, unlistedItem } from "../../servers/store/catalog/queries.ts";
import type { ResourceChanges } from "../../servers/store/catalog/resourceChanges.ts";
import { type ConnectedView, connectedView } from "../../servers/store/connections/connection.ts";
import type { OpenServer } from "../../servers/store/connections/openServers.ts";
import { activeConnection, shownServer } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { Selection } from "../../view/selection.ts";
import type { ViewStore } from "../../view/viewStore.ts";
import { type Draft, type Drafts, draftOf, itemKey, selectionOf } from "./drafts.ts";
import type { PersistedTasksOf } from "./persistedTasks.ts";
import type { RepeatPlan, Repeats } from "./repeats.ts";
import { type RunContext, type Runs, runOf } from "./runs.ts";
import type { ToolConsents } from "./toolConsents.ts";
import { type AwaitedCalls, createAwaitedCalls } from "./waiting/awaitedCalls.ts";

interface InvokeOptions {
  readonly servers: Servers;
  readonly view: ViewStore;
  readonly drafts: Drafts;
  readonly runs: Runs;
  readonly repeats: Repeats;
  readonly consents: ToolConsents;
  readonly tasksOf: PersistedTasksOf;
  readonly changes: Pick<ResourceChanges, "getState">;
  readonly open: ReadableStore<readonly OpenServer[]>;
  readonly clock: Pick<Clock, "now">;
}

export interface Invoke {
  /** The calls that wait for their server; see {@link attemptKey}. */
  readonly awaited: AwaitedCalls;
  /** The items whose first attempt was not sent; see {@link attemptKey}. */
  readonly attempts: ReadableStore<ReadonlySet<string>>;
  /**
   * Runs an item with its draft, or lets the call wait until its server is connected again. The
   * first attempt to send arguments that do not fit the schema is noted instead, so that the item's
   * view shows what is wrong.
   */
  attempt(view: ConnectedView, item: Item): Promise<void>;
  /**
   * Runs an item with its draft, after a question if it is a tool that needs consent; does nothing
   * if it is not connected, or already running and `isOnceMore` is not set.
   */
  run(view: ConnectedView, item: Item, options?: { readonly isOnceMore?: boolean }): Promise<void>;
  /** Runs an item with its draft many times, with a question when a tool has changed meanwhile. */
  runSeries(view: ConnectedView, item: Item, plan: RepeatPlan): Promise<void>;
  /** Selects an item of the active connection and runs it; it need not be in a list. */
  open(selection: Selection): void;
  /**
   * Sends the request of an item's newest run again, unchanged, after a question if it is a tool
   * that needs consent; does nothing if that is not possible.
   */
  repeat(view: ConnectedView, key: string): Promise<void>;
  /** Reads the selected resource, which takes no arguments, unless that was done before. */
  readOpened(): void;
  /** Whether an item of the active connection is selected and shown. */
  canRunSelected(): boolean;
  /** Attempts to run the selected item of the active connection. */
  runSelected(): void;
}

const initiator = { kind: "user" } as const;

export function createInvoke(options: InvokeOptions): Invoke {
  const { servers, view, drafts, runs, repeats, consents, tasksOf, changes } = options;

  const attempts = createStore<ReadonlySet<string>>(() => new Set());

  /**
   * The item that the user lets be run: of a tool that needs consent, the one that the server lists
   * when the user agrees. A list that is read again is waited for only then.
   */
  const confirmed = async (shown: ConnectedView, item: Item): Promise<Item | undefined> => {
    const toolOf = ({ name, raw }: Item) => {
      return { serverId: shown.connection.serverId, name, definition: raw };
    };
    const isFree =
      item.kind !== "tool" ||
      (!needsConsent(item.raw, "user") && consents.check(toolOf(item), "user").kind === "none");
    if (isFree) return item;
    let current = item;
    const isAllowed = await consents.confirm("call", async () => {
      current = (await currentItem(shown, item)) ?? item;
      return [toolOf(current)];
    });
    return isAllowed ? current : undefined;
  };

  /** The request of an item; undefined if it cannot be sent now. */
  const prepare = async (shown: ConnectedView, asShown: Item) => {
    const { connection, client } = shown;
    // Loaded on demand: the first load needs no URI templates, JSON scanner or schema planner.
    const [{ callableOf }, { frameOf, requestText }, { initialDraft }] = await Promise.all([
      import("./callable.ts"),
      import("./requestText.ts"),
      import("./initialDraft.ts"),
    ]);
    const { serverId } = connection;
    const key = itemKey(asShown);
    const isConnected = () => connection.state.getState().kind === "connected";
    const item = isConnected() ? await confirmed(shown, asShown) : undefined;
    if (!item || !isConnected()) return undefined;
    const written = draftOf(drafts.getState(), serverId, key);
    const callable = callableOf(item, client.agreement, written?.isTask);
    const draft = written ?? initialDraft(callable.schema);
    const limits = limitsOf(draft);
    const context = { serverId, key, initiator, client, tasks: tasksOf(serverId), limits };
    return { context, text: requestText(callable, draft, frameOf(client)) };
  };

  const run: Invoke["run"] = async (shown, item, { isOnceMore = false } = {}) => {
    const isRunning = () =>
      runOf(runs.getState(), shown.connection.serverId, itemKey(item))?.kind === "running";
    if (isRunning() && !isOnceMore) return;
    const request = await prepare(shown, item);
    if (!request || (isRunning() && !isOnceMore)) return;
    const { context, text } = request;
    await runs.start(context, text, await earlierRun(shown, item, context.key, text));
  };

  /** The newest result of the same request, if the server or the resource has changed since. */
  const earlierRun = async (
    { connection: { id, serverId }, client }: ConnectedView,
    { name }: Item,
    key: string,
    request: string,
  ) => {
    const last = runOf(runs.getState(), serverId, key);
    if (last?.kind !== "done") return undefined;
    const { comparableRun } = await import("./history/staleness.ts");
    const changedAt = changes.getState().at(id, name);
    const isProcess = client.transport.kind === "stdio";
    return comparableRun(last, { connectionId: id, isProcess, request, changedAt });
  };

  const awaited = createAwaitedCalls({
    open: options.open,
    clock: options.clock,
    send: (shown, item) => void run(shown, item, { isOnceMore: true }),
  });

  const attempt: Invoke["attempt"] = async (shown, item) => {
    const { serverId } = shown.connection;
    const key = itemKey(item);
    if (runOf(runs.getState(), serverId, key)?.kind === "running") return;
    const mark = attemptKey(serverId, key);
    if (!attempts.getState().has(mark)) {
      // loaded on demand, like the code that composes the request
      const { areInvalid } = await import("./firstAttempt.ts");
      const draft = draftOf(drafts.getState(), serverId, key);
      const isInvalid = await areInvalid(item, shown.client.agreement, draft);
      if (isInvalid) return attempts.setState((all) => new Set(all).add(mark), true);
    }
    if (awaited.isPossible(serverId)) awaited.add(mark, serverId, item);
    else await run(shown, item);
  };

  const selected = () => {
    const state = servers.getState();
    const { selection, source } = shownServer(state);
    const connection = activeConnection(state);
    const isShown = view.getState().pane === "item" && source !== "link";
    if (!selection || !connection || !isShown) return;
    const shown = connectedView({ connection, state: connection.state.getState() });
    const item = shown && findItem(shown, selection);
    return item && { view: shown, item };
  };

  return {
    attempts: toReadable(attempts),
    awaited,
    attempt,
    run,
    async runSeries(shown, item, plan) {
      const request = await prepare(shown, item);
      if (!request) return;
      const confirm = async () => (await confirmed(shown, item)) !== undefined;
      await repeats.start(request.context, request.text, plan, confirm);
    },
    async repeat(shown, key) {
      const { connection, client } = shown;
      const { serverId } = connection;
      const last = runOf(runs.getState(), serverId, key);
      if (connection.state.getState().kind !== "connected") return;
      if (last?.kind !== "done" || last.text === undefined) return;
      const item = findItem(shown, selectionOf(key));
      if (item && !(await confirmed(shown, item))) return;
      const context = { serverId, key, initiator, client, tasks: tasksOf(serverId) };
      await runs.repeat(context, { ...last, text: last.text });
    },
    open(selection) {
      view.openItem(selection);
      const connection = activeConnection(servers.getState());
      if (!connection) return;
      const shown = connectedView({ connection, state: connection.state.getState() });
      const { kind, name } = selection;
      if (shown) void run(shown, findItem(shown, selection) ?? unlistedItem(kind, name));
    },
    readOpened() {
      const found = selected();
      if (found?.item.kind !== "resource") return;
      const { serverId } = found.view.connection;
      const isKnown = runOf(runs.getState(), serverId, itemKey(found.item)) !== undefined;
      if (!isKnown) void run(found.view, found.item);
    },
    canRunSelected: () => selected() !== undefined,
    runSelected() {
      const found = selected();
      if (found) void attempt(found.view, found.item);
    },
  };
}

/** @param key the item's */
export const attemptKey = (serverId: string, key: string): string =>
  // the key may have a name of millions of characters, which JSON would copy
  `${serverId} ${key}`;

/** The timeouts that a draft sets itself; 0 seconds is none. */
function limitsOf({ timeoutSeconds }: Draft): RunContext["limits"] & object {
  if (timeoutSeconds === undefined) return {};
  const timeoutMs = timeoutSeconds * 1000;
  return { timeoutMs, ...(timeoutMs === 0 && { maximumMs: 0 }) };
}
