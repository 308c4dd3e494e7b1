/** Extracts from a log message of a server what an index of many messages keeps of it. */
import { decodeText, encodeText } from "./bytes.ts";
import { isJsonObject } from "./jsonObject.ts";

export interface LogHead {
  /** As the server wrote it; empty if it is not a string. */
  readonly level: string;
  /** Empty if there is none. */
  readonly logger: string;
  /** The beginning of the first line of what is logged; of an object, its message or its members. */
  readonly text: string;
}

/** Longest text that is kept, in UTF-16 code units. */
const longestText = 160;
const longestName = 60;

/** Most members of an object that are written out. */
const mostMembers = 6;

/**
 * @param params those of `notifications/message`; may be anything
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#log-message-notifications
 */
export function logHead(params: unknown): LogHead | undefined {
  if (!isJsonObject(params)) return undefined;
  const { level, logger, data } = params;
  return {
    level: typeof level === "string" ? cut(level, longestName) : "",
    logger: typeof logger === "string" ? cut(logger, longestName) : "",
    text: gist(data),
  };
}

function gist(data: unknown): string {
  if (typeof data === "string") return firstLine(data);
  if (Array.isArray(data)) return data.length === 1 ? "1 item" : `${data.length} items`;
  if (!isJsonObject(data)) return data === undefined ? "" : String(data);
  const message = data.message ?? data.msg;
  if (typeof message === "string") return firstLine(message);
  const members: string[] = [];
  for (const name in data) {
    if (members.length === mostMembers) {
      members.push("…");
      break;
    }
    members.push(`${cut(name, longestName)}: ${short(data[name])}`);
  }
  return cut(members.join(", "), longestText);
}

function short(value: unknown): string {
  if (typeof value === "string") return firstLine(value);
  if (Array.isArray(value)) return "[…]";
  return typeof value === "object" && value !== null ? "{…}" : String(value);
}

function firstLine(text: string): string {
  const start = copyStart(text, 2 * longestText).trimStart();
  const [line = ""] = start.split(/[\r\n]/, 1);
  const hasMore = line.length <= longestText && start.trimEnd().length > line.length;
  return hasMore ? `${line}…` : cut(line, longestText);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${copyStart(text, longest)}…`;
}

/** Copies what is kept of a long text: engines keep the whole text alive for a part of it. */
function copyStart(text: string, longest: number): string {
  return text.length <= longest ? text : decodeText(encodeText(text.slice(0, longest)));
}
