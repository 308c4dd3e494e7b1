/** Sentences about what the client of a tap did after faults. */
import type { ActStatement } from "../../../shared/messages/clientActText.ts";
import type { FaultEvent, FaultOutcome } from "../../../shared/taps/faultSummary.ts";
import { formatCount, formatMs } from "../../messages/quantities.ts";

const faultSentences: Readonly<Record<FaultOutcome, string>> = {
  retried: "It retried after a fault",
  reconnected: "It connected again after a fault",
  "gave-up": "It gave up after a fault",
  corrupted: "It sent errors after a fault",
  "went-on": "It went on with something else after a fault",
  answered: "It got an answer in spite of a fault",
  ended: "Its session ended after a fault, and it sent nothing more",
  hung: "It sent nothing for 10 s after a fault",
  waiting: "It has sent nothing since a fault",
};

const faultStates: { readonly [K in FaultOutcome]?: ActStatement["state"] } = {
  corrupted: "failed",
  hung: "failed",
  waiting: "open",
};

/** What the client did after faults with the same outcome; the newest one proves it. */
export function faultStatement(events: readonly FaultEvent[]): ActStatement | undefined {
  const last = events.at(-1);
  if (!last) return undefined;
  const { outcome, againMs, seqs } = last;
  const times = events.length > 1 ? [formatCount(events.length, "time")] : [];
  const again = againMs === undefined ? [] : [`same arguments ${formatMs(againMs)} later`];
  return {
    state: faultStates[outcome] ?? "ok",
    sentence: faultSentences[outcome],
    detail: [...times, ...again].join(", "),
    seqs,
  };
}
