/** Validating reader of recordings; the result contains known members only. */
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { entry } from "./read/entries.ts";
import {
  count,
  type FieldReader,
  invalidField,
  jsonObject,
  oneOf,
  optional,
  readList,
  readObject,
  text,
} from "./read/fieldReaders.ts";
import { selection, server } from "./read/readServer.ts";
import { leftOutCodes, type Recording, recordingFormat } from "./recording.ts";

/** Why a document is not a recording. */
export type RecordingProblem =
  | "not-json"
  /** Another format. */
  | "unknown-format"
  /** A newer version of the format. */
  | "newer-format"
  | "damaged"
  /** More text than the limit. */
  | "too-large"
  /** More entries or connections than the limit. */
  | "too-many"
  /** Nested too deeply, or more values than its size would need. */
  | "too-complex";

export type ReadRecording =
  | { readonly kind: "recording"; readonly recording: Recording }
  | {
      readonly kind: "refused";
      readonly problem: RecordingProblem;
      /** The invalid member, as a JSON Pointer. */
      readonly at?: string;
    };

/** What a recording may hold at most. */
export const recordingLimits = { entries: 500_000, connections: 1000 };

const connection = readObject({
  id: text,
  server,
  transport: optional(oneOf("streamable-http", "http-sse", "stdio")),
  revision: optional(text),
  clientCapabilities: optional(jsonObject),
  serverInfo: optional(jsonObject),
  capabilities: optional(jsonObject),
  instructions: optional(text),
});

/** Years with four digits in every format. */
const [earliest, latest] = [Date.UTC(1900, 0), Date.UTC(9000, 0)];

const date: FieldReader<string> = (value) => {
  if (typeof value !== "string" || value.length > 40) return invalidField;
  const at = Date.parse(value);
  return at >= earliest && at <= latest ? value : invalidField;
};

const leftOut = readList(readObject({ code: oneOf(...leftOutCodes), count }), leftOutCodes.length);

const members: Readonly<Record<string, FieldReader<unknown>>> = {
  server,
  revision: text,
  selected: selection,
  startedAt: date,
  leftOut,
};

/**
 * Reads a recording; unknown members are dropped.
 * One invalid member refuses the whole document.
 * @param value parsed from a text whose size and depth were checked, see `readSession.ts`
 */
export function readRecording(value: unknown): ReadRecording {
  if (!isJsonObject(value)) return { kind: "refused", problem: "damaged" };
  if (value.format !== recordingFormat) {
    const isNewer =
      typeof value.format === "string" && /^mcp-playground\/\d{1,9}$/.test(value.format);
    return { kind: "refused", problem: isNewer ? "newer-format" : "unknown-format" };
  }
  const read: Record<string, unknown> = { format: recordingFormat };
  for (const [name, reader] of Object.entries(members)) {
    if (value[name] === undefined && name !== "server") continue;
    const result = reader(value[name]);
    if (result === invalidField) return { kind: "refused", problem: "damaged", at: `/${name}` };
    read[name] = result;
  }
  for (const [name, reader, maxItems] of [
    ["connections", connection, recordingLimits.connections],
    ["entries", entry, recordingLimits.entries],
  ] as const) {
    const items = readItems(value, name, reader, maxItems);
    if (items === undefined) continue;
    if (!Array.isArray(items)) return items as ReadRecording;
    read[name] = items;
  }
  return checkReferences(read as unknown as Recording);
}

function readItems(
  value: JsonObject,
  name: string,
  reader: FieldReader<unknown>,
  maxItems: number,
) {
  const items = value[name];
  if (items === undefined) return undefined;
  if (!Array.isArray(items)) return { kind: "refused", problem: "damaged", at: `/${name}` };
  if (items.length > maxItems) return { kind: "refused", problem: "too-many", at: `/${name}` };
  const read: unknown[] = [];
  for (const item of items) {
    const result = reader(item);
    if (result === invalidField) {
      return { kind: "refused", problem: "damaged", at: `/${name}/${read.length}` };
    }
    read.push(result);
  }
  return read;
}

/** Refuses connections with the same id, and entries of connections that the recording does not have. */
function checkReferences(recording: Recording): ReadRecording {
  const { connections = [], entries = [] } = recording;
  const ids = new Set(connections.map(({ id }) => id));
  if (ids.size < connections.length) {
    return { kind: "refused", problem: "damaged", at: "/connections" };
  }
  const stray = entries.findIndex((each, index) => {
    const own = each.connection ?? connections[0]?.id;
    const isTwice = each.text !== undefined && each.base64 !== undefined;
    const isBefore = each.kind !== "finding" || (each.about ?? 0) <= index;
    return own === undefined || !ids.has(own) || isTwice || !isBefore;
  });
  if (stray >= 0) return { kind: "refused", problem: "damaged", at: `/entries/${stray}` };
  return { kind: "recording", recording };
}
