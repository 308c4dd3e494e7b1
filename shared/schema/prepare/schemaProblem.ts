/** Defines the problems of a schema for the validator. */

/** A part of a schema that was left out, with its place in the schema. */
export interface SchemaProblem {
  readonly pointer: string;
  readonly code:
    | "not-a-schema"
    | "malformed-keyword"
    | "unresolved-reference"
    | "invalid-pattern"
    | "reference-loop"
    | "unknown-dialect";
}
