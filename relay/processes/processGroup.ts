/** Signals to a process together with everything that it has started. */
import spawn from "cross-spawn";

/**
 * Signals a whole group; on Windows, which has neither, ends the whole tree.
 * @param leader the pid of the process that was started detached
 * @param signal 0 only asks whether anybody is there
 * @returns whether there was anybody left to signal
 */
export function signalGroup(leader: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  if (process.platform === "win32") {
    if (signal === 0) return false;
    const force = signal === "SIGKILL" ? ["/F"] : [];
    spawn("taskkill", ["/PID", String(leader), "/T", ...force], { stdio: "ignore" }).on(
      "error",
      () => {},
    );
    return true;
  }
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
