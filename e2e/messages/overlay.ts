/** What the generated message definitions state beyond the published schema.json files. */
import type { JsonType } from "../../shared/protocol/messages/schema.ts";

/** A type that schema.json lost when it was derived from the normative schema.ts. */
export interface TypeCorrection {
  readonly published: readonly JsonType[];
  readonly meant: readonly JsonType[];
}

/**
 * By definition: the types to restore. Messages are checked against `meant`, because schema.ts is
 * normative; `published` is kept beside it, so that the checks can be compared with schema.json.
 */
export const typeCorrections: Readonly<Record<string, TypeCorrection>> = {
  // schema.ts: `content?: { [key: string]: string | number | boolean … }`; fractions got lost.
  ElicitResult: {
    published: ["string", "integer", "boolean"],
    meant: ["string", "number", "boolean"],
  },
  // schema.ts: `string | number | boolean | null | JSONObject | JSONArray`; fractions and null got lost.
  JSONValue: {
    published: ["string", "integer", "boolean"],
    meant: ["string", "number", "boolean", "null"],
  },
};

/** By definition: the order of values in schema.ts where it means something; schema.json sorts them. */
export const enumOrders: Readonly<Record<string, readonly string[]>> = {
  // Least to most severe (RFC 5424).
  LoggingLevel: ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"],
};

/**
 * By property, or by definition and property where the name has several meanings: the hint that the
 * message editor shows. Only units, defaults and meanings that the name does not convey; the
 * descriptions of schema.json are left out, because they are ten times the size of the definitions.
 */
export const hints: Readonly<Record<string, string>> = {
  cacheScope: "private: for the same authorization only",
  costPriority: "From 0 (not important) to 1 (most important)",
  createdAt: "ISO 8601 date and time",
  cursor: "The nextCursor of the previous page, unchanged",
  destructiveHint: "May delete or overwrite data (default: true)",
  idempotentHint: "Repeating the call has no further effect (default: false)",
  inputResponses: "Answers by the names of the input requests",
  intelligencePriority: "From 0 (not important) to 1 (most important)",
  "io.modelcontextprotocol/logLevel": "Lowest level of log messages to send; without it, none",
  lastModified: "ISO 8601 date and time",
  lastUpdatedAt: "ISO 8601 date and time",
  maxTokens: "Most tokens to generate",
  openWorldHint: "Reaches external systems (default: true)",
  pollInterval: "Milliseconds to wait between requests",
  priority: "From 0 (least important) to 1 (most important)",
  progress: "Increases with every notification",
  readOnlyHint: "Changes nothing (default: false)",
  requestState: "Opaque; sent back unchanged",
  resultType: "complete, input_required, or a type that an extension adds",
  "SetLevelRequest.level": "Lowest level of log messages to send",
  "SetLevelRequestParams.level": "Lowest level of log messages to send",
  size: "Bytes, before any encoding",
  speedPriority: "From 0 (not important) to 1 (most important)",
  "Task.ttl": "Milliseconds for which the task is kept; null: without limit",
  "TaskMetadata.ttl": "Milliseconds for which to keep the task",
  ttlMs: "Milliseconds for which the result is fresh",
};
