/** The page's Client ID Metadata Document: made at build time, for whoever publishes the page at an address of its own. */
import type { Plugin } from "vite";

const fileName = "oauth-client.json";

/** The ports at which a page of this machine usually is, which may name a published document as its own. */
const usualLoopbacks = ["http://127.0.0.1:6280", "http://localhost:6280"];

/**
 * Reads the address at which the page is to be published.
 * @param text such as `https://example.com/playground/`; a missing last slash is added
 * @returns undefined where nothing is said
 * @throws {Error} when it is no https URL, or has a query or a fragment: no client id can be made of it
 */
export function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined || text === "") return undefined;
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.search !== "" || url.hash !== "") {
    throw new Error(`PUBLIC_URL must be an https URL without query and fragment; it is ${text}.`);
  }
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** Where the document is, which is the client's id. */
export function clientMetadataUrl(publicUrl: URL): string {
  return new URL(fileName, publicUrl).href;
}

/**
 * The document itself.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document-00#section-4.1
 */
export function clientMetadataDocument(publicUrl: URL): object {
  return {
    client_id: clientMetadataUrl(publicUrl),
    client_name: "MCP Playground",
    client_uri: publicUrl.href,
    redirect_uris: [publicUrl.href, ...usualLoopbacks.map((origin) => `${origin}/`)].map(
      (page) => new URL("callback.html", page).href,
    ),
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "web",
  };
}

/** Puts the document beside the built page. */
export function clientMetadata(publicUrl: URL): Plugin {
  return {
    name: "client-metadata",
    apply: "build",
    generateBundle() {
      const source = `${JSON.stringify(clientMetadataDocument(publicUrl), undefined, 2)}\n`;
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}
