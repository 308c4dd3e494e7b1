/** Converts files of other tools to recordings: HAR, and the message history of the official inspector. */
import { asJsonObject, isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { recordedAgreement } from "../agreementOf.ts";
import { maxTimeMs, type RecordedEntry } from "../entries/recordedEntry.ts";
import { recordingLimits } from "../readRecording.ts";
import { type Recording, recordingFormat, type SharedServer } from "../recording.ts";
import {
  firstTime,
  type ImportedEntries,
  importedTime,
  type NotReadCode,
  notReadCodes,
} from "./importedEntries.ts";
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

/**
 * Converts messages with direction, timestamp, message, and for requests their response and duration.
 * @see https://github.com/modelcontextprotocol/inspector/issues/1354
 */
function inspectorEntries(items: readonly JsonObject[]): ImportedEntries {
  const entries: RecordedEntry[] = [];
  const notRead: NotReadCode[] = [];
  for (const item of items) {
    const message = asJsonObject(item.message);
    if (!message) {
      notRead.push("invalid-item");
      continue;
    }
    const time = importedTime(item.timestamp);
    if (time === undefined) notRead.push("no-time");
    const at = time ?? entries.at(-1)?.at ?? firstTime(items, "timestamp");
    const direction = isFromServer(item, message) ? "in" : "out";
    const response = asJsonObject(item.response);
    entries.push(entryOf(message, at, direction));
    if (response) {
      const duration = typeof item.duration === "number" && item.duration > 0 ? item.duration : 0;
      entries.push(entryOf(response, at + duration, direction === "out" ? "in" : "out"));
    }
  }
  return { servers: [{ server: undefined, entries }], notRead };
}

function entryOf(message: JsonObject, at: number, direction: "in" | "out"): RecordedEntry {
  return { kind: "message", at, direction, carrier: "stdio", text: `${JSON.stringify(message)}\n` };
}

/** Requests that only servers send, and notifications except those that only clients send. */
function isFromServer({ origin }: JsonObject, { method, id }: JsonObject): boolean {
  if (origin === "server" || origin === "client") return origin === "server";
  if (typeof method !== "string") return true;
  if (id !== undefined) return /^(?:sampling|elicitation|roots)\//.test(method);
  return !/^notifications\/(?:initialized|cancelled|roots\/)/.test(method);
}
