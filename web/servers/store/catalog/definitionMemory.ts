/** Remembers what each server listed, and reports what has changed since the last connection. */
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { jsonText } from "../../../../shared/core/text/textOfJson.ts";
import { readJson, type TextStorage, writeJson } from "../../../platform/storedJson.ts";

/** The names of one kind of item, each with its definition. */
interface ListedDefinitions {
  readonly kind: string;
  readonly items: readonly { readonly name: string; readonly raw: unknown }[];
}

export interface DefinitionChange {
  readonly kind: string;
  readonly name: string;
  readonly change: "added" | "removed" | "changed";
}

export interface DefinitionComparison {
  /** When the previous lists were stored, in milliseconds since 1970. */
  readonly since: number;
  readonly changes: readonly DefinitionChange[];
}

export interface DefinitionMemory {
  /**
   * Compares lists with those of the last connection and notes them for the next one.
   * @param connectionId comparing again for the same connection gives the same
   * @param address of the server, without secrets
   * @returns undefined for a server that was not connected before
   */
  compare(
    connectionId: string,
    address: string,
    lists: readonly ListedDefinitions[],
  ): DefinitionComparison | undefined;
}

const key = "mcp-playground.definitions";
const maxServers = 20;
/** Larger lists are not noted. */
const maxItems = 1000;

type Noted = readonly [name: string, hash: string][];
interface Stored {
  readonly at: number;
  readonly kinds: Readonly<Record<string, Noted>>;
}

/** @param today milliseconds since 1970 */
export function createDefinitionMemory(
  storage: TextStorage,
  today: () => number,
): DefinitionMemory {
  const compared = new Map<string, DefinitionComparison | undefined>();
  const readAll = (): readonly (readonly [string, Stored])[] => {
    const all = readJson(storage, key);
    return Array.isArray(all) ? all.filter(isEntry) : [];
  };
  return {
    compare(connectionId, address, lists) {
      if (compared.has(connectionId)) return compared.get(connectionId);
      const all = readAll();
      const before = all.find(([other]) => other === address)?.[1];
      const kinds = Object.fromEntries(
        lists
          .filter(({ items }) => items.length <= maxItems)
          .map(({ kind, items }) => [kind, items.map(({ name, raw }) => [name, hashOf(raw)])]),
      ) as Stored["kinds"];
      const comparison = before && {
        since: before.at,
        changes: Object.entries(kinds).flatMap(([kind, now]) =>
          changesOf(kind, before.kinds[kind], now),
        ),
      };
      compared.set(connectionId, comparison);
      const others = all.filter(([other]) => other !== address);
      const stored: Stored = { at: today(), kinds };
      writeJson(storage, key, [[address, stored], ...others].slice(0, maxServers));
      return comparison;
    },
  };
}

function changesOf(
  kind: string,
  before: Noted | undefined,
  now: Noted,
): readonly DefinitionChange[] {
  // a kind that was not listed before is not compared
  if (!before) return [];
  const known = new Map(before);
  const names = new Set(now.map(([name]) => name));
  return [
    ...now.flatMap(([name, hash]): readonly DefinitionChange[] => {
      if (!known.has(name)) return [{ kind, name, change: "added" }];
      return known.get(name) === hash ? [] : [{ kind, name, change: "changed" }];
    }),
    ...before.flatMap(([name]): readonly DefinitionChange[] =>
      names.has(name) ? [] : [{ kind, name, change: "removed" }],
    ),
  ];
}

/** A short digest that distinguishes definitions; it is not a security measure. FNV-1a, 32 bits. */
function hashOf(value: unknown): string {
  const text = jsonText(value);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

function isEntry(value: unknown): value is readonly [string, Stored] {
  if (!Array.isArray(value) || typeof value[0] !== "string") return false;
  const [, stored] = value as unknown[];
  return (
    isJsonObject(stored) &&
    typeof stored.at === "number" &&
    isJsonObject(stored.kinds) &&
    Object.values(stored.kinds).every(
      (noted) =>
        Array.isArray(noted) &&
        noted.every((one) => Array.isArray(one) && one.every((part) => typeof part === "string")),
    )
  );
}
