/** Makes verdicts about what a client does and what is known about it, and prints the change of its file. */
import { profileChange } from "../../../shared/clients/seen/compareFacts.ts";
import type { RecognisedClient } from "../../../shared/clients/seen/knownClient.ts";
import {
  comparisonText,
  factsAsKnownText,
  profilePath,
  proofOf,
} from "../../../shared/messages/clients/clientSeenText.ts";
import type { LogEvidence, RuleVerdict } from "../../../shared/report/examinationReport.ts";
import { escapeLinesForTerminal, type Terminal } from "../terminal.ts";

/** One verdict for each fact that differs, with the change as its fix, and one for all others. */
export async function knownClientVerdicts(
  { client, comparisons, seen }: RecognisedClient,
  date: string,
  evidenceOf: (seq: number) => Promise<readonly LogEvidence[]>,
): Promise<readonly RuleVerdict[]> {
  const verdicts: RuleVerdict[] = [];
  for (const comparison of comparisons) {
    const { fact, state, seen: own } = comparison;
    const sentence = comparisonText(client, comparison);
    if (!own || state === "same" || sentence === undefined) continue;
    const fix = profileChange([comparison], { source: proofOf(seen), date });
    const evidence = await Promise.all(own.seqs.map((seq) => evidenceOf(seq)));
    verdicts.push({
      rule: "known-client",
      outcome: "note",
      subject: fact,
      sentence: `${sentence}.`,
      ...(fix === undefined ? {} : { fix: `${profilePath(client)}: ${fix}` }),
      evidence: evidence.flat(),
    });
  }
  const isAny = comparisons.some(({ state }) => state === "same");
  return [
    ...verdicts,
    {
      rule: "known-client",
      outcome: isAny ? "passed" : "not-applicable",
      subject: client.id,
      sentence: `${factsAsKnownText(client, comparisons)}.`,
      evidence: [],
    },
  ];
}

/** The change of all facts, to be copied. */
export function printProfileChange(
  { print, styled }: Terminal,
  { client, comparisons, seen }: RecognisedClient,
  date: string,
): void {
  const change = profileChange(comparisons, { source: proofOf(seen), date });
  if (change === undefined) return;
  print("");
  print(styled("dim", `Change of ${profilePath(client)} (JSON Patch):`));
  print(escapeLinesForTerminal(change));
}
