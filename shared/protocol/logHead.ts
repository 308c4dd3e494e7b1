/** Extracts the parts of a server's log message that an index of many messages keeps. */

import { decodeText, encodeText } from "../core/bytes.ts";
import { countText } from "../core/countText.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";

export interface LogHead {
  /** As the server wrote it; empty if it is not a string. */
  readonly level: string;
  /** Empty if there is none. */
  readonly logger: string;
  /**
   * The beginning of the first line of the logged data; for an object, of its message or its
   * members.
   */
  readonly text: string;
}

/** Longest text that is kept, in UTF-16 code units. */
const maxTextLength = 160;
const maxNameLength = 60;

/** Most members of an object that are written out. */
const maxMembers = 6;

/**
 * @param params those of `notifications/message`; may be anything
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-message-notifications
 */
export function logHead(params: unknown): LogHead | undefined {
  if (!isJsonObject(params)) return undefined;
  const { level, logger, data } = params;
  lastLevel = nameOf(level, lastLevel);
  lastLogger = nameOf(logger, lastLogger);
  return { level: lastLevel, logger: lastLogger, text: excerpt(data) };
}

/** The last names, shared by consecutive messages with the same ones, to save memory. */
let lastLevel = "";
let lastLogger = "";

function nameOf(value: unknown, last: string): string {
  if (value === last) return last;
  return typeof value === "string" ? cut(value, maxNameLength) : "";
}

function excerpt(data: unknown): string {
  if (typeof data === "string") return firstLine(data);
  if (Array.isArray(data)) return countText(data.length, "item");
  if (!isJsonObject(data)) return data === undefined ? "" : String(data);
  const message = data.message ?? data.msg;
  if (typeof message === "string") return firstLine(message);
  const members: string[] = [];
  for (const name in data) {
    if (members.length === maxMembers) {
      members.push("…");
      break;
    }
    members.push(`${cut(name, maxNameLength)}: ${short(data[name])}`);
  }
  return cut(members.join(", "), maxTextLength);
}

function short(value: unknown): string {
  if (typeof value === "string") return firstLine(value);
  if (Array.isArray(value)) return "[…]";
  return typeof value === "object" && value !== null ? "{…}" : String(value);
}

/** The beginning of the first line of a text, or of JSON, with an ellipsis where more follows. */
export function firstLine(text: string): string {
  if (text.length <= maxTextLength && isPlainLine(text)) return text;
  const start = copyStart(text, 2 * maxTextLength).trimStart();
  // the first line of laid out JSON is a brace
  if (/^[[{]/.test(start)) {
    const rest = text.length > 2 * maxTextLength ? "…" : "";
    return cut(start.trimEnd().replace(/\s+/g, " ") + rest, maxTextLength);
  }
  const [line = ""] = start.split(/[\r\n]/, 1);
  const hasMore = line.length <= maxTextLength && start.trimEnd().length > line.length;
  return hasMore ? `${line}…` : cut(line, maxTextLength);
}

/** Whether a text is one line without spaces at its ends, as most are. */
function isPlainLine(text: string): boolean {
  const isInk = (at: number) => text.charCodeAt(at) > space && text.charCodeAt(at) < del;
  return isInk(0) && isInk(text.length - 1) && !text.includes("\n") && !text.includes("\r");
}

const space = 32;
const del = 127;

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${copyStart(text, longest)}…`;
}

/** Copies the kept part of a long text: engines keep the whole text in memory for a part of it. */
function copyStart(text: string, longest: number): string {
  return text.length <= longest ? text : decodeText(encodeText(text.slice(0, longest)));
}
