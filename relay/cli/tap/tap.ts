/** `mcp-playground tap`: stands between a client and its server, and records what they say. */
import type { TapArguments } from "../arguments/commandArguments.ts";
import type { ExitCode } from "../exitCode.ts";
import type { Terminal } from "../terminal.ts";
import { tapHttp } from "./tapHttp.ts";
import { tapStdio } from "./tapStdio.ts";

/** @returns the exit code if it could not start; else the process ends as the server does */
export async function tap(
  { target, port, name }: TapArguments,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  if (target.kind === "http") return tapHttp({ url: new URL(target.url), port, name }, terminal);
  tapStdio(target, name, terminal);
  return undefined;
}
