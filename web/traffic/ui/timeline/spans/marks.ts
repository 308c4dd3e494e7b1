/** Finds what the overview names: connections that began again or were lost, and examinations. */
import type { Entry } from "../../../../../shared/log/entry.ts";
import type { Snapshot } from "../../../../../shared/log/eventLog.ts";
import type { LogIndex } from "../../messages/logIndex.ts";

export interface SessionMark {
  /** Milliseconds of the log's clock. */
  readonly at: number;
  readonly text: "restarted" | "connected again" | "not connected" | "lost" | "examination";
  readonly connectionId: string;
}

export interface MarkReader {
  /** Processes the entries appended since the last call; starts over after a clear. */
  update(snapshot: Snapshot): void;
  marks(): readonly SessionMark[];
}

/** @param index what it has not read yet is left to the next call */
export function createMarkReader(
  index: Pick<LogIndex, "entry" | "isExamination" | "hasCrashed">,
): MarkReader {
  let seen: Snapshot = { entries: [], length: 0 };
  let marks: SessionMark[] = [];
  let labels = new Set<string>();

  const textOf = (entry: Entry): SessionMark["text"] | undefined => {
    const isExamination = index.isExamination(entry);
    if (entry.kind === "process") {
      const isLost = entry.event.kind === "exited" && index.hasCrashed(entry.connectionId);
      return isLost && !isExamination ? "lost" : undefined;
    }
    if (entry.kind !== "connection") return undefined;
    if (entry.phase === "failed") return isExamination ? undefined : "not connected";
    if (entry.phase !== "connecting") return undefined;
    // an examination connects many times
    if (isExamination) return marks.at(-1)?.text === "examination" ? undefined : "examination";
    const isFirst = !labels.has(entry.label);
    labels.add(entry.label);
    return isFirst ? undefined : "connected again";
  };

  const add = (entry: Entry) => {
    const last = marks.at(-1);
    const isStart = entry.kind === "process" && entry.event.kind === "starting";
    if (isStart && last?.text === "connected again" && last.connectionId === entry.connectionId) {
      marks = [...marks.slice(0, -1), { ...last, text: "restarted" }];
      return;
    }
    const text = textOf(entry);
    if (text) marks = [...marks, { at: entry.at, text, connectionId: entry.connectionId }];
  };

  return {
    update(snapshot) {
      if (snapshot.entries !== seen.entries) {
        seen = { entries: snapshot.entries, length: 0 };
        marks = [];
        labels = new Set();
      }
      const { entries } = snapshot;
      let length = seen.length;
      for (; length < snapshot.length; length++) {
        const entry = entries[length] as Entry;
        // the index is behind the log while much is appended
        if (!index.entry(entry.seq)) break;
        if (entry.kind === "connection" || entry.kind === "process") add(entry);
      }
      seen = { entries, length };
    },
    marks: () => marks,
  };
}
