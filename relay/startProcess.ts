/** Starts a server's process, or says in words why that cannot be. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { stat } from "node:fs/promises";
import spawn from "cross-spawn";
import type { ProcessCommand } from "../shared/relay/wire.ts";
import { serverEnvironment } from "./environment.ts";

export type Started =
  | {
      readonly kind: "started";
      readonly process: ChildProcessWithoutNullStreams;
      readonly pid: number;
    }
  | { readonly kind: "not-started"; readonly reason: string };

/**
 * Starts a process without a shell, leader of a group of its own.
 * @param command environment values in it go to the process and nowhere else
 */
export async function startProcess(command: ProcessCommand): Promise<Started> {
  const { cwd } = command;
  if (cwd !== undefined && !(await isDirectory(cwd))) {
    return { kind: "not-started", reason: `There is no directory ${cwd}` };
  }
  try {
    const child = spawn(command.command, command.args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: serverEnvironment(command.env),
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: "pipe",
    }) as ChildProcessWithoutNullStreams;
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.on("error", () => {});
    return { kind: "started", process: child, pid: child.pid as number };
  } catch (error) {
    return { kind: "not-started", reason: wordsFor(command.command, error) };
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

function wordsFor(command: string, error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case "ENOENT":
      return /[\\/]/.test(command)
        ? `There is no file ${command}`
        : `There is no program named ${command} on the relay's PATH`;
    case "EACCES":
      return `${command} may not be executed`;
    case "E2BIG":
      return "The arguments and the environment are too long for this system";
    case "EAGAIN":
    case "EMFILE":
    case "ENFILE":
      return `This system has no room for another process (${code})`;
    case "ERR_INVALID_ARG_VALUE":
      return "The command, an argument or the directory contains a null byte";
    default:
      return `The system refused to start ${command}${code ? ` (${code})` : ""}`;
  }
}
