/**
 * Defines notes about a schema at one place: limits, problems, and why a value is edited as JSON.
 */
import type { JsonNode } from "../core/json/jsonText.ts";
import type { LimitKeyword } from "./validate/problemDetail.ts";

type JsonType = JsonNode["kind"];

/** Limits that are shown beside a field. */
export type HintKeyword = Exclude<
  LimitKeyword,
  "minProperties" | "maxProperties" | "minContains" | "maxContains"
>;

/** A limit or an annotation of a value; texts are those of the schema, truncated for display. */
export type SchemaHint =
  | { readonly code: "limit"; readonly keyword: HintKeyword; readonly limit: number }
  | { readonly code: "format"; readonly format: string }
  | { readonly code: "pattern"; readonly pattern: string }
  | { readonly code: "unique-items" }
  | { readonly code: "content-encoding"; readonly encoding: string }
  | { readonly code: "content-media-type"; readonly mediaType: string }
  | { readonly code: "deprecated" }
  | { readonly code: "read-only" }
  /** The value is sent as the header `Mcp-Param-<name>` too. */
  | { readonly code: "header"; readonly name: string };

/** A problem of the schema, for its author. */
export type SchemaNote =
  | { readonly code: "not-a-schema"; readonly found: JsonType }
  | { readonly code: "reference-loop" }
  /** References and `allOf` are nested too deeply to be resolved. */
  | { readonly code: "reference-depth" }
  | { readonly code: "unresolved-reference"; readonly reference: string }
  /** The default does not match the schema; `text` is its JSON text, truncated for display. */
  | { readonly code: "invalid-default"; readonly text: string }
  /** The schema is nested too deeply to be read. */
  | { readonly code: "too-deep" };

/** Why a value is edited as JSON. */
export type JsonReason =
  | SchemaNote
  /** The schema is `false`. */
  | { readonly code: "nothing-allowed" }
  /** A text box would change characters of the text. */
  | { readonly code: "not-typeable" }
  /** The schema names a type that JSON does not have. */
  | { readonly code: "unknown-type"; readonly type: string }
  | { readonly code: "wrong-type"; readonly found: JsonType; readonly required: string };
