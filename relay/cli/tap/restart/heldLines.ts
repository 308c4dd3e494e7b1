/** The messages of a client that wait while its server is restarted. */
import type { RestartLimits } from "./restartOptions.ts";
import type { SessionLine } from "./tappedSession.ts";

export interface HeldLines {
  /** @returns false if too many wait */
  add(line: SessionLine): boolean;
  /** Returns those that wait, which wait no longer. */
  take(): readonly SessionLine[];
}

export function createHeldLines({
  heldMessages,
  heldBytes,
}: Pick<RestartLimits, "heldMessages" | "heldBytes">): HeldLines {
  let lines: SessionLine[] = [];
  let bytes = 0;
  return {
    add(line) {
      if (lines.length >= heldMessages || bytes >= heldBytes) return false;
      bytes += line.bytes.byteLength;
      lines.push(line);
      return true;
    },
    take() {
      const taken = lines;
      lines = [];
      bytes = 0;
      return taken;
    },
  };
}
