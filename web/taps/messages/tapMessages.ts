/** Messages about taps, which show what another client and its server say to each other. */
import type { LiveState, OpenedRecording } from "../../sessions/store/openedRecording.ts";

/** @returns for example “notes: an-editor 1.2 and its server” */
export function tapTitle({ name = "Tap", client }: OpenedRecording): string {
  return `${name}: ${client ?? "a client"} and its server`;
}

/** Whether the tap still shows what is said. */
export function tapStateText(live: LiveState): string {
  switch (live.kind) {
    case "live":
      return "Live: messages appear as they are sent. Secrets are masked.";
    case "reconnecting":
      return "The tap does not answer. Trying again; the client and its server are not affected.";
    case "ended":
      return endedText(live.reason);
  }
}

function endedText(reason: Extract<LiveState, { kind: "ended" }>["reason"]): string {
  switch (reason) {
    case "owner":
      return "The session has ended. The next one of this client appears here.";
    case "too-large":
      return "The session is larger than this page shows. Its recording has the rest.";
    case "gone":
      return "The tap no longer answers. Its recording is in the folder of the relay's data.";
    default:
      return "What the tap sent could not be read, so the rest is not shown.";
  }
}
