/** What a process has said and its page does not surely have: bounded, numbered, in order. */

import { createUnacknowledgedBytes } from "../../shared/relay/client/unacknowledgedBytes.ts";
import { type Channel, type Chunk, maxChunkBytes } from "../../shared/relay/frames/chunk.ts";

export interface Output {
  /** Bytes that were said so far, on both pipes. */
  total(): number;
  append(channel: Channel, bytes: Uint8Array): void;
  /** The next chunk that is to be sent and may be; undefined where there is none. */
  next(): Omit<Chunk, "id"> | undefined;
  /** Bytes that have not been sent. */
  waiting(): number;
  /** Whether everything has been sent. */
  isSent(): boolean;
  /** Whether no more may be read, because the page has granted no more. */
  isFull(): boolean;
  /** The page has everything before `seen` and takes what comes before `until`. */
  grant(seen: number, until: number): void;
  /** A page attaches that has everything before `seen`: what follows is sent (again). */
  rewind(seen: number, until: number): void;
  /** No page is there: everything is read, and only the newest of it is kept. */
  detach(): void;
}

interface Origin {
  readonly channel: Channel;
  readonly startsLine: boolean;
}

const lineFeed = 0x0a;

/**
 * Makes an empty output.
 * @param keepBytes how much is kept at most while no page is there
 * @param window how much a page can grant at most, and so what is kept for one that is there
 */
export function createOutput(keepBytes: number, window: number): Output {
  const kept = createUnacknowledgedBytes<Origin>(
    0,
    (before, next) => before.channel === next.channel,
  );
  const atLineStart: Partial<Record<Channel, boolean>> = {};
  let sent = 0;
  let until = 0;
  let attached = false;

  const allow = (newUntil: number) => {
    until = Math.min(newUntil, kept.start() + window);
  };

  const trim = () => {
    if (!attached) kept.forget(kept.end() - keepBytes);
  };

  return {
    total: kept.end,
    append(channel, bytes) {
      kept.append(bytes, { channel, startsLine: atLineStart[channel] ?? true });
      atLineStart[channel] = bytes.at(-1) === lineFeed;
      trim();
    },
    next() {
      const stretch = attached ? kept.from(sent, Math.min(maxChunkBytes, until - sent)) : undefined;
      if (!stretch) return undefined;
      const { offset, bytes, tag, before } = stretch;
      sent = offset + bytes.byteLength;
      const startsLine = before === undefined ? tag.startsLine : before === lineFeed;
      return { channel: tag.channel, offset, startsLine, bytes };
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
      // What is missing does not count against what the page granted.
      allow(newUntil + (sent - seen));
    },
    detach() {
      attached = false;
      trim();
    },
  };
}
