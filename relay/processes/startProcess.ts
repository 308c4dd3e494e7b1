/** Starts a server's process, or explains why it cannot be started. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import spawn from "cross-spawn";
import type { StartProblem } from "../../shared/protocol/failures/startProblem.ts";
import type { ProcessCommand } from "../../shared/relay/frames/processFrames.ts";
import { errorCode } from "../errorCode.ts";
import { platform } from "../platform.ts";
import { serverEnvironment } from "./environment.ts";

export type Started =
  | {
      readonly kind: "started";
      readonly process: ChildProcessWithoutNullStreams;
      readonly pid: number;
    }
  | ({ readonly kind: "not-started" } & NotStarted);

/** On whose behalf processes start, as the reasons name it. */
export type ProcessOwner = "relay" | "user";

/** Why a process was not started: a code, and a sentence without its full stop. */
export interface NotStarted {
  readonly problem: StartProblem;
  readonly reason: string;
}

/**
 * Starts a process without a shell, as the leader of its own process group.
 * @param command its environment values go to the process and nowhere else
 * @param marker identifies the process and its descendants
 */
export async function startProcess(
  command: ProcessCommand,
  marker: string,
  owner: ProcessOwner,
): Promise<Started> {
  const { cwd } = command;
  const problem = cwd === undefined ? undefined : await directoryProblem(cwd, owner);
  if (problem !== undefined) return { kind: "not-started", problem: "directory", reason: problem };
  try {
    const child = spawn(command.command, command.args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: serverEnvironment(command.env, marker),
      detached: platform.hasProcessGroups,
      windowsHide: true,
      stdio: "pipe",
    }) as ChildProcessWithoutNullStreams;
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    child.on("error", () => {});
    return { kind: "started", process: child, pid: child.pid as number };
  } catch (error) {
    return { kind: "not-started", ...describeError(command, error, owner) };
  }
}

/** Why a process cannot run in this directory; undefined if it can. */
async function directoryProblem(
  directory: string,
  owner: ProcessOwner,
): Promise<string | undefined> {
  try {
    if (!(await stat(directory)).isDirectory()) return `${directory} is not a directory`;
    await access(directory, constants.X_OK);
    return undefined;
  } catch (error) {
    return errorCode(error) === "EACCES"
      ? `${owner === "user" ? "You" : "The relay's user"} may not enter the directory ${directory}`
      : `There is no directory ${directory}${tildeHint(directory)}`;
  }
}

function tildeHint(path: string): string {
  return path.startsWith("~") ? ": ~ is not expanded, because no shell is used" : "";
}

function describeMissing({ command, cwd, env }: ProcessCommand, owner: ProcessOwner): NotStarted {
  if (!/[\\/]/.test(command)) {
    const inherited = owner === "user" ? "your PATH" : "the relay's PATH";
    const path = env?.PATH === undefined ? inherited : "the PATH that was set for it";
    return {
      problem: "program-not-found",
      reason: `There is no program named ${command} on ${path}`,
    };
  }
  const directory = cwd ?? process.cwd();
  if (existsSync(resolve(directory, command))) {
    return {
      problem: "file-not-found",
      reason: `${command} exists, but the interpreter named in its first line does not`,
    };
  }
  const where = isAbsolute(command) || command.startsWith("~") ? "" : ` in ${directory}`;
  return {
    problem: "file-not-found",
    reason: `There is no file ${command}${where}${tildeHint(command)}`,
  };
}

/** Whether a program is named without its folder, and no directory of its PATH has it. */
function isMissing({ command, env }: ProcessCommand): boolean {
  if (/[\\/]/.test(command)) return false;
  const path = env?.PATH ?? process.env.PATH ?? "";
  return !path.split(delimiter).some((directory) => existsSync(join(directory, command)));
}

function describeError(wanted: ProcessCommand, error: unknown, owner: ProcessOwner): NotStarted {
  const other = (reason: string): NotStarted => ({ problem: "other", reason });
  const { command } = wanted;
  const code = errorCode(error);
  switch (code) {
    case "ENOENT":
      return describeMissing(wanted, owner);
    case "EACCES":
      // also when a directory of the PATH may not be entered, and none has the program
      if (isMissing(wanted)) return describeMissing(wanted, owner);
      return { problem: "not-executable", reason: `${command} may not be executed` };
    case "E2BIG":
      return other("The arguments and the environment are too long for this system");
    case "EAGAIN":
    case "EMFILE":
    case "ENFILE":
      return other(`This system cannot start another process (${code})`);
    case "ERR_INVALID_ARG_VALUE":
      return other("The command, an argument or the directory contains a null byte");
    default:
      return other(`The system refused to start ${command}${code ? ` (${code})` : ""}`);
  }
}
