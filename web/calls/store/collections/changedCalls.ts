/** Finds the calls of a collection that were changed, and gives them what belongs to the former ones. */
import type { Collection, SavedCall } from "../../../../shared/collections/collection.ts";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { sameJson } from "../../../../shared/core/json/sameJson.ts";

export function isSameRequest(one: SavedCall, other: SavedCall): boolean {
  return (
    one.kind === other.kind &&
    one.item === other.item &&
    sameJson(argumentsOf(one), argumentsOf(other))
  );
}

function argumentsOf({ argumentsText }: SavedCall): unknown {
  return argumentsText === undefined ? {} : parseJsonObject(argumentsText);
}

type Replaced = readonly (readonly [before: SavedCall, after: SavedCall])[];

/** The calls that were replaced by ones with the same request. */
export function replacedCalls(before: Collection, after: Collection): Replaced {
  const [former, now] = [new Set(before.calls), new Set(after.calls)];
  return after.calls.flatMap((call, at) => {
    const replaced = before.calls[at];
    const isReplaced =
      replaced && !now.has(replaced) && !former.has(call) && isSameRequest(replaced, call);
    return isReplaced ? [[replaced, call] as const] : [];
  });
}

/** Gives what belongs to replaced calls to those in their place. */
export function carriedOver<T>(values: ReadonlyMap<SavedCall, T>, replaced: Replaced) {
  const next = new Map(values);
  for (const [before, after] of replaced) {
    const value = next.get(before);
    next.delete(before);
    if (value !== undefined) next.set(after, value);
  }
  return next;
}
