/** What went wrong with a connection, for a person at a terminal. */
import type { Failure } from "../../shared/transport/failure.ts";

/** Says a failure in a sentence, or a few lines where a process had last words. */
export function failureSentence(failure: Failure): string {
  switch (failure.code) {
    case "network":
      return `${failure.url} cannot be reached: ${failure.reason}.`;
    case "http-status": {
      const { url, status, statusText } = failure;
      const hint =
        status === 401 ? " It wants authorization: --header 'Authorization: Bearer <token>'." : "";
      return `${url} answered with status ${[status, statusText].join(" ").trim()}.${hint}`;
    }
    case "not-mcp":
      return `${failure.url} answered with ${failure.contentType || "no content type"}, which is not MCP.`;
    case "not-json":
      return `The answer is not JSON: ${failure.reason}.`;
    case "no-answer":
      return `The exchange ended with status ${failure.status}, and the answer was not in it.`;
    case "stream-broken":
      return `The stream broke off: ${failure.reason}.`;
    case "no-endpoint":
      return `The stream of ${failure.url} does not begin with an endpoint event.`;
    case "foreign-endpoint":
      return `The server wants messages sent to ${failure.endpoint}, which is not its own origin.`;
    case "timeout":
      return `No answer came within ${Math.round(failure.afterMs / 1000)} s.`;
    case "not-started":
      return `${failure.command} was not started: ${failure.reason}.`;
    case "exited": {
      const how = failure.signal ? `by ${failure.signal}` : `with code ${failure.exitCode}`;
      const last = failure.stderr.trim().split("\n").at(-1);
      return `The server ended ${how}${last ? `: ${last}` : ""}.`;
    }
    case "stray-output":
      return `The server wrote to its stdout what is not JSON, and did not answer within ${Math.round((failure.afterMs ?? 0) / 1000)} s: ${failure.text}`;
    case "initialized-refused":
      return `${failure.url} refused notifications/initialized with status ${[failure.status, failure.statusText].join(" ").trim()}.`;
    case "handshake":
    case "relay-refused":
    case "relay-unreachable":
      return `${failure.reason}.`.replace(/([.!?])\.$/, "$1");
    case "not-authorized":
      return `${failure.url} wants authorization (status ${failure.status}): give it a token by --header.`;
    case "session-lost":
      return "The server no longer knows its own session.";
    case "closed":
      return "The connection was closed before the answer came.";
    default:
      return `The server cannot be spoken to (${failure.code}).`;
  }
}
