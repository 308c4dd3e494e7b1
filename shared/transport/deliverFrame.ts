/** Hands frames to whoever listens, whose mistakes must not keep what follows from being read. */
import type { Recorder } from "../log/recorder.ts";
import type { ReceivedFrame, Receiver } from "./transport.ts";

/** Where the listener throws, the log says so with the finding `listener-threw`. */
export function deliverFrame(
  record: Recorder,
  frame: ReceivedFrame,
  listener: Pick<Receiver, "frame">,
): void {
  try {
    listener.frame(frame);
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
