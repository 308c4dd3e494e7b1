/** Signs and verifies deliveries to a webhook, as Standard Webhooks does. */
import { fromBase64, toBase64 } from "../core/base64.ts";
import { concatBytes, encodeText } from "../core/bytes.ts";

/** What a delivery says in its headers. */
export interface WebhookHeaders {
  /** `webhook-id` */
  readonly id: string;
  /** `webhook-timestamp`, in seconds since 1970. */
  readonly timestamp: string;
  /** `webhook-signature`, one or more separated by spaces. */
  readonly signature: string;
}

/** Why a delivery is refused. */
export const webhookRefusals = ["header-missing", "not-fresh", "wrong-signature"] as const;

export type WebhookRefusal = (typeof webhookRefusals)[number];

const prefix = "whsec_";

/** Seconds by which a delivery may be old, or ahead of this clock. */
const maxAgeSeconds = 300;

/** Signatures that are compared; more than one stand there while a secret is replaced. */
const maxSignatures = 8;

/**
 * The bytes of a secret.
 * @returns undefined unless it is `whsec_` with base64 of 24 to 64 bytes
 */
export function webhookKey(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = secret.startsWith(prefix) ? fromBase64(secret.slice(prefix.length)) : undefined;
  return bytes && bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined;
}

/** @param fillRandom fills an array with random bytes, as `crypto.getRandomValues` does */
export function createWebhookSecret(fillRandom: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(32);
  fillRandom(bytes);
  return prefix + toBase64(bytes);
}

/**
 * Signs a delivery.
 * @param body as it is sent
 * @returns one signature with its version
 * @throws {TypeError} if the secret is none
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function signWebhook(
  secret: string,
  { id, timestamp }: Pick<WebhookHeaders, "id" | "timestamp">,
  body: Uint8Array,
): Promise<string> {
  const key = await hmacKey(secret, "sign");
  if (!key) throw new TypeError("The secret of a webhook is whsec_ with 24 to 64 bytes of base64");
  const signed = signedBytes(id, timestamp, body);
  return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)))}`;
}

/**
 * Verifies a delivery.
 * @param body as it was received
 * @param nowSeconds since 1970
 * @returns why it is refused; undefined if one of its signatures is right
 */
export async function verifyWebhook(
  secret: string,
  { id, timestamp, signature }: WebhookHeaders,
  body: Uint8Array,
  nowSeconds: number,
): Promise<WebhookRefusal | undefined> {
  if (id === "" || signature === "" || !/^\d{1,12}$/.test(timestamp)) return "header-missing";
  if (Math.abs(nowSeconds - Number(timestamp)) > maxAgeSeconds) return "not-fresh";
  const key = await hmacKey(secret, "verify");
  if (!key) return "wrong-signature";
  const signed = signedBytes(id, timestamp, body);
  for (const each of signature.split(" ").slice(0, maxSignatures)) {
    const bytes = each.startsWith("v1,") ? fromBase64(each.slice(3)) : undefined;
    if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return undefined;
  }
  return "wrong-signature";
}

function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(concatBytes([encodeText(`${id}.${timestamp}.`), body]));
}

async function hmacKey(secret: string, use: "sign" | "verify"): Promise<CryptoKey | undefined> {
  const bytes = webhookKey(secret);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return bytes && crypto.subtle.importKey("raw", bytes, algorithm, false, [use]);
}
