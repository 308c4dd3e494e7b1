/** Converts files of other tools to recordings: HAR, and the message history of the official inspector. */

import { asJsonObject, isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { recordedAgreement } from "../agreementOf.ts";
import { maxTimeMs } from "../entries/recordedEntry.ts";
import { recordingLimits } from "../readRecording.ts";
import { type Recording, recordingFormat, type SharedServer } from "../recording.ts";
import { type NotReadCode, notReadCodes } from "./importedEntries.ts";
import { inspectorEntries } from "./inspector.ts";
import { harEntries } from "./readHar.ts";

export interface NotRead {
  readonly code: NotReadCode;
  readonly count: number;
}

type Imported =
  | {
      readonly kind: "recording";
      /** Its secrets are not masked: restore it to a log, and record that, before it leaves. */
      readonly recording: Recording;
      readonly notRead: readonly NotRead[];
    }
  | { readonly kind: "refused"; readonly problem: "unknown-format" | "no-messages" | "too-many" };

/** Replaces the server of a file that names none. */
const unnamed: SharedServer = { kind: "stdio", command: "unknown", args: [] };

/** Maximum number of exchanges or messages of a file. */
const maxItems = 100_000;

/**
 * Converts a parsed JSON file, as far as it can be read.
 * @param value a HAR, or an array of the inspector's messages
 */
export function importRecording(value: unknown): Imported {
  const log = asJsonObject(asJsonObject(value)?.log);
  const items = Array.isArray(log?.entries)
    ? log.entries
    : Array.isArray(value)
      ? value
      : undefined;
  if (!items) return { kind: "refused", problem: "unknown-format" };
  if (items.length > maxItems) return { kind: "refused", problem: "too-many" };
  const objects = items.filter(isJsonObject) as JsonObject[];
  const read = log ? harEntries(objects, recordingLimits.entries) : inspectorEntries(objects);
  if (!read) return { kind: "refused", problem: "too-many" };
  const servers = read.servers.filter(({ entries }) => entries.length > 0);
  const [first] = servers;
  if (!first) return { kind: "refused", problem: "no-messages" };
  const invalid = items.length - objects.length;
  const problems: NotReadCode[] = [
    ...read.notRead,
    ...new Array<NotReadCode>(invalid).fill("invalid-item"),
    ...(first.server ? [] : (["no-server"] as const)),
  ];
  const sorted = servers
    .flatMap(({ entries }, index) =>
      // entries without a connection belong to the first one
      index === 0 ? entries : entries.map((entry) => ({ ...entry, connection: String(index + 1) })),
    )
    .sort((one, other) => one.at - other.at);
  const start = sorted[0]?.at ?? 0;
  const connections = servers.map(({ server = unnamed, entries }, index) => ({
    id: String(index + 1),
    server,
    ...recordedAgreement(entries.toSorted((one, other) => one.at - other.at)),
  }));
  return {
    kind: "recording",
    recording: {
      format: recordingFormat,
      server: first.server ?? unnamed,
      ...(start > 0 ? { startedAt: new Date(start).toISOString() } : {}),
      connections: connections.slice(0, recordingLimits.connections),
      // an entry without a usable time must not make the others unreadable
      entries: sorted.map((entry) => ({ ...entry, at: Math.min(entry.at - start, maxTimeMs) })),
    },
    notRead: notReadCodes.flatMap((code) => {
      const count = problems.filter((each) => each === code).length;
      return count > 0 ? [{ code, count }] : [];
    }),
  };
}
