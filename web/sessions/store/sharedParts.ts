/** Divides the messages of a session into the parts that the share dialog offers. */
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { createMessagePairs } from "../../../shared/log/messagePairs.ts";
import { listEventsMethod } from "../../../shared/protocol/drafts/eventsDraft.ts";
import type { Selection } from "../../view/selection.ts";
import { repeatedPolls } from "./recordSession.ts";

export type SharedPartId =
  | "call"
  | "during"
  | "definition"
  | "calls"
  | "lists"
  | "others"
  | "polls";

export interface SharedPart {
  readonly id: SharedPartId;
  /** Its messages, by `seq`. */
  readonly seqs: ReadonlySet<number>;
  /** Whether it is shared unless the user decides otherwise. */
  readonly isIncluded: boolean;
}

const callMethods = new Set(["tools/call", "prompts/get", "resources/read"]);
const listMethods = {
  tool: "tools/list",
  prompt: "prompts/list",
  resource: "resources/list",
  template: "resources/templates/list",
  skill: "skills/list",
  event: listEventsMethod,
} as const;
const startMethods = new Set([
  "initialize",
  "notifications/initialized",
  "server/discover",
  "logging/setLevel",
  ...Object.values(listMethods),
]);

/** A message with the request that it belongs to, or that it is. */
interface Placed {
  readonly seq: number;
  readonly connectionId: string;
  readonly method: string | undefined;
  readonly other: number | undefined;
  /** Whether the client sent the request. */
  readonly isOfClient: boolean;
  /** The name or URI that the request names. */
  readonly subject: string | undefined;
  /** Whether an app caused the request. */
  readonly isCalledByApp: boolean;
}

/**
 * The parts of a call of an item: the call, what happened during it, the definition of the
 * item, and the other lists.
 * @param shown messages of the call that is meant, the one that counts most first; without any, the
 *   item's last call is
 * @returns undefined if there is none
 */
export function partsOfCall(
  messages: readonly MessageEntry[],
  item: Selection | undefined,
  shown: readonly number[] = [],
): readonly SharedPart[] | undefined {
  const placed = placeMessages(messages);
  const calls = placed.filter(
    ({ method, subject, isOfClient, isCalledByApp }) =>
      isOfClient && !isCalledByApp && callMethods.has(method ?? "") && subject === item?.name,
  );
  const [request = calls.at(-1)] = shown.flatMap(
    (each) => calls.find(({ seq, other }) => seq === each || other === each) ?? [],
  );
  if (!item || !request) return undefined;
  const { seq, other, connectionId } = request;
  const call = new Set(other === undefined ? [seq] : [seq, other]);
  const others = placed.filter((one) => !call.has(one.seq));
  const own = others.filter((one) => one.connectionId === connectionId);
  const isDuring = ({ seq: at, isOfClient, method = "" }: Placed) =>
    at > seq &&
    at < (other ?? Number.POSITIVE_INFINITY) &&
    !(isOfClient && !method.startsWith("tasks/") && !method.startsWith("notifications/"));
  /** The document of the app that shows the result, and the calls that apps have made. */
  const ofApps = new Set(messages.filter(isOfApp).map((message) => message.seq));
  const isOfApps = (one: Placed) => ofApps.has(one.seq) || ofApps.has(one.other ?? one.seq);
  const isDefinition = ({ method }: Placed) => method === listMethods[item.kind];
  const isList = ({ method }: Placed) => startMethods.has(method ?? "");
  return [
    { id: "call", seqs: call, isIncluded: true },
    {
      id: "during",
      // after a reload the app reads its document over another connection
      seqs: new Set([...seqsOf(own.filter(isDuring)), ...seqsOf(others.filter(isOfApps))]),
      isIncluded: true,
    },
    { id: "definition", seqs: seqsOf(own.filter(isDefinition)), isIncluded: true },
    {
      id: "lists",
      seqs: seqsOf(own.filter((one) => isList(one) && !isDefinition(one))),
      isIncluded: false,
    },
  ];
}

function isOfApp({ initiator, heads: [head] }: MessageEntry): boolean {
  if (initiator?.kind === "app") return true;
  const isRead = head?.kind === "request" && head.method === "resources/read";
  return isRead && head.subject?.startsWith("ui://") === true;
}

/** The parts of the whole session: calls, connection and lists, other messages, useless polls. */
export function partsOfSession(messages: readonly MessageEntry[]): readonly SharedPart[] {
  const polls = repeatedPolls(messages);
  const placed = placeMessages(messages).filter(({ seq }) => !polls.has(seq));
  const partOf = ({ method = "" }: Placed): SharedPartId =>
    callMethods.has(method) ? "calls" : startMethods.has(method) ? "lists" : "others";
  const ids = ["calls", "lists", "others"] as const;
  return [
    ...ids.map((id) => ({
      id,
      seqs: seqsOf(placed.filter((one) => partOf(one) === id)),
      isIncluded: true,
    })),
    { id: "polls", seqs: polls, isIncluded: false },
  ];
}

/** The messages that are left out unless the user decides otherwise. */
export function excludedAtFirst(
  messages: readonly MessageEntry[],
  parts: readonly SharedPart[],
): ReadonlySet<number> {
  const included = new Set(parts.flatMap((part) => (part.isIncluded ? [...part.seqs] : [])));
  return new Set(messages.map(({ seq }) => seq).filter((seq) => !included.has(seq)));
}

const seqsOf = (placed: readonly Placed[]) => new Set(placed.map(({ seq }) => seq));

function placeMessages(messages: readonly MessageEntry[]): readonly Placed[] {
  const pairs = createMessagePairs();
  pairs.update({ entries: messages, length: messages.length });
  return messages.map(({ seq, connectionId, direction, initiator, heads: [head] }) => {
    const pair = pairs.of(seq);
    const isRequest = head?.kind === "request" || head?.kind === "notification";
    return {
      seq,
      connectionId,
      method: isRequest ? head.method : pair?.method,
      other: pair?.other,
      isOfClient: (direction === "out") === isRequest,
      subject: head?.kind === "request" ? head.subject : undefined,
      isCalledByApp: initiator?.kind === "app",
    };
  });
}
