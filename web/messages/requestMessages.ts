/** Names what servers request from the user, and says why a request ended. */
import type { InputEndReason } from "../../shared/client/input/serverInput.ts";
import { formatCount, formatSize } from "./quantities.ts";

export function requestKind(method: string): string {
  switch (method) {
    case "sampling/createMessage":
      return "Sampling request";
    case "elicitation/create":
      return "Elicitation request";
    case "roots/list":
      return "Roots request";
    default:
      return method;
  }
}

/** For example `2 input requests from servers`. */
export function requestsText(waiting: number): string {
  return formatCount(waiting, "input request from the server", "input requests from servers");
}

/** For example `1 rule answers`. */
export function rulesText(count: number): string {
  return formatCount(count, "rule answers", "rules answer");
}

export function endReasonText(reason: InputEndReason): string {
  return reason === "withdrawn"
    ? "The server no longer wants an answer: it cancelled the request, or its task went on without it."
    : "The connection ended before this was answered. Connect again and repeat the call.";
}

/** Why a file of the user is not read. */
export function fileTooLargeText(maxBytes: number): string {
  return `The file is larger than ${formatSize(maxBytes)}.`;
}
