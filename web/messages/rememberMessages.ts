/** Words for what remembering credentials on a device is worth, and for what could not be opened. */
import type {
  EncryptedStoreProblem,
  EncryptedStoreState,
} from "../stores/auth/storage/encryptedStore.ts";

const otherwise = "Otherwise tokens last as long as this tab.";

/**
 * What the protection is worth.
 * @param origin of the page
 */
export function protectionWords(
  protection: EncryptedStoreState["protection"],
  origin: string,
): string {
  switch (protection) {
    case "relay":
      return `Sealed with a key of which one half stays in this browser and the other with this relay. ${otherwise}`;
    case "browser":
      return `Sealed with a key that stays in this browser, without a relay's half: whatever serves a page at ${origin} lazyComponent can use it. ${otherwise}`;
    case undefined:
      return otherwise;
  }
}

/** Why what was remembered cannot be used, and what to do. */
export const troubleWords: Readonly<Record<EncryptedStoreProblem, string>> = {
  "other-relay":
    "They were sealed with another relay's half of the key. Sign in again, or start the relay with the data directory that it had then.",
  "relay-needed":
    "A relay has half of their key, and this tab has no session with it. Open the link that the relay printed, or sign in again.",
  discarded:
    "They were sealed by this browser alone, which any program that had this address could have done, and were deleted. Sign in again.",
};
