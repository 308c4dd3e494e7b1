/** The encrypted stores of this page: remembered credentials, and sign-ins in progress. */

import { fromBase64Url } from "../../../shared/core/base64.ts";
import {
  askAsOwnPage,
  deviceKeyBytes,
  deviceKeyPath,
} from "../../../shared/relay/client/ownPage.ts";
import { createEncryptedStore, type EncryptedStore } from "./encryptedStore.ts";
import type { RelayHalf } from "./sealing.ts";
import { createSignInStore, type SignInStore } from "./signInStore.ts";
import { canSeal, openStoredItems, type StoredItems } from "./storedItems.ts";

/** What fetching the relay's half needs. */
export interface EncryptedStoreOptions {
  /** The URL of the page. */
  readonly base: string;
  readonly fetch: typeof globalThis.fetch;
  /** This tab's session with the relay that served the page; undefined if it has none. */
  readonly relaySession: () => Promise<string | undefined>;
}

const opened: {
  items?: StoredItems;
  relayHalf?: () => Promise<RelayHalf>;
  encryptedStore?: EncryptedStore;
  signIns?: SignInStore;
} = {};

/** The store of remembered credentials; undefined if this page cannot encrypt. */
export function encryptedStoreOfPage(options: EncryptedStoreOptions): EncryptedStore | undefined {
  const items = storedItemsOfPage();
  if (!items) return undefined;
  opened.encryptedStore ??= createEncryptedStore(items, relayHalfOfPage(options));
  return opened.encryptedStore;
}

/**
 * The function that asks for the half of the relay that served this page, until it gets it. The half
 * is kept in memory only: separating the halves is its purpose.
 */
export function relayHalfOfPage(options: EncryptedStoreOptions): () => Promise<RelayHalf> {
  const { base, fetch, relaySession } = options;
  let known: RelayHalf;
  opened.relayHalf ??= async () => {
    const session = known ? undefined : await relaySession();
    if (session === undefined) return known;
    // Without an answer, values encrypted with the relay's half stay unreadable until it is back.
    const { key } = (await askAsOwnPage(fetch, new URL(deviceKeyPath, base), session)) ?? {};
    const half = typeof key === "string" ? fromBase64Url(key) : undefined;
    if (half?.byteLength === deviceKeyBytes) known = half;
    return known;
  };
  return opened.relayHalf;
}

/** The store of sign-ins in progress; undefined if this page cannot encrypt. */
export function signInsOfPage(): SignInStore | undefined {
  const items = storedItemsOfPage();
  if (!items || opened.signIns) return opened.signIns;
  opened.signIns = createSignInStore(items, Date.now);
  // If the browser stores no data, there is nothing to delete.
  opened.signIns.removeExpired().catch(() => undefined);
  return opened.signIns;
}

function storedItemsOfPage(): StoredItems | undefined {
  if (canSeal()) opened.items ??= openStoredItems();
  return opened.items;
}
