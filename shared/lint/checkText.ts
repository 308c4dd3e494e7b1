/** Validates the text of a frame against the message schemas of its revision. */

import type { SchemaFinding } from "../protocol/check/checkFinding.ts";
import type { checkMessage, checkResult } from "../protocol/check/checkMessage.ts";
import type { MethodDirection } from "../protocol/methods.ts";

/** The functions needed from `shared/protocol/check`; passed in because that module is large and loaded lazily. */
export interface CheckModule {
  readonly checkMessage: typeof checkMessage;
  readonly checkResult: typeof checkResult;
}

/** The request that a result answers. */
interface Answers {
  readonly method: string;
  /** Whether the request declared the tasks extension, so its result may be a task. */
  readonly mayBecomeTask: boolean;
}

/** A check to run, as data that can be posted to a worker. */
export interface TextCheckJob {
  /** The JSON text of one message, or of a batch. */
  readonly text: string;
  readonly revision: string;
  readonly direction: MethodDirection;
  /** The request that each message answers, in the order of the messages. */
  readonly answers: readonly (Answers | undefined)[];
  /** Whether the HTTP status rejects the request (400 and above). */
  readonly isRefusal: boolean;
}

/**
 * Validates a frame as a whole, and each result against the schema for its request's method.
 * @returns no findings for text that is not JSON, which the flow rules report
 */
export function checkText(check: CheckModule, job: TextCheckJob): SchemaFinding[] {
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
    // the body of a rejected request may be an error without an id, which JSON-RPC writes as null
    .filter(({ code }) => !(isRefusal && code === "null-id"));
  return [...shape, ...results];
}

function hasResult(message: unknown): message is { readonly result: unknown } {
  return typeof message === "object" && message !== null && Object.hasOwn(message, "result");
}

/** The message check knows no extensions, so it does not know that tasks were declared. */
function isAboutTask(finding: SchemaFinding): boolean {
  return finding.code === "unknown-result-type" && finding.evidence.resultType === "task";
}
