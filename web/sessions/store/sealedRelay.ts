/** Stores, downloads and deletes sealed recordings at the relay that served the page. */
import { readUpTo } from "../../../shared/core/body.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import type { SealedRecording } from "../../../shared/recording/sealed.ts";
import { maximumSealedBytes, parseSealed } from "../../../shared/recording/sealedAddress.ts";
import {
  type PersonRefusalCode,
  personRefusalOf,
} from "../../../shared/relay/client/relaySession.ts";
import type { LiveOffer } from "../../../shared/relay/live/liveWire.ts";
import type { OpenProblem } from "./openedRecording.ts";
import type { OpenedDocument } from "./readDocument.ts";

export interface SealedRelayOptions {
  readonly fetch: typeof globalThis.fetch;
  /** The address of the page. */
  readonly base: string;
}

/** What the page's relay offers. */
export interface RelayOffer {
  /** The address of its page for others, if it is public. */
  readonly publicUrl: string | undefined;
  /** Limits of sealed recordings; undefined if it stores none. */
  readonly blobs: { readonly bytes: number; readonly seconds: number } | undefined;
  /** Limits of live sessions; undefined if it offers none. */
  readonly live: LiveOffer | undefined;
}

/** Why a relay did not store or delete a recording. */
export type RelayRefusal =
  | { readonly code: "unreachable" }
  | { readonly code: "too-large" | "full" | "not-found" | PersonRefusalCode }
  /** `seconds`: when to try again. */
  | { readonly code: "too-many"; readonly seconds: number | undefined }
  | { readonly code: "refused"; readonly status: number };

export interface StoredRecording {
  readonly id: string;
  readonly deleteToken: string;
  /** ISO 8601. */
  readonly expires: string;
}

/** Asks the page's relay what it offers; a page without a relay has no offer. */
export async function relayOffer({ fetch, base }: SealedRelayOptions): Promise<RelayOffer> {
  const card = await fetch(new URL("api/health", base), { credentials: "same-origin" })
    .then((response): Promise<unknown> => response.json())
    .catch(() => undefined);
  const publicUrl = getOwn(card, "publicUrl");
  const blobs = getOwn(card, "blobs");
  const [bytes, seconds] = [getOwn(blobs, "bytes"), getOwn(blobs, "seconds")];
  return {
    publicUrl: typeof publicUrl === "string" && URL.canParse(publicUrl) ? publicUrl : undefined,
    blobs:
      typeof bytes === "number" && typeof seconds === "number" ? { bytes, seconds } : undefined,
    live: liveOfferOf(getOwn(card, "live")),
  };
}

function liveOfferOf(value: unknown): LiveOffer | undefined {
  const [bytes, seconds, viewers] = ["bytes", "seconds", "viewers"].map((name) =>
    getOwn(value, name),
  );
  return typeof bytes === "number" && typeof seconds === "number" && typeof viewers === "number"
    ? { bytes, seconds, viewers }
    : undefined;
}

/** Stores a sealed recording for a time. */
export async function storeSealed(
  { fetch, base }: SealedRelayOptions,
  { id, bytes }: SealedRecording,
  seconds: number,
): Promise<StoredRecording | RelayRefusal> {
  const response = await fetch(blobUrl(base, id, `?ttl=${seconds}`), {
    method: "PUT",
    credentials: "same-origin",
    headers: { "Content-Type": "application/octet-stream" },
    body: bytes,
  }).catch(() => undefined);
  if (response?.status !== 201) return refusalOf(response);
  const stored: unknown = await response.json().catch(() => undefined);
  const [deleteToken, expires] = [getOwn(stored, "deleteToken"), getOwn(stored, "expires")];
  return typeof deleteToken === "string" && typeof expires === "string"
    ? { id, deleteToken, expires }
    : { code: "refused", status: response.status };
}

/** @returns why it was not deleted; undefined if it was deleted */
export async function deleteSealed(
  { fetch, base }: SealedRelayOptions,
  { id, deleteToken }: Pick<StoredRecording, "id" | "deleteToken">,
): Promise<RelayRefusal | undefined> {
  const response = await fetch(blobUrl(base, id), {
    method: "DELETE",
    credentials: "same-origin",
    headers: { Authorization: `Bearer ${deleteToken}` },
  }).catch(() => undefined);
  return response?.status === 204 || response?.status === 404 ? undefined : refusalOf(response);
}

/**
 * Downloads a sealed recording.
 * @param value the value of the fragment's `r`
 */
export async function downloadSealed(
  { fetch, base }: SealedRelayOptions,
  value: string,
): Promise<OpenedDocument | OpenProblem["code"]> {
  const address = parseSealed(value);
  if (typeof address === "string") return address;
  if (globalThis.crypto.subtle === undefined) return "insecure";
  const response = await fetch(blobUrl(base, address.id), { credentials: "same-origin" }).catch(
    () => undefined,
  );
  if (!response || response.status >= 500 || response.status === 429) return "unreachable";
  if (!response.ok) return "not-found";
  const read = await readUpTo(response.body, maximumSealedBytes).catch(() => undefined);
  if (!read) return "unreachable";
  return read.isWhole
    ? { kind: "sealed", bytes: new Uint8Array(read.bytes), key: address.key }
    : "too-large";
}

function blobUrl(base: string, id: string, query = ""): URL {
  return new URL(`api/blobs/${id}${query}`, base);
}

/** Why a relay refused; undefined means that the relay did not answer. */
export function refusalOf(response: Response | undefined): RelayRefusal {
  if (!response) return { code: "unreachable" };
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const code = personRefusalOf(response);
  if (code) return { code };
  switch (response.status) {
    case 502:
    case 503:
    case 504:
      return { code: "unreachable" };
    case 404:
      return { code: "not-found" };
    case 413:
      return { code: "too-large" };
    case 429:
      return { code: "too-many", seconds: Number.isFinite(seconds) ? seconds : undefined };
    case 507:
      return { code: "full" };
    default:
      return { code: "refused", status: response.status };
  }
}
