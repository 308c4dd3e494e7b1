/** Delivers frames to the receiver, so that an exception it throws does not stop the reading of later frames. */
import type { Recorder } from "../log/recorder.ts";
import type { ReceivedFrame, Receiver } from "./transport.ts";

/** Delivers one frame; an exception of the receiver is logged as the finding `listener-threw`. */
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
