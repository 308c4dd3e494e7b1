/** States how an answer breaks the schema: what does it, what was expected, what came, and how to fix it. */
import { withArticle } from "../core/text/shortened.ts";
import {
  alternatives,
  messageFindingText,
  preview,
  typesText,
} from "../messages/messageFindingText.ts";
import { asSentence } from "../messages/phrases.ts";
import type { FindingPlace, SchemaFinding } from "../protocol/check/checkFinding.ts";
import type { Revision } from "../protocol/revisions.ts";
import type { ScenarioProblem } from "./scenarioProblem.ts";

export interface ProblemContext {
  readonly method: string;
  /** The tool, prompt or resource that is wrong. */
  readonly item: string | undefined;
  /** Whether the item is one of a list, not what was asked for. */
  readonly isListed: boolean;
  readonly revision: Revision;
  /** The first later revision that has the wrong value. */
  readonly since: Revision | undefined;
}

/** @param found a violation in the message of an answer */
export function answerProblem(
  found: SchemaFinding,
  { method, item, isListed, revision, since }: ProblemContext,
): ScenarioProblem {
  const does = `${item ?? method} ${isListed ? "is listed" : "answers"}`;
  const name = nameOfPlace(found.evidence);
  const place = found.pointer.replace(/^\/result\/?/, "") || "the result";
  const common = { item, pointer: found.pointer };
  switch (found.code) {
    case "wrong-value": {
      const { expected, actual } = found.evidence;
      const [value, values] = [preview(actual), alternatives(expected)];
      if (since === undefined) {
        return {
          ...common,
          sentence: `${does} with ${value} as ${name}.`,
          expected: `${values} as ${name}`,
          seen: `${value} at ${place}`,
          fix: `Send ${values} as ${name}.`,
        };
      }
      return {
        ...common,
        sentence: `${does} with ${value} as ${name}, which this revision does not have.`,
        expected: `${values}: the values of ${revision}`,
        seen: `${value} at ${place}, which came with ${since}`,
        fix: `Send something else instead of ${value} where the agreed revision is older than ${since}.`,
      };
    }
    case "wrong-type": {
      const { expected, actual } = found.evidence;
      return {
        ...common,
        sentence: `${does} with ${withArticle(actual)} as ${name}.`,
        expected: `${asSentence(typesText(expected))} as ${name}`,
        seen: `${asSentence(withArticle(actual))} at ${place}`,
        fix: `Send ${typesText(expected)} as ${name}.`,
      };
    }
    case "missing-member": {
      const member = preview(found.evidence.member);
      const where = place === "the result" ? "" : ` in ${place}`;
      return {
        ...common,
        sentence: `${does} without ${member}${where}.`,
        expected: `${asSentence(name)} has the member ${member}`,
        seen: `No ${member} in ${place}`,
        fix: `Add ${member} to ${name}.`,
      };
    }
    default: {
      const text = messageFindingText(found);
      return {
        ...common,
        sentence: `${does} against the schema: ${text}`,
        seen: `${text.replace(/\.$/, "")}, at ${place}`,
      };
    }
  }
}

function nameOfPlace({ at, definition = "the result", list, item }: FindingPlace): string {
  if (typeof at === "number")
    return `item ${at}${list === undefined ? "" : ` of ${preview(list)}`}`;
  if (typeof at !== "string") return definition;
  return item === undefined || list === undefined
    ? preview(at)
    : `${preview(at)} of item ${item} of ${preview(list)}`;
}
