/**
 * Encrypts the events of a session as numbered chunks, and reads them. Each chunk is encrypted with
 * AES-256-GCM; its number is the nonce, its session the additional data: a relay can neither
 * change, reorder, repeat nor leave out a chunk without being noticed. Only the end can be cut off,
 * which the owner's last document shows.
 */
import { fromBase64Url } from "../../core/base64.ts";
import { concatBytes, encodeText } from "../../core/bytes.ts";
import { asJsonObject } from "../../core/json/jsonObject.ts";
import { deflate, inflate } from "../deflate.ts";
import { readRecording } from "../readRecording.ts";
import { readSessionJson } from "../readSession.ts";
import { type Recording, recordingFormat } from "../recording.ts";
import type { LiveAddress } from "./liveLink.ts";

/** A document of the owner's page for the viewers. */
export interface LiveDocument {
  /** The facts about the server; the newest one counts. The first document has one. */
  readonly head?: Omit<Recording, "entries">;
  readonly entries?: Recording["entries"];
  /** Messages that are too large to be shown live. */
  readonly skipped?: number;
  readonly isEnd?: boolean;
}

/** Why chunks cannot be read. */
export type LiveProblem =
  /** The key does not match, or the chunk was changed or has another number. */
  | "wrong-key"
  /** A chunk is missing. */
  | "gap"
  | "damaged"
  | "too-large";

/** Bytes of one document before and after decompression. */
const maxDocumentBytes = 8 * 1024 * 1024;
const maxTextBytes = 16 * 1024 * 1024;

/** Bytes of all documents of a session after decompression, which the viewer keeps in memory. */
const maxSessionBytes = 256 * 1024 * 1024;

/** Bytes of AES-GCM's tag. */
const tagBytes = 16;
/** The first byte of a chunk: whether the document continues in the next one. */
const [last, more] = [0, 1];

/** @param chunkBytes size of the largest chunk */
export async function createLiveWriter(address: LiveAddress, chunkBytes: number) {
  const key = await importKey(address, "encrypt");
  const pieceBytes = chunkBytes - tagBytes - 1;
  let next = 0;
  return {
    /**
     * Encrypts a document.
     * @returns its chunks in order; the number of the first one is `from`
     */
    async write(document: LiveDocument) {
      const bytes = await deflate(encodeText(JSON.stringify(document)));
      const count = Math.max(1, Math.ceil(bytes.byteLength / pieceBytes));
      const from = next;
      // reserved immediately, so that no number is used twice by concurrent writes
      next += count;
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for (let index = 0; index < count; index++) {
        const piece = bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes);
        const flag = new Uint8Array([index < count - 1 ? more : last]);
        const plain = concatBytes([flag, piece]) as Uint8Array<ArrayBuffer>;
        const sealed = await crypto.subtle.encrypt(parameters(address, from + index), key, plain);
        chunks.push(new Uint8Array(sealed));
      }
      return { from, chunks };
    },
  };
}

export interface LiveReader {
  /** The number of the chunk that is expected next. */
  readonly next: number;
  /**
   * Reads the next chunk.
   * @returns the document that it completes, if any, validated like a recording
   */
  read(
    number: number,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<LiveDocument | LiveProblem | undefined>;
}

/** @param maxBytes of all documents together */
export async function createLiveReader(
  address: LiveAddress,
  maxBytes = maxSessionBytes,
): Promise<LiveReader> {
  const key = await importKey(address, "decrypt");
  let next = 0;
  let pieces: Uint8Array[] = [];
  let size = 0;
  let total = 0;
  let head: Omit<Recording, "entries"> | undefined;
  let entries = 0;

  const complete = async (): Promise<LiveDocument | LiveProblem> => {
    const bytes = concatBytes(pieces) as Uint8Array<ArrayBuffer>;
    [pieces, size] = [[], 0];
    const inflated = await inflate(bytes, maxTextBytes);
    if (typeof inflated === "string") return inflated === "too-large" ? inflated : "damaged";
    total += inflated.byteLength;
    if (total > maxBytes) return "too-large";
    const read = readSessionJson(inflated);
    if (read.kind === "refused") return "damaged";
    const document = readLiveDocument(read.value, head, entries);
    if (typeof document === "string") return document;
    head = document.head ?? head;
    entries += document.entries?.length ?? 0;
    return document;
  };

  return {
    get next() {
      return next;
    },
    async read(number, bytes) {
      if (number < next) return undefined;
      if (number > next) return "gap";
      const plain = await crypto.subtle
        .decrypt(parameters(address, number), key, bytes)
        .catch(() => undefined);
      if (!plain || plain.byteLength === 0) return "wrong-key";
      next++;
      const [flag] = new Uint8Array(plain, 0, 1);
      pieces.push(new Uint8Array(plain, 1));
      size += plain.byteLength;
      if (size > maxDocumentBytes) return "too-large";
      return flag === last ? complete() : undefined;
    },
  };
}

/**
 * Validates a document.
 * @param known the newest head
 * @param earlier entries of the documents before it
 */
export function readLiveDocument(
  value: unknown,
  known: Omit<Recording, "entries"> | undefined,
  earlier: number,
): LiveDocument | LiveProblem {
  const { head, entries, skipped, isEnd } = asJsonObject(value) ?? {};
  const whole = { ...(head === undefined ? known : asJsonObject(head)), format: recordingFormat };
  const read = readRecording(entries === undefined ? whole : { ...whole, entries }, earlier);
  if (read.kind === "refused") return read.problem === "too-many" ? "too-large" : "damaged";
  const { entries: own, ...ownHead } = read.recording;
  return {
    ...(head === undefined ? {} : { head: ownHead }),
    ...(own === undefined ? {} : { entries: own }),
    ...(typeof skipped === "number" ? { skipped } : {}),
    ...(isEnd === true ? { isEnd } : {}),
  };
}

function importKey({ key }: LiveAddress, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  const raw = fromBase64Url(key) ?? new Uint8Array(32);
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, [usage]);
}

/** The nonce is the number of the chunk: 12 bytes, big-endian. */
function parameters({ id }: LiveAddress, number: number): AesGcmParams {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setBigUint64(4, BigInt(number));
  return { name: "AES-GCM", iv, additionalData: encodeText(`mcp-playground live 1 ${id}`) };
}
