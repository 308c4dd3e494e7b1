/** Validating reader of recordings; the result contains known members only. */
import * as v from "valibot";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { toPointer } from "../core/json/pointer.ts";
import { refersBack } from "./entries/restoreEntries.ts";
import { type Recording, recordingFormat, recordingSchema } from "./recording.ts";

/** Why a document is not a recording. */
export type RecordingProblem =
  | "not-json"
  | "unknown-format"
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

/**
 * Reads a recording; unknown members are dropped.
 * One invalid member refuses the whole document.
 * @param value parsed from a text whose size and depth were checked, see `readSession.ts`
 * @param earlier entries of parts that came before, to which these may refer
 */
export function readRecording(value: unknown, earlier = 0): ReadRecording {
  if (!isJsonObject(value)) return { kind: "refused", problem: "damaged" };
  const { format, connections, entries } = value;
  if (format !== recordingFormat) {
    const isNewer = typeof format === "string" && /^mcp-playground\/\d{1,9}$/.test(format);
    return { kind: "refused", problem: isNewer ? "newer-format" : "unknown-format" };
  }
  for (const [name, items] of Object.entries({ connections, entries })) {
    const max = recordingLimits[name as keyof typeof recordingLimits];
    if (Array.isArray(items) && items.length > max) {
      return { kind: "refused", problem: "too-many", at: `/${name}` };
    }
  }
  const read = v.safeParse(recordingSchema, value, { abortEarly: true });
  if (read.success) return checkReferences(read.output, earlier);
  const path = read.issues[0].path?.map(({ key }) => String(key));
  return { kind: "refused", problem: "damaged", ...(path ? { at: toPointer(path) } : {}) };
}

/** Refuses connections with the same id, and entries of connections that the recording does not have. */
function checkReferences(recording: Recording, earlier: number): ReadRecording {
  const { connections = [], entries = [] } = recording;
  const ids = new Set(connections.map(({ id }) => id));
  if (ids.size < connections.length) {
    return { kind: "refused", problem: "damaged", at: "/connections" };
  }
  const stray = entries.findIndex((each, index) => {
    const own = each.connection ?? connections[0]?.id;
    const isTwice = each.text !== undefined && each.base64 !== undefined;
    const isBefore = !refersBack(each) || (each.about ?? 0) <= index + earlier;
    return own === undefined || !ids.has(own) || isTwice || !isBefore;
  });
  if (stray >= 0) return { kind: "refused", problem: "damaged", at: `/entries/${stray}` };
  return { kind: "recording", recording };
}
