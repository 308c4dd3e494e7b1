/** Binary frames between page and relay: numbered chunks of a process's pipes and of HTTP bodies. */
import * as v from "valibot";
import {
  isStreamId,
  readStreamId,
  type StreamId,
  streamIdBytes,
  writeStreamId,
} from "./streamId.ts";

/** A time of the relay's clock, in milliseconds with fractions. */
export const relayTime = v.custom<number>(isRelayTime);

/** Maximum payload of one frame, in bytes. */
export const maxChunkBytes = 65_536;

/** The codes of a process's pipes, then those of the two bodies of forwarded HTTP. */
const codes = { stdin: 1, stdout: 2, stderr: 3, request: 16, response: 17 } as const;

export type StreamChannel = keyof typeof codes;

/**
 * A part of a pipe's data or of a body. Its offset is the number of its first byte, which reveals
 * order, repetition and gaps. `stdin` has its own numbers; `stdout` and `stderr` share theirs, in the
 * order in which they were read.
 */
export interface Chunk {
  readonly id: StreamId;
  readonly channel: StreamChannel;
  readonly offset: number;
  /** For output: whether the preceding byte of the channel was a line feed (or there is none). */
  readonly startsLine: boolean;
  /** 1 to `maxChunkBytes` bytes. */
  readonly bytes: Uint8Array;
  /** When the relay read it, to within 1 ms, in milliseconds of the relay's clock; sent if the page asked. */
  readonly at?: number | undefined;
}

// channel (1), flags (1), id (16), offset (8, big-endian), time if flagged (8, double), payload
const flagsAt = 1;
const idAt = 2;
const offsetAt = idAt + streamIdBytes;
const timeAt = offsetAt + 8;
const timeBytes = 8;

const startsLineFlag = 1;
const timeFlag = 2;

/** Maximum bytes of a binary frame. */
export const maxFrameBytes = timeAt + timeBytes + maxChunkBytes;

/**
 * Encodes a chunk as a binary frame.
 * @throws {RangeError} when the chunk is empty or too long, or its id, offset or time is invalid
 */
export function encodeChunk(chunk: Chunk): Uint8Array<ArrayBuffer> {
  const { id, offset, bytes, at } = chunk;
  if (bytes.byteLength < 1 || bytes.byteLength > maxChunkBytes) {
    throw new RangeError(`A chunk has 1 to ${maxChunkBytes} bytes, not ${bytes.byteLength}`);
  }
  if (!isStreamId(id)) throw new RangeError("A chunk needs a process id of 32 hexadecimal digits");
  if (!isOffset(offset)) throw new RangeError(`${offset} is not an offset`);
  if (at !== undefined && !isRelayTime(at)) throw new RangeError(`${at} is not a time`);
  const payloadAt = at === undefined ? timeAt : timeAt + timeBytes;
  const frame = new Uint8Array(payloadAt + bytes.byteLength);
  frame[0] = codes[chunk.channel];
  frame[flagsAt] = (chunk.startsLine ? startsLineFlag : 0) | (at === undefined ? 0 : timeFlag);
  writeStreamId(id, frame.subarray(idAt));
  const view = new DataView(frame.buffer);
  view.setBigUint64(offsetAt, BigInt(offset));
  if (at !== undefined) view.setFloat64(timeAt, at);
  frame.set(bytes, payloadAt);
  return frame;
}

/**
 * Decodes a binary frame; never throws.
 * @returns the chunk, whose bytes are a view of `frame`; undefined if the frame is invalid
 */
export function decodeChunk(frame: Uint8Array): Chunk | undefined {
  const channel = channels.get(frame[0]);
  const flags = frame[flagsAt] ?? 0;
  if (channel === undefined || flags > (startsLineFlag | timeFlag)) return undefined;
  const isTimed = (flags & timeFlag) !== 0;
  const payloadAt = isTimed ? timeAt + timeBytes : timeAt;
  const payloadBytes = frame.byteLength - payloadAt;
  if (payloadBytes < 1 || payloadBytes > maxChunkBytes) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const offset = Number(view.getBigUint64(offsetAt));
  if (!isOffset(offset + frame.byteLength)) return undefined;
  const at = isTimed ? view.getFloat64(timeAt) : undefined;
  if (at !== undefined && !isRelayTime(at)) return undefined;
  return {
    id: readStreamId(frame.subarray(idAt, offsetAt)),
    channel,
    offset,
    startsLine: (flags & startsLineFlag) !== 0,
    bytes: frame.subarray(payloadAt),
    ...(at === undefined ? {} : { at }),
  };
}

const channels = new Map<number | undefined, StreamChannel>(
  Object.entries(codes).map(([channel, code]) => [code, channel as StreamChannel]),
);

function isRelayTime(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) >= 0;
}

function isOffset(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
