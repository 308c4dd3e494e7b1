/** The error message for a failed `fetch`, whose exception does not name the cause. */
import type { ErrorText } from "../errorText.ts";

/**
 * Lists the possible causes, the most likely one for this URL first.
 * @param page location of this page; decides what the browser allows
 */
export function networkErrorText(
  url: string,
  reason: string,
  page = globalThis.location,
): ErrorText {
  const target = new URL(url);
  const isLocal = /^(localhost|127\.|\[::1\]|.*\.localhost$)/.test(target.hostname);
  const origin = page?.origin ?? "this page";
  const mixed = page?.protocol === "https:" && target.protocol === "http:" && !isLocal;
  const listening = isLocal
    ? `Is the server running on port ${target.port || (target.protocol === "https:" ? "443" : "80")}? Try: curl -i ${target.origin}`
    : `Does ${target.hostname} exist, and can this machine reach it? Open ${target.origin} in a new tab.`;
  const cors = `Does the server allow the origin ${origin} (CORS)? It must answer the preflight, allow the headers content-type, mcp-protocol-version and mcp-session-id, and expose mcp-session-id.`;
  const tls =
    "Is the certificate valid? Open the URL in a new tab: the browser shows certificate errors there.";
  return {
    what: `Could not connect to ${target.host}`,
    why: `The request to ${url} failed. The browser only reports “${reason}”. Possible causes: no server is listening there, the host name does not resolve, TLS failed, or the server does not allow this page (CORS).`,
    next: [
      ...(mixed
        ? ["A page on https must not connect to plain http. Use https, or use the relay's page."]
        : []),
      listening,
      cors,
      ...(target.protocol === "https:" ? [tls] : []),
      "Or choose Route Relay: the relay (npx mcp-playground) sends the requests, so CORS does not apply.",
    ],
  };
}
