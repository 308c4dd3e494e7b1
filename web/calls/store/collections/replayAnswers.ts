/** The recorded answers to requests of servers, while a session is replayed against them. */
import type { InputAnswer, ServerInput } from "../../../../shared/client/input/serverInput.ts";

type AnswerAsRecorded = (input: Pick<ServerInput, "method">) => InputAnswer | undefined;

/** By server id. A replay adds its answers; the connections read them. */
export interface ReplayAnswers {
  /** Answers the requests of a server from now on. */
  begin(serverId: string, answer: AnswerAsRecorded): void;
  end(serverId: string): void;
  /** The recorded answer to a request of a server; undefined if the user is asked. */
  of(serverId: string, input: Pick<ServerInput, "method">): InputAnswer | undefined;
}

export function createReplayAnswers(): ReplayAnswers {
  const answers = new Map<string, AnswerAsRecorded>();
  return {
    begin: (serverId, answer) => void answers.set(serverId, answer),
    end: (serverId) => void answers.delete(serverId),
    of: (serverId, input) => answers.get(serverId)?.(input),
  };
}
