/** The headers that mirror a message, for intermediaries that do not read bodies. */
import { fromBase64, toBase64 } from "../core/base64.ts";
import { decodeText, encodeText } from "../core/bytes.ts";
import { membersOf } from "../core/json/jsonObject.ts";
import type { Header } from "./headers.ts";

const opening = "=?base64?";
const closing = "?=";

/**
 * Writes a value so that any header can carry it.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#value-encoding
 */
export function encodeHeaderValue(value: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(value) && value.trim() === value;
  const looksEncoded = value.startsWith(opening) && value.endsWith(closing);
  if (isPlain && !looksEncoded) return value;
  return `${opening}${toBase64(encodeText(value))}${closing}`;
}

/** Reads what {@link encodeHeaderValue} wrote; undefined if the encoding is broken. */
export function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith(opening) || !value.endsWith(closing)) return value;
  const bytes = fromBase64(value.slice(opening.length, -closing.length));
  return bytes && decodeText(bytes);
}

/** The member of the params that `Mcp-Name` mirrors, by method. */
const namedBy: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  // the tasks extension names its tasks
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/**
 * The standard headers of a request of the modern era.
 * @param message a parsed JSON-RPC message; anything else has none
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#standard-request-headers
 */
export function standardHeaders(message: unknown): Header[] {
  const { method, params } = membersOf(message);
  if (typeof method !== "string") return [];
  const { _meta, ...members } = membersOf(params);
  const revision = membersOf(_meta)["io.modelcontextprotocol/protocolVersion"];
  const name = members[namedBy[method] ?? ""];
  return [
    ...(typeof revision === "string" ? [["MCP-Protocol-Version", revision] as const] : []),
    ["Mcp-Method", encodeHeaderValue(method)],
    ...(typeof name === "string" ? [["Mcp-Name", encodeHeaderValue(name)] as const] : []),
  ];
}
