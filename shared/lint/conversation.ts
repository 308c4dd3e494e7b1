/** What is remembered of one connection, so that each of its messages can be judged by those before it. */
import type { JsonRpcId } from "../core/jsonRpc.ts";
import { type HttpResponseHead, idKey } from "../log/entry.ts";
import { latest } from "../mcp/revisions.ts";
import { BoundedMap } from "./boundedMap.ts";

/** One time that a request was sent. */
export interface Asked {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
  readonly exchangeId: string | undefined;
  /** The revision that it was made in. */
  readonly revision: string;
  /** Whether it was to find out which revision the server speaks. */
  readonly isProbe: boolean;
  /** Whether it asked for log messages; undefined where its bytes were not seen. */
  readonly wantsLog: boolean | undefined;
  /** Whether it declared that it may become a task; undefined likewise. */
  readonly mayBecomeTask: boolean | undefined;
  answered: boolean;
  cancelled: boolean;
  /** Its HTTP status refused it, so nothing will answer it and it may be sent again as it is. */
  refused: boolean;
  /** An unanswered one that had the same id. */
  earlier: Asked | undefined;
}

/** One HTTP exchange while it goes on. */
export interface Exchange {
  readonly seq: number;
  readonly method: string;
  /** Whether the request takes up an earlier stream. */
  readonly resumes: boolean;
  /** The requests that it carried, by the keys of their ids. */
  readonly asked: Map<string, Asked>;
  response: { readonly seq: number; readonly head: HttpResponseHead } | undefined;
  /** Messages and other bytes that came in it. */
  frames: number;
  /** Whether the stream can be taken up again. */
  hasEventId: boolean;
  /** When the last of its requests was answered. */
  answeredAt: number | undefined;
  /** The entry with the bytes of an event that was not ended. */
  rest: number | undefined;
}

export interface Progress {
  readonly asked: Asked;
  last: number | undefined;
}

/** Everything in it is bounded; what is forgotten makes a verdict less sure, never wrong. */
export interface Conversation {
  /** The one agreed on, else the one offered last. */
  revision: string;
  /** Whether a revision was agreed on. */
  hasAgreed: boolean;
  /** Whether the log has it from its first request on. */
  isWhole: boolean;
  /** Whether both directions have their own channel, as in the transport of 2024-11-05. */
  isHttpSse: boolean;
  isClosed: boolean;
  /** How far the handshake came. */
  handshake: "none" | "asked" | "answered" | "done";
  sessionId: string | undefined;
  /** What the server said that it can do; undefined until then. */
  serverCapabilities: unknown;
  /** Requests of the client, by the keys of their ids. */
  readonly asked: Map<string, Asked>;
  /** Requests of the server: the entry of the last one with an id. */
  readonly serverAsked: Map<string, number>;
  readonly progress: Map<string, Progress>;
  readonly exchanges: Map<string, Exchange>;
  /** The entries in which events had their ids. */
  readonly eventIds: Map<string, number>;
}

/** How many ids of a kind are remembered. */
const most = 10_000;

/** Makes the memory of a connection of which nothing was seen yet. */
export function createConversation(): Conversation {
  return {
    revision: latest.legacy,
    hasAgreed: false,
    isWhole: false,
    isHttpSse: false,
    isClosed: false,
    handshake: "none",
    sessionId: undefined,
    serverCapabilities: undefined,
    asked: new BoundedMap(most),
    serverAsked: new BoundedMap(most),
    progress: new BoundedMap(most),
    exchanges: new BoundedMap(most),
    eventIds: new BoundedMap(most),
  };
}

/**
 * The request that an answer belongs to.
 * @returns the unanswered one of the same exchange, else any unanswered one, else the last one
 */
export function findAsked(
  conversation: Conversation,
  id: JsonRpcId,
  exchangeId: string | undefined,
): Asked | undefined {
  const last = conversation.asked.get(idKey(id));
  let found: Asked | undefined;
  for (let asked = last; asked; asked = asked.earlier) {
    if (asked.answered) continue;
    if (asked.exchangeId === exchangeId) return asked;
    found ??= asked;
  }
  return found ?? last;
}

/** The requests of an exchange that wait for their answers. */
export function unansweredIn(exchange: Exchange): readonly Asked[] {
  return [...exchange.asked.values()].filter((asked) => !asked.answered);
}
