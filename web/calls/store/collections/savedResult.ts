/** Makes the check that a saved call is answered as before. */
import { type Assertion, collectionLimits } from "../../../../shared/collections/collection.ts";
import { isJson } from "../../../../shared/core/json/tokenRanges.ts";
import { createRedactor } from "../../../../shared/recording/redaction/redactor.ts";

/** Characters of an answer that is kept with its call. */
const maxAnswerLength = Math.min(256 * 1024, collectionLimits.characters);

/**
 * The check that an answer is the same again, with secrets masked: it is part of the collection's
 * file. What is masked equals everything.
 * @param answerText `{"result":…}` or `{"error":…}`
 * @returns undefined for a long answer
 */
export function sameAnswer(
  answerText: string,
  secrets: readonly string[],
  except: readonly string[] = [],
): Extract<Assertion, { kind: "same" }> | undefined {
  if (answerText.length > maxAnswerLength || !isJson(answerText)) return undefined;
  const redactor = createRedactor();
  for (const secret of secrets) redactor.addSecret(secret);
  const { text } = redactor.text(answerText, { place: "message" });
  return isJson(text) ? { kind: "same", valueText: text, except } : undefined;
}
