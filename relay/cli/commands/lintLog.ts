/** Checks all messages of a log, as the page does. */
import { systemClock } from "../../../shared/core/clock.ts";
import type { Finding } from "../../../shared/lint/finding.ts";
import { createLint, type Lint } from "../../../shared/lint/lint.ts";
import { type EventLog, entryAt } from "../../../shared/log/eventLog.ts";
import { createMessagePairs } from "../../../shared/log/messagePairs.ts";

/** A finding with the method of the message that it is about. */
export type FindingWithMethod = Finding & { readonly method: string | undefined };

/** Larger messages are not checked, to limit memory; there is no user interface to block. */
const maxCheckedBytes = 64 * 1024 * 1024;

/** Starts to check what is in a log and what is added to it. */
export function startLint(log: EventLog): Lint {
  return createLint({
    log,
    loadCheck: () => import("../../../shared/protocol/check/checkMessage.ts"),
    now: systemClock.now,
    budgetMs: 50,
    largeBytes: maxCheckedBytes,
    yieldToEventLoop: () => new Promise((resolve) => setImmediate(resolve)),
  });
}

export async function lintLog(log: EventLog): Promise<readonly Finding[]> {
  const lint = startLint(log);
  await lint.settled();
  lint.close();
  return [...lint.snapshot().bySeq.values()].flat();
}

export function withMethods(
  log: EventLog,
  findings: readonly Finding[],
): readonly FindingWithMethod[] {
  const snapshot = log.snapshot();
  const messagePairs = createMessagePairs();
  messagePairs.update(snapshot);
  const methodOf = (seq: number) => {
    const entry = entryAt(snapshot, seq);
    const head = entry?.kind === "message" ? entry.heads[0] : undefined;
    return (head && "method" in head && head.method) || messagePairs.of(seq)?.method;
  };
  return findings.map((finding) => ({ ...finding, method: methodOf(finding.seq) }));
}
