/** Compares recorded JSON with what a client sends. */
import type { JsonNode } from "../../core/json/jsonText.ts";
import { maskCharacters } from "../../log/mask.ts";
import { memberOf } from "../export/exchanges.ts";

/** The name or URI in params; empty if there is none. */
export function paramsSubject(params: JsonNode | undefined): string {
  const node = memberOf(params, "name") ?? memberOf(params, "uri");
  return node?.kind === "string" ? node.value : "";
}

/** Whether params are equal; absent and empty ones are, and a masked string equals any string. */
export function sameParams(recorded: JsonNode | undefined, asked: JsonNode | undefined): boolean {
  const empty: JsonNode = { kind: "object", members: [], start: 0, end: 0 };
  return sameNode(withoutMeta(recorded ?? empty), withoutMeta(asked ?? empty));
}

function withoutMeta(node: JsonNode): JsonNode {
  if (node.kind !== "object") return node;
  return { ...node, members: node.members.filter(({ key }) => key !== "_meta") };
}

/** Whether nodes are equal; a masked string equals any string. */
export function sameNode(recorded: JsonNode, asked: JsonNode): boolean {
  if (recorded.kind === "string" && asked.kind === "string") {
    return recorded.value === asked.value || recorded.value.includes(maskCharacters);
  }
  if (recorded.kind === "number" && asked.kind === "number") {
    const [one, other] = [recorded.literal, asked.literal];
    return one === other || (Number(one) === Number(other) && Number.isSafeInteger(Number(one)));
  }
  if (recorded.kind === "array" && asked.kind === "array") {
    const { items } = asked;
    return (
      recorded.items.length === items.length &&
      recorded.items.every((item, index) => sameNode(item, items[index] as JsonNode))
    );
  }
  if (recorded.kind === "object" && asked.kind === "object") {
    const members = new Map(asked.members.map(({ key, value }) => [key, value]));
    return (
      recorded.members.length === members.size &&
      recorded.members.every(({ key, value }) => {
        const other = members.get(key);
        return other !== undefined && sameNode(value, other);
      })
    );
  }
  if (recorded.kind === "boolean" && asked.kind === "boolean")
    return recorded.value === asked.value;
  return recorded.kind === "null" && asked.kind === "null";
}
