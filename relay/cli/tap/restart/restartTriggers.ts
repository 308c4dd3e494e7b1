/** Starts a tapped server anew when its files change, after its build. */
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { importantLine } from "../../../../shared/core/text/errorOutput.ts";
import { usuallyIgnored } from "../../../../shared/relay/usuallyIgnored.ts";
import { defaultLimits } from "../../../relayLimits.ts";
import { commandFiles } from "../../../watch/commandFiles.ts";
import { watchFiles } from "../../../watch/watchFiles.ts";

export interface WatchedServer {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * Watches the paths, or the program's own files if there are none.
 * @param onChange gets the paths that changed
 * @returns why nothing is watched, if that is so
 */
export async function watchServer(
  { command, args }: WatchedServer,
  paths: readonly string[],
  onChange: (changed: readonly string[]) => void,
): Promise<string | undefined> {
  const directory = process.cwd();
  const watched = paths.length > 0 ? paths : await commandFiles({ command, args });
  if (watched.length === 0) {
    return "This command has no local files such as a script: name what to watch, --watch src";
  }
  const started = await watchFiles({
    directory,
    paths: watched,
    ignored: usuallyIgnored,
    sourcesOnly: paths.length === 0,
    limits: defaultLimits,
    onChange,
  });
  return "code" in started ? started.reason : undefined;
}

/** Characters of a build's output that are quoted. */
const outputLength = 2000;

/**
 * Runs a command line in a shell; its output goes to standard error.
 * @returns the reason if it failed
 */
export function runBuild(commandLine: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(commandLine, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const add = (bytes: Buffer) => {
      output = `${output}${bytes}`.slice(-outputLength);
      process.stderr.write(bytes);
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.once("error", ({ message }) => resolve(`The build could not be started: ${message}`));
    child.once("close", (code, signal) => {
      if (code === 0) return resolve(undefined);
      const line = importantLine(stripVTControlCharacters(output)) ?? "";
      resolve(`The build failed (${signal ?? `exit code ${code}`}). ${line}`.trim());
    });
  });
}
