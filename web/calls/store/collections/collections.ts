/** The collections of saved calls of this browser, encrypted, and the results of running them. */
import { createStore } from "zustand/vanilla";
import {
  type Assertion,
  type Collection,
  collectionLimits,
  type SavedCall,
} from "../../../../shared/collections/collection.ts";
import {
  type CollectionProblem,
  readCollection,
} from "../../../../shared/collections/readCollection.ts";
import { type CallResult, runCalls } from "../../../../shared/collections/runCalls.ts";
import { variablesFor } from "../../../../shared/collections/substitute.ts";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { sameJson } from "../../../../shared/core/json/sameJson.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";
import { checkValue } from "../../../platform/validation/checkValue.ts";
import { listChanges } from "../../../servers/store/catalog/queries.ts";
import { connectedView } from "../../../servers/store/connections/connection.ts";
import { activeConnection } from "../../../servers/store/server.ts";
import type { Servers } from "../../../servers/store/serversStore.ts";
import { type ToolConsents, toolsOf } from "../toolConsents.ts";
import { createStoredCollections, type OpenCollection } from "./storedCollections.ts";

interface CollectionsState {
  /** Undefined until `load` has read them. */
  readonly all: readonly OpenCollection[] | undefined;
  /** The id of the collection that is shown. */
  readonly shownId: string | undefined;
  /** The index of the call that is shown of that collection. */
  readonly shownCall: number;
  /** The results of calls in this tab; a changed call has no result. */
  readonly results: ReadonlyMap<SavedCall, CallResult | { readonly kind: "running" }>;
  /** The JSON text of each call's last result; it outlives changes of its name and assertions. */
  readonly resultTexts: ReadonlyMap<SavedCall, string>;
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
  /** Runs calls on the active connection, one after the other; does nothing if there is none. */
  run(id: string, calls: readonly SavedCall[]): Promise<void>;
  stop(): void;
}

export interface CollectionsOptions {
  readonly items: SealedItems;
  readonly servers: Servers;
  readonly consents: ToolConsents;
  readonly newId: () => string;
}

/** Creates the store; nothing is read or sent before one of its actions is called. */
export function createCollections(options: CollectionsOptions): Collections {
  const { items, servers, consents, newId } = options;
  const store = createStore<CollectionsState>(() => ({
    all: undefined,
    shownId: undefined,
    shownCall: 0,
    results: new Map(),
    resultTexts: new Map(),
    isRunning: false,
  }));
  const { getState, setState } = store;
  const stored = createStoredCollections(items);
  let control = new AbortController();
  const find = (id: string) => getState().all?.find((each) => each.id === id);
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
    stored.write(added);
    return id;
  };
  const noteResult = (call: SavedCall, text: string) =>
    setState(({ resultTexts }) => ({ resultTexts: new Map(resultTexts).set(call, text) }));
  const create: Collections["create"] = (name) =>
    add({ name, variables: {}, environments: [], calls: [] });
  const change: Collections["change"] = (id, change) => {
    const changed = find(id);
    if (!changed) return;
    const next = { ...changed, ...change };
    setState(({ all, resultTexts }) => ({
      all: all?.map((each) => (each.id === id ? next : each)),
      resultTexts: withChangedCalls(resultTexts, changed.collection, next.collection),
    }));
    stored.write(next);
  };
  const saveCall: Collections["saveCall"] = (call, resultText) => {
    const id = getState().shownId ?? create("My calls");
    const collection = find(id)?.collection;
    if (!collection || collection.calls.length >= collectionLimits.calls) return undefined;
    const next = { ...collection, calls: [...collection.calls, call] };
    change(id, { collection: next });
    setState({ shownCall: collection.calls.length });
    if (resultText !== undefined) noteResult(call, resultText);
    return next;
  };

  /** Keeps what was collected in a tab before it was paired, beside what was stored before. */
  const joinStored = async () => {
    for (const own of getState().all ?? []) stored.write(own);
    const found = await stored.readAll();
    setState(({ all = [], shownId }) => {
      const others = found.filter(({ id }) => !all.some((own) => own.id === id));
      return { all: [...all, ...others], shownId: shownId ?? found[0]?.id };
    });
  };

  return {
    ...toReadable(store),
    async load() {
      if (getState().all) return;
      if (!(await items.isReady())) void items.ready().then(joinStored);
      const found = await stored.readAll();
      setState(({ all, shownId }) => ({ all: all ?? found, shownId: shownId ?? found[0]?.id }));
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
    async run(id, calls) {
      const open = find(id);
      const connection = activeConnection(servers.getState());
      const state = connection?.state.getState();
      if (!open || !connection || state?.kind !== "connected" || getState().isRunning) return;
      const view = connectedView({ connection, state });
      if (!view) return;
      control = new AbortController();
      const { collection, environmentName, secrets } = open;
      const environment = collection.environments.find(({ name }) => name === environmentName);
      const given = (environment?.secrets ?? []).flatMap((name) => {
        const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
        return value === undefined || value === "" ? [] : [[name, value] as const];
      });
      servers.noteSecrets(given.map(([, value]) => value));
      const written = given.map(([name, value]) => [name, JSON.stringify(value)] as const);
      const note = (call: SavedCall, result: CallResult | { kind: "running" }) =>
        setState(({ results }) => ({ results: new Map(results).set(call, result) }));
      const isDue = listChanges(view, "tool");
      setState({ isRunning: true });
      await runCalls({
        client: view.client,
        calls,
        variables: variablesFor(collection, environment, Object.fromEntries(written)),
        validate: checkValue,
        signal: control.signal,
        confirm: async (read) =>
          !(await isDue()) ||
          consents.confirm(
            "saved-calls",
            async () => toolsOf(connection.serverId, await read()),
            control.signal,
          ),
        onBegin: (call) => note(call, { kind: "running" }),
        onEnd(call, result) {
          note(call, result);
          const text = result.kind === "answered" ? result.resultText : undefined;
          if (text !== undefined) noteResult(call, text);
        },
      });
      setState({ isRunning: false });
    },
    stop: () => control.abort(),
  };
}

function isSameRequest(one: SavedCall, other: SavedCall): boolean {
  return (
    one.kind === other.kind &&
    one.item === other.item &&
    sameJson(argumentsOf(one), argumentsOf(other))
  );
}

function argumentsOf({ argumentsText }: SavedCall): unknown {
  return argumentsText === undefined ? {} : parseJsonObject(argumentsText);
}

/** Carries results over to calls that were replaced by ones with the same request. */
function withChangedCalls(
  resultTexts: ReadonlyMap<SavedCall, string>,
  before: Collection,
  after: Collection,
): ReadonlyMap<SavedCall, string> {
  const kept = new Map(resultTexts);
  for (const [at, call] of after.calls.entries()) {
    const replaced = before.calls[at];
    if (!replaced || after.calls.includes(replaced)) continue;
    const text = kept.get(replaced);
    if (text === undefined) continue;
    kept.delete(replaced);
    if (isSameRequest(replaced, call)) kept.set(call, text);
  }
  return kept;
}
