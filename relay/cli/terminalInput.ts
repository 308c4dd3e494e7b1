/** Reads lines typed at the program's terminal. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { platform } from "../platform.ts";

/**
 * Calls back with each line while the program is in the terminal's foreground. Reading in the
 * background would stop the process (SIGTTIN).
 * @returns whether there is a terminal
 * @see https://www.gnu.org/software/libc/manual/html_node/Access-to-the-Terminal.html
 */
export function onTerminalLine(listener: (line: string) => void): boolean {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return false;
  let rest = "";
  stdin.setEncoding("utf8");
  // The terminal was closed, which also sends SIGHUP.
  stdin.on("error", () => {});
  stdin.on("data", (text) => {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop()?.slice(0, 100) ?? "";
    for (const line of lines) listener(line);
  });
  const update = () => void (isInForeground() ? stdin.resume() : stdin.pause());
  // Sent by `fg` and `bg` of the shell.
  if (platform.hasUserSignals) process.on("SIGCONT", update);
  update();
  return true;
}

function isInForeground(): boolean {
  if (!platform.hasProcessGroups) return true;
  if (platform.hasProc) {
    // The program's name, in parentheses, may contain anything.
    const stat = readFileSync("/proc/self/stat", "utf8").replace(/^.*\) /s, "");
    const [, , group, , , foregroundGroup] = stat.split(" ");
    return group === foregroundGroup;
  }
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(process.pid)]);
  return String(stdout).includes("+");
}
