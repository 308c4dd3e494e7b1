/** Words for the exception that tells a page nothing: what was tried, and what it may have been. */
import type { Words } from "../errorText.ts";

/**
 * The likely causes in the order in which they are likely for this address.
 * @param page the address of this page, which decides what a browser allows
 */
export function networkWords(url: string, reason: string, page = globalThis.location): Words {
  const target = new URL(url);
  const isLocal = /^(localhost|127\.|\[::1\]|.*\.localhost$)/.test(target.hostname);
  const origin = page?.origin ?? "this page";
  const mixed = page?.protocol === "https:" && target.protocol === "http:" && !isLocal;
  const listening = isLocal
    ? `Is the server running, and on port ${target.port || (target.protocol === "https:" ? "443" : "80")}? Try: curl -i ${target.origin}`
    : `Does ${target.hostname} exist, and can this machine reach it? Open ${target.origin} in a new tab.`;
  const cors = `Does the server allow pages of ${origin} (CORS)? It must answer the preflight, allow the headers content-type, mcp-protocol-version and mcp-session-id, and expose mcp-session-id.`;
  const tls = "Is its certificate valid? Open the address in a new tab; the browser says so there.";
  return {
    what: `No connection to ${target.host}`,
    why: `Tried ${url}. The browser says “${reason}” and does not tell a page more: nothing may listen there, the name may not resolve, TLS may have failed, or the server may not allow this page (CORS).`,
    next: [
      ...(mixed
        ? ["A page on https may not speak to plain http: use https, or the relay's page."]
        : []),
      listening,
      cors,
      ...(target.protocol === "https:" ? [tls] : []),
      "Or leave the server as it is: with Route Relay the requests leave from the relay (npx mcp-playground), and CORS does not matter.",
    ],
  };
}
