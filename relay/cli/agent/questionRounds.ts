/** Asks the person by the result of a call, as the modern era does: the next round has the answer. */
import { createHash } from "node:crypto";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { type JsonObject, membersOf } from "../../../shared/core/json/jsonObject.ts";
import { invalidParams } from "../../../shared/demo/protocol.ts";
import { type AskPerson, callCancelled, type Question } from "./agentTool.ts";
import { choiceOf, elicitation } from "./elicitQuestion.ts";
import type { QuestionTurns } from "./questionTurns.ts";

/** Ends a round: the person must be asked first. */
export class AnswerNeeded extends Error {
  readonly question: Question;
  readonly endTurn: () => void;
  constructor(question: Question, endTurn: () => void) {
    super("The person is asked");
    this.question = question;
    this.endTurn = endTurn;
  }
}

/** A call that waits for its next round, in a few characters. */
interface WaitingCall {
  readonly digest: string;
  readonly asked: Pick<Question, "key" | "choices">;
  /** What was answered in earlier rounds. */
  readonly answers: ReadonlyMap<string, string>;
  readonly endTurn: () => void;
}

interface Round {
  /** @throws AnswerNeeded if there is no answer yet */
  readonly ask: AskPerson;
  /** The result that asks the person. */
  needs(needed: AnswerNeeded): JsonObject;
}

interface QuestionRounds {
  /**
   * Begins a call, or its next round.
   * @throws RpcError if `requestState` is not that of this call
   */
  begin(params: JsonObject, signal: AbortSignal): Round;
}

/** Calls that can wait for their next round. */
const maxWaiting = 50;

/** Milliseconds after which a question without its next round keeps no more questions waiting. */
const roundMs = 120_000;

export function createQuestionRounds(turns: QuestionTurns, newId: () => string): QuestionRounds {
  const waiting = new Map<string, WaitingCall>();
  return {
    begin({ name, arguments: args, inputResponses, requestState }, signal) {
      const digest = createHash("sha256")
        .update(JSON.stringify([name, args]))
        .digest("hex");
      const known = requestState === undefined ? undefined : waiting.get(String(requestState));
      waiting.delete(String(requestState));
      known?.endTurn();
      if (requestState !== undefined && known?.digest !== digest) {
        throw invalidParams("requestState is not that of this call");
      }
      const answers = new Map(known?.answers);
      // an answer counts for the question that it was given to
      const given = known && getOwn(inputResponses, known.asked.key);
      if (known && given !== undefined) {
        answers.set(known.asked.key, choiceOf(known.asked, membersOf(given)));
      }
      return {
        async ask(question) {
          const answer = answers.get(question.key);
          if (answer !== undefined) return answer;
          const endTurn = await turns.take(signal, roundMs);
          let isNeeded = false;
          try {
            if (signal.aborted) throw callCancelled();
            if (question.isAllowed()) return question.choices.at(-1);
            isNeeded = true;
          } finally {
            if (!isNeeded) endTurn();
          }
          throw new AnswerNeeded(question, endTurn);
        },
        needs({ question, endTurn }) {
          const { key, choices } = question;
          if (signal.aborted) endTurn();
          const state = newId();
          waiting.set(state, { digest, asked: { key, choices }, answers, endTurn });
          for (const old of [...waiting.keys()].slice(0, -maxWaiting)) waiting.delete(old);
          return {
            resultType: "input_required",
            inputRequests: { [key]: elicitation(question) },
            requestState: state,
          };
        },
      };
    },
  };
}
