/** Writes the messages of a command as the file of a recording, with its secrets masked. */
import { writeFileSync } from "node:fs";
import type { Connected } from "../../../shared/client/connected.ts";
import type { Target } from "../../../shared/config/target.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import { createRecording, sharedServer } from "../../../shared/recording/createRecording.ts";
import { CommandError, exitCodes } from "../exitCode.ts";

interface RecordedCommand {
  readonly log: EventLog;
  readonly target: Target;
  /** The user's own headers, which may carry credentials. */
  readonly headers: readonly Header[];
  readonly connectionId: string;
  /** Undefined if no connection was made. */
  readonly connected: Connected | undefined;
}

/** @throws CommandError if the file cannot be written */
export async function writeRecordingFile(
  path: string,
  { log, target, headers, connectionId, connected }: RecordedCommand,
): Promise<void> {
  const { serverInfo, capabilities, instructions, revision } = connected?.agreement ?? {};
  const facts = {
    target,
    ...(connected && { transport: connected.transport.kind }),
    ...(revision !== undefined && { revision }),
    ...(serverInfo && { serverInfo: { ...serverInfo } }),
    ...(capabilities && { capabilities: capabilities as JsonObject }),
    ...(instructions !== undefined && { instructions }),
  };
  const { recording } = await createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map([[connectionId, facts]]),
    head: { server: sharedServer(target) },
    timeOrigin: performance.timeOrigin,
    knownSecrets: headers.map(([, value]) => value),
  });
  try {
    writeFileSync(path, JSON.stringify(recording), { mode: 0o600 });
  } catch (error) {
    const reason = `${path} cannot be written: ${errorMessage(error)}.`;
    throw new CommandError(reason, exitCodes.couldNotRun);
  }
}
