/** Reads the message history that the official inspector exports. */
import { asJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import type { RecordedEntry } from "../entries/recordedEntry.ts";
import {
  firstTime,
  type ImportedEntries,
  importedTime,
  type NotReadCode,
} from "./importedEntries.ts";

/**
 * Converts messages with direction, timestamp, message, and for requests their response and duration.
 * @see https://github.com/modelcontextprotocol/inspector/issues/1354
 */
export function inspectorEntries(items: readonly JsonObject[]): ImportedEntries {
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
