/** Prints the outcome of each request of a replay. */

import type { Comparison } from "../../../shared/collections/compare/compareAnswers.ts";
import type { CallResult } from "../../../shared/collections/runCalls.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";
import { notSentText } from "../../../shared/messages/collectionText.ts";
import type { ReplayStep } from "../../../shared/recording/replay/planReplay.ts";
import { escapeForTerminal, escapeJsonForTerminal, type Terminal } from "../terminal.ts";
import { failureSentence } from "./failureSentence.ts";

export interface ReplayedStep {
  /** From 1. */
  readonly number: number;
  readonly step: ReplayStep;
  readonly result: CallResult;
}

type State = "same" | "differs" | "failed" | "not sent" | "not recorded";

const colours = {
  same: "green",
  differs: "yellow",
  failed: "red",
  "not sent": "red",
  "not recorded": "dim",
} as const;

/** Changes printed for each request. */
const maxPrinted = 20;
/** Characters printed of a value. */
const maxPrintedLength = 200;
/** Characters of a value that are looked at; there may be any number of spaces in them. */
const maxReadLength = 2000;

/** @returns whether every request was answered as recorded */
export function printReplayed(
  terminal: Terminal,
  replayed: readonly ReplayedStep[],
  isJson: boolean,
): boolean {
  const counts: Record<State, number> = {
    same: 0,
    differs: 0,
    failed: 0,
    "not sent": 0,
    "not recorded": 0,
  };
  for (const one of replayed) counts[stateOf(one)]++;
  const isGood = counts.differs + counts.failed + counts["not sent"] === 0;
  if (isJson) {
    terminal.print(escapeJsonForTerminal({ ok: isGood, counts, requests: replayed.map(jsonOf) }));
    return isGood;
  }
  for (const one of replayed) printStep(terminal, one);
  terminal.print("");
  const parts = Object.entries(counts).filter(([state, count]) => count > 0 || state === "same");
  terminal.print(parts.map(([state, count]) => `${count} ${state}`).join(", "));
  return isGood;
}

/** Undefined if there is no recorded or no new answer. */
function comparisonOf({ result }: ReplayedStep): Comparison | undefined {
  if (result.kind !== "answered") return undefined;
  return result.checks.find(({ comparison }) => comparison)?.comparison;
}

function stateOf(one: ReplayedStep): State {
  if (one.result.kind === "not-sent") return "not sent";
  if (one.result.kind !== "answered") return "failed";
  const comparison = comparisonOf(one);
  if (!comparison) return "not recorded";
  return comparison.isSame ? "same" : "differs";
}

function nameOf({ step: { request } }: ReplayedStep): string {
  return [request.method, request.subject].filter((part) => part !== undefined).join(" ");
}

function printStep({ print, styled }: Terminal, one: ReplayedStep): void {
  const state = stateOf(one);
  const name = escapeForTerminal(nameOf(one));
  print(`${String(one.number).padStart(4)} ${styled(colours[state], state.padEnd(12))} ${name}`);
  const why = reasonOf(one);
  if (why !== undefined) print(`       ${escapeForTerminal(why)}`);
  const changes = comparisonOf(one)?.changes ?? [];
  for (const { pointer, before, after } of changes.slice(0, maxPrinted)) {
    const values = [before, after].map((text) => (text === undefined ? "(none)" : cut(text)));
    print(`       ${escapeForTerminal(`${pointer || "/"}: ${values.join(" → ")}`)}`);
  }
  if (changes.length > maxPrinted) print(`       … and ${changes.length - maxPrinted} more`);
}

function cut(text: string): string {
  const line = text.slice(0, maxReadLength).replace(/\s*\n\s*/g, " ");
  return shortened(line, maxPrintedLength);
}

function reasonOf(one: ReplayedStep): string | undefined {
  const { result } = one;
  switch (result.kind) {
    case "answered":
      return comparisonOf(one)?.isExhausted
        ? "The answers are compared as they are: applying the rules takes too long."
        : undefined;
    case "failed":
      return failureSentence(result.failure);
    case "cancelled":
      return "It was cancelled.";
    case "not-sent":
      // a variable of a recording is its own placeholder
      return result.code === "unknown-variables" ? undefined : reasons[result.code];
  }
}

const reasons = {
  ...notSentText,
  masked: "The recording masks values of this request, so it cannot be sent as it was.",
  "not-agreed":
    "The server lists no such tool, or it may change something, by its annotations. Add --allow-destructive to call it.",
} as const;

function jsonOf(one: ReplayedStep) {
  const { number, step, result } = one;
  const comparison = comparisonOf(one);
  const reason = reasonOf(one);
  return {
    number,
    method: step.request.method,
    ...(step.request.subject === undefined ? {} : { name: step.request.subject }),
    ...(step.request.entry.initiator && { initiator: step.request.entry.initiator }),
    state: stateOf(one),
    ...(result.kind === "answered" ? { ms: Math.round(result.answered.ms) } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(comparison && !comparison.isSame ? { changes: comparison.changes } : {}),
  };
}
