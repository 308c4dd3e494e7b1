/** Judges answers to valid requests, which a server may be unable to give. */
import { internalErrorCode } from "../protocol/jsonRpc.ts";
import type { Subject } from "./examinedServer.ts";
import { type Reply, schemaProblem, startOf } from "./replies.ts";
import { couldNotRun, type ScenarioVerdict, verdictOf } from "./scenario.ts";

/** Says that a server answers a valid request with an error of what it uses, if it does. */
export function backendFailure(
  method: string,
  { code, error = "", text }: Reply,
): ScenarioVerdict | undefined {
  if (code !== internalErrorCode) return undefined;
  return couldNotRun(
    `The server's backend failed: ${method} was answered ${text} (${startOf(error)}).`,
  );
}

/**
 * Judges the answer to a valid request by the schema.
 * @param about the name or URI that was asked for, if the method has one
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema
 */
export function judgeResult(
  subject: Pick<Subject, "revision">,
  method: string,
  reply: Reply,
  about?: unknown,
): ScenarioVerdict {
  const problem = () => schemaProblem(subject, method, reply, about);
  return backendFailure(method, reply) ?? verdictOf(problem(), reply);
}
