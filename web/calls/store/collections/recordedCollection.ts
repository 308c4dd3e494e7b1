/** Makes a collection of the requests of a recording, or of the session so far. */
import type { EventLog } from "../../../../shared/log/eventLog.ts";
import { planReplay } from "../../../../shared/recording/replay/planReplay.ts";
import { readRecordedAnswers } from "../../../../shared/recording/replay/recordedAnswers.ts";
import {
  placeholderVariables,
  replayCall,
} from "../../../../shared/recording/replay/replayCalls.ts";
import type { OpenCollection } from "./storedCollections.ts";

/** The connections of a session in the log. */
export interface RecordedConnections {
  readonly ids: readonly string[];
  /** Whether they are those of a recording; otherwise what was run again is no part of the session. */
  readonly isRecording: boolean;
}

/**
 * @param serverId of the server that was recorded; also the id of the collection
 * @param own messages that are no part of the session, by `seq`
 */
export async function recordedCollection(
  serverId: string,
  { ids, isRecording }: RecordedConnections,
  log: EventLog,
  own: ReadonlySet<number>,
): Promise<OpenCollection> {
  const steps = (await planReplay(log, ids)).filter(
    ({ request: { entry } }) =>
      isRecording || (entry.initiator?.kind !== "replay" && !own.has(entry.seq)),
  );
  const { methods } = await readRecordedAnswers(log, ids);
  const calls = steps.map(replayCall);
  return {
    id: serverId,
    collection: {
      name: "Recorded calls",
      variables: placeholderVariables(calls),
      environments: [],
      calls,
    },
    environmentName: undefined,
    secrets: {},
    keepsSecrets: false,
    recording: {
      requests: steps.map(({ request: { entry, answer } }) => ({
        seq: entry.seq,
        ms: answer && answer.entry.at - entry.at,
      })),
      hasAnswers: methods.size > 0,
    },
  };
}
