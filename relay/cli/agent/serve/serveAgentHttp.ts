/** Serves the agent's server over Streamable HTTP, to programs of this machine that have its token. */
import { systemClock } from "../../../../shared/core/clock.ts";
import { errorMessage } from "../../../../shared/core/text/errorMessage.ts";
import { listen } from "../../../http/listen.ts";
import { createHttpServer } from "../../../http/loopbackListeners.ts";
import { defaultLimits } from "../../../relayLimits.ts";
import { randomSecret } from "../../../secrets.ts";
import { createInterrupt } from "../../connection/commandClient.ts";
import { type ExitCode, exitCodes } from "../../exitCode.ts";
import { loopbackHosts } from "../../tap/httpHeaders.ts";
import type { Terminal } from "../../terminal.ts";
import type { AgentArguments } from "../agentArguments.ts";
import { createAgentEndpoint, endpointPath } from "./agentEndpoint.ts";
import { prepareSessions } from "./agentSession.ts";
import { createAgentSessions } from "./agentSessions.ts";

/** Bytes of messages that a session keeps: there may be many. */
const maxLogBytes = 64 * 1024 * 1024;

/**
 * Listens at 127.0.0.1 until a signal ends this process, and prints once on standard error what a
 * client needs.
 * @param port 0 for any
 * @returns the exit code if the port cannot be used; undefined while it listens
 * @throws CommandError
 */
export async function serveAgentHttp(
  wanted: AgentArguments,
  port: number,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const interrupt = createInterrupt();
  const openSession = await prepareSessions(wanted, terminal, interrupt, maxLogBytes);
  const sessions = createAgentSessions({
    openSession,
    newId: () => crypto.randomUUID(),
    clock: systemClock,
  });
  const token = randomSecret();
  let hosts: readonly string[] = [];
  const endpoint = createAgentEndpoint({
    sessions,
    token,
    hosts: () => hosts,
    newId: () => crypto.randomUUID(),
    clock: systemClock,
  });
  const server = createHttpServer(endpoint, { ...defaultLimits, connections: maxSockets });
  let listening: number;
  try {
    listening = await listen(server, "127.0.0.1", port);
  } catch (error) {
    const reason = `Port ${port} cannot be used: ${errorMessage(error)}.`;
    return terminal.fail(reason, exitCodes.couldNotRun);
  }
  hosts = loopbackHosts(listening);
  interrupt.add(async () => {
    server.close();
    await sessions.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${listening}${endpointPath}`;
  terminal.note(configurationOf(url, token));
  return undefined;
}

/** Connections at once. */
const maxSockets = 128;

/** What a person copies into a client's file: others can read the arguments of a command. */
function configurationOf(url: string, token: string): string {
  const headers = { Authorization: `Bearer ${token}` };
  const servers = { mcpServers: { playground: { type: "http", url, headers } } };
  return `Serves agents of this machine at ${url}, until it is stopped.
Whoever has this token can use what you allow here. It is shown once:

${JSON.stringify(servers, undefined, 2)}`;
}
