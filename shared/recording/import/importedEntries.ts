/** The result of the importers of all file formats, and the readers that they share. */
import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { RecordedEntry } from "../entries/recordedEntry.ts";
import type { SharedServer } from "../recording.ts";
import { withoutSecrets } from "../withoutSecrets.ts";

/** The parts of a file that could not be converted. */
export const notReadCodes = [
  /** Items without the members that are needed. */
  "invalid-item",
  /** HTTP exchanges that carry no JSON-RPC. */
  "not-mcp",
  /** Bodies that the file does not contain. */
  "no-body",
  /** Times that are missing; the order of the file is kept. */
  "no-time",
  /** The server, which the file does not name. */
  "no-server",
] as const;

export type NotReadCode = (typeof notReadCodes)[number];

export interface ImportedServer {
  /** Undefined if the file does not name it. */
  readonly server: SharedServer | undefined;
  readonly entries: readonly RecordedEntry[];
}

/** Entries with times in milliseconds since the epoch, or since any moment if the file has none. */
export interface ImportedEntries {
  readonly servers: readonly ImportedServer[];
  readonly notRead: readonly NotReadCode[];
}

/** The server of a URL; undefined if it is not an HTTP URL. */
export function serverAt(url: string): SharedServer | undefined {
  const parsed = URL.parse(url);
  const isHttp = parsed?.protocol === "http:" || parsed?.protocol === "https:";
  return isHttp ? { kind: "http", url: withoutSecrets(url) } : undefined;
}

/** The first usable time of a list, for items before it that have none; 0 if no item has one. */
export function firstTime(items: readonly JsonObject[], member: string): number {
  for (const item of items) {
    const time = importedTime(item[member]);
    if (time !== undefined) return time;
  }
  return 0;
}

/** A date as milliseconds since the epoch; undefined if a recording cannot hold it. */
export function importedTime(value: unknown): number | undefined {
  const time =
    typeof value === "number" ? value : Date.parse(typeof value === "string" ? value : "");
  return Number.isFinite(time) && Math.abs(time) < 8e15 ? time : undefined;
}
