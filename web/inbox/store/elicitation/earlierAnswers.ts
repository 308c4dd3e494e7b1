/** Answers to elicitation forms, offered when the same server asks the same again. Never stored. */

import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { jsonText, textOfJson } from "../../../../shared/core/text/textOfJson.ts";

export interface EarlierAnswers {
  /** The JSON text of the newest accepted answer to the same question of the same server. */
  find(serverId: string, params: unknown): string | undefined;
  keep(serverId: string, params: unknown, contentText: string): void;
  /** Forgets the answers to one server. */
  clear(serverId: string): void;
}

/** Maximum number of answers that are kept for one server. */
const maximumAnswers = 50;

/** Answers to longer questions (UTF-16 code units) are not kept. */
const maxQuestionLength = 100_000;

export function createEarlierAnswers(): EarlierAnswers {
  const byRecord = new Map<string, Map<string, string>>();
  return {
    find(serverId, params) {
      const question = questionOf(params);
      return question === undefined ? undefined : byRecord.get(serverId)?.get(question);
    },
    keep(serverId, params, contentText) {
      const question = questionOf(params);
      if (question === undefined) return;
      const answers = byRecord.get(serverId) ?? new Map<string, string>();
      byRecord.set(serverId, answers);
      // the newest is last, so that the oldest is forgotten first
      answers.delete(question);
      answers.set(question, contentText);
      const [oldest] = answers.keys();
      if (answers.size > maximumAnswers && oldest !== undefined) answers.delete(oldest);
    },
    clear: (serverId) => void byRecord.delete(serverId),
  };
}

/** The message and the schema; numbers in the message may differ, such as that of an order. */
function questionOf(params: unknown): string | undefined {
  const message = textOfJson(getOwn(params, "message") ?? "").replace(/\d+/g, "0");
  const text = jsonText([message, getOwn(params, "requestedSchema")]);
  return text.length <= maxQuestionLength ? text : undefined;
}
