/** The error message for a failed `fetch`, whose exception does not name the cause. */

import { posixCommand } from "../../../shared/config/posixText.ts";
import { hasPowerShell, quotedForPowerShell } from "../../../shared/config/powerShellText.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { ErrorText } from "../errorText.ts";
import { nounOf } from "../quantities.ts";

type NetworkFailure = Extract<Failure, { code: "network" }>;

/**
 * Lists the possible causes, the most likely one for this URL first.
 * @param page location of this page; decides what the browser allows
 * @param platform of the browser; decides for which shell the command is
 */
export function networkErrorText(
  failure: NetworkFailure,
  page = globalThis.location,
  platform = globalThis.navigator?.platform ?? "",
): ErrorText {
  const { url, reason, request } = failure;
  const target = new URL(url);
  const isLocal = /^(localhost|127\.|\[::1\]|.*\.localhost$)/.test(target.hostname);
  const origin = page?.origin ?? "this page";
  const relay =
    "Or choose Route Relay: the relay (npx mcp-playground) sends the requests, so CORS does not apply.";
  if (request?.newHeaders) return answeredBefore(failure, request.newHeaders, relay);
  const mixed = page?.protocol === "https:" && target.protocol === "http:" && !isLocal;
  const terminal = hasPowerShell(platform) ? "PowerShell" : "a terminal";
  const listening = isLocal
    ? `Is the server running on port ${target.port || (target.protocol === "https:" ? "443" : "80")}? Try the command in ${terminal}.`
    : `Does ${target.hostname} exist, and can this machine reach it? Try the command in ${terminal}.`;
  const cors = `Does the server allow the origin ${origin} (CORS)? It must answer the preflight, allow the headers content-type, mcp-protocol-version and mcp-session-id, and expose mcp-session-id.`;
  const tls =
    "Is the certificate valid? Open the URL in a new tab: the browser shows certificate errors there.";
  return {
    what: `Could not connect to ${target.host}`,
    why: `The request to ${url} failed. The browser only reports “${reason}”. Possible causes: no server is listening there, the host name does not resolve, TLS failed, or the server does not allow this page (CORS).`,
    quote: hasPowerShell(platform) ? powerShellText(target) : curlText(target),
    next: [
      ...(mixed
        ? ["A page on https must not connect to plain http. Use https, or use the relay's page."]
        : []),
      listening,
      cors,
      ...(target.protocol === "https:" ? [tls] : []),
      relay,
    ],
  };
}

/** The server has answered earlier requests of the connection. */
function answeredBefore(
  { url, reason, request }: NetworkFailure,
  newHeaders: readonly string[],
  relay: string,
): ErrorText {
  const { host } = new URL(url);
  const names = newHeaders.join(", ");
  if (newHeaders.length === 0) {
    return {
      what: `${host} does not answer any more`,
      why: `It answered earlier requests with the same headers, so CORS allows them. The browser reports “${reason}” for this ${request?.method} request.`,
      next: ["Check whether the server is still running, and its log for a crash."],
    };
  }
  return {
    what: `${host} answers, but not to requests with ${names}`,
    why: `It answered earlier requests of this connection. This one is the first with ${names}, and the browser reports “${reason}”: most likely the server's CORS rules do not allow ${nounOf(newHeaders.length, "this header", "these headers")}.`,
    next: [
      `On the server: answer the preflight request (OPTIONS) with Access-Control-Allow-Headers: ${request?.headers.join(", ")}.`,
      relay,
    ],
  };
}

/** What the page sends first. */
const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}}`;
const [contentType, accept] = ["application/json", "application/json, text/event-stream"];

/** A command that sends it, to be pasted into a terminal. */
function curlText(target: URL): string {
  return posixCommand("curl", [
    "-i",
    "-X",
    "POST",
    target.href,
    "-H",
    `Content-Type: ${contentType}`,
    "-H",
    `Accept: ${accept}`,
    "-d",
    initialize,
  ]);
}

/** The same for PowerShell, which has other quotes. */
function powerShellText(target: URL): string {
  const [url, type, accepted, body] = [target.href, contentType, accept, initialize].map(
    quotedForPowerShell,
  );
  return `Invoke-WebRequest -UseBasicParsing -Method POST -Uri ${url} -ContentType ${type} -Headers @{ Accept = ${accepted} } -Body ${body}`;
}
