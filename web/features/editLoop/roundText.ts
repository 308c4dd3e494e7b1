/** Describes a round of the edit loop in words. */
import type { Again, Cause, Round } from "../../stores/watch/editLoopState.ts";

export function causeText(cause: Cause, outcome: Round["outcome"]["kind"]): string {
  const did = { restarting: "Restarting", failed: "Did not come up", done: "Restarted" }[outcome];
  if (cause.kind === "port") {
    const came = {
      restarting: "Connecting again",
      failed: "Not connected",
      done: "Connected again",
    };
    return `${came[outcome]} after the server came back`;
  }
  const [first = "", ...others] = cause.paths;
  const more = others.length + cause.more;
  return `${did} after ${first}${more > 0 ? ` and ${more} more` : ""} changed`;
}

export function againWords(again: Exclude<Again, { kind: "none" }>): string {
  if (again.kind === "unsafe") {
    const why = again.isDestructive
      ? "it is annotated as destructive"
      : "it is annotated neither as read-only nor as idempotent";
    return `${again.tool} was not called again: ${why}.`;
  }
  const name = again.key.slice(again.key.indexOf(" ") + 1);
  return `${name} was called again; its result stands over the earlier one.`;
}
