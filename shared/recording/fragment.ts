/** Parses the fragment of a link to the page. */

import { toBase64Url } from "../core/base64.ts";
import { encodeText } from "../core/bytes.ts";

/** The parameters of a fragment: the relay's token `k`, a session `s`, a sealed recording `r`, a live one `w`. */
interface Fragment {
  readonly token: string | undefined;
  readonly session: string | undefined;
  readonly sealed: string | undefined;
  readonly live: string | undefined;
}

/**
 * Parses the fragment of a link.
 * @param hash with or without `#`
 */
export function readFragment(hash: string): Fragment {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const plain = parameters.has("server") ? plainSession(parameters) : undefined;
  return {
    token: parameters.get("k") ?? undefined,
    session: parameters.get("s") ?? plain,
    sealed: parameters.get("r") ?? undefined,
    live: parameters.get("w") ?? undefined,
  };
}

/** The session in the text of a link to any playground; undefined if it has none. */
export function sessionOfLink(link: string): string | undefined {
  const hash = /^https?:\/\/\S+?(#.*)$/s.exec(link.trim())?.[1];
  // mail programs may have broken the line
  return hash === undefined ? undefined : readFragment(hash).session?.replace(/\s/g, "");
}

/**
 * Hand-written parameters (see `deepLink.ts`), as the value of `s`: `0.` and the parameters in
 * base64url.
 */
function plainSession(parameters: URLSearchParams): string {
  const own = new URLSearchParams([...parameters].filter(([name]) => name !== "k"));
  return `0.${toBase64Url(encodeText(String(own)))}`;
}
