/** Text for HTTP exchanges that failed before their response was complete. */
import type { HttpEndEntry } from "../../../shared/log/entry.ts";

/** Why an exchange failed; follows "Failed:". */
export function exchangeEndText({ code, limit = 0, reason }: HttpEndEntry): string {
  switch (code) {
    case "too-large":
      return `cut after ${limit} bytes`;
    case "timeout":
      return `no complete response within ${limit / 1000} s`;
    case "not-agreed":
      return `you did not allow the relay to connect to ${reason}`;
    case "redirect":
      return `a redirect was not followed (${reason})`;
    case "relay-unreachable":
      return "the connection to the relay was lost";
    default:
      return reason ?? "no reason given";
  }
}
