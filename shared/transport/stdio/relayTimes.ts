/** Converts times of the relay's clock to the page's, one request at a time, so that durations are the relay's. */
import { idKey, type MessageEntry } from "../../log/entry.ts";

/** Relates the two clocks: the page sent a request at `sentAt`, the relay wrote it at `writtenAt`. */
interface Anchor {
  readonly sentAt: number;
  readonly writtenAt: number;
}

interface RelayTimes {
  written(entry: MessageEntry, writtenAt: number): void;
  /**
   * When a line arrived, on the page's clock: as long after its request (for other lines: the last
   * written one) as by the relay's clock. The absolute times of the two clocks are never compared.
   * @param at by the relay's clock
   * @returns undefined if nothing was written yet, or the times contradict each other
   */
  toPage(heads: MessageEntry["heads"], at: number): number | undefined;
}

/** Creates the conversion for one process. */
export function createRelayTimes(): RelayTimes {
  const open = new Map<string, Anchor>();
  let last: Anchor | undefined;

  const take = (key: string) => {
    const anchor = open.get(key);
    open.delete(key);
    return anchor;
  };

  return {
    written({ heads, at: sentAt }, writtenAt) {
      last = { sentAt, writtenAt };
      for (const head of heads) {
        if (head.kind === "request") open.set(idKey(head.id), last);
      }
    },
    toPage(heads, at) {
      const answered = heads.flatMap((head) =>
        (head.kind === "result" || head.kind === "error") && head.id !== null
          ? [take(idKey(head.id))]
          : [],
      );
      const anchor = answered.length > 0 ? answered[0] : last;
      if (!anchor || at < anchor.writtenAt) return undefined;
      return anchor.sentAt + (at - anchor.writtenAt);
    },
  };
}
