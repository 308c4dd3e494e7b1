/** Sentences for how a server refused a protocol revision. */
import type { RevisionRefusal } from "../../shared/protocol/failures/refusal.ts";
import { rpcErrorText } from "./negotiationMessages.ts";

/** Returns a sentence about the server for one refusal. */
export function refusalText(refusal: RevisionRefusal): string {
  switch (refusal.kind) {
    case "error":
      return `It answered with error ${rpcErrorText(refusal)}.`;
    case "status":
      return `It answered with status ${refusal.status}.`;
    case "unsupported":
      return refusal.supported.length > 0
        ? `It supports ${refusal.supported.join(", ")}.`
        : "It names no protocol revision that it supports.";
    case "no-revision":
      return "Its result names no protocol revision.";
    case "timeout":
      return "It did not answer in time.";
    case "network":
      return `The request failed: ${refusal.reason}`;
    case "exited":
      return "Its process exited without an answer.";
    case "no-mcp":
      return `Its response was not MCP (${refusal.failure}).`;
  }
}
