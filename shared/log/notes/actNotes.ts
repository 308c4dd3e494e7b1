/**
 * Notes in the log for what requests of models and calls are made: the turn of a conversation, or the
 * answer to a request of a server.
 */
import { type FactKinds, type FactsOf, readFacts, storedFacts } from "../../core/facts.ts";
import { shortened } from "../../core/text/shortened.ts";
import type { FindingEntry } from "../entry.ts";
import type { Recorder } from "../recorder.ts";
import { actCode } from "./noteCodes.ts";

const facts = {
  /** That of the initiators of what belongs to it. */
  act: "string",
  /** What the user asked in a conversation. */
  text: "string?",
  isEnded: "boolean?",
} as const satisfies FactKinds;

export type NotedAct = FactsOf<typeof facts>;

/** UTF-16 code units of a question. */
const maxText = 300;

/**
 * @param about the number of the entry with the server's request; undefined for a turn
 * @param record marks what belongs to it by the act of its initiator
 */
export function noteAct(
  record: Recorder,
  { text, ...rest }: NotedAct,
  about?: number,
): FindingEntry {
  return record({
    kind: "finding",
    direction: "none",
    exchangeId: undefined,
    code: actCode,
    severity: "note",
    evidence: storedFacts({ ...rest, text: text && shortened(text, maxText) }),
    ...(about === undefined ? {} : { about }),
  });
}

/** @returns undefined for any other entry, and for one of a file that says something else */
export function actIn({ code, evidence }: FindingEntry): NotedAct | undefined {
  return code === actCode ? readFacts(facts, evidence) : undefined;
}
