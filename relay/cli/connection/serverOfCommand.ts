/** Finds the server that a command is for: the one on its command line, or one of a configuration. */
import type { Header } from "../../../shared/protocol/headers.ts";
import type { RequestTarget } from "../arguments/serverArguments.ts";
import type { Terminal } from "../terminal.ts";
import type { ResolvedServer } from "./resolveServer.ts";

/**
 * @param wanted the target, and the headers of the command line, which are added to those of the file
 * @throws CommandError if no server has the name, or a value that it needs is not known
 */
export async function serverOfCommand(
  { target, headers }: { readonly target: RequestTarget; readonly headers: readonly Header[] },
  terminal: Terminal,
): Promise<ResolvedServer> {
  if (target.kind !== "configured") return { target, headers };
  // most commands name no file: reading one loads the parsers of all formats
  const { resolveServer } = await import("./resolveServer.ts");
  const server = await resolveServer(target, terminal);
  return { ...server, headers: [...server.headers, ...headers] };
}
