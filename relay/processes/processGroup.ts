/** Sends signals to a process group, or on Windows ends a process tree. */
import spawn from "cross-spawn";
import { platform } from "../platform.ts";

/**
 * Signals a process group. Windows has neither groups nor signals: there, `taskkill` ends the tree.
 * @param leader the pid of the process that was started detached
 * @param signal 0 only checks whether the group exists
 * @returns whether any process of the group was left
 */
export function signalGroup(leader: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  if (!platform.hasProcessGroups) {
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
