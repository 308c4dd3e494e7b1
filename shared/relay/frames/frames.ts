/**
 * The text frames between page and relay: the handshake of a socket, and the messages of each
 * service, which have their own modules. A message with an `id` is about one thing (a process, an
 * exchange); their bytes are sent as binary frames (`chunk.ts`).
 */

import { type JsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";
import {
  type ConfigPageMessage,
  type ConfigRelayMessage,
  readConfigPageMessage,
  readConfigRelayMessage,
} from "./configFrames.ts";
import { isCount } from "./guards.ts";
import {
  type HttpPageMessage,
  type HttpRelayMessage,
  readHttpPageMessage,
  readHttpRelayMessage,
} from "./httpFrames.ts";
import {
  type ProcessPageMessage,
  type ProcessRelayMessage,
  readProcessPageMessage,
  readProcessRelayMessage,
} from "./processFrames.ts";
import {
  readWatchPageMessage,
  readWatchRelayMessage,
  type WatchPageMessage,
  type WatchRelayMessage,
} from "./watchFrames.ts";

/** The protocol version; raised with every incompatible change. */
export const wireVersion = 5;

/** The path of the relay's WebSocket. */
export const socketPath = "/ws";

/** Maximum bytes of a text frame. */
export const maxMessageBytes = 1_048_576;

/** The relay's own close codes. */
export const closeCodes = {
  /** An invalid frame, or more bytes than were granted. */
  badFrame: 4400,
  /** No hello in time, or a session that the relay does not know. */
  notPaired: 4401,
  /** The page uses another version of the frames. */
  wrongVersion: 4406,
  /** Too many sockets. */
  tooMany: 4429,
} as const;

/** The first frame of a page. */
interface Hello {
  readonly kind: "hello";
  readonly wire: number;
  readonly session: string;
  /** Asks for times of the relay's clock; a relay that does not know the member sends none. */
  readonly times?: true;
}

/** The facts about a relay that a page needs. */
export interface RelayFacts {
  readonly version: string;
  /** Milliseconds that a process keeps running without a page. */
  readonly keepMs: number;
  /** Whether it starts processes. */
  readonly stdio: boolean;
  /** Where it forwards HTTP to: anywhere with the user's consent, public addresses only, nowhere. */
  readonly forward: "private" | "public" | "off";
}

/** The relay's response to a valid hello. */
interface Welcome extends RelayFacts {
  readonly kind: "welcome";
}

/** Asks for a pong; scripts cannot send or see WebSocket pings. */
interface Ping {
  readonly kind: "ping";
}

/** The relay's response to a ping. */
interface Pong {
  readonly kind: "pong";
}

/** From the page. */
export type PageMessage =
  | Hello
  | Ping
  | ConfigPageMessage
  | ProcessPageMessage
  | HttpPageMessage
  | WatchPageMessage;

/** From the relay. */
export type RelayMessage =
  | Welcome
  | Pong
  | ConfigRelayMessage
  | ProcessRelayMessage
  | HttpRelayMessage
  | WatchRelayMessage;

const pageReaders: readonly ((fields: JsonObject) => PageMessage | undefined)[] = [
  readHello,
  ({ kind }) => (kind === "ping" ? { kind } : undefined),
  readConfigPageMessage,
  readProcessPageMessage,
  readHttpPageMessage,
  readWatchPageMessage,
];

const relayReaders: readonly ((fields: JsonObject) => RelayMessage | undefined)[] = [
  readWelcome,
  ({ kind }) => (kind === "pong" ? { kind } : undefined),
  readConfigRelayMessage,
  readProcessRelayMessage,
  readHttpRelayMessage,
  readWatchRelayMessage,
];

/** Encodes a message as a text frame. */
export function encodeMessage(message: PageMessage | RelayMessage): string {
  return JSON.stringify(message);
}

/** Decodes a frame from the page; never throws, returns undefined if it is invalid. */
export function decodePageMessage(text: string): PageMessage | undefined {
  return read(text, pageReaders);
}

/** Decodes a frame from the relay; never throws, returns undefined if it is invalid. */
export function decodeRelayMessage(text: string): RelayMessage | undefined {
  return read(text, relayReaders);
}

function read<T>(
  text: string,
  readers: readonly ((fields: JsonObject) => T | undefined)[],
): T | undefined {
  const fields = parseJsonObject(text);
  if (!fields) return undefined;
  for (const reader of readers) {
    const message = reader(fields);
    if (message) return message;
  }
  return undefined;
}

function readHello({ kind, wire, session, times }: JsonObject): Hello | undefined {
  if (kind !== "hello" || !isCount(wire) || typeof session !== "string") return undefined;
  return { kind, wire, session, ...(times === true ? { times } : {}) };
}

function readWelcome({ kind, version, keepMs, stdio, forward }: JsonObject): Welcome | undefined {
  if (kind !== "welcome" || typeof version !== "string" || !isCount(keepMs)) return undefined;
  if (typeof stdio !== "boolean") return undefined;
  if (forward !== "private" && forward !== "public" && forward !== "off") return undefined;
  return { kind, version, keepMs, stdio, forward };
}
