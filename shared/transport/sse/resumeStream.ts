/** Resumes an event stream after it ended, as long as messages are expected. */
import { type Clock, sleep } from "../../core/clock.ts";
import type { SseBlock } from "../../protocol/sseBlock.ts";
import type { StreamWait } from "../http/httpOptions.ts";
import type { ExchangeResult } from "../http/recordedExchange.ts";

/** The last event id of a stream and its reconnection time. */
export interface StreamPosition {
  lastEventId: string | undefined;
  retryMs: number;
}

export interface StreamEnd {
  readonly result: ExchangeResult;
  /** Milliseconds from the head of the response to its end. */
  readonly openMs: number;
  readonly frames: number;
}

/**
 * Default reconnection time in milliseconds, and the longest time that a shorter one of the server is
 * extended to.
 */
const defaultRetryMs = 1000;
/** Milliseconds by which a shorter reconnection time is extended first; the time doubles. */
const firstExtendedMs = 100;
/** Maximum number of consecutive attempts without a new event. */
const maxRetries = 5;
/** Milliseconds after which an ended stream counts as idle (closed by a proxy), not as rejected. */
const idleMs = 10_000;

/** Statuses with which a proxy says that the server does not answer just now. */
const passingStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** The longest time between attempts that are answered so, in milliseconds. */
const maxPassingMs = 16_000;

/** The position of a new stream. */
export function initialPosition(): StreamPosition {
  return { lastEventId: undefined, retryMs: defaultRetryMs };
}

/** Updates the position with a block of the stream. */
export function advancePosition(position: StreamPosition, block: SseBlock): void {
  if (block.id !== undefined) position.lastEventId = block.id || undefined;
  if (block.retry !== undefined) position.retryMs = block.retry;
}

/** Whether an exchange was answered with something other than an event stream. */
export function isNoStream(result: ExchangeResult): boolean {
  if (result.kind === "refused") return true;
  if (result.kind !== "complete") return false;
  return result.head.status >= 400 || result.contentType !== "text/event-stream";
}

function isPassing(result: ExchangeResult): boolean {
  return result.kind === "complete" && passingStatuses.has(result.head.status);
}

/** Whether the response exceeded the limit; resuming would exceed it again. */
export function isTooLarge(result: ExchangeResult): boolean {
  return result.kind === "failed" && result.failure?.code === "too-large";
}

/**
 * Reopens a stream each time it ends, after the reconnection time that the server set. A server that
 * ends one stream after the other at once has them opened once a second, however short its time is;
 * one behind a proxy that says that it does not answer now is asked more rarely each time.
 * @param options.open opens the stream at its position and reads it to its end
 * @param options.isUseful whether messages are still expected
 * @returns the result of the last attempt; undefined if there was none or the server has no GET (405)
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
 */
export async function resumeStream(options: {
  readonly clock: Clock;
  readonly position: StreamPosition;
  readonly signal: AbortSignal;
  readonly open: () => Promise<StreamEnd>;
  readonly isUseful: () => boolean;
  /** Called before each attempt that follows a failed one, and with undefined at the end. */
  readonly onWait?: (wait: StreamWait | undefined) => void;
}): Promise<ExchangeResult | undefined> {
  const { clock, position, signal, open, isUseful, onWait } = options;
  let last: ExchangeResult | undefined;
  let minimumMs = 0;
  let tries = 0;
  for (let attempts = 0; attempts < maxRetries && isUseful(); attempts++) {
    const waitMs = Math.max(position.retryMs, minimumMs);
    if (tries > 0) onWait?.({ tries, nextAt: clock.now() + waitMs });
    if (!(await sleep(clock, waitMs, signal)) || !isUseful()) break;
    const before = position.lastEventId;
    const { result, openMs, frames } = await open();
    if (result.kind === "complete" && result.head.status === 405) {
      onWait?.(undefined);
      return undefined;
    }
    last = result;
    const hasPassed = isPassing(result);
    if (result.kind === "aborted" || isTooLarge(result)) break;
    if (isNoStream(result) && !hasPassed) break;
    tries = hasPassed || (result.kind === "failed" && openMs === 0) ? tries + 1 : 0;
    if (hasPassed) {
      minimumMs = Math.min(2 * Math.max(waitMs, defaultRetryMs), maxPassingMs);
      continue;
    }
    minimumMs = openMs >= idleMs ? 0 : Math.min(2 * minimumMs || firstExtendedMs, defaultRetryMs);
    if (position.lastEventId !== before || frames > 0 || openMs >= idleMs) attempts = -1;
  }
  onWait?.(undefined);
  return last;
}
