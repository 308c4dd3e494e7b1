/** Hands frames to whoever listens, whose mistakes must not keep what follows from being read. */
import type { Recorder } from "../log/recorder.ts";
import type { ReceivedFrame } from "./transport.ts";

/** Calls `listener`; where that throws, the log says so with the finding `listener-threw`. */
export function handOver(
  record: Recorder,
  frame: ReceivedFrame,
  listener: (frame: ReceivedFrame) => void,
): void {
  try {
    listener(frame);
  } catch (error) {
    record({
      kind: "finding",
      direction: "none",
      exchangeId: frame.entry.exchangeId,
      code: "listener-threw",
      severity: "warning",
      about: frame.entry.seq,
      evidence: { reason: String(error) },
    });
  }
}
