/** `mcp-playground serve`: serves a recording as an MCP server, over stdio or Streamable HTTP. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { systemClock } from "../../../shared/core/clock.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { createMockServer } from "../../../shared/recording/mockServer/mockServer.ts";
import type { ServeArguments } from "../arguments/serveArguments.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { createMockHttpServer } from "../mock/serveHttp.ts";
import { serveStdio } from "../mock/serveStdio.ts";
import type { Terminal } from "../terminal.ts";
import { readRecordingFile } from "./inputFiles.ts";

/**
 * Serves the recording until the input ends or the process is stopped.
 * @returns undefined while it is serving HTTP
 */
export async function serveRecording(
  { path, port, mode }: ServeArguments,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const mock = createMockServer(await readRecordingFile(path), mode);
  if (mock.answers === 0) {
    return terminal.fail(`${path} holds no answers of a server.`, exitCodes.wrongUsage);
  }
  if (port === undefined) {
    const { stdin: input, stdout: output } = process;
    await serveStdio(mock, { input, output }, systemClock);
    return exitCodes.passed;
  }
  const server = createMockHttpServer(mock);
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch (error) {
    const reason = `Port ${port} cannot be used: ${errorMessage(error)}.`;
    return terminal.fail(reason, exitCodes.couldNotRun);
  }
  const { port: own } = server.address() as AddressInfo;
  terminal.printError(`${mock.answers} recorded answers at http://127.0.0.1:${own}/mcp`);
  return undefined;
}
