/** Words for an HTTP status that is no success. */

import type { Words } from "../errorText.ts";
import { quotedText } from "../quotedText.ts";

/** @param body the start of the response's body, as it came; empty where it was a message or nothing */
export function httpStatusWords(status: number, statusText: string, body: string): Words {
  const lines = body.split(/\r?\n/).filter((line) => line.trim() !== "");
  const words = statusWords(status, statusText);
  if (lines.length === 0) return words;
  return { ...words, why: `${words.why} Its body:`, quote: quotedText(lines, "start") };
}

function statusWords(status: number, statusText: string): Words {
  const what = `The server answered ${status}${statusText ? ` ${statusText}` : ""}`;
  const seeTraffic = "The whole response is in Traffic, under this exchange.";
  switch (status) {
    case 401:
      return {
        what,
        why: "It wants to know who is asking.",
        next: ["Open Authorization: sign in there, or enter another token by hand.", seeTraffic],
      };
    case 403:
      return {
        what,
        why: "It knows the request and refuses it; some servers refuse by Host or Origin.",
        next: ["Check the credentials and what the server allows.", seeTraffic],
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
        why: "The endpoint does not take a POST of JSON as Streamable HTTP sends it.",
        next: ["Check the path: it may belong to the older HTTP+SSE transport.", seeTraffic],
      };
    default:
      return {
        what,
        why: status >= 500 ? "Something failed on the server." : "The server refused the request.",
        next: [seeTraffic, ...(status >= 500 ? ["Look in the server's own log."] : [])],
      };
  }
}
