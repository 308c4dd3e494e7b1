/** Notes in the log how the lists of a server differ from those before it was connected again. */
import { type FactKinds, type FactsOf, readFacts } from "../../core/facts.ts";
import type { FindingEntry, ListedChange } from "../entry.ts";
import type { Recorder } from "../recorder.ts";
import { listChangeCode } from "./noteCodes.ts";

const facts = { kind: "string", name: "string", change: "string" } as const satisfies FactKinds;

/** Changes that are noted; a row names fewer. */
const maxNotes = 100;

/** @param record of the connection over which the lists were read again */
export function noteListChanges(record: Recorder, changes: readonly ListedChange[]): void {
  for (const { kind, name, change } of changes.slice(0, maxNotes)) {
    const evidence: FactsOf<typeof facts> = { kind, name, change };
    record({
      kind: "finding",
      direction: "none",
      exchangeId: undefined,
      code: listChangeCode,
      severity: "note",
      evidence,
    });
  }
}

const kinds: readonly ListedChange["kind"][] = ["tools", "resources", "prompts"];
const changes: readonly ListedChange["change"][] = ["added", "changed", "removed"];

/** @returns undefined for any other entry, and for one of a file that says something else */
export function listChangeIn({ code, evidence }: FindingEntry): ListedChange | undefined {
  const known = code === listChangeCode ? readFacts(facts, evidence) : undefined;
  const kind = kinds.find((one) => one === known?.kind);
  const change = changes.find((one) => one === known?.change);
  return known && kind && change ? { kind, name: known.name, change } : undefined;
}
