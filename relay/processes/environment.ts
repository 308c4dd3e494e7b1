/** The environment of stdio servers: the few variables they inherit, and those the user set. */
import { processMarkerName } from "../../shared/core/processMarker.ts";
import { platform } from "../platform.ts";

/**
 * Builds the environment of a server.
 * @param own the user's variables, which override inherited ones
 * @param marker identifies the server's processes
 */
export function serverEnvironment(
  own: Readonly<Record<string, string>> = {},
  marker: string,
): Record<string, string> {
  const inherited = platform.inheritedNames.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...inherited, ...Object.entries(own), [processMarkerName, marker]]);
}
