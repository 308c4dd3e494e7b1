/** Generates the Client ID Metadata Document of a published page at build time. */
import type { Plugin } from "vite";

const fileName = "oauth-client.json";

/** Origins of a page served by a local relay, which may use the published document too. */
const loopbackOrigins = ["http://127.0.0.1:6280", "http://localhost:6280"];

/**
 * Parses the URL at which the page will be published.
 * @param text for example `https://example.com/playground/`; a missing trailing slash is added
 * @returns undefined for an undefined or empty text
 * @throws {Error} when it is not an https URL without query and fragment, as a client id requires
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

/** Returns the URL of the document, which is also the client id. */
export function clientMetadataUrl(publicUrl: URL): string {
  return new URL(fileName, publicUrl).href;
}

/**
 * Returns the metadata document.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-oauth-client-id-metadata-document-00#section-4.1
 */
export function clientMetadataDocument(publicUrl: URL): object {
  return {
    client_id: clientMetadataUrl(publicUrl),
    client_name: "MCP Playground",
    client_uri: publicUrl.href,
    redirect_uris: [publicUrl.href, ...loopbackOrigins.map((origin) => `${origin}/`)].map(
      (page) => new URL("callback.html", page).href,
    ),
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "web",
  };
}

/** Build plugin that emits the document beside the page. */
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
