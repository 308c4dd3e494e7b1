/** Sees to it that no server outlives the relay, however the relay ends. */
import { type ChildProcess, spawn } from "node:child_process";

export interface Watchdog {
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
`;

/** Makes a watchdog; its process starts with the first group. Does nothing on Windows. */
export function createWatchdog(): Watchdog {
  const groups = new Set<number>();
  let dog: ChildProcess | undefined;

  const start = () => {
    const started = spawn("/bin/sh", ["-c", script], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
      env: {},
    });
    started.on("error", () => {});
    started.stdin.on("error", () => {});
    started.once("exit", () => {
      if (dog !== started) return;
      dog = undefined;
      // Should somebody end it, another takes its place; the pause spares a system that refuses.
      if (groups.size > 0) setTimeout(tell, 100).unref();
    });
    started.unref();
    return started;
  };

  const tell = () => {
    if (process.platform === "win32" || (!dog && groups.size === 0)) return;
    dog ??= start();
    dog.stdin?.write(`${[...groups].join(" ")}\n`);
  };

  return {
    watch(leader) {
      groups.add(leader);
      tell();
    },
    unwatch(leader) {
      if (groups.delete(leader)) tell();
    },
    close() {
      groups.clear();
      dog?.stdin?.end();
    },
  };
}
