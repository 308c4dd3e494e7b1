/** Says why a model did not answer without the user. */
import type { Unanswered } from "../store/answerByModel.ts";
import type { LimitReason } from "../store/spendingLimits.ts";

export function spendingLimitText(reason: LimitReason): string {
  const { code } = reason;
  switch (code) {
    case "rounds":
      return `Models have answered ${reason.maximum} requests of this server without you, which is the limit.`;
    case "tokens":
      return `The answers to this server would use more than ${reason.maximum.toLocaleString("en")} tokens, which is the limit.`;
    case "turns":
      return `The conversation has ${reason.maximum} turns with tool uses, which is the limit.`;
  }
}

/** The title and text for a request that a rule left to the user. */
export function unansweredText(why: Unanswered): { readonly title: string; readonly text: string } {
  switch (why.kind) {
    case "no-model":
      return {
        title: "The rule's model no longer exists",
        text: "Choose another model in the rule, or answer here.",
      };
    case "limit":
      return {
        title: "The limit of automatic answers is reached",
        text: `${spendingLimitText(why.reason)} Answer here, or raise the limit under Models.`,
      };
    case "failed":
      return {
        title: `${why.model} did not answer`,
        text: "A rule had the model answer, and it failed. Answer here, or generate again.",
      };
  }
}
