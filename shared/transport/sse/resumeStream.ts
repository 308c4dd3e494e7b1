/** Takes up an event stream again after it ended, while that is of use. */
import { type Clock, sleep } from "../../core/clock.ts";
import type { SseBlock } from "../../core/sseBlock.ts";
import type { ExchangeResult } from "../http/recordedExchange.ts";

/** Where a stream stopped, and when to take it up again. */
export interface StreamPosition {
  lastEventId: string | undefined;
  retryMs: number;
}

/** What became of a stream that was opened. */
export interface StreamEnd {
  readonly result: ExchangeResult;
  /** Milliseconds from the head of the response to its end. */
  readonly openMs: number;
  /** Frames that it brought. */
  readonly frames: number;
}

/** Milliseconds before a broken stream is taken up again, unless the server asked for another time. */
const defaultRetryMs = 1000;
/** How often in a row a stream is taken up again in vain before we let it be. */
const maximumRetries = 5;
/** Milliseconds after which a stream that ended was not refused, only idle. */
const idleMs = 10_000;

/** The position of a stream that has not begun. */
export function initialPosition(): StreamPosition {
  return { lastEventId: undefined, retryMs: defaultRetryMs };
}

/** Moves on by what a block of the stream says. */
export function advancePosition(position: StreamPosition, block: SseBlock): void {
  if (block.id !== undefined) position.lastEventId = block.id || undefined;
  if (block.retry !== undefined) position.retryMs = block.retry;
}

/** Whether an exchange was answered, with anything but an event stream. */
export function isNoStream(result: ExchangeResult): boolean {
  if (result.kind === "refused") return true;
  if (result.kind !== "complete") return false;
  return result.head.status >= 400 || result.contentType !== "text/event-stream";
}

/** Whether more came than is read: the same would come again. */
export function isTooLarge(result: ExchangeResult): boolean {
  return result.kind === "failed" && result.failure?.code === "too-large";
}

/**
 * Opens the stream anew each time it ends, after the time that the server asked for.
 * @param options.open opens it at its position and reads it to its end
 * @param options.useful whether anything is still to be expected of it
 * @returns how the last attempt went, or undefined where none was made or the server knows no GET
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export async function resumeStream(options: {
  readonly clock: Clock;
  readonly position: StreamPosition;
  readonly signal: AbortSignal;
  readonly open: () => Promise<StreamEnd>;
  readonly isUseful: () => boolean;
}): Promise<ExchangeResult | undefined> {
  const { clock, position, signal, open, isUseful } = options;
  let last: ExchangeResult | undefined;
  for (let attempts = 0; attempts < maximumRetries && isUseful(); attempts++) {
    if (!(await sleep(clock, position.retryMs, signal)) || !isUseful()) break;
    const before = position.lastEventId;
    const { result, openMs, frames } = await open();
    if (result.kind === "complete" && result.head.status === 405) return undefined;
    last = result;
    if (result.kind === "aborted" || isNoStream(result) || isTooLarge(result)) break;
    if (position.lastEventId !== before || frames > 0 || openMs >= idleMs) attempts = -1;
  }
  return last;
}
