/** Limits how many processes a session may have and how often it may start one. */
import type { RelayLimits } from "../relayLimits.ts";
import type { NotStarted } from "./startProcess.ts";

interface StartLimiter {
  /**
   * Checks whether a process may be started and, if so, counts the start.
   * @param mine processes of the session
   * @param all processes of all sessions
   * @returns why not
   */
  refusal(session: string, mine: number, all: number): NotStarted | undefined;
}

/**
 * Creates the limiter. Each session has a bucket of starts, which refills evenly.
 * @param now milliseconds on a monotonic clock
 */
export function createStartLimiter(
  limits: Pick<RelayLimits, "processes" | "processesPerSession" | "startsPerMinute">,
  now: () => number,
): StartLimiter {
  const { processes, processesPerSession, startsPerMinute } = limits;
  const msPerStart = 60_000 / startsPerMinute;
  /** When each session's bucket is full again; sessions with a full bucket are not kept. */
  const fullAgainAt = new Map<string, number>();

  const msUntilNext = (session: string): number => {
    const time = now();
    for (const [other, at] of fullAgainAt) if (at <= time) fullAgainAt.delete(other);
    const next = Math.max(fullAgainAt.get(session) ?? 0, time) + msPerStart;
    // less than a millisecond is a rounding error of the sums
    const wait = Math.max(0, Math.floor(next - time - 60_000));
    if (wait === 0) fullAgainAt.set(session, next);
    return wait;
  };

  return {
    refusal(session, mine, all) {
      if (mine >= processesPerSession) {
        const reason = `This session has as many processes as the relay allows (${mine}): stop one first`;
        return { problem: "process-limit", reason };
      }
      if (all >= processes) {
        const reason = `The relay runs as many processes for all sessions as it allows (${all}): stop one first`;
        return { problem: "process-limit", reason };
      }
      const wait = msUntilNext(session);
      if (wait === 0) return undefined;
      const reason = `This session has started as many processes within a minute as the relay allows (${startsPerMinute}): try again in ${Math.ceil(wait / 1000)} s`;
      return { problem: "start-rate", reason };
    },
  };
}
