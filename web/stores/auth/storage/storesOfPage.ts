/** The encrypted stores of this page: what is remembered, and sign-ins that are under way. */

import { createSafe, type Safe } from "./encryptedStore.ts";
import { createRelayHalf, type RelayHalfOptions } from "./relayHalf.ts";
import { canSeal, openShelf, type Shelf } from "./shelf.ts";
import { createSignInStore, type SignInStore } from "./signInStore.ts";

/** What asking for the relay's half takes. */
export interface SafeOptions extends Pick<RelayHalfOptions, "base" | "fetch"> {
  /** This tab's session with the relay that served the page; undefined where it has none. */
  readonly relaySession: RelayHalfOptions["session"];
}

const opened: { shelf?: Shelf; safe?: Safe; signIns?: SignInStore } = {};

/** Where credentials are remembered; undefined where this page cannot seal. */
export function safeOfPage({ base, fetch, relaySession }: SafeOptions): Safe | undefined {
  const shelf = shelfOfPage();
  if (!shelf) return undefined;
  opened.safe ??= createSafe(shelf, createRelayHalf({ base, fetch, session: relaySession }));
  return opened.safe;
}

/** Where sign-ins that are under way are kept; undefined where this page cannot seal. */
export function signInsOfPage(): SignInStore | undefined {
  const shelf = shelfOfPage();
  if (!shelf || opened.signIns) return opened.signIns;
  opened.signIns = createSignInStore(shelf, Date.now);
  // where the browser keeps no data, there is nothing to delete
  opened.signIns.removeExpired().catch(() => undefined);
  return opened.signIns;
}

function shelfOfPage(): Shelf | undefined {
  if (canSeal()) opened.shelf ??= openShelf();
  return opened.shelf;
}
