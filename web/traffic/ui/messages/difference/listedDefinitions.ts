/** Finds the definitions of an item before and after a restart in the lists that the log has. */
import { isTooDeep } from "../../../../../shared/core/json/isTooDeep.ts";
import { asJsonObject, membersOf } from "../../../../../shared/core/json/jsonObject.ts";
import { parseInSteps } from "../../../../../shared/core/json/parseInSteps.ts";
import { finishInSlices, type PauseIfDue } from "../../../../../shared/core/steps.ts";
import type { Entry, ListedChange, MessageEntry } from "../../../../../shared/log/entry.ts";
import type { EventLog } from "../../../../../shared/log/eventLog.ts";
import { messageText } from "../../../../../shared/log/messageText.ts";
import type { LogIndex } from "../logIndex.ts";
import { isGroup, type RowGroup, type RowItem } from "../tree/rowGroup.ts";

/** The JSON text of each definition; undefined where the log does not have it. */
export interface ListedDefinitions {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Lists that are read, the newest first: pages of those after the restart, and of those before. */
const maxLists = 60;

/** Stands for a definition that cannot be written again. */
const deepText = '"(nested too deeply)"';

/** Where the answers to lists have their items, and what identifies one. */
const lists: Readonly<
  Record<ListedChange["kind"], readonly (readonly [method: string, member: string, key: string])[]>
> = {
  tools: [["tools/list", "tools", "name"]],
  resources: [
    ["resources/list", "resources", "uri"],
    ["resources/templates/list", "resourceTemplates", "uriTemplate"],
  ],
  prompts: [["prompts/list", "prompts", "name"]],
};

/** @param group the row of the restart */
export async function listedDefinitions(
  { group, change }: { readonly group: RowGroup; readonly change: ListedChange },
  log: Pick<EventLog, "snapshot" | "read">,
  index: LogIndex,
  pauseIfDue?: PauseIfDue,
): Promise<ListedDefinitions> {
  let after: string | undefined;
  for (const entry of answersBefore(lastOf(group), group, change, log, index)) {
    const text = await definitionIn(entry, change, log, pauseIfDue);
    if (text === undefined) continue;
    if (change.change === "removed") return { before: text, after };
    if (change.change === "added") return { before: undefined, after: text };
    if (after === undefined) after = text;
    else if (text !== after) return { before: text, after };
  }
  return { before: undefined, after };
}

/** The number of the last entry of a row. */
function lastOf(item: RowItem): number {
  if (!isGroup(item)) return item.seq;
  return Math.max(item.head.seq, item.outcome?.seq ?? 0, ...item.parts.map(lastOf));
}

/** The answers to the lists of the same server, the newest first. */
function* answersBefore(
  seq: number,
  { head }: RowGroup,
  { kind }: ListedChange,
  log: Pick<EventLog, "snapshot">,
  index: LogIndex,
): Generator<MessageEntry> {
  const { entries } = log.snapshot();
  const methods = new Set(lists[kind].map(([method]) => method));
  const server = index.connections().get(head.connectionId);
  let found = 0;
  for (let at = seq - (entries[0]?.seq ?? 0); at >= 0 && found < maxLists; at--) {
    const entry = entries[at];
    if (entry?.kind !== "message" || !isAnswer(entry)) continue;
    if (!methods.has(index.pair(entry.seq)?.method ?? "") || index.isExamination(entry)) continue;
    if (index.connections().get(entry.connectionId) !== server) continue;
    found++;
    yield entry;
  }
}

const isAnswer = ({ direction, heads }: MessageEntry) =>
  direction === "in" && heads.some(({ kind }) => kind === "result");

async function definitionIn(
  entry: Entry & MessageEntry,
  { kind, name }: ListedChange,
  log: Pick<EventLog, "read">,
  pauseIfDue: PauseIfDue | undefined,
): Promise<string | undefined> {
  const bytes = await log.read(entry.seq).catch(() => undefined);
  if (!bytes) return undefined;
  const text = messageText(entry.carrier, bytes);
  const message = await finishInSlices(parseInSteps(text), pauseIfDue).catch(() => undefined);
  const { result } = membersOf(message);
  for (const [, member, key] of lists[kind]) {
    const items: unknown = membersOf(result)[member];
    const item = Array.isArray(items)
      ? items.find((one) => asJsonObject(one)?.[key] === name)
      : undefined;
    if (item === undefined) continue;
    return isTooDeep(item) ? deepText : JSON.stringify(item, null, 2);
  }
  return undefined;
}
