/** What a command that sends one request works with. */
import type { Connected } from "../../../shared/client/connected.ts";
import type { RequestArguments } from "../arguments/requestArguments.ts";
import type { ResolvedServer } from "../connection/resolveServer.ts";
import type { Terminal } from "../terminal.ts";

export interface RequestContext {
  readonly client: Connected;
  readonly wanted: RequestArguments;
  readonly server: ResolvedServer;
  readonly terminal: Terminal;
}
