/** A call as the history of this browser stores it. */
import type { TextOutcome } from "../../../../shared/client/session/outcome.ts";
import { formatTarget } from "../../../../shared/config/target.ts";
import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { beginningAt, type ValuePath } from "../../../../shared/core/json/textAt.ts";
import type { Initiator } from "../../../../shared/log/entry.ts";
import { maskHead } from "../../../../shared/recording/maskHead.ts";
import { createRedactor } from "../../../../shared/recording/redaction/redactor.ts";
import type { Selection } from "../../../view/selection.ts";
import type { DoneRun } from "../run.ts";
import { recordingOf } from "../smallRecording.ts";

export type CallEnd = "result" | "tool-error" | "error" | "failed" | "cancelled" | "sent";

export interface HistoryCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The server as links name it, with placeholders for secrets. */
  readonly server: string;
  readonly item: Selection;
  /** JSON, with placeholders for secrets; undefined if the item has none. */
  readonly argumentsText: string | undefined;
  readonly end: CallEnd;
  /** The JSON of the result or of the error with its secrets masked, or the code of the failure. */
  readonly resultText: string;
  /** Whether the result is longer than its stored part. */
  readonly isCut: boolean;
  /** Milliseconds until it ended. */
  readonly ms: number;
  /** Who called; absent where nobody knows, as for calls of earlier versions. */
  readonly initiator?: Initiator;
}

/** Characters of a result that are kept. */
const maxResultLength = 100_000;
/** Characters of arguments that are kept; longer ones are left out. */
const maxArgumentsLength = 100_000;

interface EndedCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly address: string;
  readonly item: Selection;
  /** The arguments when the call began. */
  readonly argumentsText: string | undefined;
  readonly run: DoneRun;
  readonly ms: number;
  /** Secrets that are masked wherever they occur. */
  readonly secrets: readonly string[];
}

/** @returns undefined if the address names no server, or the call did not end in this page */
export function historyCall(call: EndedCall): HistoryCall | undefined {
  const { at, address, item, argumentsText, run, ms, secrets } = call;
  const whole = recordingOf({
    address,
    revision: "auto",
    selection: item,
    draft: undefined,
    environmentNames: [],
    directory: "",
  });
  if (!whole || run.outcome.kind === "reloaded") return undefined;
  const isKept = argumentsText !== undefined && argumentsText.length <= maxArgumentsLength;
  const selected = { ...item, ...(isKept ? { argumentsText } : {}) };
  const recording = maskHead({ ...whole, selected }, secrets);
  const { end, text, isCut } = endOf(run.outcome);
  const redactor = createRedactor();
  for (const secret of secrets) redactor.addSecret(secret);
  const resultText = redactor.text(text, { place: "message" }).text;
  return {
    at,
    server: formatTarget(recording.server),
    item,
    argumentsText: recording.selected?.argumentsText,
    end,
    resultText,
    isCut,
    ms,
    ...(run.initiator && { initiator: run.initiator }),
  };
}

interface EndText {
  readonly end: CallEnd;
  /** The part that is kept. */
  readonly text: string;
  readonly isCut: boolean;
}

function endOf(outcome: TextOutcome): EndText {
  switch (outcome.kind) {
    case "result": {
      const { isError } = membersOf(outcome.value);
      const { text, path } = outcome.answer;
      return { end: isError === true ? "tool-error" : "result", ...keptPart(text, path) };
    }
    case "error": {
      const { text } = outcome.answer;
      return { end: "error", ...keptPart(text, ["error"]) };
    }
    case "failed":
      return { end: "failed", text: JSON.stringify(outcome.failure.code), isCut: false };
    default:
      return { end: outcome.kind, text: "", isCut: false };
  }
}

/** The beginning of the value at a path, or of an answer in which there is none. */
function keptPart(text: string, path: ValuePath): Pick<EndText, "text" | "isCut"> {
  const isCut = text.length > maxResultLength;
  return (
    beginningAt(text, path, maxResultLength) ?? { text: text.slice(0, maxResultLength), isCut }
  );
}

/** Whether every word occurs in the call. */
export function matchesCall(call: HistoryCall, words: readonly string[]): boolean {
  const { server, item, argumentsText = "", resultText } = call;
  const text = `${server}\n${item.name}\n${argumentsText}\n${resultText}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
