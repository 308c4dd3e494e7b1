/** Builds requests with oauth4webapi without sending them, so that they can be shown and edited first. */
import * as oauth from "oauth4webapi";
import type { Header } from "../../protocol/headers.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import { markedRequest } from "./exchange.ts";
import type { FlowRequest } from "./flow.ts";

/** Options for every call of the library: a fetch that captures the request. Plain http is allowed because URLs are validated before. */
export interface LibraryOptions {
  readonly [oauth.customFetch]: (url: string, init: LibraryInit) => Promise<Response>;
  readonly [oauth.allowInsecureRequests]: true;
}

type LibraryInit = Pick<oauth.CustomFetchOptions<string, unknown>, "body" | "headers" | "method">;

/**
 * Captures the request that a function of the library would send.
 * @param make calls the library with these options
 * @throws {Error} when the library sends nothing
 */
export async function compose(
  make: (options: LibraryOptions) => Promise<unknown>,
): Promise<FlowRequest> {
  let composed: FlowRequest | undefined;
  await make({
    [oauth.allowInsecureRequests]: true,
    async [oauth.customFetch](url, { method, headers, body }) {
      composed = markedRequest(
        method === "GET" ? "GET" : "POST",
        url,
        withoutUserAgent(Object.entries(headers)),
        body === undefined || body === null ? undefined : String(body),
      );
      return new Response();
    },
  });
  if (!composed) throw new Error("The library sent nothing");
  return composed;
}

/** Converts server metadata to the library's type. */
export function libraryServer(server: ServerMetadata): oauth.AuthorizationServer {
  return {
    issuer: server.issuer,
    token_endpoint: server.tokenEndpoint,
    ...(server.authorizationEndpoint && { authorization_endpoint: server.authorizationEndpoint }),
    ...(server.registrationEndpoint && { registration_endpoint: server.registrationEndpoint }),
    ...(server.revocationEndpoint && { revocation_endpoint: server.revocationEndpoint }),
    authorization_response_iss_parameter_supported: server.sendsIssuer,
  };
}

/** The library sets `User-Agent`, which browsers may ignore or reject. */
function withoutUserAgent(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name]) => name.toLowerCase() !== "user-agent");
}
