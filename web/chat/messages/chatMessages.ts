/** Sentences of Chat: why a call waits for the user, and why a turn has ended. */
import { formatMs } from "../../messages/quantities.ts";
import type { ChatCall, ReplyMessage } from "../store/conversation.ts";

type AskReason = (ChatCall["state"] & { kind: "asks" })["reason"];

const askReasons: Readonly<Record<AskReason, string>> = {
  destructive: "This tool says that it may delete or overwrite data.",
  "foreign-result":
    "The model has read a recording or a result of another server, which may have told it to make this call.",
  changed: "This tool has changed since you agreed to it:",
  unknown: "This tool does not say that it only reads.",
};

export function askReasonText(reason: AskReason): string {
  return askReasons[reason];
}

/** Why a turn ended before an answer; undefined where the reply itself says it. */
export function turnEndText({ end }: Pick<ReplyMessage, "end">, limits: TurnLimitValues) {
  switch (end?.kind) {
    case "chosen":
      return "Dry run: nothing was called.";
    case "stopped":
      return "Stopped.";
    case "limit":
      return limitText(end.limit, limits);
    default:
      return undefined;
  }
}

type TurnLimitValues = Readonly<Partial<Record<LimitName, number>>>;
type LimitName = "rounds" | "calls" | "tokens" | "cost" | "milliseconds";

function limitText(limit: LimitName, limits: TurnLimitValues): string {
  const maximum = limits[limit] ?? 0;
  const count = maximum.toLocaleString("en");
  switch (limit) {
    case "rounds":
      return `The turn ended after ${count} requests to the model.`;
    case "calls":
      return `The turn ended before it could exceed ${count} calls.`;
    case "tokens":
      return `The next request could exceed ${count} tokens in this turn.`;
    case "cost":
      return `The turn has cost ${count}.`;
    case "milliseconds":
      return `The turn ended after ${formatMs(maximum)}.`;
  }
}
