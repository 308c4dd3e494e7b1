/**
 * The text frames about HTTP that the relay forwards. Each exchange has an id: its request is sent
 * completely, the head first and then the body in chunks; its response is streamed as far as the
 * page has granted. The relay follows no redirect and changes nothing.
 */

import { asJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import {
  type CertificateFacts,
  type ForwardFailure,
  type ForwardTiming,
  forwardCodes,
  type TlsFacts,
} from "../../protocol/failures/forwardFacts.ts";
import type { Header } from "../../protocol/headers.ts";
import { isCount, isList, isOptionalText, isPair, isRelayTime, isText } from "./guards.ts";
import { isStreamId, type StreamId } from "./streamId.ts";

/**
 * Maximum bytes of a response that a page grants beyond what it has processed: few enough for the
 * relay to buffer all exchanges of an unresponsive page.
 */
export const responseWindow = 262_144;

/** Maximum bytes of a request's body in flight without the relay's `sent`. */
export const requestWindow = 1_048_576;

/** What the user has agreed to for an origin, while the socket is open. */
export interface OriginConsent {
  /** For example `https://example.com`. */
  readonly origin: string;
  /** Further authorities to trust, as PEM. */
  readonly ca?: string;
  /** The client's certificate with its chain, as PEM. */
  readonly cert?: string;
  /** Its key, as PEM; a secret. */
  readonly key?: string;
  /** SHA-256 of the one server certificate that is accepted from any authority, as hex with colons. */
  readonly fingerprint?: string;
}

export type HttpPageMessage =
  /**
   * The user agrees that the relay connects to an origin; replaces the earlier agreement for it.
   */
  | ({ readonly kind: "allow" } & OriginConsent)
  | {
      readonly kind: "exchange";
      readonly id: StreamId;
      readonly method: string;
      /** Without userinfo and fragment. */
      readonly url: string;
      readonly headers: readonly Header[];
      /** Bytes of the body, all of which follow as chunks; undefined if it has none. */
      readonly size?: number;
      /** The byte of the response's body up to which the relay may send. */
      readonly until: number;
    }
  | { readonly kind: "grant"; readonly id: StreamId; readonly until: number }
  /** Aborts an exchange: the connection to the server is closed, and no further frames follow. */
  | { readonly kind: "abort"; readonly id: StreamId };

export type HttpRelayMessage =
  /** How much of the request's body was sent to the server. */
  | { readonly kind: "sent"; readonly id: StreamId; readonly sent: number }
  | ({
      readonly kind: "response";
      readonly id: StreamId;
      readonly times?: ForwardedTimes;
    } & ForwardedHead)
  /** Follows the last byte of the response's body; `total` is how many there were. */
  | {
      readonly kind: "exchange-ended";
      readonly id: StreamId;
      readonly total: number;
      /** When the body ended, in milliseconds of the relay's clock. */
      readonly at?: number;
    }
  /** Before or after the response's head; nothing follows. */
  | ({ readonly kind: "exchange-failed"; readonly id: StreamId } & ForwardFailure);

/**
 * Times of an exchange in milliseconds of the relay's clock; only their differences are meaningful
 * to a page.
 */
interface ForwardedTimes {
  /** When the relay began to send the request. */
  readonly sentAt: number;
  /** When the head of the response arrived. */
  readonly headAt: number;
}

/** The head of a response, exactly as received, and the connection it was received on. */
export interface ForwardedHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** In their order, with the names' case; repeated ones are separate. */
  readonly headers: readonly Header[];
  /** The address that answered, with its port; the proxy's if there is one. */
  readonly remote?: string;
  readonly timing: ForwardTiming;
  readonly tls?: TlsFacts;
}

/** Reads a page's message about forwarded HTTP; undefined if it is invalid or of another kind. */
export function readHttpPageMessage(fields: JsonObject): HttpPageMessage | undefined {
  const { kind, id, until } = fields;
  if (kind === "allow") return agreementOf(fields);
  if (!isStreamId(id)) return undefined;
  switch (kind) {
    case "exchange": {
      const { method, url, headers, size } = fields;
      if (typeof method !== "string" || typeof url !== "string") return undefined;
      if (!isHeaders(headers) || !isCount(until)) return undefined;
      if (size === undefined) return { kind, id, method, url, headers, until };
      return isCount(size) ? { kind, id, method, url, headers, size, until } : undefined;
    }
    case "grant":
      return isCount(until) ? { kind, id, until } : undefined;
    case "abort":
      return { kind, id };
    default:
      return undefined;
  }
}

/** Reads a relay's message about forwarded HTTP; undefined if it is invalid or of another kind. */
export function readHttpRelayMessage(fields: JsonObject): HttpRelayMessage | undefined {
  const { kind, id, sent, total } = fields;
  if (!isStreamId(id)) return undefined;
  switch (kind) {
    case "sent":
      return isCount(sent) ? { kind, id, sent } : undefined;
    case "response": {
      const head = headOf(fields);
      if (fields.times === undefined) return head && { kind, id, ...head };
      const times = timesOf(asJsonObject(fields.times));
      return head && times && { kind, id, ...head, times };
    }
    case "exchange-ended": {
      const { at } = fields;
      if (!isCount(total)) return undefined;
      if (at === undefined) return { kind, id, total };
      return isRelayTime(at) ? { kind, id, total, at } : undefined;
    }
    case "exchange-failed": {
      const failure = readForwardFailure(fields);
      return failure && { kind, id, ...failure };
    }
    default:
      return undefined;
  }
}

function agreementOf(fields: JsonObject): HttpPageMessage | undefined {
  const { origin, ca, cert, key, fingerprint } = fields;
  if (typeof origin !== "string" || URL.parse(origin)?.origin !== origin) return undefined;
  const rest = { ca, cert, key, fingerprint };
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (!given.every(([, value]) => isText(value))) return undefined;
  return { kind: "allow", origin, ...Object.fromEntries(given) };
}

function headOf(fields: JsonObject): ForwardedHead | undefined {
  const { status, statusText, httpVersion, headers, remote } = fields;
  if (!isCount(status) || typeof statusText !== "string" || !isHeaders(headers)) return undefined;
  if (typeof httpVersion !== "string" || !isOptionalText(remote)) return undefined;
  const timing = timingOf(asJsonObject(fields.timing));
  if (!timing) return undefined;
  const tls = fields.tls === undefined ? undefined : tlsOf(asJsonObject(fields.tls));
  return {
    status,
    statusText,
    httpVersion,
    headers,
    timing,
    ...(remote === undefined ? {} : { remote }),
    ...(tls ? { tls } : {}),
  };
}

function timesOf(fields: JsonObject | undefined): ForwardedTimes | undefined {
  const { sentAt, headAt } = fields ?? {};
  return isRelayTime(sentAt) && isRelayTime(headAt) ? { sentAt, headAt } : undefined;
}

function timingOf(fields: JsonObject | undefined): ForwardTiming | undefined {
  if (typeof fields?.waitMs !== "number") return undefined;
  const phases = ["dnsMs", "connectMs", "tlsMs", "waitMs"].flatMap((name) =>
    typeof fields[name] === "number" ? [[name, fields[name]]] : [],
  );
  return Object.fromEntries(phases) as ForwardTiming;
}

function tlsOf(fields: JsonObject | undefined): TlsFacts | undefined {
  const certificate = certificateOf(asJsonObject(fields?.certificate));
  const { protocol, cipher } = fields ?? {};
  if (!certificate || typeof protocol !== "string" || typeof cipher !== "string") return undefined;
  return { protocol, cipher, certificate };
}

function readForwardFailure(fields: JsonObject): ForwardFailure | undefined {
  const { reason, address } = fields;
  const code = forwardCodes.find((known) => known === fields.code);
  if (!code || typeof reason !== "string" || !isOptionalText(address)) return undefined;
  const certificate = certificateOf(asJsonObject(fields.certificate));
  return {
    code,
    reason,
    ...(address === undefined ? {} : { address }),
    ...(certificate ? { certificate } : {}),
  };
}

function certificateOf(fields: JsonObject | undefined): CertificateFacts | undefined {
  const { subject, issuer, names, validFrom, validTo, fingerprint } = fields ?? {};
  const texts = { subject, issuer, names, validFrom, validTo, fingerprint };
  const isWhole = Object.values(texts).every(isText);
  return isWhole ? (texts as unknown as CertificateFacts) : undefined;
}

function isHeaders(value: unknown): value is readonly Header[] {
  return isList(value, (pair): pair is Header => isPair(pair, isText));
}
