/** Describes a round of the edit loop. */
import type { Again, EditLoopRound, RoundCause } from "../store/editLoopState.ts";

export function roundCauseText(
  cause: RoundCause,
  outcome: EditLoopRound["outcome"]["kind"],
): string {
  const did = { restarting: "Restarting", failed: "Did not start", done: "Restarted" }[outcome];
  if (cause.kind === "port") {
    const came = {
      restarting: "Reconnecting",
      failed: "Not connected",
      done: "Reconnected",
    };
    return `${came[outcome]} after the server restarted`;
  }
  const [first = "", ...others] = cause.paths;
  const more = others.length + cause.more;
  return `${did} after ${first}${more > 0 ? ` and ${more} more` : ""} changed`;
}

export function againText(again: Exclude<Again, { kind: "none" }>): string {
  if (again.kind === "unsafe") {
    const why = again.isDestructive
      ? "it is annotated as destructive"
      : "it is annotated neither as read-only nor as idempotent";
    return `${again.tool} was not called again: ${why}.`;
  }
  const name = again.key.slice(again.key.indexOf(" ") + 1);
  return `${name} was called again; its result is shown above the earlier one.`;
}
