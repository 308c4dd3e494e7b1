/** Since when an exchange that has not ended goes on, or waits for the user. */
import type { LogIndex } from "../logIndex.ts";
import { isGroup, type RowGroup } from "../tree/rowGroup.ts";

export interface RunningSince {
  /** Milliseconds of the log's clock. */
  readonly at: number;
  /** The number of the entry with the request that waits for the user, or that causes it. */
  readonly asks?: number;
}

/** The newest parts among which a request that waits is looked for. */
const maxLooked = 100;

/**
 * @param isWaiting whether it waits for the user
 * @returns undefined for what is not of this tab: when it ended is not known
 */
export function runningSince(
  { head, time, parts, task }: RowGroup,
  isWaiting: boolean,
  index: LogIndex,
): RunningSince | undefined {
  if (index.source(head.connectionId) !== undefined) return undefined;
  // what a task asks comes in the answers to its polls
  if (task?.status === "input_required") return { at: time, asks: head.seq };
  if (!isWaiting) return { at: index.isQueued(head) ? head.at : time };
  if (head.direction === "in") return { at: head.at, asks: head.seq };
  for (const part of parts.slice(-maxLooked)) {
    if (!isGroup(part)) continue;
    const own = part.head.direction === "in" && index.isOpen(part.head);
    const found = own ? { at: part.head.at, asks: part.head.seq } : undefined;
    const inner = found ?? (part.parts.length > 0 ? waitingIn(part, index) : undefined);
    if (inner) return inner;
  }
  return { at: time };
}

/** The request in a part, such as a call of a turn, that waits for the user. */
function waitingIn(part: RowGroup, index: LogIndex): RunningSince | undefined {
  const since = runningSince(part, true, index);
  return since?.asks === undefined ? undefined : since;
}
