/** The environment of stdio servers: the few variables they inherit, and those the user set. */
import { processMarkerName } from "../../shared/core/processMarker.ts";

/** The variables that a server inherits if they are set. */
export const inheritedNames: readonly string[] =
  process.platform === "win32"
    ? [
        "APPDATA",
        "COMSPEC",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "PATH",
        "PATHEXT",
        "PROGRAMFILES",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERNAME",
        "USERPROFILE",
      ]
    : ["HOME", "LANG", "PATH", "TERM", "TMPDIR", "USER"];

/**
 * Builds the environment of a server.
 * @param own the user's variables, which override inherited ones
 * @param marker identifies the server's processes
 */
export function serverEnvironment(
  own: Readonly<Record<string, string>> = {},
  marker: string,
): Record<string, string> {
  const inherited = inheritedNames.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...inherited, ...Object.entries(own), [processMarkerName, marker]]);
}
