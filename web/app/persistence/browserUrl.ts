/** The URL and the history of this page's tab. */
import { toLoopbackUrl } from "../../../shared/relay/page/pageHost.ts";
import type { BrowserUrl } from "./urlState.ts";

export function browserUrl(): BrowserUrl {
  /** Browsers limit how often an entry may be changed; a later change brings the URL up to date. */
  const attempt = (change: () => void) => {
    try {
      change();
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  };
  return {
    hash: () => location.hash,
    state: () => history.state,
    push: (state, url) => attempt(() => history.pushState(state, "", url)),
    replace: (state, url) => attempt(() => history.replaceState(state, "", url)),
    onChange: (listener) => addEventListener("popstate", listener),
    reload: () => location.reload(),
    reloadForToken() {
      const url = toLoopbackUrl(location.href);
      if (url === location.href) location.reload();
      else location.replace(url);
    },
  };
}
