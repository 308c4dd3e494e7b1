/** Talks to the relay about sessions that are watched live. */
import { createParser } from "eventsource-parser";
import { chunksOf } from "../../../../shared/core/body.ts";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { type RelayRefusal, refusalOf, type SealedRelayOptions } from "../sealedRelay.ts";

export interface LiveEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** @returns the owner's token, or why the relay refused */
export async function startLive(
  { fetch, base }: SealedRelayOptions,
  id: string,
): Promise<{ readonly token: string } | RelayRefusal> {
  const request = { method: "PUT", credentials: "same-origin" } as const;
  const response = await fetch(liveUrl(base, id), request).catch(() => undefined);
  if (response?.status !== 201) return refusalOf(response);
  const token = getOwn(await response.json().catch(() => undefined), "ownerToken");
  return typeof token === "string" ? { token } : { code: "refused", status: response.status };
}

/** The outcome of sending a chunk; after `wait` milliseconds it can be sent again. */
type SentChunk = "sent" | "gone" | "full" | { readonly waitMs: number };

/** Longest `Retry-After` in seconds that is waited for; a quota takes longer. */
const maxWaitSeconds = 120;
const retryMs = 1000;

export async function sendChunk(
  { fetch, base }: SealedRelayOptions,
  {
    id,
    token,
    number,
    bytes,
  }: { id: string; token: string; number: number; bytes: Uint8Array<ArrayBuffer> },
): Promise<SentChunk> {
  const response = await fetch(liveUrl(base, `${id}/${number}`), {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/octet-stream", Authorization: `Bearer ${token}` },
    body: bytes,
  }).catch(() => undefined);
  switch (response?.status) {
    case 204:
      return "sent";
    case 403:
    case 404:
    case 409:
      return "gone";
    case 413:
    case 507:
      return "full";
    case 429: {
      const seconds = Number(response.headers.get("Retry-After"));
      if (seconds > maxWaitSeconds && Number.isFinite(seconds)) return "full";
      return { waitMs: seconds > 1 && Number.isFinite(seconds) ? seconds * 1000 : retryMs };
    }
    default:
      return { waitMs: retryMs };
  }
}

/** Ends a session; also works while the page is being left. */
export async function endLive(
  { fetch, base }: SealedRelayOptions,
  id: string,
  token: string,
): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const request = {
    method: "DELETE",
    credentials: "same-origin",
    keepalive: true,
    headers,
  } as const;
  await fetch(liveUrl(base, id), request).catch(() => {});
}

/**
 * Reads an event stream until it ends.
 * @param path after `api/live/`
 * @returns the status; undefined if the relay did not answer
 */
export async function followLive(
  { fetch, base }: SealedRelayOptions,
  path: string,
  options: {
    readonly token?: string;
    readonly signal: AbortSignal;
    readonly onOpen: () => void;
    /** The stream is read on when this has been done. */
    readonly onEvent: (event: LiveEvent) => void | Promise<void>;
  },
): Promise<number | undefined> {
  const { token, signal, onOpen, onEvent } = options;
  const headers: Record<string, string> =
    token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const request = { credentials: "same-origin", headers, signal } as const;
  const response = await fetch(liveUrl(base, path), request).catch(() => undefined);
  if (!response?.ok || !response.body) return response?.status;
  onOpen();
  let handled: unknown;
  const parser = createParser({
    onEvent({ event = "message", id, data }) {
      handled = onEvent({ name: event, id, data });
    },
    maxBufferSize: maxEventBytes,
    onError() {},
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of chunksOf(response.body)) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      await handled;
    }
  } catch {
    // the connection was lost, or the reader has ended it
  }
  return response.status;
}

/** Characters of one event: a chunk in base64. */
const maxEventBytes = 1_000_000;

function liveUrl(base: string, path: string): URL {
  return new URL(`api/live/${path}`, base);
}
