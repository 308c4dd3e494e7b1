/** Reads lines that the user types at the terminal in which the program runs. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Calls back with each line, while the program is in the terminal's foreground: reading in the
 * background would stop it (SIGTTIN).
 * @returns whether there is a terminal to type at
 * @see https://www.gnu.org/software/libc/manual/html_node/Access-to-the-Terminal.html
 */
export function onTerminalLine(listener: (line: string) => void): boolean {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return false;
  let rest = "";
  stdin.setEncoding("utf8");
  // the terminal went away; the signal for that comes by itself
  stdin.on("error", () => {});
  stdin.on("data", (text) => {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop()?.slice(0, 100) ?? "";
    for (const line of lines) listener(line);
  });
  const update = () => void (isInForeground() ? stdin.resume() : stdin.pause());
  // `fg` and `bg` of the shell
  if (process.platform !== "win32") process.on("SIGCONT", update);
  update();
  return true;
}

function isInForeground(): boolean {
  switch (process.platform) {
    case "win32":
      return true;
    case "linux": {
      // the name of the program stands in parentheses, whatever is in it
      const stat = readFileSync("/proc/self/stat", "utf8").replace(/^.*\) /s, "");
      const [, , group, , , foregroundGroup] = stat.split(" ");
      return group === foregroundGroup;
    }
    default: {
      const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(process.pid)]);
      return String(stdout).includes("+");
    }
  }
}
