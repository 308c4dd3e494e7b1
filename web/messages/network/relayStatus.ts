/** The state of the relay in a word or two. */
import type { RelayState } from "../../stores/relay/relayState.ts";

/** For a button. */
export function relayStatus(state: RelayState): string {
  switch (state.kind) {
    case "idle":
      return "not looked for";
    case "looking":
    case "connecting":
      return "connecting";
    case "tab-asked":
      return "waiting for another tab";
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
      return "not for this page";
    case "reconnecting":
      return "reconnecting";
    case "connected":
      return "connected";
  }
}
