/** `mcp-playground mcp`: serves an MCP server with which a coding agent builds and repairs MCP servers. */
import { systemClock } from "../../../../shared/core/clock.ts";
import { createInterrupt } from "../../connection/commandClient.ts";
import { type ExitCode, exitCodes } from "../../exitCode.ts";
import { serveStdio } from "../../mock/serveStdio.ts";
import type { Terminal } from "../../terminal.ts";
import type { AgentArguments } from "../agentArguments.ts";
import { maxFrame } from "../agentServer.ts";
import { prepareSessions } from "./agentSession.ts";
import { serveAgentHttp } from "./serveAgentHttp.ts";

/** The streams of this process, and of a test. */
interface AgentStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Serves until the client ends the input, or a signal ends this process; then everything that was
 * started has ended, and the session is recorded.
 * @param maxLogBytes bytes of messages that a session keeps
 * @returns undefined while it serves HTTP, until a signal
 */
export async function serveAgent(
  wanted: AgentArguments,
  terminal: Terminal,
  streams: AgentStreams = { input: process.stdin, output: process.stdout },
  maxLogBytes?: number,
): Promise<ExitCode | undefined> {
  if (wanted.port !== undefined) return serveAgentHttp(wanted, wanted.port, terminal);
  const interrupt = createInterrupt();
  const openSession = await prepareSessions(wanted, terminal, interrupt, maxLogBytes);
  const session = openSession();
  const removeEnd = interrupt.add(session.end);
  try {
    await serveStdio(session.server, streams, systemClock, maxFrame);
  } finally {
    await session.end();
    removeEnd();
  }
  return exitCodes.passed;
}
