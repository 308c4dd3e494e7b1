/** The encrypted stores of this page: what is remembered, and sign-ins that are under way. */

import { createEncryptedStore, type EncryptedStore } from "./encryptedStore.ts";
import { createRelayHalf, type RelayHalfOptions } from "./relayHalf.ts";
import { canSeal, openStoredItems, type StoredItems } from "./shelf.ts";
import { createSignInStore, type SignInStore } from "./signInStore.ts";

/** What asking for the relay's half takes. */
export interface SafeOptions extends Pick<RelayHalfOptions, "base" | "fetch"> {
  /** This tab's session with the relay that served the page; undefined where it has none. */
  readonly relaySession: RelayHalfOptions["session"];
}

const opened: { shelf?: StoredItems; safe?: EncryptedStore; signIns?: SignInStore } = {};

/** Where credentials are remembered; undefined where this page cannot seal. */
export function encryptedStoreOfPage({
  base,
  fetch,
  relaySession,
}: SafeOptions): EncryptedStore | undefined {
  const shelf = shelfOfPage();
  if (!shelf) return undefined;
  opened.safe ??= createEncryptedStore(
    shelf,
    createRelayHalf({ base, fetch, session: relaySession }),
  );
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

function shelfOfPage(): StoredItems | undefined {
  if (canSeal()) opened.shelf ??= openStoredItems();
  return opened.shelf;
}
