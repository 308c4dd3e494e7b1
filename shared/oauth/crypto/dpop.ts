/** DPoP: key pairs, proofs for requests, and the nonces of each origin. */
import * as oauth from "oauth4webapi";
import { findHeader, type Header } from "../../protocol/headers.ts";
import type { ServerMetadata } from "../discovery/metadata.ts";

/** The supported signature algorithms, in order of preference. */
const supportedAlgorithms = ["ES256", "ES384", "ES512", "Ed25519", "PS256", "RS256"];

export type Dpop = ReturnType<typeof createDpop>;

/** @see https://www.rfc-editor.org/rfc/rfc9449 */
export function createDpop() {
  const handles = new WeakMap<CryptoKeyPair, oauth.DPoPHandle>();
  const nonces = new Map<string, string>();

  /** The library's handle for a key pair; the same for the same keys. */
  const handle = (keys: CryptoKeyPair) => {
    const known = handles.get(keys);
    if (known) return known;
    const made = oauth.DPoP({}, keys, {
      [oauth.modifyAssertion](_header, payload) {
        const origin = URL.parse(String(payload.htu))?.origin ?? "";
        const nonce = nonces.get(origin);
        if (nonce !== undefined) payload.nonce = nonce;
      },
    });
    handles.set(keys, made);
    return made;
  };

  return {
    handle,
    /**
     * Stores the nonce of a response for its origin.
     * @returns whether the response has a new nonce
     */
    storeNonce(url: string, headers: readonly Header[]): boolean {
      const nonce = findHeader(headers, "dpop-nonce");
      const origin = URL.parse(url)?.origin;
      if (nonce === undefined || origin === undefined || nonces.get(origin) === nonce) return false;
      nonces.set(origin, nonce);
      return true;
    },
    /** The `Authorization` and `DPoP` headers of a request with a bound token. */
    async headersFor(
      keys: CryptoKeyPair,
      accessToken: string,
      { method, url }: { readonly method: string; readonly url: string },
    ): Promise<readonly Header[]> {
      let headers: readonly Header[] = [];
      await oauth.protectedResourceRequest(accessToken, method, new URL(url), undefined, null, {
        DPoP: handle(keys),
        [oauth.allowInsecureRequests]: true,
        async [oauth.customFetch](
          _url: string,
          init: { readonly headers: Record<string, string> },
        ) {
          headers = Object.entries(init.headers);
          return new Response();
        },
      });
      return headers
        .filter(([name]) => name === "authorization" || name === "dpop")
        .map(([name, value]) => [name === "dpop" ? "DPoP" : "Authorization", value]);
    },
  };
}

/** Creates a key pair whose private key cannot be extracted. */
export function createDpopKeys(server: ServerMetadata): Promise<CryptoKeyPair> {
  const announced = server.dpopAlgorithms ?? [];
  const algorithm = supportedAlgorithms.find((each) => announced.includes(each)) ?? "ES256";
  return oauth.generateKeyPair(algorithm, { extractable: false });
}
