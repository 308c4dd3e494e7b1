/** Reads the log entries that verdicts are based on. */

import { decodeText } from "../core/bytes.ts";
import { shortened } from "../core/text/shortened.ts";
import type { Entry, Initiator } from "../log/entry.ts";
import { type EventLog, entryAt } from "../log/eventLog.ts";
import type { LogEvidence } from "./examinationReport.ts";

/** Characters of an entry's text. */
const maxCharacters = 2000;
/** Bytes of an entry that are read, so that secrets at the cut are still recognized. */
const maxBytes = 100_000;
/** Entries of one report. */
const maxEntries = 500;

/**
 * Creates a reader of entries by their number in the log.
 * @param mask masks secrets in a text
 * @returns a function whose answer is empty for an unknown number, or once the report holds enough
 */
export function createEvidence(log: EventLog, mask: (text: string) => string) {
  const snapshot = log.snapshot();
  const masked = ({ kind, id }: Initiator) => ({ kind, ...(id !== undefined && { id: mask(id) }) });
  let count = 0;
  return async (seq: number, pointer?: string): Promise<readonly LogEvidence[]> => {
    const entry = entryAt(snapshot, seq);
    if (!entry || ++count > maxEntries) return [];
    const body = decodeText((await log.read(seq)).subarray(0, maxBytes));
    const text = mask([headOf(entry), body].filter(Boolean).join("\n"));
    return [
      {
        seq,
        direction: entry.direction,
        ...(entry.initiator && { initiator: masked(entry.initiator) }),
        text: shortened(text, maxCharacters),
        ...(pointer === undefined ? {} : { pointer }),
      },
    ];
  };
}

/** The first line of an HTTP message without a body of its own in the log. */
function headOf(entry: Entry): string {
  if (entry.kind === "http-response") return `HTTP ${entry.http.status}`;
  return entry.kind === "http-request" ? `${entry.http.method} ${entry.http.url}` : "";
}
