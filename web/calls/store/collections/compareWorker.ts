/** Worker that compares two answers, so that rules and answers that take too long do not block the page. */
import { compareAnswers } from "../../../../shared/collections/compare/compareAnswers.ts";
import { readRules } from "../../../../shared/collections/compare/rules.ts";

/** A recorded and a new answer as JSON texts, and the rules. */
export interface ComparedAnswers {
  readonly recorded: string;
  readonly fresh: string;
  readonly rulesText: string;
}

self.onmessage = ({ data }: MessageEvent<ComparedAnswers>) => {
  const { recorded, fresh, rulesText } = data;
  self.postMessage(compareAnswers(recorded, fresh, readRules(rulesText).rules));
};

self.postMessage("ready");
