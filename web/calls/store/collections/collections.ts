/** The collections of saved calls of this browser, encrypted, and the results of running them. */
import { createStore } from "zustand/vanilla";
import { type CheckOptions, checkAssertions } from "../../../../shared/collections/assertions.ts";
import {
  type Assertion,
  type Collection,
  collectionLimits,
  type SavedCall,
} from "../../../../shared/collections/collection.ts";
import { defaultRules } from "../../../../shared/collections/compare/rules.ts";
import {
  type CollectionProblem,
  readCollection,
} from "../../../../shared/collections/readCollection.ts";
import { type CallResult, hasPassed, runCalls } from "../../../../shared/collections/runCalls.ts";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import type { EventLog } from "../../../../shared/log/eventLog.ts";
import { readRecordedAnswers } from "../../../../shared/recording/replay/recordedAnswers.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";
import { checkValue } from "../../../platform/validation/checkValue.ts";
import { listChanges } from "../../../servers/store/catalog/queries.ts";
import { connectedView } from "../../../servers/store/connections/connection.ts";
import { activeConnection, whenServerCloses } from "../../../servers/store/server.ts";
import type { Servers } from "../../../servers/store/serversStore.ts";
import { secretsOfServers } from "../../../servers/store/sessionSecrets.ts";
import { type ToolConsents, toolsOf } from "../toolConsents.ts";
import { carriedOver, isSameRequest, replacedCalls } from "./changedCalls.ts";
import { compare } from "./compare.ts";
import { collectionVariables, enteredSecrets } from "./openVariables.ts";
import { type RecordedConnections, recordedCollection } from "./recordedCollection.ts";
import type { ReplayAnswers } from "./replayAnswers.ts";
import { sameAnswer as savedAnswer } from "./savedResult.ts";
import { type CallRun, createStoredCollections, type OpenCollection } from "./storedCollections.ts";

interface CollectionsState {
  /** Undefined until `load` has read them. */
  readonly all: readonly OpenCollection[] | undefined;
  /** The id of the collection that is shown. */
  readonly shownId: string | undefined;
  /** The index of the call that is shown of that collection. */
  readonly shownCall: number;
  /** The collections of recordings and of the sessions so far, by server id; not stored. */
  readonly recorded: ReadonlyMap<string, OpenCollection>;
  /** The recording that is shown, and the index of its call. */
  readonly shownRecording: string | undefined;
  readonly shownRequest: number;
  /** Whether requests of a server are answered as recorded; otherwise the user is asked. */
  readonly answersAsRecorded: boolean;
  /** The results of calls in this tab; a changed assertion is checked with the last answer. */
  readonly results: ReadonlyMap<SavedCall, CallResult | { readonly kind: "running" }>;
  /** The JSON text of each call's last answer: `{"result":…}` or `{"error":…}`. */
  readonly answers: ReadonlyMap<SavedCall, string>;
  /** The last runs of each call, the newest last. */
  readonly runs: ReadonlyMap<SavedCall, readonly CallRun[]>;
  readonly isRunning: boolean;
}

export interface Collections extends ReadableStore<CollectionsState> {
  load(): Promise<void>;
  show(id: string): void;
  showCall(index: number): void;
  /**
   * Adds a call to the shown collection, or to a new one, and shows it.
   * @param resultText JSON text of its last result, from which assertions take their values
   * @returns the collection; undefined if it holds as many calls as it can
   */
  saveCall(call: SavedCall, resultText?: string): Collection | undefined;
  /**
   * Adds an assertion to the shown collection's call of the same item with the same arguments, or
   * adds the call with it, and shows the call.
   * @returns the collection; undefined if it holds as many calls or assertions as it can
   */
  saveAssertion(call: SavedCall, assertion: Assertion, resultText?: string): Collection | undefined;
  /** Adds an empty collection and shows it; returns its id. */
  create(name: string): string;
  /** Adds the collection of a file and shows it; returns why it could not. */
  importText(
    text: string,
  ): { readonly problem: CollectionProblem; readonly at?: string } | undefined;
  change(id: string, change: Partial<Omit<OpenCollection, "id">>): void;
  remove(id: string): void;
  /** Makes a collection of the requests of a recording, or of the session so far, with its id. */
  openRecording(serverId: string): Promise<OpenCollection>;
  showRecording(serverId: string, request?: number): void;
  setAnswersAsRecorded(isOn: boolean): void;
  /** Stores the collection of a recording under a name, and shows it. */
  keepRecording(serverId: string, name: string): void;
  /** The check that a call is answered as it was, with secrets masked; undefined for a long answer. */
  sameAnswer(answerText: string, except?: readonly string[]): Assertion | undefined;
  /** Runs calls on the active connection, one after the other; does nothing if there is none. */
  run(id: string, calls: readonly SavedCall[]): Promise<void>;
  stop(): void;
}

export interface CollectionsOptions {
  readonly items: SealedItems;
  readonly servers: Servers;
  readonly consents: ToolConsents;
  readonly newId: () => string;
  readonly log: EventLog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The connections whose requests are those of a recording, or of the session so far. */
  readonly connectionsOf: (serverId: string) => RecordedConnections;
  readonly replayAnswers: ReplayAnswers;
}

/** Runs of a call that are kept. */
const maxRuns = 8;

/** Creates the store; nothing is read or sent before one of its actions is called. */
export function createCollections(options: CollectionsOptions): Collections {
  const { items, servers, consents, newId, log, now, connectionsOf, replayAnswers } = options;
  const store = createStore<CollectionsState>(() => ({
    all: undefined,
    shownId: undefined,
    shownCall: 0,
    recorded: new Map(),
    shownRecording: undefined,
    shownRequest: 0,
    answersAsRecorded: false,
    results: new Map(),
    answers: new Map(),
    runs: new Map(),
    isRunning: false,
  }));
  const { getState, setState } = store;
  const stored = createStoredCollections(items);
  let control = new AbortController();
  /** The lists that were read to ask about tools, by `seq`. */
  const own = new Set<number>();
  /** The server on which calls are run, and the recording that they are of. */
  let running: readonly (string | undefined)[] = [];
  const find = (id: string) => {
    const { all, recorded } = getState();
    return all?.find((each) => each.id === id) ?? recorded.get(id);
  };
  const write = (open: OpenCollection) => {
    const { runs } = getState();
    const { calls } = open.collection;
    if (!open.recording) stored.write({ open, runs: calls.map((call) => runs.get(call) ?? []) });
  };
  const add = (collection: Collection): string => {
    const id = newId();
    const added = {
      id,
      collection,
      environmentName: undefined,
      secrets: {},
      keepsSecrets: false,
    };
    setState(({ all = [] }) => ({ all: [...all, added], shownId: id, shownCall: 0 }));
    write(added);
    return id;
  };
  const noteAnswer = (call: SavedCall, text: string) =>
    setState(({ answers }) => ({ answers: new Map(answers).set(call, text) }));
  const noteResult = (call: SavedCall, result: CallResult | { kind: "running" }) =>
    setState(({ results }) => ({ results: new Map(results).set(call, result) }));
  const sameAnswer: Collections["sameAnswer"] = (text, except) =>
    savedAnswer(text, secretsOfServers(servers.getState()), except);
  const create: Collections["create"] = (name) =>
    add({ name, variables: {}, environments: [], calls: [] });
  const change: Collections["change"] = (id, change) => {
    const changed = find(id);
    if (!changed) return;
    const next = { ...changed, ...change };
    const replaced = replacedCalls(changed.collection, next.collection);
    setState(({ all, recorded, answers, runs }) => ({
      ...(next.recording
        ? { recorded: new Map(recorded).set(id, next) }
        : { all: all?.map((each) => (each.id === id ? next : each)) }),
      answers: carriedOver(answers, replaced),
      runs: carriedOver(runs, replaced),
    }));
    for (const [before, call] of replaced) void checkAgain(next, before, call);
    write(next);
  };

  /** Checks a changed call with its last answer. */
  const checkAgain = async (open: OpenCollection, before: SavedCall, call: SavedCall) => {
    const result = getState().results.get(before);
    if (result?.kind !== "answered") return;
    noteResult(call, { kind: "running" });
    const checking = getState().results.get(call);
    const checks = await checkAssertions(result.answered, call.assertions, {
      ...checkers,
      variables: collectionVariables(open),
      outputSchema: getOwn(result.tool, "outputSchema"),
    });
    if (getState().results.get(call) === checking) noteResult(call, { ...result, checks });
  };
  const saveCall: Collections["saveCall"] = (call, resultText) => {
    const id = getState().shownId ?? create("My calls");
    const collection = find(id)?.collection;
    if (!collection || collection.calls.length >= collectionLimits.calls) return undefined;
    const answer = resultText === undefined ? undefined : `{"result":${resultText}}`;
    // without assertions of its own, a call has to be answered as it was
    const same = answer !== undefined && call.assertions.length === 0 && sameAnswer(answer);
    const added = same ? { ...call, assertions: [same] } : call;
    const next = { ...collection, calls: [...collection.calls, added] };
    change(id, { collection: next });
    setState({ shownCall: collection.calls.length });
    if (answer !== undefined) noteAnswer(added, answer);
    return next;
  };

  /** Keeps what was collected in a tab before it was paired, beside what was stored before. */
  const joinStored = async () => {
    for (const own of getState().all ?? []) write(own);
    await readStored();
  };

  const readStored = async () => {
    const found = await stored.readAll();
    setState(({ all = [], shownId, runs }) => {
      const others = found.filter(({ open }) => !all.some((own) => own.id === open.id));
      const own = others.flatMap((each) =>
        each.open.collection.calls.map((call, at) => [call, each.runs[at] ?? []] as const),
      );
      return {
        all: [...all, ...others.map(({ open }) => open)],
        shownId: shownId ?? found[0]?.open.id,
        runs: new Map([...runs, ...own]),
      };
    });
  };

  const noteEnd = (call: SavedCall, result: CallResult) => {
    noteResult(call, result);
    const answered = result.kind === "answered" ? result.answered : undefined;
    if (answered) noteAnswer(call, answered.text);
    if (result.kind === "cancelled" || result.kind === "not-sent") return;
    const run = { at: now(), ms: answered?.ms, isPassed: hasPassed(result) };
    setState(({ runs }) => ({
      runs: new Map(runs).set(call, [...(runs.get(call) ?? []), run].slice(-maxRuns)),
    }));
  };

  whenServerCloses(servers, (id) => {
    if (running.includes(id)) control.abort();
    setState(({ recorded }) => ({
      recorded: new Map([...recorded].filter(([other]) => other !== id)),
    }));
  });

  return {
    ...toReadable(store),
    async load() {
      if (getState().all) return;
      if (!(await items.isReady())) void items.ready().then(joinStored);
      await readStored();
    },
    show: (shownId) => setState({ shownId, shownCall: 0 }),
    showCall: (shownCall) => setState({ shownCall }),
    create,
    saveCall,
    saveAssertion(call, assertion, resultText) {
      const { shownId } = getState();
      const collection = shownId === undefined ? undefined : find(shownId)?.collection;
      const at = collection?.calls.findIndex((each) => isSameRequest(each, call)) ?? -1;
      const known = collection?.calls[at];
      const assertions = [...(known ?? call).assertions, assertion];
      if (shownId === undefined || !collection || !known) {
        return saveCall({ ...call, assertions }, resultText);
      }
      if (assertions.length > collectionLimits.assertions) return undefined;
      const next = { ...collection, calls: collection.calls.with(at, { ...known, assertions }) };
      change(shownId, { collection: next });
      setState({ shownCall: at });
      return next;
    },
    importText(text) {
      const read = readCollection(text);
      if (read.kind === "refused") return read;
      add(read.collection);
      return undefined;
    },
    change,
    remove(id) {
      setState(({ all, shownId }) => {
        const rest = all?.filter((each) => each.id !== id);
        if (shownId !== id) return { all: rest };
        return { all: rest, shownId: rest?.[0]?.id, shownCall: 0 };
      });
      stored.remove(id);
    },
    async openRecording(serverId) {
      const before = getState().recorded.get(serverId);
      const made = await recordedCollection(serverId, connectionsOf(serverId), log, own);
      // what was checked and accepted before stays
      const calls = made.collection.calls.map((call, at) => {
        const known = before?.collection.calls[at];
        return known && known.assertions.length >= call.assertions.length ? known : call;
      });
      const opened = { ...made, collection: { ...made.collection, calls } };
      // a server that was closed meanwhile does not come back
      if (servers.getState().open.has(serverId)) {
        setState(({ recorded }) => ({ recorded: new Map(recorded).set(serverId, opened) }));
      }
      return opened;
    },
    showRecording: (shownRecording, shownRequest = 0) => setState({ shownRecording, shownRequest }),
    setAnswersAsRecorded: (answersAsRecorded) => setState({ answersAsRecorded }),
    keepRecording(serverId, name) {
      const recorded = find(serverId)?.collection;
      if (!recorded) return;
      const calls = recorded.calls.slice(0, collectionLimits.calls);
      add({ ...recorded, name, calls });
    },
    sameAnswer,
    async run(id, calls) {
      const open = find(id);
      const connection = activeConnection(servers.getState());
      const state = connection?.state.getState();
      if (!open || !connection || state?.kind !== "connected" || getState().isRunning) return;
      const view = connectedView({ connection, state });
      if (!view) return;
      control = new AbortController();
      const { signal } = control;
      const { serverId } = connection;
      running = [serverId, open.recording && id];
      servers.noteSecrets(enteredSecrets(open).map(([, value]) => value));
      const isDue = listChanges(view, "tool");
      setState({ isRunning: true });
      if (open.recording) {
        const recorded = await readRecordedAnswers(log, connectionsOf(id).ids);
        replayAnswers.begin(serverId, (input) =>
          getState().answersAsRecorded ? recorded.next(input) : undefined,
        );
      }
      await runCalls({
        client: view.client,
        calls,
        variables: collectionVariables(open),
        ...checkers,
        signal,
        ...(open.recording && { initiator: { kind: "replay" } }),
        confirm: async (read) =>
          !(await isDue()) ||
          consents.confirm(
            open.recording ? "replay" : "saved-calls",
            async () => {
              const { length: before } = log.snapshot();
              const tools = await read();
              for (const { seq } of log.snapshot().entries.slice(before)) own.add(seq);
              return toolsOf(serverId, tools);
            },
            signal,
          ),
        onBegin: (call) => noteResult(call, { kind: "running" }),
        onEnd: noteEnd,
      });
      replayAnswers.end(serverId);
      running = [];
      setState({ isRunning: false });
      const changed = find(id);
      if (changed) write(changed);
    },
    stop: () => control.abort(),
  };
}

/** Validates and compares in workers, because schemas and rules may take forever. */
const checkers: Pick<CheckOptions, "validate" | "compare"> = {
  validate: checkValue,
  compare: (recorded, fresh, except) =>
    compare({ recorded, fresh, rulesText: [defaultRules, ...except].join("\n") }),
};
