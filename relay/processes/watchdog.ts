/** Sees to it that no server outlives the relay, however the relay ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { markerName } from "./processTree.ts";

export interface Watchdog {
  /** Has it ready before there is a group, so that it hears of one as soon as there is. */
  prepare(): void;
  /** Has this process group killed when the relay is gone. */
  watch(leader: number): void;
  unwatch(leader: number): void;
  /** Sends the watchdog home. */
  close(): void;
}

/**
 * Reads the list of groups line by line, each line the whole list anew. The pipe ends when the
 * relay does, by whatever signal; a parent-death signal would reach the servers but not what they
 * have started themselves.
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
 * Makes a watchdog; its process starts when it is first needed. Does nothing on Windows.
 * @param marker begins the markers of all processes that it sees to, those outside of groups as well
 */
export function createWatchdog(marker: string): Watchdog {
  const groups = new Set<number>();
  let child: ChildProcess | undefined;

  const start = () => {
    const started: ChildProcess = spawn("/bin/sh", ["-c", script, `${markerName}=${marker}.`], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
      env: {},
    });
    const replace = () => {
      if (child !== started) return;
      child = undefined;
      // The pause spares a system that has no room for one.
      if (groups.size > 0) setTimeout(sendGroups, 100).unref();
    };
    // Without a file to spare there is no pipe either.
    started.stdin?.on("error", () => {});
    started.once("error", replace);
    started.once("exit", replace);
    started.unref();
    return started;
  };

  const prepare = () => {
    if (process.platform !== "win32") child ??= start();
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
