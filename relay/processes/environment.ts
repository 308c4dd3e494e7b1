/** What a server inherits from the relay's environment: what it needs to run, and nothing else. */
import { markerName } from "./processTree.ts";

/** The variables that a server inherits, where they are set. */
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
 * The environment of a server.
 * @param own what the person set for it; goes before what is inherited
 * @param marker by which its processes are found again
 */
export function serverEnvironment(
  own: Readonly<Record<string, string>> = {},
  marker: string,
): Record<string, string> {
  const few = inheritedNames.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...few, ...Object.entries(own), [markerName, marker]]);
}
