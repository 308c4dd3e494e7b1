/** Error messages for HTTP error statuses. */

import type { ErrorText } from "../errorText.ts";
import { quotedText } from "../quotedText.ts";

/**
 * Returns the error message for an HTTP error status.
 * @param body start of the response body; empty when there is none or when it is an MCP message
 */
export function httpStatusText(status: number, statusText: string, body: string): ErrorText {
  const lines = body.split(/\r?\n/).filter((line) => line.trim() !== "");
  const words = describeStatus(status, statusText);
  if (lines.length === 0) return words;
  return { ...words, why: `${words.why} Response body:`, quote: quotedText(lines, "start") };
}

function describeStatus(status: number, statusText: string): ErrorText {
  const what = `The server answered ${status}${statusText ? ` ${statusText}` : ""}`;
  const seeTraffic = "Read the complete response in Traffic.";
  switch (status) {
    case 401:
      return {
        what,
        why: "It requires authorization.",
        next: ["Open Authorization. Sign in, or enter another token.", seeTraffic],
      };
    case 403:
      return {
        what,
        why: "The server refuses this request. Some servers refuse unknown Host or Origin headers.",
        next: [
          "Check your credentials.",
          "Add the origin of this page (the start of its address) to those that the server allows, or choose Route Relay, which sends no Origin.",
          seeTraffic,
        ],
      };
    case 404:
      return {
        what,
        why: "There is no MCP endpoint at this path.",
        next: ["Check the path of the URL: many servers listen at /mcp.", seeTraffic],
      };
    case 405:
    case 406:
    case 415:
      return {
        what,
        why: "The endpoint does not accept JSON by POST, which Streamable HTTP requires.",
        next: [
          "Check the path of the URL: it may belong to the older HTTP+SSE transport.",
          seeTraffic,
        ],
      };
    default:
      return {
        what,
        why:
          status >= 500
            ? "The server failed to handle the request."
            : "The server refused the request.",
        next: [seeTraffic, ...(status >= 500 ? ["Check the server's log."] : [])],
      };
  }
}
