/** Finds out why the result of a call may no longer be that of the request that would be sent now. */
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { sameJson } from "../../../../shared/core/json/sameJson.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import type { DoneRun } from "../run.ts";

export type Staleness =
  /** The process that answered is not the one of now. */
  | "restarted"
  /** The connection that brought it is not the one of now. */
  | "reconnected"
  /** The server has reported a change of the resource since. */
  | "changed"
  /** The arguments of now are others. */
  | "other-arguments";

/** What a call would be made with now. */
interface Present {
  /** The id of the connection, and whether each has a process of its own. */
  readonly connectionId: string;
  readonly isProcess: boolean;
  /** The text of the request. */
  readonly request: string;
  /** When the server last reported a change of the resource, in milliseconds of the tab's clock. */
  readonly changedAt: number | undefined;
}

/** @returns undefined if nothing is known to have changed since the call */
export function stalenessOf(run: DoneRun, present: Present): Staleness | undefined {
  const { text, connectionId } = run;
  if (text !== undefined && !isSameRequest(text, present.request)) return "other-arguments";
  if (connectionId !== undefined && connectionId !== present.connectionId) {
    return present.isProcess ? "restarted" : "reconnected";
  }
  const { changedAt } = present;
  return changedAt !== undefined && changedAt > run.startedAt ? "changed" : undefined;
}

/** The answered call whose result the next one is compared with; undefined if there is none. */
export function comparableRun(run: DoneRun, present: Present): DoneRun | undefined {
  const { kind } = run.outcome;
  if (kind !== "result" && kind !== "error") return undefined;
  const staleness = stalenessOf(run, present);
  if (staleness === undefined || staleness === "other-arguments") return undefined;
  const { before: _, ...own } = run;
  return own;
}

/** Whether two requests ask for the same, whatever their ids, metadata and form of execution. */
function isSameRequest(one: string, other: string): boolean {
  return one === other || sameJson(askedIn(one), askedIn(other));
}

function askedIn(text: string): unknown {
  const { _meta, task: _, ...params } = parseJsonObject(textAt(text, ["params"]) ?? "") ?? {};
  return { method: textAt(text, ["method"]), params };
}
