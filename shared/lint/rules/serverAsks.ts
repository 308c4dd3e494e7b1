/** What a message of a server asks of its client: a request, or the input requests of a result. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { MessageEntry } from "../../log/entry.ts";
import type { MessageHead } from "../../protocol/jsonRpc.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { RuleContext } from "../rule.ts";

interface Asked {
  readonly method: string;
  readonly params: unknown;
}

/** Requests of a server that need a capability, or are deprecated; all others are not read. */
const methods = ["sampling/createMessage", "elicitation/create", "roots/list"];

/** Maximum number of input requests of one result that are read. */
const maximumInputs = 100;

/**
 * @param index of the message in its entry
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export function serverAsks(
  head: MessageHead,
  context: RuleContext<MessageEntry>,
  index: number,
): readonly Asked[] {
  const { entry, bytes, connection, text, messages } = context;
  if (entry.direction !== "in" || !bytes) return [];
  const isModern = traitsOf(connection.revision).era === "modern";
  if (head.kind === "request") {
    if (isModern || !methods.includes(head.method)) return [];
    return [{ method: head.method, params: getOwn(messages()[index], "params") }];
  }
  if (head.kind !== "result" || !isModern) return [];
  // most results are large, and ask nothing
  if (!text().includes('"inputRequests"')) return [];
  const inputs = getOwn(getOwn(messages()[index], "result"), "inputRequests");
  if (typeof inputs !== "object" || inputs === null) return [];
  return Object.values(inputs)
    .slice(0, maximumInputs)
    .flatMap((input: unknown) => {
      const method = getOwn(input, "method");
      return typeof method === "string" ? [{ method, params: getOwn(input, "params") }] : [];
    });
}
