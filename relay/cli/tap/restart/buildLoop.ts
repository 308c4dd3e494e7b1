/** Notices when a build changes what is watched, which would build again and again without end. */
import type { Clock } from "../../../../shared/core/clock.ts";

/** Milliseconds after the end of a build within which a change is taken for its own. */
const ownMs = 1500;
/** Builds in a row after which it is no coincidence that somebody saved a file at that time. */
const maxInRow = 5;

export interface BuildLoop {
  /** A build begins; call what is returned when it has ended. */
  begin(): () => void;
  /** Whether a change that was just reported is one of too many that came with a build. */
  isOwnChange(): boolean;
}

export function createBuildLoop({ now }: Pick<Clock, "now">): BuildLoop {
  let isBuilding = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  /** Builds in a row during or after which something changed, and whether it did with the newest. */
  let inRow = 0;
  let isCounted = false;
  return {
    begin() {
      isBuilding = true;
      isCounted = false;
      return () => {
        isBuilding = false;
        endedAt = now();
      };
    },
    isOwnChange() {
      const isWithBuild = isBuilding || now() - endedAt < ownMs;
      if (!isWithBuild) inRow = 0;
      else if (!isCounted) inRow++;
      isCounted = true;
      return isWithBuild && inRow > maxInRow;
    },
  };
}
