/** `mcp-playground tap`: stands between a client and its server, and records what they say. */
import type { TapArguments } from "../arguments/commandArguments.ts";
import type { Terminal } from "../terminal.ts";
import { tapStdio } from "./tapStdio.ts";

/** @returns undefined: the process ends as the server does */
export function tap({ target, name }: TapArguments, terminal: Terminal): undefined {
  if (target.kind === "stdio") tapStdio(target, name, terminal);
}
