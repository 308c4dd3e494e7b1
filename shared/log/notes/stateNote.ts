/** Notes in the log whether a request was continued with the state that the server gave it, which is a secret. */
import { type FactKinds, type FactsOf, readFacts } from "../../core/facts.ts";
import type { FindingEntry } from "../entry.ts";
import type { RecordDraft } from "../recorder.ts";
import { requestStateCode } from "./noteCodes.ts";

const facts = { method: "string", isSame: "boolean" } as const satisfies FactKinds;

export type ComparedState = FactsOf<typeof facts>;

/** @param about the entry of the request that continues */
export function stateNote(about: number, evidence: ComparedState): RecordDraft {
  return {
    kind: "finding",
    direction: "none",
    exchangeId: undefined,
    code: requestStateCode,
    severity: "note",
    about,
    evidence,
  };
}

/** @returns undefined for any other entry */
export function stateIn({ code, evidence }: FindingEntry): ComparedState | undefined {
  return code === requestStateCode ? readFacts(facts, evidence) : undefined;
}
