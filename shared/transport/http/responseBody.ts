/** Reads the body of a response, logs its bytes and extracts its messages. */
import { chunksOf } from "../../core/body.ts";
import { type ByteRange, bytesIn, concatBytes, decodeTextWithoutBom } from "../../core/bytes.ts";
import type { FrameEntry, SecretSpan } from "../../log/entry.ts";
import { arrivalOf, networkTimesOf } from "../../log/networkTimes.ts";
import { FailureError } from "../../protocol/failures/failureError.ts";
import { createSseReader, type SseBlock } from "../../protocol/sseBlock.ts";
import { type DecodedFrame, decodeMessages, decodeSlowly, slowBytes } from "../decodeMessages.ts";
import { type CutBlock, createSseBlocks } from "../sse/sseBlocks.ts";
import type { ReceivedFrame } from "../transport.ts";
import { cutBodyBytes, defaultBodyBytes, eventOverheadBytes, streamFactor } from "./bodyLimit.ts";
import type { HttpDependencies } from "./httpOptions.ts";

interface BodySource
  extends Pick<HttpDependencies, "record" | "yieldToEventLoop" | "clock" | "bodyLimit"> {
  readonly response: Response;
  /** The media type in lower case, without parameters. */
  readonly contentType: string;
  readonly exchangeId: string;
}

/** What the log records about an event without a message. */
export interface EventNote {
  readonly holds: FrameEntry["holds"];
  readonly secrets: readonly SecretSpan[];
}

/** Callbacks while a body arrives. */
export interface BodyListener {
  frame(frame: ReceivedFrame): void;
  /** Called for every block of an event stream, after its message (if any) was delivered. */
  block?(block: SseBlock): void;
  /** Called for every event without a message, before it is logged. */
  note?(block: SseBlock, bytes: Uint8Array): EventNote | undefined;
}

export interface ReadBody {
  readonly messages: number;
  /** The body as text if it held no message; at most 2,000 characters. */
  readonly otherBody: string;
  /** The parser's error message if a body declared as JSON is not JSON. */
  readonly notJson?: string;
}

/** Milliseconds of reading between yields to the event loop: half of a frame at 60 Hz. */
const yieldAfterMs = 8;
/** Bytes read between checks of the clock, which is slow to read in browsers; each block counts as some bytes more. */
const bytesPerCheck = 2048;
const bytesPerBlock = 512;

/**
 * Reads an event stream to its end, block by block.
 * @throws {FailureError} if one event or the whole stream exceeds its limit; of an event that does,
 * the beginning is logged, of a stream the events until then
 * @throws the error of the body if it ends early; the bytes until then are logged
 */
export async function readEventStream(
  source: BodySource,
  listener: BodyListener,
): Promise<ReadBody> {
  const { record, exchangeId, yieldToEventLoop, clock } = source;
  const base = { kind: "frame", carrier: "sse", direction: "in", exchangeId } as const;
  const recordFrame = createFrameRecorder(source, "sse");
  const blocks = createSseBlocks();
  const readBlock = createSseReader();
  let messages = 0;
  const handleBlock = (
    cut: CutBlock,
    block: SseBlock,
    at: number,
    readAt: number | undefined,
    decoded?: DecodedFrame,
  ) => {
    if (block.data && block.event === "message") {
      messages++;
      listener.frame(recordFrame(cut, block.data, at, readAt, decoded));
    } else {
      const holds = block.data ? "other-event" : "stream-metadata";
      record({ ...base, holds, ...listener.note?.(block, bytesIn(cut)) }, cut, at);
    }
    listener.block?.(block);
  };
  const limit = limitOf(source);
  const streamLimit = limit * streamFactor;
  let received = 0;
  const checkStream = () => {
    if (received > streamLimit) throw tooLarge("stream", streamLimit);
  };
  let since = clock.now();
  let uncheckedBytes = 0;
  try {
    for await (const chunk of chunksOf(source.response.body)) {
      received += chunk.byteLength;
      // all events of one chunk arrived at the same time
      let now = clock.now();
      const arrival = arrivalOf(chunk);
      for (const cut of blocks.feed(chunk)) {
        const block = readBlock(cut);
        const isLarge = cut.byteLength >= slowBytes && block.data !== undefined;
        const decoded =
          isLarge && yieldToEventLoop
            ? await decodeSlowly(block.data, yieldToEventLoop)
            : undefined;
        handleBlock(cut, block, arrival ?? now, arrival === undefined ? undefined : now, decoded);
        received += eventOverheadBytes;
        checkStream();
        uncheckedBytes += cut.byteLength + bytesPerBlock;
        if (!yieldToEventLoop || uncheckedBytes < bytesPerCheck) continue;
        uncheckedBytes = 0;
        if (clock.now() - since < yieldAfterMs) continue;
        await yieldToEventLoop();
        since = now = clock.now();
      }
      if (blocks.bufferedBytes() > limit) throw tooLarge("event", limit);
      checkStream();
    }
  } finally {
    const rest = blocks.rest();
    const kept = rest.byteLength > limit ? rest.slice(0, cutBodyBytes) : rest;
    if (kept.byteLength > 0) record({ ...base, holds: "rest" }, kept);
  }
  return { messages, otherBody: "" };
}

/**
 * Reads a whole body, which may be a message, a batch or anything else.
 * @throws {FailureError} if it exceeds the limit; its beginning is logged
 * @throws the error of the body if it ends early; the bytes until then are logged
 */
export async function readWhole(source: BodySource, listener: BodyListener): Promise<ReadBody> {
  const { record, exchangeId, response, yieldToEventLoop, clock } = source;
  let chunks: Uint8Array[] = [];
  const limit = limitOf(source);
  let received = 0;
  let since = clock.now();
  let arrival: number | undefined;
  const other = (holds: "body" | "rest", bytes: Uint8Array) =>
    record({ kind: "frame", carrier: "http", direction: "in", exchangeId, holds }, bytes, arrival);
  try {
    for await (const chunk of chunksOf(response.body)) {
      arrival = arrivalOf(chunk);
      received += chunk.byteLength;
      chunks.push(chunk);
      if (received > limit) {
        chunks = beginningOf(chunks, Math.min(limit, cutBodyBytes));
        throw tooLarge("body", limit);
      }
      if (!yieldToEventLoop || clock.now() - since < yieldAfterMs) continue;
      await yieldToEventLoop();
      since = clock.now();
    }
  } catch (error) {
    if (chunks.length > 0) other("rest", concatBytes(chunks));
    throw error;
  }
  const finishedAt = clock.now();
  const pause = received >= slowBytes ? yieldToEventLoop : undefined;
  const bytes = concatBytes(chunks);
  if (bytes.byteLength === 0) return { messages: 0, otherBody: "" };
  await pause?.();
  const text = decodeTextWithoutBom(bytes);
  const decoded = pause ? await decodeSlowly(text, pause) : decodeMessages(text);
  const holdsMessage = decoded.heads.some((head) => head.kind !== "invalid");
  const promisedMessage = response.ok && source.contentType === "application/json";
  if (!holdsMessage && !promisedMessage) {
    other("body", bytes);
    return { messages: 0, otherBody: text.slice(0, 2000) };
  }
  const readAt = arrival === undefined ? undefined : clock.now();
  listener.frame(
    createFrameRecorder(source, "http")(bytes, text, arrival ?? finishedAt, readAt, decoded),
  );
  const { notJson, messages } = decoded;
  if (notJson !== undefined) return { messages: 0, otherBody: text.slice(0, 2000), notJson };
  return { messages: messages.length, otherBody: "" };
}

/** The first bytes of a body, in memory of their own. */
function beginningOf(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const kept: Uint8Array[] = [];
  let room = bytes;
  for (const chunk of chunks) {
    if (room <= 0) break;
    kept.push(chunk.slice(0, room));
    room -= chunk.byteLength;
  }
  return kept;
}

/** Creates the function that logs the messages of a frame, which arrived at `at` and was read at `readAt`. */
function createFrameRecorder(
  { record, exchangeId, response }: BodySource,
  carrier: "http" | "sse",
) {
  const startedAt = networkTimesOf(response)?.startedAt;
  return (
    bytes: ByteRange,
    text: string,
    at: number | undefined,
    readAt: number | undefined,
    { heads, batch, messages } = decodeMessages(text),
  ): ReceivedFrame => {
    const entry = record(
      { kind: "message", carrier, direction: "in", exchangeId, heads, batch, readAt },
      bytes,
      at,
    );
    return { entry, text, messages, startedAt };
  };
}

function limitOf({ bodyLimit }: BodySource): number {
  return bodyLimit?.bytes() ?? defaultBodyBytes;
}

function tooLarge(what: "body" | "event" | "stream", limit: number): FailureError {
  return new FailureError({ code: "too-large", what, limit });
}
