/** Connects to the child process by a direct pipe and splits its output into lines. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Pipe } from "./pipe.ts";

export async function openBare(command: string, args: readonly string[]): Promise<Pipe> {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  await once(child, "spawn");
  const pipe: Pipe = {
    onLine: () => {},
    write: (bytes) => void child.stdin.write(bytes),
    close: () => child.stdin.end(),
  };
  let held: Buffer = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      pipe.onLine(bytes.subarray(from, end));
      from = end + 1;
    }
    held = bytes.subarray(from);
  });
  return pipe;
}
