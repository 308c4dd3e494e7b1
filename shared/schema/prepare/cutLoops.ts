/** Removes reference cycles that would keep the validator at one value forever. */
import type { Schema } from "@cfworker/json-schema";
import type { Path } from "../../core/json/jsonText.ts";
import { toPointer } from "../../core/json/pointer.ts";
import type { SchemaProblem } from "./schemaProblem.ts";

export interface Copied {
  readonly copy: Schema;
  /** The name under which `$ref`s of copies refer to it. */
  readonly name: string;
  /** Its place in the original. */
  readonly path: Path;
}

/**
 * Removes references from copied schemas until no cycle is left that does not descend into the value;
 * each removed reference is reported.
 */
export function cutLoops(
  copies: readonly Copied[],
  lookup: Record<string, Schema>,
  problems: SchemaProblem[],
): void {
  const places = new Map(copies.map(({ copy, path }) => [copy, path]));
  const cameFrom = new Map<Schema, Schema | undefined>();
  const done = new Set<Schema>();
  const cut = (last: Schema, first: Schema) => {
    let target = first;
    for (let from: Schema | undefined = last; from; target = from, from = cameFrom.get(from)) {
      if (from.$ref === undefined || lookup[from.$ref] !== target) continue;
      delete from.$ref;
      const pointer = toPointer([...(places.get(from) ?? []), "$ref"]);
      problems.push({ pointer, code: "reference-loop" });
      return;
    }
  };
  for (const { copy: start } of copies) {
    const stack: { schema: Schema; from: Schema | undefined; leave: boolean }[] = [
      { schema: start, from: undefined, leave: false },
    ];
    for (let step = stack.pop(); step; step = stack.pop()) {
      const { schema, from, leave } = step;
      if (leave) done.add(schema);
      else if (cameFrom.has(schema)) {
        if (!done.has(schema) && from) cut(from, schema);
      } else {
        cameFrom.set(schema, from);
        stack.push({ schema, from, leave: true });
        for (const inner of inPlace(schema, lookup)) {
          stack.push({ schema: inner, from: schema, leave: false });
        }
      }
    }
  }
}

/** The subschemas that apply to the same value. */
function inPlace(schema: Schema, lookup: Record<string, Schema>): Schema[] {
  const target = schema.$ref === undefined ? undefined : lookup[schema.$ref];
  return [
    ...(target ? [target] : []),
    ...[schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...Object.values(schema.dependentSchemas ?? {}),
  ];
}
