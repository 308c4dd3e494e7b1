/** Compares the definitions that a server listed before and after a restart. */

import diff, { type Difference } from "microdiff";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import type { ItemKind } from "../../../view/selection.ts";
import type { Item } from "./items.ts";
import type { ListedItems } from "./queries.ts";

/** The server's definition of an item, before and after. */
export interface ItemDefinitions {
  readonly before: Item["raw"];
  readonly after: Item["raw"];
}

export interface ItemChange {
  readonly kind: ItemKind;
  readonly name: string;
  readonly change: "added" | "removed" | "changed";
  /** Where the definition differs; none if the item was added or removed. */
  readonly differences: readonly Difference[];
  /** The value at a changed place. */
  readonly definitions?: ItemDefinitions;
}

/**
 * Compares what a server listed before and after a restart.
 * @returns changes in the order of the newer list, then removed items; a list that is missing on
 * one side is not compared
 */
export function definitionChanges(before: ListedItems, after: ListedItems): readonly ItemChange[] {
  return [...after].flatMap(([kind, items]) => {
    const former = before.get(kind);
    return former ? changesOf(kind, former, items) : [];
  });
}

function changesOf(
  kind: ItemKind,
  before: readonly Item[],
  after: readonly Item[],
): readonly ItemChange[] {
  const former = new Map(before.map((item) => [item.name, item]));
  const names = new Set(after.map(({ name }) => name));
  const now = after.flatMap(({ name, raw }): readonly ItemChange[] => {
    const known = former.get(name);
    if (!known) return [{ kind, name, change: "added", differences: [] }];
    const differences = definitionDifferences(known.raw, raw);
    if (differences.length === 0) return [];
    const definitions = { before: known.raw, after: raw };
    return [{ kind, name, change: "changed", differences, definitions }];
  });
  const gone = before
    .filter(({ name }) => !names.has(name))
    .map(({ name }): ItemChange => ({ kind, name, change: "removed", differences: [] }));
  return [...now, ...gone];
}

/** Where two definitions differ. `required` is unordered: compared as a set. */
export function definitionDifferences(before: Item["raw"], after: Item["raw"]): Difference[] {
  const [one, other] = [before, after].map((value) => mapped(value) as Record<string, unknown>);
  return diff(one ?? {}, other ?? {}, { cyclesFix: false });
}

function mapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== "object" || value === null) return value;
  return withoutPrototype(
    Object.entries(value).map(([key, member]) => [
      key,
      key === "required" && Array.isArray(member)
        ? withoutPrototype(member.map((name) => [textOfJson(name), true]))
        : mapped(member),
    ]),
  );
}

/** An object that has no members but these: a name such as `constructor` would be in every other one. */
function withoutPrototype(entries: readonly (readonly [string, unknown])[]): object {
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}
