/** Kills all servers when the relay's process ends, however it ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { processMarkerName } from "../../shared/core/processMarker.ts";
import { platform } from "../platform.ts";

interface Watchdog {
  /**
   * Starts the watchdog before the first process group exists, so that it learns of it immediately.
   */
  prepare(): void;
  /** Adds a process group to kill when the relay ends. */
  watch(leader: number): void;
  unwatch(leader: number): void;
  /** Ends the watchdog's process. */
  close(): void;
}

/**
 * Reads lines that each contain the whole list of groups. The pipe ends when the relay does,
 * regardless of the signal. A parent-death signal would reach the servers, but not their
 * descendants.
 */
const script = `
while read -r line; do groups=$line; done
for group in $groups; do kill -s KILL -- "-$group"; done
for round in 1 2 3; do
  for environ in /proc/[0-9]*/environ; do
    if grep -qsaF "$0" "$environ"; then pid=\${environ#/proc/}; kill -s KILL "\${pid%/environ}"; fi
  done
done
`;

/**
 * Creates a watchdog, whose process starts when it is first needed. Does nothing on Windows.
 * @param marker prefix of the markers of all processes to kill, including those outside the groups
 */
export function createWatchdog(marker: string): Watchdog {
  const groups = new Set<number>();
  let child: ChildProcess | undefined;

  const start = () => {
    const started: ChildProcess = spawn(
      "/bin/sh",
      ["-c", script, `${processMarkerName}=${marker}.`],
      {
        stdio: ["pipe", "ignore", "ignore"],
        detached: true,
        cwd: "/",
        env: {},
      },
    );
    const replace = () => {
      if (child !== started) return;
      child = undefined;
      // The delay avoids a busy loop on a system that cannot start processes.
      if (groups.size > 0) setTimeout(sendGroups, 100).unref();
    };
    // There is no pipe if the system has no file descriptor left.
    started.stdin?.on("error", () => {});
    started.once("error", replace);
    started.once("exit", replace);
    started.unref();
    return started;
  };

  const prepare = () => {
    if (platform.hasProcessGroups) child ??= start();
  };

  const sendGroups = () => {
    if (!child && groups.size === 0) return;
    prepare();
    child?.stdin?.write(`${[...groups].join(" ")}\n`);
  };

  return {
    prepare,
    watch(leader) {
      groups.add(leader);
      sendGroups();
    },
    unwatch(leader) {
      if (groups.delete(leader)) sendGroups();
    },
    close() {
      groups.clear();
      child?.stdin?.end();
    },
  };
}
