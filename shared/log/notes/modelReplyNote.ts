/** Notes in the log what came of a request to a model, without its words. */
import { type FactKinds, type FactsOf, readFacts, storedFacts } from "../../core/facts.ts";
import type { FindingEntry } from "../entry.ts";
import type { Recorder } from "../recorder.ts";
import { modelReplyCode } from "./noteCodes.ts";

const facts = {
  /** How many calls of tools it asks for. */
  calls: "number",
  inputTokens: "number?",
  outputTokens: "number?",
} as const satisfies FactKinds;

export type NotedReply = FactsOf<typeof facts>;

/** @param about the number of the entry with the request to the provider */
export function noteModelReply(record: Recorder, reply: NotedReply, about: number): FindingEntry {
  return record({
    kind: "finding",
    direction: "none",
    exchangeId: undefined,
    code: modelReplyCode,
    severity: "note",
    about,
    evidence: storedFacts(reply),
  });
}

/** @returns undefined for any other entry, and for one of a file that says something else */
export function modelReplyIn({ code, evidence }: FindingEntry): NotedReply | undefined {
  return code === modelReplyCode ? readFacts(facts, evidence) : undefined;
}
