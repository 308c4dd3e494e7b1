/** Suggests header lines for one message: those that mirror it, and common ones. */
import type { Header } from "../../../../shared/protocol/headers.ts";
import { standardHeaders } from "../../../../shared/protocol/mcpHeaders.ts";
import { parsePairs } from "../../../messages/pairs.ts";

/** @param revision of the connection */
function knownHeaders(message: string, revision: string): readonly Header[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(message);
  } catch {
    // headers can be written for a message that is not JSON
  }
  const known: readonly Header[] = [
    ...standardHeaders(parsed),
    ["MCP-Protocol-Version", revision],
    ["Mcp-Session-Id", ""],
    ["Last-Event-ID", ""],
    ["Accept", "application/json, text/event-stream"],
    ["Content-Type", "application/json"],
    ["Authorization", "Bearer "],
    ["Cache-Control", "no-cache"],
    ["traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  ];
  const names = known.map(([name]) => name.toLowerCase());
  return known.filter(([name], at) => names.indexOf(name.toLowerCase()) === at);
}

/**
 * The headers that complete the last line, which is empty or the beginning of a name.
 * @param headers `Name: value` lines
 */
export function headerSuggestions(
  headers: string,
  message: string,
  revision: string,
): readonly Header[] {
  const written = parsePairs(headers).pairs.map(([name]) => name.toLowerCase());
  const begun = lastLine(headers).trim().toLowerCase();
  if (begun.includes(":")) return [];
  return knownHeaders(message, revision).filter(([name]) => {
    const lower = name.toLowerCase();
    return lower.startsWith(begun) && !written.includes(lower);
  });
}

/** Replaces the last line by a header. */
export function completeHeader(headers: string, [name, value]: Header): string {
  const before = headers.slice(0, headers.length - lastLine(headers).length);
  return `${before}${name}: ${value}\n`;
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}
