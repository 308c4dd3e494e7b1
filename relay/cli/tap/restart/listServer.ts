/** Asks a server for its lists in the tap's name, and compares two of its processes by them. */

import {
  isJsonObject,
  type JsonObject,
  membersOf,
} from "../../../../shared/core/json/jsonObject.ts";
import { sameJson } from "../../../../shared/core/json/sameJson.ts";
import type { ListedChange } from "../../../../shared/log/entry.ts";

/** @returns the result; undefined if there is none */
export type AskServer = (method: string, params: JsonObject) => Promise<JsonObject | undefined>;

/** The items of each list that could be read, by method and name. */
export type ServerLists = ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;

const lists: readonly {
  readonly kind: ListedChange["kind"];
  readonly method: string;
  readonly member: string;
  readonly key: string;
}[] = [
  { kind: "tools", method: "tools/list", member: "tools", key: "name" },
  { kind: "prompts", method: "prompts/list", member: "prompts", key: "name" },
  { kind: "resources", method: "resources/list", member: "resources", key: "uri" },
  {
    kind: "resources",
    method: "resources/templates/list",
    member: "resourceTemplates",
    key: "uriTemplate",
  },
];

/** Pages of one list that are read. */
const maxPages = 50;

/**
 * Reads the lists that the server says it has.
 * @param capabilities undefined if the server has not said what it supports: then all are tried
 */
export async function listServer(
  ask: AskServer,
  capabilities: JsonObject | undefined,
): Promise<ServerLists> {
  const wanted = lists.filter(({ kind }) => !capabilities || isJsonObject(capabilities[kind]));
  const read = await Promise.all(
    wanted.map(async ({ method, member, key }) => {
      const items = await readList(ask, method, member, key);
      return items ? [[method, items] as const] : [];
    }),
  );
  return new Map(read.flat());
}

async function readList(ask: AskServer, method: string, member: string, key: string) {
  const items = new Map<string, JsonObject>();
  let cursor: unknown;
  for (let page = 0; page < maxPages; page++) {
    const result = await ask(method, cursor === undefined ? {} : { cursor });
    const listed = result?.[member];
    if (!Array.isArray(listed)) return undefined;
    for (const item of listed) {
      const name = membersOf(item)[key];
      if (typeof name === "string") items.set(name, membersOf(item));
    }
    cursor = result?.nextCursor;
    if (typeof cursor !== "string") return items;
  }
  return undefined;
}

/** What differs; a list that is missing on one side is not compared. */
export function compareLists(before: ServerLists, after: ServerLists): readonly ListedChange[] {
  return lists.flatMap(({ kind, method }): readonly ListedChange[] => {
    const [former, now] = [before.get(method), after.get(method)];
    if (!former || !now) return [];
    const present = [...now].flatMap(([name, item]): readonly ListedChange[] => {
      const known = former.get(name);
      if (known && sameJson(known, item)) return [];
      return [{ kind, name, change: known ? "changed" : "added" }];
    });
    const gone = [...former.keys()]
      .filter((name) => !now.has(name))
      .map((name) => ({ kind, name, change: "removed" as const }));
    return [...present, ...gone];
  });
}
