/**
 * The text frames between page and relay: the handshake of a socket, and the messages of each
 * service, which have their own modules. A message with an `id` is about one thing (a process, an
 * exchange); their bytes are sent as binary frames (`chunk.ts`).
 */

import * as v from "valibot";
import { parseJsonObject } from "../../core/json/jsonObject.ts";
import { count } from "../../core/json/members.ts";
import { configPageMessages, configRelayMessages } from "./configFrames.ts";
import { httpPageMessages, httpRelayMessages } from "./httpFrames.ts";
import { processPageMessages, processRelayMessages } from "./processFrames.ts";
import { tapPageMessages, tapRelayMessages } from "./tapFrames.ts";
import { watchPageMessages, watchRelayMessages } from "./watchFrames.ts";
import { webhookPageMessages, webhookRelayMessages } from "./webhookFrames.ts";

/** The protocol version; raised with every incompatible change. */
export const wireVersion = 6;

/** The path of the relay's WebSocket. */
export const socketPath = "/ws";

/** Maximum bytes of a text frame. */
export const maxMessageBytes = 1_048_576;

export const closeCodes = {
  /** An invalid frame, or more bytes than were granted. */
  badFrame: 4400,
  /** No hello in time, or a session that the relay does not know. */
  notPaired: 4401,
  wrongVersion: 4406,
  tooMany: 4429,
} as const;

/** The facts about a relay that a page needs. */
const facts = {
  version: v.string(),
  /** Milliseconds that a process keeps running without a page. */
  keepMs: count,
  /** Whether it starts processes. */
  stdio: v.boolean(),
  /** Where it forwards HTTP to: anywhere with the user's consent, public addresses only, nowhere. */
  forward: v.picklist(["private", "public", "off"]),
  /** Whether it shows taps, or the servers that can have one; absent for a relay that does not. */
  taps: v.exactOptional(v.literal(true)),
};
const relayFacts = v.pipe(v.object(facts), v.readonly());

export type RelayFacts = v.InferOutput<typeof relayFacts>;

const pageMessage = v.variant("kind", [
  /** The first frame of a page. */
  v.object({
    kind: v.literal("hello"),
    wire: count,
    session: v.string(),
    /** Asks for times of the relay's clock; a relay that does not know the member sends none. */
    times: v.exactOptional(v.literal(true)),
  }),
  /** Asks for a pong; scripts cannot send or see WebSocket pings. */
  v.object({ kind: v.literal("ping") }),
  ...configPageMessages,
  ...processPageMessages,
  ...httpPageMessages,
  ...watchPageMessages,
  ...tapPageMessages,
  ...webhookPageMessages,
]);

const relayMessage = v.variant("kind", [
  /** The response to a valid hello. */
  v.object({ kind: v.literal("welcome"), ...facts }),
  v.object({ kind: v.literal("pong") }),
  ...configRelayMessages,
  ...processRelayMessages,
  ...httpRelayMessages,
  ...watchRelayMessages,
  ...tapRelayMessages,
  ...webhookRelayMessages,
]);

export type PageMessage = v.InferOutput<typeof pageMessage>;

export type RelayMessage = v.InferOutput<typeof relayMessage>;

/** Encodes a message as a text frame. */
export function encodeMessage(message: PageMessage | RelayMessage): string {
  return JSON.stringify(message);
}

/** Decodes a frame from the page; never throws, returns undefined if it is invalid. */
export function decodePageMessage(text: string): PageMessage | undefined {
  return read(text, pageMessage);
}

/** Decodes a frame from the relay; never throws, returns undefined if it is invalid. */
export function decodeRelayMessage(text: string): RelayMessage | undefined {
  return read(text, relayMessage);
}

function read<T>(text: string, schema: v.GenericSchema<unknown, T>): T | undefined {
  const { success, output } = v.safeParse(schema, parseJsonObject(text), { abortEarly: true });
  return success ? output : undefined;
}
