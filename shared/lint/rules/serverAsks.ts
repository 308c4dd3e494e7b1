/** What a message of a server asks of its client: a request, or the input requests of a result. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { MessageEntry } from "../../log/entry.ts";
import { messageText } from "../../log/messageText.ts";
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
  const { entry, bytes, connection } = context;
  if (entry.direction !== "in" || !bytes) return [];
  const isModern = traitsOf(connection.revision).era === "modern";
  if (head.kind === "request") {
    if (isModern || !methods.includes(head.method)) return [];
    return [{ method: head.method, params: getOwn(messageAt(context, index), "params") }];
  }
  if (head.kind !== "result" || !isModern) return [];
  // most results are large, and ask nothing
  if (!messageText(entry.carrier, bytes).includes('"inputRequests"')) return [];
  const inputs = getOwn(getOwn(messageAt(context, index), "result"), "inputRequests");
  if (typeof inputs !== "object" || inputs === null) return [];
  return Object.values(inputs)
    .slice(0, maximumInputs)
    .flatMap((input: unknown) => {
      const method = getOwn(input, "method");
      return typeof method === "string" ? [{ method, params: getOwn(input, "params") }] : [];
    });
}

/** The message at `index` of an entry, parsed; undefined without its bytes. */
export function messageAt({ entry, bytes }: RuleContext<MessageEntry>, index: number): unknown {
  if (!bytes) return undefined;
  const value: unknown = JSON.parse(messageText(entry.carrier, bytes));
  return Array.isArray(value) ? value[index] : value;
}
