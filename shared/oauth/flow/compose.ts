/** Has the library put requests together, so that they can be looked at and changed before they are sent. */
import * as oauth from "oauth4webapi";
import type { Header } from "../../core/headers.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";
import { markedRequest } from "./exchange.ts";
import type { FlowRequest } from "./flow.ts";

/** What every request of the library is given: our fetch, and leave for endpoints that were judged before. */
export interface LibraryOptions {
  readonly [oauth.customFetch]: (url: string, init: LibraryInit) => Promise<Response>;
  readonly [oauth.allowInsecureRequests]: true;
}

type LibraryInit = Pick<oauth.CustomFetchOptions<string, unknown>, "body" | "headers" | "method">;

/**
 * Catches the request that a function of the library would send.
 * @param make calls the library with the options it is given
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
        withoutAgent(Object.entries(headers)),
        body === undefined || body === null ? undefined : String(body),
      );
      return new Response();
    },
  });
  if (!composed) throw new Error("The library sent nothing");
  return composed;
}

/** An authorization server in the library's words. */
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

/** The library adds its own name, which a page could not send anyway. */
function withoutAgent(headers: readonly Header[]): readonly Header[] {
  return headers.filter(([name]) => name.toLowerCase() !== "user-agent");
}
