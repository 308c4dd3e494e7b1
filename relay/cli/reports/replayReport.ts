/** Prints the outcome of each request of a replay. */
import { shortened } from "../../../shared/core/text/shortened.ts";
import type { Comparison } from "../../../shared/recording/replay/compareAnswers.ts";
import type { ReplayStep } from "../../../shared/recording/replay/planReplay.ts";
import type { StepResult } from "../../../shared/recording/replay/replaySteps.ts";
import { escapeForTerminal, escapeJsonForTerminal, type Terminal } from "../terminal.ts";
import { failureSentence } from "./failureSentence.ts";

export interface ReplayedStep {
  /** From 1. */
  readonly number: number;
  readonly step: ReplayStep;
  readonly result: StepResult;
  /** Undefined if there is no recorded or no new answer. */
  readonly comparison: Comparison | undefined;
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

function stateOf({ result, comparison }: ReplayedStep): State {
  if (result.kind === "not-sent") return "not sent";
  if (result.kind !== "answered") return "failed";
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
  const changes = one.comparison?.changes ?? [];
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

function reasonOf({
  result,
  comparison,
}: Pick<ReplayedStep, "result" | "comparison">): string | undefined {
  switch (result.kind) {
    case "answered":
      return comparison?.isExhausted
        ? "The answers are compared as they are: applying the rules takes too long."
        : undefined;
    case "failed":
      return failureSentence(result.failure);
    case "cancelled":
      return "It was cancelled.";
    case "not-sent":
      return notSentText[result.code];
  }
}

const notSentText = {
  masked: "The recording masks values of this request, so it cannot be sent as it was.",
  "not-agreed":
    "The tool may change something, by its annotations. Add --allow-destructive to call it.",
  "duplicate-name":
    "A name is twice in an object of this request, so the server may read another call than the one listed here.",
} as const;

function jsonOf(one: ReplayedStep) {
  const { number, step, result, comparison } = one;
  const reason = reasonOf(one);
  return {
    number,
    method: step.request.method,
    ...(step.request.subject === undefined ? {} : { name: step.request.subject }),
    ...(step.request.entry.initiator && { initiator: step.request.entry.initiator }),
    state: stateOf(one),
    ...(result.kind === "answered" ? { ms: Math.round(result.ms) } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(comparison && !comparison.isSame ? { changes: comparison.changes } : {}),
  };
}
