/** Finds the stores of a tab whose state names a server. */
import type { ReadableStore } from "../../platform/readableStore.ts";
import type { Stores } from "../../stores/stores.ts";

/** What the page gives the stores; the other functions without parameters open stores. */
const given = new Set(["newId", "fetch"]);

/** What is kept for a server that is opened again, and what a conversation tells of its calls. */
const kept = new Set(["servers.all", "calls.drafts", "calls.compositions", "chat.conversations"]);

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;

const isStore = (value: unknown): value is ReadableStore<unknown> =>
  isObject(value) && typeof value.getState === "function" && typeof value.subscribe === "function";

/**
 * Looks into all stores, those that are opened on demand too.
 * @returns the paths of those whose state contains the id
 */
export async function storesHolding(stores: Stores, id: string): Promise<readonly string[]> {
  const held: string[] = [];
  const found: (readonly [value: unknown, path: readonly string[]])[] = [[stores, []]];
  const seen = new Set<unknown>();
  // nearer ones first, so that each has its shortest path
  for (const [value, path] of found) {
    if (!isObject(value) || seen.has(value)) continue;
    seen.add(value);
    const name = path.join(".");
    if (isStore(value) && !kept.has(name) && contains(value.getState(), id)) held.push(name);
    for (const [key, member] of Object.entries(value)) {
      const isOpener =
        typeof member === "function" &&
        member.length === 0 &&
        path.length < 2 &&
        !isStore(value) &&
        !given.has(key);
      found.push([isOpener ? await member() : member, [...path, key]]);
    }
  }
  return held;
}

/** Whether a string or a key in a value contains the text. */
function contains(value: unknown, text: string, seen = new Set<unknown>()): boolean {
  if (typeof value === "string") return value.includes(text);
  if (!isObject(value) || seen.has(value)) return false;
  seen.add(value);
  const parts =
    value instanceof Map || value instanceof Set
      ? [...value.entries()].flat()
      : Object.entries(value).flat();
  return parts.some((part) => contains(part, text, seen));
}
