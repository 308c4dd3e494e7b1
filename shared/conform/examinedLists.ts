/** Reads the lists of an examined server. */
import type { Connected } from "../client/connected.ts";
import { getOwn } from "../core/json/getOwn.ts";
import type { EventLog } from "../log/eventLog.ts";
import { type Reply, replyOf } from "./replies.ts";

/** A list of the server, by the member of its results. */
export interface ExaminedList {
  readonly method: string;
  readonly items: readonly unknown[];
  /** Its first page. */
  readonly first: Reply;
  /** The cursor of the second page. */
  readonly next: string | undefined;
  /** The answer that ended it before its last page. */
  readonly failed: Reply | undefined;
}

export const listMethods = {
  tools: "tools/list",
  resources: "resources/list",
  resourceTemplates: "resources/templates/list",
  prompts: "prompts/list",
  skills: "skills/list",
} as const;

export type ListName = keyof typeof listMethods;

/** Absent where the server does not declare the capability. */
export type ExaminedLists = Readonly<Partial<Record<ListName, ExaminedList>>>;

/** Reads the lists that a server declares. */
export async function readLists(connected: Connected, log: EventLog): Promise<ExaminedLists> {
  const lists: Partial<Record<ListName, ExaminedList>> = {};
  for (const name of Object.keys(listMethods) as ListName[]) {
    if (!connected.offers(listMethods[name])) continue;
    lists[name] = await readList(connected, name, log);
  }
  return lists;
}

/** Reads a list to its end. */
async function readList(
  connected: Connected,
  name: ListName,
  log: EventLog,
): Promise<ExaminedList> {
  const method = listMethods[name];
  const call = connected.session.request(method);
  const first = replyOf(await call.done, [call.entry.seq], log, call.entry.exchangeId);
  const page = getOwn(first.value, name);
  const next = getOwn(first.value, "nextCursor");
  const pages =
    typeof next === "string"
      ? await connected.list(method, name, { reload: true, from: next })
      : undefined;
  const items = [...(Array.isArray(page) ? page : []), ...(pages?.items ?? [])];
  const stopped = pages?.kind === "stopped" ? pages.outcome : undefined;
  const exchangeId = stopped?.kind === "error" ? stopped.answer.entry.exchangeId : undefined;
  const last = stopped && replyOf(stopped, [], log, exchangeId);
  return {
    method,
    items,
    first,
    next: typeof next === "string" ? next : undefined,
    failed: first.kind === "result" ? last : first,
  };
}
