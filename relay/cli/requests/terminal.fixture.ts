/** Runs the command line as a process in a pseudo-terminal. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { quoteWord } from "../../../shared/config/commandLine.ts";

const main = join(import.meta.dirname, "..", "main.ts");

/** Starts the command line; `script` of util-linux gives it a terminal. */
export function runInTerminal(...args: readonly string[]) {
  const command = [process.execPath, main, ...args].map(quoteWord).join(" ");
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    env: { ...process.env, TERM: "xterm", NO_COLOR: "1" },
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    text: () => text,
    type: (keys: string) => void child.stdin.write(keys),
    exited,
  };
}
