/**
 * The text frames about HTTP that the relay forwards. Each exchange has an id: its request is sent
 * completely, the head first and then the body in chunks; its response is streamed as far as the
 * page has granted. The relay follows no redirect and changes nothing.
 */

import * as v from "valibot";
import { count, pairOf, readonlyList } from "../../core/json/members.ts";
import { forwardCodes } from "../../protocol/failures/forwardFacts.ts";
import { relayTime } from "./chunk.ts";
import { streamId } from "./streamId.ts";

/**
 * Maximum bytes of a response that a page grants beyond what it has processed: few enough for the
 * relay to buffer all exchanges of an unresponsive page.
 */
export const responseWindow = 262_144;

/** Maximum bytes of a request's body in flight without the relay's `sent`. */
export const requestWindow = 1_048_576;

/** What the user has agreed to for an origin, while the socket is open. */
const consent = {
  /** For example `https://example.com`. */
  origin: v.pipe(
    v.string(),
    v.check((origin) => URL.parse(origin)?.origin === origin),
  ),
  /** Further authorities to trust, as PEM. */
  ca: v.exactOptional(v.string()),
  /** The client's certificate with its chain, as PEM. */
  cert: v.exactOptional(v.string()),
  /** Its key, as PEM; a secret. */
  key: v.exactOptional(v.string()),
  /** SHA-256 of the one server certificate that is accepted from any authority, as hex with colons. */
  fingerprint: v.exactOptional(v.string()),
};
const originConsent = v.pipe(v.object(consent), v.readonly());

export type OriginConsent = v.InferOutput<typeof originConsent>;

const headers = readonlyList(pairOf(v.string()));

export const httpPageMessages = [
  /** The user agrees that the relay connects to an origin; replaces the earlier agreement for it. */
  v.object({ kind: v.literal("allow"), ...consent }),
  v.object({
    kind: v.literal("exchange"),
    id: streamId,
    method: v.string(),
    /** Without userinfo and fragment. */
    url: v.string(),
    headers,
    /** Bytes of the body, all of which follow as chunks; absent if it has none. */
    size: v.exactOptional(count),
    /** The byte of the response's body up to which the relay may send. */
    until: count,
  }),
  v.object({ kind: v.literal("grant"), id: streamId, until: count }),
  /** Aborts an exchange: the connection to the server is closed, and no further frames follow. */
  v.object({ kind: v.literal("abort"), id: streamId }),
] as const;

export type HttpPageMessage = v.InferOutput<(typeof httpPageMessages)[number]>;

const certificate = v.object({
  subject: v.string(),
  issuer: v.string(),
  names: v.string(),
  validFrom: v.string(),
  validTo: v.string(),
  fingerprint: v.string(),
});

/** The head of a response, exactly as received, and the connection it was received on. */
const head = {
  status: count,
  statusText: v.string(),
  httpVersion: v.string(),
  /** In their order, with the names' case; repeated ones are separate. */
  headers,
  /** The address that answered, with its port; the proxy's if there is one. */
  remote: v.exactOptional(v.string()),
  timing: v.object({
    dnsMs: v.exactOptional(v.number()),
    connectMs: v.exactOptional(v.number()),
    tlsMs: v.exactOptional(v.number()),
    waitMs: v.number(),
  }),
  tls: v.exactOptional(v.object({ protocol: v.string(), cipher: v.string(), certificate })),
};
const forwardedHead = v.pipe(v.object(head), v.readonly());

export type ForwardedHead = v.InferOutput<typeof forwardedHead>;

export const httpRelayMessages = [
  /** How much of the request's body was sent to the server. */
  v.object({ kind: v.literal("sent"), id: streamId, sent: count }),
  v.object({
    kind: v.literal("response"),
    id: streamId,
    ...head,
    /**
     * When the relay began to send the request and when the head arrived, in milliseconds of its
     * clock; only their difference is meaningful to a page.
     */
    times: v.exactOptional(v.object({ sentAt: relayTime, headAt: relayTime })),
  }),
  /** Follows the last byte of the response's body; `total` is how many there were. */
  v.object({
    kind: v.literal("exchange-ended"),
    id: streamId,
    total: count,
    /** When the body ended, in milliseconds of the relay's clock. */
    at: v.exactOptional(relayTime),
  }),
  /** Before or after the response's head; nothing follows. */
  v.object({
    kind: v.literal("exchange-failed"),
    id: streamId,
    code: v.picklist(forwardCodes),
    reason: v.string(),
    address: v.exactOptional(v.string()),
    certificate: v.exactOptional(certificate),
  }),
] as const;

export type HttpRelayMessage = v.InferOutput<(typeof httpRelayMessages)[number]>;
