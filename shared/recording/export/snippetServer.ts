/** The server that snippets connect to, and the variables in which they expect secrets. */
import { maskCharacters } from "../../log/mask.ts";
import type { Recording, SharedServer } from "../recording.ts";
import type { RecordedCall } from "./exchanges.ts";

/** The server of the first call; that of the recording if there is none. */
export function serverOf(recording: Recording, calls: readonly RecordedCall[]): SharedServer {
  return calls[0]?.connection?.server ?? recording.server;
}

/** Headers that the transport sets itself. */
const own: ReadonlySet<string> = new Set(["mcp-session-id", "cookie", "host"]);

/** Names of headers whose values were masked and that the user has to provide. */
export function maskedHeadersOf(calls: readonly RecordedCall[]): readonly string[] {
  const names = calls.flatMap(({ http }) =>
    (http?.headers ?? [])
      .filter(([name, value]) => value.includes(maskCharacters) && !own.has(name.toLowerCase()))
      .map(([name]) => name),
  );
  return [...new Set(names)];
}

/** The name of an environment variable for a header. */
export function variableOf(header: string): string {
  return `MCP_${header.toUpperCase().replace(/[^A-Z0-9]/g, "_")}`;
}
