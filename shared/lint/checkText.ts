/** Holds the text of a frame against the message schemas of its revision. */
import type { checkMessage, checkResult } from "../mcp/check/check.ts";
import type { Finding } from "../mcp/check/checkFinding.ts";
import type { Direction } from "../mcp/methods.ts";

/** The part of `shared/mcp/check.ts` that is needed; handed in because it is big and loaded late. */
export interface CheckModule {
  readonly checkMessage: typeof checkMessage;
  readonly checkResult: typeof checkResult;
}

/** The request that a result answers. */
export interface Answers {
  readonly method: string;
  /** Whether the request declared the extension by which it may become a task. */
  readonly mayBecomeTask: boolean;
}

/** What to check, in a form that can be posted to a worker. */
export interface CheckJob {
  /** The JSON text of one message, or of a batch. */
  readonly text: string;
  readonly revision: string;
  readonly direction: Direction;
  /** For each message: the request that it answers. */
  readonly answers: readonly (Answers | undefined)[];
  /** Whether it came with an HTTP status that refuses the request as such. */
  readonly isRefusal: boolean;
}

/**
 * Checks a frame as a whole, and each result as its request's method demands.
 * @returns nothing for a text that is not JSON: that is for others to say
 */
export function checkText(check: CheckModule, job: CheckJob): Finding[] {
  const { text, revision, direction, answers, isRefusal } = job;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  const results = messages.flatMap((message, index) => {
    const request = answers[index];
    if (!request || !hasResult(message)) return [];
    const owner = Array.isArray(value) ? `/${index}/result` : "/result";
    return check
      .checkResult(revision, request.method, message.result)
      .filter((finding) => !(request.mayBecomeTask && isAboutTask(finding)))
      .map((finding) => ({ ...finding, pointer: owner + finding.pointer }));
  });
  const shape = check
    .checkMessage(revision, direction, value)
    // such a body may be an error without an id, and null is how JSON-RPC spells that
    .filter(({ code }) => !(isRefusal && code === "null-id"));
  return [...shape, ...results];
}

function hasResult(message: unknown): message is { readonly result: unknown } {
  return typeof message === "object" && message !== null && Object.hasOwn(message, "result");
}

/** The check knows no extensions, so it cannot tell that this one was declared. */
function isAboutTask({ code, evidence }: Finding): boolean {
  return code === "unknown-result-type" && evidence.resultType === "task";
}
