/** Compares JSON values for equality. */

import { decimalOf, sameDecimal } from "./decimal.ts";
import { getOwn } from "./getOwn.ts";
import type { JsonNode } from "./jsonText.ts";

/** Whether two parsed JSON values are equal; the order of members does not matter. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => sameJson(item, other[index]))
    );
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && sameJson(getOwn(one, name), getOwn(other, name)),
    )
  );
}

/** Whether a node equals a value; numbers are compared exactly. */
export function nodeIs(node: JsonNode, value: unknown): boolean {
  switch (node.kind) {
    case "null":
      return value === null;
    case "number":
      return (
        typeof value === "number" && sameDecimal(decimalOf(node.literal), decimalOf(String(value)))
      );
    case "string":
    case "boolean":
      return node.value === value;
    case "array":
      return (
        Array.isArray(value) &&
        value.length === node.items.length &&
        node.items.every((item, index) => nodeIs(item, value[index]))
      );
    case "object":
      return (
        typeof value === "object" &&
        value !== null &&
        !Array.isArray(value) &&
        Object.keys(value).length === node.members.length &&
        node.members.every(
          (member) =>
            Object.hasOwn(value, member.key) && nodeIs(member.value, getOwn(value, member.key)),
        )
      );
  }
}
