/** The history of calls of this browser: encrypted, bounded, shared by all tabs. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";
import type { HistoryCall } from "./historyCall.ts";

export const historyDatabase = "mcp-playground.history";

/** A call with the name that it is stored under. */
export interface StoredCall extends HistoryCall {
  readonly id: string;
  readonly isPinned: boolean;
}

export interface CallHistory {
  /** Newest first; undefined until `load` has read them. */
  readonly calls: ReadableStore<{ readonly calls: readonly StoredCall[] | undefined }>;
  /** Reads all calls, those of other tabs included. */
  load(): Promise<void>;
  add(call: HistoryCall): Promise<void>;
  /** Pinned calls stay when older ones are removed. */
  pin(id: string, isPinned: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes all calls, pinned ones included. */
  clear(): Promise<void>;
}

interface HistoryLimits {
  readonly calls: number;
  /** Characters of all calls. */
  readonly length: number;
}

const historyLimits: HistoryLimits = { calls: 1000, length: 20_000_000 };

const prefix = "call ";
const pinsName = "pins";

/** @param newId a short random text */
export function createCallHistory(
  items: SealedItems,
  newId: () => string,
  limits: HistoryLimits = historyLimits,
): CallHistory {
  const store = createStore<{ calls: readonly StoredCall[] | undefined }>(() => ({
    calls: undefined,
  }));
  const names = async () =>
    (await items.names())
      .filter((name) => name.startsWith(prefix))
      .sort()
      .reverse();
  const pins = async () => new Set(((await items.read(pinsName)) ?? []) as readonly string[]);
  const change = (edit: (calls: readonly StoredCall[]) => readonly StoredCall[]) =>
    store.setState(({ calls }) => ({ calls: calls && edit(calls) }));

  const limit = async () => {
    const pinned = await pins();
    const removed = new Set<string>();
    let [count, length] = [0, 0];
    for (const name of await names()) {
      count++;
      length += lengthIn(name);
      if ((count > limits.calls || length > limits.length) && !pinned.has(name)) {
        removed.add(name);
        await items.remove(name);
      }
    }
    if (removed.size > 0) change((calls) => calls.filter(({ id }) => !removed.has(id)));
  };

  let isWaiting = false;
  /** A tab that is paired later shows the calls from then on. */
  const loadWhenReady = () => {
    if (isWaiting) return;
    isWaiting = true;
    void items.ready().then(load);
  };
  const load = async () => {
    if (!(await items.isReady())) loadWhenReady();
    const pinned = await pins();
    const read = (await names()).map(async (id) => {
      const call = (await items.read(id)) as HistoryCall | undefined;
      return call && { ...call, id, isPinned: pinned.has(id) };
    });
    const calls = (await Promise.all(read)).filter((call) => call !== undefined);
    store.setState({ calls });
  };
  return {
    calls: toReadable(store),
    load,
    async add(call) {
      const length = call.resultText.length + (call.argumentsText?.length ?? 0);
      const id = nameOf(call.at, length, newId());
      if (!(await items.write(id, call))) return;
      change((calls) => [{ ...call, id, isPinned: false }, ...calls]);
      await limit();
    },
    async pin(id, isPinned) {
      const pinned = await pins();
      if (isPinned) pinned.add(id);
      else pinned.delete(id);
      await items.write(pinsName, [...pinned]);
      change((calls) => calls.map((call) => (call.id === id ? { ...call, isPinned } : call)));
    },
    async remove(id) {
      await items.remove(id);
      change((calls) => calls.filter((call) => call.id !== id));
    },
    async clear() {
      for (const name of await items.names()) await items.remove(name);
      store.setState({ calls: [] });
    },
  };
}

/**
 * The name contains order and length, so that the limits can be applied without reading the calls.
 */
function nameOf(at: number, length: number, id: string): string {
  const time = Math.round(at).toString().padStart(15, "0");
  return `${prefix}${time} ${length.toString().padStart(9, "0")} ${id}`;
}

function lengthIn(name: string): number {
  return Number(name.split(" ")[2]) || 0;
}
