/** Starts taps for tests, each with a data folder of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Recording } from "../../../shared/recording/recording.ts";
import { temporaryFolder, until } from "../../relay.fixture.ts";

const program = join(import.meta.dirname, "..", "main.ts");

/** The arguments of Node for a tap. */
export const tapArguments = (...args: readonly string[]): string[] => [program, "tap", ...args];

export interface StartedTap {
  readonly child: ChildProcessWithoutNullStreams;
  /** The folder of its data. */
  readonly state: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * @param state the folder of its data; a new one by default
 * @param more variables of its environment
 */
export function startTap(
  args: readonly string[],
  state: string = temporaryFolder(),
  more: Readonly<Record<string, string>> = {},
): StartedTap {
  const env = { ...process.env, XDG_STATE_HOME: state, ...more };
  const child = spawn(process.execPath, tapArguments(...args), { env });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.on("error", () => {});
  return { child, state, env };
}

export const tapFolder = (state: string): string => join(state, "mcp-playground", "taps");

/** The recordings in a folder of data that are complete JSON. */
export function recordingsIn(state: string): Recording[] {
  const folder = tapFolder(state);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.toSorted().flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), "utf8")) as Recording];
    } catch {
      return [];
    }
  });
}

/** The only recording, once its server has exited. */
export const finishedRecording = (state: string): Promise<Recording> =>
  until(() =>
    recordingsIn(state).find(({ entries }) =>
      entries?.some((entry) => entry.kind === "process" && entry.event.kind === "exited"),
    ),
  );
