/** Reads from the texts of messages what statements about a client need beside their heads. */

import { getOwn } from "../../core/json/getOwn.ts";
import { isTooDeep } from "../../core/json/isTooDeep.ts";
import {
  asJsonObject,
  isJsonObject,
  type JsonObject,
  membersOf,
  parseAnyJson,
} from "../../core/json/jsonObject.ts";
import type { Entry, MessageEntry } from "../../log/entry.ts";
import { maskCharacters } from "../../log/mask.ts";
import type { MessageHead } from "../../protocol/jsonRpc.ts";

/** What the text of one message says. */
export interface ActFacts {
  /** The declared capabilities: the client's in a request, the server's in a result. */
  readonly capabilities?: JsonObject;
  /** The state of a request that the server has answered by asking for input. */
  readonly state?: string;
  /** Whether a request has answers to what the server asked for. */
  readonly hasInputs?: true;
  /** The methods of what the server asks for in a result. */
  readonly inputs?: readonly string[];
  /** Whether a list goes on, or a request asks for the rest of one. */
  readonly cursor?: true;
  /** Whether it asks for log messages. */
  readonly wantsLog?: true;
  /** The same for requests with the same parameters. */
  readonly params?: string;
}

/** The facts of each message of an entry. */
export type ActFactsOf = (entry: MessageEntry) => readonly ActFacts[];

/** Bytes of a message that is read. */
const maxBytes = 2_000_000;
/** Messages that are read without a pause. */
const pauseAfter = 100;
/** Characters of parameters that are compared. */
const maxParams = 4000;

const none: readonly ActFacts[] = [];
const meta = (name: string) => `io.modelcontextprotocol/${name}`;

/** Requests whose answers a client may want again. */
export const repeatableMethods: ReadonlySet<string> = new Set([
  "tools/call",
  "resources/read",
  "prompts/get",
]);

/**
 * @param read returns the text of a message as its sender sent it
 * @param known the facts of messages that were read before
 * @param pause lets others work
 */
export async function readActFacts(
  entries: readonly Entry[],
  read: (entry: MessageEntry) => Promise<string>,
  known = new WeakMap<MessageEntry, readonly ActFacts[]>(),
  pause: () => Promise<void> = async () => {},
): Promise<ActFactsOf> {
  let count = 0;
  for (const entry of entries) {
    if (entry.kind !== "message" || entry.size > maxBytes || known.has(entry)) continue;
    if (!entry.heads.some(hasFacts)) continue;
    if (++count % pauseAfter === 0) await pause();
    const value = parseAnyJson(await read(entry).catch(() => undefined));
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
    known.set(
      entry,
      entry.heads.map((head, index) => factsOf(head, messages[index])),
    );
  }
  return (entry) => known.get(entry) ?? none;
}

/** Whether more than the head is of interest; most results are large, and are not read. */
function hasFacts(head: MessageHead): boolean {
  if (head.kind === "request") return true;
  if (head.kind !== "result") return false;
  const { revision, listed, needsInput, excerpt, task, isError } = head;
  if (revision !== undefined || listed !== undefined || needsInput) return true;
  return excerpt === undefined && task === undefined && !isError;
}

function factsOf(head: MessageHead, message: unknown): ActFacts {
  if (head.kind === "result") {
    const result = membersOf(getOwn(message, "result"));
    const inputs = Object.values(membersOf(result.inputRequests)).flatMap((input) => {
      const method = getOwn(input, "method");
      return typeof method === "string" ? [method] : [];
    });
    return {
      ...capabilitiesOf(result.capabilities),
      ...stateOf(result),
      ...(inputs.length > 0 ? { inputs } : {}),
      ...(typeof result.nextCursor === "string" ? { cursor: true } : {}),
    };
  }
  // a message that cannot be read has no parameters that are known
  if (head.kind !== "request" || message === undefined) return {};
  const params = membersOf(getOwn(message, "params"));
  const { _meta, inputResponses, requestState: _, ...own } = params;
  const about = membersOf(_meta);
  const text = repeatableMethods.has(head.method) && !isTooDeep(own) ? JSON.stringify(own) : "";
  // a masked value is the same for every secret
  const isComparable = text !== "" && text.length <= maxParams && !text.includes(maskCharacters);
  return {
    ...capabilitiesOf(params.capabilities ?? about[meta("clientCapabilities")]),
    ...stateOf(params),
    ...(isJsonObject(inputResponses) ? { hasInputs: true } : {}),
    ...(params.cursor === undefined ? {} : { cursor: true }),
    ...(about[meta("logLevel")] === undefined ? {} : { wantsLog: true }),
    ...(isComparable ? { params: text } : {}),
  };
}

function capabilitiesOf(value: unknown): Pick<ActFacts, "capabilities"> {
  const capabilities = asJsonObject(value);
  return capabilities ? { capabilities } : {};
}

function stateOf({ requestState }: JsonObject): Pick<ActFacts, "state"> {
  return typeof requestState === "string" ? { state: requestState } : {};
}
