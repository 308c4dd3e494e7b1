/** Tells whether this document continues what its tab showed before, or was opened from elsewhere. */

/** The part of the Navigation API that is read; older browsers lack it. */
export interface NavigationLike {
  readonly activation?: {
    /** Null where the document before was of another origin, or there was none. */
    readonly from: { readonly url: string | null } | null;
    readonly navigationType: string;
  } | null;
}

/**
 * Whether the document was opened by a foreign page, or in a new tab. A browser copies a tab's
 * sessionStorage into each window that it opens, so a foreign page that the tab went to could open
 * this one with the secrets of the tab in it.
 * @param home the address of the folder in which the page and its callback page are
 * @see https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-activation-interface
 */
export function isFromElsewhere(navigation: NavigationLike | undefined, home: string): boolean {
  const activation = navigation?.activation;
  if (!activation) return false;
  const { navigationType, from } = activation;
  if (navigationType === "reload" || navigationType === "traverse") return false;
  const before = (from?.url ?? "").replace(/[?#].*$/, "");
  return ![home, `${home}index.html`, `${home}callback.html`].includes(before);
}
