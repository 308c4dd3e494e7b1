/** An answer without its volatile parts, whose lists of tools, prompts and resources are by name. */
import { maskCharacters } from "../../log/mask.ts";

/** A value without its volatile parts. */
export type Value =
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Value> }
  /** An array whose items are identified by their name or URI, not by their place. */
  | { readonly kind: "list"; readonly members: ReadonlyMap<string, Value> }
  | { readonly kind: "array"; readonly items: readonly Value[] }
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "number"; readonly literal: string }
  | { readonly kind: "other"; readonly text: string };

/** The lists of results, and the member that identifies an item. */
const listKeys: readonly (readonly [list: string, key: string])[] = [
  ["tools", "name"],
  ["prompts", "name"],
  ["resources", "uri"],
  ["resourceTemplates", "uriTemplate"],
];

/**
 * Turns the lists in two answers into lists by name, where each item of both answers has its own
 * name: servers may send them in any order.
 */
export function withLists(before: Value, after: Value): readonly [before: Value, after: Value] {
  const [one, other] = [memberOf(before, "result"), memberOf(after, "result")];
  const lists = listKeys.flatMap(([name, key]) => {
    const [first, second] = [one, other].map((result) => listOf(memberOf(result, name), key));
    return first && second ? [[name, first, second] as const] : [];
  });
  const replace = (answer: Value, place: 1 | 2) =>
    withMember(answer, "result", (result) =>
      lists.reduce((value, list) => withMember(value, list[0], () => list[place]), result),
    );
  return [replace(before, 1), replace(after, 2)];
}

function memberOf(value: Value | undefined, name: string): Value | undefined {
  return value?.kind === "object" ? value.members.get(name) : undefined;
}

/** Replaces a member of an object that has it. */
function withMember(value: Value, name: string, change: (member: Value) => Value): Value {
  const member = memberOf(value, name);
  if (value.kind !== "object" || !member) return value;
  return { kind: "object", members: new Map(value.members).set(name, change(member)) };
}

/** The array by a member of its items; undefined if that does not identify them. */
function listOf(array: Value | undefined, key: string): Value | undefined {
  if (array?.kind !== "array") return undefined;
  const members = new Map<string, Value>();
  for (const item of array.items) {
    const name = memberOf(item, key);
    if (name?.kind !== "string" || name.text.includes(maskCharacters)) return undefined;
    members.set(name.text, item);
  }
  return members.size === array.items.length ? { kind: "list", members } : undefined;
}
