/** Parses the fragment of a link to the page. */

/** The parameters of a fragment: the relay's token `k`, a session `s`, a sealed recording `r`. */
export interface Fragment {
  readonly token: string | undefined;
  readonly session: string | undefined;
  readonly sealed: string | undefined;
}

/**
 * Parses the fragment of a link.
 * @param hash with or without `#`
 */
export function readFragment(hash: string): Fragment {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    token: parameters.get("k") ?? undefined,
    session: parameters.get("s") ?? undefined,
    sealed: parameters.get("r") ?? undefined,
  };
}
