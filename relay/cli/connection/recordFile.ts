/** Writes the messages of a command as the file of a recording, with its secrets masked. */
import { writeFileSync } from "node:fs";
import type { Agreement } from "../../../shared/client/negotiation/agreement.ts";
import type { Target } from "../../../shared/config/target.ts";
import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { createRecording, sharedServer } from "../../../shared/recording/createRecording.ts";
import type { Transport } from "../../../shared/transport/transport.ts";
import { CommandError, exitCodes } from "../exitCode.ts";

export interface RecordedCommand {
  readonly log: EventLog;
  readonly target: Target;
  /** Those that the log does not mark: of the user's own headers, and of the sign-in. */
  readonly secrets: readonly string[];
  /** By their ids in the log; undefined where no connection was made. */
  readonly connections: ReadonlyMap<string, RecordedConnectionFacts | undefined>;
}

interface RecordedConnectionFacts extends Pick<Agreement, "serverInfo" | "instructions"> {
  readonly revision: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly transport: Transport["kind"];
}

/** @throws CommandError if the file cannot be written */
export async function writeRecordingFile(
  path: string,
  { log, target, secrets, connections }: RecordedCommand,
): Promise<void> {
  const factsOf = (facts: RecordedConnectionFacts | undefined) => {
    if (!facts) return { target };
    const { transport, revision, serverInfo, capabilities, instructions } = facts;
    return {
      target,
      transport,
      revision,
      serverInfo: { ...serverInfo },
      capabilities: capabilities as JsonObject,
      ...(instructions !== undefined && { instructions }),
    };
  };
  const { recording } = await createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map([...connections].map(([id, facts]) => [id, factsOf(facts)])),
    head: { server: sharedServer(target) },
    timeOrigin: performance.timeOrigin,
    knownSecrets: secrets,
  });
  try {
    writeFileSync(path, JSON.stringify(recording), { mode: 0o600 });
  } catch (error) {
    const reason = `${path} cannot be written: ${errorMessage(error)}.`;
    throw new CommandError(reason, exitCodes.couldNotRun);
  }
}
