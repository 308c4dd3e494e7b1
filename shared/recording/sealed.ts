/** Seals recordings for a relay that must not read them: the key is in the fragment of the link. */
import { fromBase64Url, toBase64Url } from "../core/base64.ts";
import { concatBytes, encodeText } from "../core/bytes.ts";
import { deflate, inflate } from "./deflate.ts";
import type { ReadRecording, RecordingProblem } from "./readRecording.ts";
import { readRecordingBytes } from "./readSession.ts";
import { type Recording, recordingFormat } from "./recording.ts";
import { maximumSealedBytes, type SealedAddress } from "./sealedAddress.ts";

export interface SealedRecording extends SealedAddress {
  /** Nonce and ciphertext. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type OpenedSealed =
  | ReadRecording
  | {
      readonly kind: "refused";
      readonly problem: RecordingProblem | "not-compressed" | "wrong-key";
    };

const nonceBytes = 12;
const keyBytes = 32;

/** Deflates a recording and encrypts it with AES-256-GCM under a fresh key and nonce. */
export async function sealRecording(recording: Recording): Promise<SealedRecording> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const raw = crypto.getRandomValues(new Uint8Array(keyBytes));
  const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt"]);
  const text = await deflate(encodeText(JSON.stringify(recording)));
  const ciphertext = await crypto.subtle.encrypt(parameters(nonce), key, text);
  return {
    id: toBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    key: toBase64Url(raw),
    bytes: concatBytes([nonce, new Uint8Array(ciphertext)]) as Uint8Array<ArrayBuffer>,
  };
}

/** Decrypts and reads a sealed recording; decompression stops at {@link maximumSealedBytes}. */
export async function openSealed(
  bytes: Uint8Array<ArrayBuffer>,
  keyText: string,
): Promise<OpenedSealed> {
  const raw = fromBase64Url(keyText);
  if (raw?.byteLength !== keyBytes) return { kind: "refused", problem: "wrong-key" };
  const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["decrypt"]);
  let deflated: ArrayBuffer;
  try {
    const nonce = bytes.subarray(0, nonceBytes);
    deflated = await crypto.subtle.decrypt(parameters(nonce), key, bytes.subarray(nonceBytes));
  } catch {
    return { kind: "refused", problem: "wrong-key" };
  }
  const inflated = await inflate(new Uint8Array(deflated), maximumSealedBytes);
  if (typeof inflated === "string") return { kind: "refused", problem: inflated };
  return readRecordingBytes(inflated);
}

/** The format is authenticated: data of another format under the same key is refused. */
function parameters(nonce: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv: nonce, additionalData: encodeText(recordingFormat) };
}
