/** Finds out why the result of a call may no longer be that of the request that would be sent now. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { sameJson } from "../../../../shared/core/json/sameJson.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import type { DoneRun } from "../run.ts";

export type Staleness =
  /** The process that answered is not the one of now. */
  | "restarted"
  /** The connection that brought it is not the one of now. */
  | "reconnected"
  /** The connection that brought it was lost. */
  | "lost"
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
  /** Whether the connection of now is lost. */
  readonly isLost?: boolean;
  /** Whether it has ended, and the next one is not there yet. */
  readonly isReplaced?: boolean;
}

/** @returns undefined if nothing is known to have changed since the call */
function stalenessOf(run: DoneRun, present: Present): Staleness | undefined {
  const { text, connectionId } = run;
  if (text !== undefined && !isSameRequest(text, present.request)) return "other-arguments";
  const isOther = connectionId !== present.connectionId || present.isReplaced;
  if (connectionId !== undefined && isOther) {
    return present.isProcess ? "restarted" : "reconnected";
  }
  const { changedAt, isLost = false } = present;
  if (changedAt !== undefined && changedAt > run.startedAt) return "changed";
  return isLost && "answer" in run.outcome ? "lost" : undefined;
}

/** An argument that a call had, and the request of now has not. */
interface FormerArgument {
  readonly name: string;
  /** Its JSON text; undefined if the call had none of this name. */
  readonly was: string | undefined;
}

/** What a result that is no longer that of the present request was made with. */
export interface FormerCall {
  readonly staleness: Staleness;
  /** What has changed besides the arguments. */
  readonly since: Exclude<Staleness, "other-arguments"> | undefined;
  /** The arguments that differ. */
  readonly others: readonly FormerArgument[];
  /** The text of its arguments; undefined if they cannot be put back. */
  readonly argumentsText: string | undefined;
}

/** @returns undefined if nothing is known to have changed since the call */
export function formerCall(run: DoneRun, present: Present): FormerCall | undefined {
  const staleness = stalenessOf(run, present);
  if (staleness === undefined) return undefined;
  if (staleness !== "other-arguments") {
    return { staleness, since: staleness, others: [], argumentsText: undefined };
  }
  const { text = "" } = run;
  const since = stalenessOf(run, { ...present, request: text });
  return {
    staleness,
    since: since === "other-arguments" ? undefined : since,
    others: formerArguments(text, present.request),
    argumentsText: textAt(text, argumentsPath),
  };
}

const argumentsPath = ["params", "arguments"];

/** Arguments that are compared. */
const maxArguments = 100;

function formerArguments(former: string, present: string): readonly FormerArgument[] {
  const [before, now] = [former, present].map(
    (text) => parseJsonObject(textAt(text, argumentsPath) ?? "") ?? {},
  ) as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].slice(0, maxArguments);
  return names
    .filter((name) => !sameJson(getOwn(before, name), getOwn(now, name)))
    .map((name) => ({ name, was: textAt(former, [...argumentsPath, name]) }));
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
