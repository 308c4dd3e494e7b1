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
export interface EncryptedStoreOptions extends Pick<RelayHalfOptions, "base" | "fetch"> {
  /** This tab's session with the relay that served the page; undefined if it has none. */
  readonly relaySession: RelayHalfOptions["session"];
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

/** Asks for the half of the relay that served this page; see {@link createRelayHalf}. */
export function relayHalfOfPage(options: EncryptedStoreOptions): () => Promise<RelayHalf> {
  const { base, fetch, relaySession } = options;
  opened.relayHalf ??= createRelayHalf({ base, fetch, session: relaySession });
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

interface RelayHalfOptions {
  /** The URL of the page. */
  readonly base: string;
  readonly fetch: typeof globalThis.fetch;
  /** This tab's session with the relay that served the page; undefined if it has none. */
  readonly session: () => Promise<string | undefined>;
}

/**
 * Creates a function that fetches the half, retrying until it succeeds, and caches it in memory.
 * The half
 * is never written to a storage: separating the halves is its purpose.
 */
function createRelayHalf(options: RelayHalfOptions): () => Promise<RelayHalf> {
  const { base, fetch, session } = options;
  let known: RelayHalf;
  const ask = async (): Promise<RelayHalf> => {
    const bearer = await session();
    if (bearer === undefined) return undefined;
    // Without an answer, values encrypted with the relay's half stay unreadable until it is back.
    const { key } = (await askAsOwnPage(fetch, new URL(deviceKeyPath, base), bearer)) ?? {};
    const half = typeof key === "string" ? fromBase64Url(key) : undefined;
    return half?.byteLength === deviceKeyBytes ? half : undefined;
  };
  return async () => {
    known ??= await ask();
    return known;
  };
}
