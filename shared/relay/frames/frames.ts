/**
 * What page and relay say to each other in text frames: how a socket begins and ends, and the
 * subjects, each with a module of its own that says and reads its messages. What has an `id` is
 * about one thing (a process, an exchange); the bytes of those travel in `chunk.ts`.
 */

import { type JsonObject, parseJsonObject } from "../../core/jsonObject.ts";
import { type ConfigRelayMessage, readConfigRelayMessage } from "./configFrames.ts";
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

/** Raised by every change that one of two sides would not understand. */
export const wireVersion = 3;

/** Where the relay listens for the page's WebSocket. */
export const socketPath = "/ws";

/** The most bytes of a text frame. */
export const maxMessageBytes = 1_048_576;

/** Why the relay closed the socket. */
export const closeCodes = {
  /** A frame that cannot be one, or more bytes than were granted. */
  badFrame: 4400,
  /** No hello in time, or a session that the relay does not know. */
  notPaired: 4401,
  /** The page speaks another version of this wire. */
  wrongVersion: 4406,
  /** More sockets than the relay keeps. */
  tooMany: 4429,
} as const;

/** The first frame of a page. */
interface Hello {
  readonly kind: "hello";
  readonly wire: number;
  readonly session: string;
}

/** What a page may expect of the relay it is connected to. */
export interface RelayFacts {
  readonly version: string;
  /** Milliseconds that a process lives on without a page. */
  readonly keepMs: number;
  /** Whether it starts processes. */
  readonly stdio: boolean;
  /** Where it forwards HTTP to: wherever the person agrees, public addresses only, nowhere. */
  readonly forward: "private" | "public" | "off";
}

/** The relay's answer to a hello that it takes. */
interface Welcome extends RelayFacts {
  readonly kind: "welcome";
}

/** Asks for a sign of life; scripts do not see the pings of a WebSocket. */
interface Ping {
  readonly kind: "ping";
}

/** The relay's answer to a ping. */
interface Pong {
  readonly kind: "pong";
}

/** From the page. */
export type PageMessage = Hello | Ping | ProcessPageMessage | HttpPageMessage | WatchPageMessage;

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

/** Writes a message as the text of a frame. */
export function encodeMessage(message: PageMessage | RelayMessage): string {
  return JSON.stringify(message);
}

/** Reads a frame from the page; never throws, undefined where it is none. */
export function decodePageMessage(text: string): PageMessage | undefined {
  return read(text, pageReaders);
}

/** Reads a frame from the relay; never throws, undefined where it is none. */
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

function readHello({ kind, wire, session }: JsonObject): Hello | undefined {
  if (kind !== "hello" || !isCount(wire) || typeof session !== "string") return undefined;
  return { kind, wire, session };
}

function readWelcome({ kind, version, keepMs, stdio, forward }: JsonObject): Welcome | undefined {
  if (kind !== "welcome" || typeof version !== "string" || !isCount(keepMs)) return undefined;
  if (typeof stdio !== "boolean") return undefined;
  if (forward !== "private" && forward !== "public" && forward !== "off") return undefined;
  return { kind, version, keepMs, stdio, forward };
}
