/** Status text of the relay, in one to four words. */
import type { RelayState } from "../../relay/store/relayState.ts";

/** Returns the status text that a button shows. */
export function relayStatus(state: RelayState): string {
  switch (state.kind) {
    case "idle":
      return "not connected";
    case "looking":
    case "connecting":
      return "connecting";
    case "permission-needed":
      return "permission needed";
    case "permission-denied":
      return "not allowed";
    case "not-running":
      return "not running";
    case "wrong-version":
      return "wrong version";
    case "pairing-needed":
      return "not paired";
    case "no-sessions":
      return "not available";
    case "reconnecting":
      return "reconnecting";
    case "connected":
      return "connected";
  }
}
