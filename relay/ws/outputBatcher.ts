/** When output goes to the page: what answers goes at once, what pours is gathered into few frames. */
import type { Clock } from "../../shared/core/clock.ts";

export interface OutputBatcher {
  /**
   * Says that there is something to send.
   * @param waiting how many bytes are, all in all
   */
  push(waiting: number): void;
  /** Says that somebody waits for an answer: the next output goes at once. */
  hurry(): void;
}

/** How often something goes at once before it counts as pouring. */
const promptTimes = 16;

/** Milliseconds of silence after which it no longer pours. */
const quietMs = 10;

/** Milliseconds that what pours is gathered for. */
const gatherMs = 2;

/**
 * Makes one.
 * @param enough bytes that are worth being sent without gathering more
 * @param send sends all that is waiting and may be sent
 */
export function createOutputBatcher(enough: number, clock: Clock, send: () => void): OutputBatcher {
  let prompt = promptTimes;
  let pushedAt = clock.now();
  let gathering = false;

  const gathered = () => {
    gathering = false;
    send();
  };

  return {
    push(waiting) {
      const time = clock.now();
      if (time - pushedAt > quietMs) prompt = promptTimes;
      pushedAt = time;
      if (prompt > 0 || waiting >= enough) {
        prompt = Math.max(0, prompt - 1);
        send();
      } else if (!gathering) {
        gathering = true;
        clock.after(gatherMs, gathered);
      }
    },
    hurry() {
      prompt = promptTimes;
    },
  };
}
