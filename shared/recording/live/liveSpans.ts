/** Makes spans of a session while it is recorded: one for each request, once it is answered. */

import type { RecordedEntry } from "../entries/recordedEntry.ts";
import { exportedCalls } from "../export/exchanges.ts";
import { type OtlpSpan, otlpDocument, otlpSpan } from "../export/otlp.ts";
import type { Recording } from "../recording.ts";
import type { LiveDocument } from "./liveDocuments.ts";

/** Requests that wait for an answer, and characters of them; of more, the oldest are forgotten. */
const [maxOpen, maxOpenLength] = [1000, 8_000_000];

export interface LiveSpans {
  add(document: LiveDocument): void;
  /** The spans of requests that have been answered or cancelled since the last time. */
  take(): readonly OtlpSpan[];
  /** Requests of which no span was made, because too many waited. */
  forgotten(): number;
}

export function createLiveSpans(): LiveSpans {
  let head: LiveDocument["head"];
  let entries: RecordedEntry[] = [];
  let count = 0;
  let forgotten = 0;
  /** A message may have several requests, which are not answered at the same time. */
  const done = new WeakMap<RecordedEntry, Set<unknown>>();
  return {
    add(document) {
      head = document.head ?? head;
      entries.push(...(document.entries ?? []));
    },
    take() {
      if (!head || entries.length === 0) return [];
      const recording: Recording = { ...head, entries };
      const spans: OtlpSpan[] = [];
      const open: RecordedEntry[] = [];
      for (const call of exportedCalls(recording)) {
        const entry = entries[call.index];
        if (!entry) continue;
        const ids = done.get(entry) ?? new Set();
        done.set(entry, ids);
        if (ids.has(call.id)) continue;
        if (call.answerText === undefined && call.cancelledAt === undefined) {
          if (open.at(-1) !== entry) open.push(entry);
          continue;
        }
        ids.add(call.id);
        spans.push(otlpSpan(recording, call, count));
        count += 1;
      }
      const kept = new Set(newest(open));
      forgotten += open.length - kept.size;
      const exchanges = new Set([...kept].flatMap(({ exchange }) => exchange ?? []));
      entries = entries.filter(
        (entry) =>
          kept.has(entry) ||
          (entry.exchange !== undefined &&
            exchanges.has(entry.exchange) &&
            /^http-(?:start|response)$/.test(entry.kind)),
      );
      return spans;
    },
    forgotten: () => forgotten,
  };
}

function newest(open: readonly RecordedEntry[]): readonly RecordedEntry[] {
  let length = 0;
  const tooMuch = open.findLastIndex(({ text = "", base64 = "" }, index) => {
    length += text.length + base64.length;
    return length > maxOpenLength || open.length - index > maxOpen;
  });
  return open.slice(tooMuch + 1);
}

/** The text that a collector takes. */
export const spansText = (spans: readonly OtlpSpan[]): string =>
  JSON.stringify(otlpDocument(spans));
