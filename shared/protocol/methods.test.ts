import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { definitionsOf } from "./messages/definitions.ts";
import { definitionName } from "./messages/schema.ts";
import { type MethodDirection, methodIn, methods } from "./methods.ts";
import { revisions } from "./revisions.ts";

describe.each(revisions)("the methods of %s", (revision) => {
  const definitions = definitionsOf(revision);
  const present = methods.filter(({ since, until }) => since <= revision && revision <= until);

  test("refer to definitions of the revision, for the same method", () => {
    for (const { method, definition, result } of present) {
      if (definition) expect(definitions[definition]?.properties?.method?.const).toBe(method);
      if (result) expect(Object.keys(definitions)).toContain(result);
    }
  });

  test("are those that the specification lists for each side", () => {
    const listed = (union: string): string[] => {
      const { [union]: schema, ...others } = definitions;
      if (!schema) return [];
      if (schema.anyOf) return schema.anyOf.map(({ $ref }) => definitionName($ref ?? "#/$defs/"));
      // A union of one is published as a copy of that one.
      const { properties } = schema;
      return Object.keys(others).filter((name) =>
        isDeepStrictEqual(others[name]?.properties, properties),
      );
    };
    const ours = (direction: MethodDirection, kind: string) =>
      present
        .filter((entry) => entry.direction === direction && entry.kind === kind)
        .flatMap(({ definition }) => definition ?? []);
    const sides = [
      ["ClientRequest", "client-to-server", "request"],
      ["ClientNotification", "client-to-server", "notification"],
      ["ServerRequest", "server-to-client", "request"],
      ["ServerNotification", "server-to-client", "notification"],
    ] as const;
    for (const [union, direction, kind] of sides) {
      expect(ours(direction, kind).toSorted(), union).toEqual(listed(union).toSorted());
    }
  });

  test("have one entry in each direction", () => {
    const keys = present.map(({ method, direction }) => `${method} ${direction}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test("a method is found in its own revisions only", () => {
  expect(methodIn("2024-11-05", "elicitation/create")).toEqual([]);
  expect(methodIn("2026-07-28", "initialize")).toEqual([]);
  expect(methodIn("2025-06-18", "ping").map(({ direction }) => direction)).toEqual([
    "client-to-server",
    "server-to-client",
  ]);
  expect(methodIn("2025-03-26", "completion/complete")[0]?.capability).toBe("server.completions");
});
