/** The output of a process that its page has not acknowledged: bounded, numbered, in order. */
import { createUnacknowledgedBytes } from "../../shared/relay/client/unacknowledgedBytes.ts";
import { type Chunk, maxChunkBytes, type StreamChannel } from "../../shared/relay/frames/chunk.ts";

export interface ProcessOutput {
  /** Bytes of output so far, on both pipes. */
  total(): number;
  /** @param at when the bytes were read, in milliseconds */
  append(channel: StreamChannel, bytes: Uint8Array, at: number): void;
  /** The next chunk that the page's grant permits; undefined if there is none. */
  next(): Omit<Chunk, "id"> | undefined;
  /** Bytes not sent yet. */
  waiting(): number;
  /** Whether everything has been sent. */
  isSent(): boolean;
  /** Whether reading must stop because the page's grant is used up. */
  isFull(): boolean;
  /** The page has everything before `seen` and accepts bytes before `until`. */
  grant(seen: number, until: number): void;
  /** A page attaches that has everything before `seen`: output from there on is sent (again). */
  rewind(seen: number, until: number): void;
  /** The page left: output is still read, and only the newest bytes are kept. */
  detach(): void;
}

interface Origin {
  readonly channel: StreamChannel;
  readonly startsLine: boolean;
}

/** Output that was read at about the same time and is not sent yet. */
interface Arrival {
  readonly start: number;
  end: number;
  /** When its first byte was read. */
  readonly at: number;
}

const lineFeed = 0x0a;

/** Milliseconds within which output counts as read at the same time; a new time ends the frame. */
const arrivalMs = 1;

/** Maximum number of recorded arrival times; the oldest output is sent without its time. */
const maxArrivals = 10_000;

/**
 * Creates an empty output buffer.
 * @param keepBytes bytes kept at most while no page is attached
 * @param window bytes that a page can grant at most, and so the bytes kept for an attached one
 */
export function createProcessOutput(keepBytes: number, window: number): ProcessOutput {
  const kept = createUnacknowledgedBytes<Origin>(
    0,
    (before, next) => before.channel === next.channel,
  );
  const atLineStart: Partial<Record<StreamChannel, boolean>> = {};
  const arrivals: Arrival[] = [];
  let sent = 0;
  let until = 0;
  let attached = false;

  const noteArrival = (start: number, length: number, at: number) => {
    const last = arrivals.at(-1);
    if (last && at - last.at < arrivalMs) {
      last.end = start + length;
      return;
    }
    arrivals.push({ start, end: start + length, at });
    if (arrivals.length > maxArrivals) arrivals.shift();
  };

  /** When the next byte to send was read, and the byte up to which that holds. */
  const nextArrival = (): { readonly at?: number; readonly end: number } => {
    while (arrivals[0] && arrivals[0].end <= sent) arrivals.shift();
    const [first] = arrivals;
    if (!first) return { end: Number.POSITIVE_INFINITY };
    return first.start > sent ? { end: first.start } : first;
  };

  const allow = (newUntil: number) => {
    until = Math.min(newUntil, kept.start() + window);
  };

  const trim = () => {
    if (!attached) kept.forget(kept.end() - keepBytes);
  };

  return {
    total: kept.end,
    append(channel, bytes, at) {
      noteArrival(kept.end(), bytes.byteLength, at);
      kept.append(bytes, { channel, startsLine: atLineStart[channel] ?? true });
      atLineStart[channel] = bytes.at(-1) === lineFeed;
      trim();
    },
    next() {
      if (!attached) return undefined;
      const { at, end } = nextArrival();
      const stretch = kept.from(sent, Math.min(maxChunkBytes, until - sent, end - sent));
      if (!stretch) return undefined;
      const { offset, bytes, tag, before } = stretch;
      sent = offset + bytes.byteLength;
      const startsLine = before === undefined ? tag.startsLine : before === lineFeed;
      return { channel: tag.channel, offset, startsLine, bytes, at };
    },
    waiting: () => kept.end() - sent,
    isSent: () => sent >= kept.end(),
    isFull: () => attached && kept.end() >= until,
    grant(seen, newUntil) {
      kept.forget(Math.min(seen, sent));
      allow(newUntil);
    },
    rewind(seen, newUntil) {
      attached = true;
      sent = Math.max(kept.start(), Math.min(seen, kept.end()));
      kept.forget(sent);
      // Missing bytes do not count against the grant.
      allow(newUntil + (sent - seen));
    },
    detach() {
      attached = false;
      trim();
    },
  };
}
