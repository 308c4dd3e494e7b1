/** Finds in a logged message what a server asked the client for, and what the client answered. */

import type { RuleAnswer, RuleMatch } from "../../../shared/client/input/answerRule.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isJsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { textAt } from "../../../shared/core/json/textAt.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";

type Method = RuleMatch["method"];

/** Whether a message may contain a request for input or an answer to one; only then its text is read. */
export function mayHoldInput({ heads, batch, direction }: MessageEntry): boolean {
  const [head] = heads;
  if (batch || !head) return false;
  if (direction === "in") return head.kind === "result" || isSampling(head);
  return head.kind === "result" || head.kind === "error" || head.kind === "request";
}

const isSampling = (head: MessageEntry["heads"][number]) =>
  head.kind === "request" && head.method === "sampling/createMessage";

/** Maximum number of input requests read from one result; the others are ignored. */
const maxInputs = 50;

/**
 * The params of the sampling requests in a message, as JSON texts: of the request itself, or of the
 * input requests in a result.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function samplingIn(entry: MessageEntry, text: string): readonly string[] {
  if (entry.heads.some(isSampling)) return [textAt(text, ["params"]) ?? "{}"];
  if (entry.direction !== "in") return [];
  return membersOf(text, ["result", "inputRequests"]).flatMap(({ value, path }) =>
    getOwn(value, "method") === "sampling/createMessage"
      ? [textAt(text, [...path, "params"]) ?? "{}"]
      : [],
  );
}

/** An answer of the client, as a rule gives it. */
interface ClientAnswer {
  readonly method: Method;
  readonly answer: RuleAnswer;
}

/**
 * The answers to sampling and elicitation requests in a message of the client.
 * @param method of the request that the message answers, where it is an answer
 */
export function answersIn(
  { direction, heads }: MessageEntry,
  method: string | undefined,
  text: string,
): readonly ClientAnswer[] {
  if (direction !== "out") return [];
  if (heads[0]?.kind === "request") {
    return membersOf(text, ["params", "inputResponses"]).flatMap(({ value, path }) => {
      const own = textAt(text, path);
      const asked = methodOf(value);
      return own === undefined || asked === undefined
        ? []
        : [{ method: asked, answer: { kind: "result", text: own } }];
    });
  }
  if (method !== "sampling/createMessage" && method !== "elicitation/create") return [];
  const answer = resultIn(text) ?? errorIn(text);
  return answer ? [{ method, answer }] : [];
}

function resultIn(text: string): RuleAnswer | undefined {
  const result = textAt(text, ["result"]);
  return result === undefined ? undefined : { kind: "result", text: result };
}

function errorIn(text: string): RuleAnswer | undefined {
  const error = parseJsonObject(textAt(text, ["error"]) ?? "");
  const [code, message] = [getOwn(error, "code"), getOwn(error, "message")];
  return typeof code === "number" && Number.isInteger(code) && typeof message === "string"
    ? { kind: "error", code, message }
    : undefined;
}

/** What an input response answers; undefined for lists of roots, which no rule answers. */
function methodOf(response: unknown): Method | undefined {
  if (typeof getOwn(response, "action") === "string") return "elicitation/create";
  return typeof getOwn(response, "role") === "string" ? "sampling/createMessage" : undefined;
}

function membersOf(text: string, path: readonly string[]) {
  const all = parseJsonObject(textAt(text, path) ?? "");
  return Object.entries(all ?? {})
    .filter(([, value]) => isJsonObject(value))
    .slice(0, maxInputs)
    .map(([name, value]) => ({ value, path: [...path, name] }));
}
