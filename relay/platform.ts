/** What differs between operating systems. */
import { posix, win32 } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Platform {
  readonly name: NodeJS.Platform;
  /**
   * Whether a process can lead a group that a signal reaches as a whole. Windows has neither: there, a
   * tree of processes is ended by `taskkill`.
   */
  readonly hasProcessGroups: boolean;
  /** Whether a program gets SIGUSR2 and SIGCONT. */
  readonly hasUserSignals: boolean;
  /** Whether a local socket can be in a folder that only its owner enters; Windows' pipes are open to other users. */
  readonly hasPrivateSockets: boolean;
  /** Whether processes can be listed in /proc. */
  readonly hasProc: boolean;
  /** Where nothing is read from and nothing can be written to; undefined if descriptors need no replacement. */
  readonly nullDevice: string | undefined;
  /** The variables that a stdio server inherits if they are set. */
  readonly inheritedNames: readonly string[];
  /**
   * The folder in which programs keep their state.
   * @see https://specifications.freedesktop.org/basedir-spec/latest/
   */
  stateFolder(home: string, environment: Environment): string;
  /** The folder in which programs with a window keep their settings. */
  settingsFolder(home: string, environment: Environment): string;
  /** Whether a program with a window can be shown. */
  hasDisplay(environment: Environment): boolean;
}

const windowsNames = [
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
];

/** What a system is like; only its name decides, so that each can be tested on every other. */
export function platformOf(name: NodeJS.Platform): Platform {
  switch (name) {
    case "win32":
      return {
        name,
        hasProcessGroups: false,
        hasUserSignals: false,
        hasPrivateSockets: false,
        hasProc: false,
        nullDevice: undefined,
        inheritedNames: windowsNames,
        stateFolder: (home, { LOCALAPPDATA }) =>
          LOCALAPPDATA ?? win32.join(home, "AppData", "Local"),
        settingsFolder: (home, { APPDATA }) => APPDATA ?? win32.join(home, "AppData", "Roaming"),
        hasDisplay: () => true,
      };
    case "darwin": {
      const support = (home: string) => posix.join(home, "Library", "Application Support");
      return {
        ...unix(name),
        stateFolder: support,
        settingsFolder: support,
        hasDisplay: () => true,
      };
    }
    default:
      return unix(name);
  }
}

/** The system that the program runs on. */
export const platform = platformOf(process.platform);

function unix(name: NodeJS.Platform): Platform {
  return {
    name,
    hasProcessGroups: true,
    hasUserSignals: true,
    hasPrivateSockets: true,
    hasProc: name === "linux",
    nullDevice: "/dev/null",
    inheritedNames: ["HOME", "LANG", "PATH", "TERM", "TMPDIR", "USER"],
    // an empty variable counts as not set
    stateFolder: (home, { XDG_STATE_HOME }) =>
      XDG_STATE_HOME || posix.join(home, ".local", "state"),
    settingsFolder: (home, { XDG_CONFIG_HOME }) => XDG_CONFIG_HOME || posix.join(home, ".config"),
    hasDisplay: ({ DISPLAY, WAYLAND_DISPLAY }) => Boolean(DISPLAY || WAYLAND_DISPLAY),
  };
}
