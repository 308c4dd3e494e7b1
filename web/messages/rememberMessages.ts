/** Explains how stored credentials are protected, and why they could not be opened. */
import type {
  EncryptedStoreProblem,
  EncryptedStoreState,
} from "../platform/storage/encryptedStore.ts";

/**
 * Describes how stored credentials are protected.
 * @param origin origin of the page
 * @param what is stored, such as `tokens`
 */
export function protectionText(
  protection: EncryptedStoreState["protection"],
  origin: string,
  what: "tokens" | "keys" = "tokens",
): string {
  const otherwise = `If off, ${what} are kept until this tab is closed.`;
  switch (protection) {
    case "relay":
      return `Encrypted; one half of the key is in this browser, the other in this relay. ${otherwise}`;
    case "browser":
      return `Encrypted by this browser alone: any program that later serves a page at ${origin} can use it. ${otherwise}`;
    case undefined:
      return otherwise;
  }
}

/** Why stored credentials cannot be used, and what to do. */
export const rememberProblemText: Readonly<Record<EncryptedStoreProblem, string>> = {
  "other-relay":
    "They were encrypted with the key half of another relay. Sign in again, or start the relay with the data directory that it used before.",
  "relay-needed":
    "The relay has one half of the key, and this tab is not connected to it. Open the link that the relay printed, or sign in again.",
  discarded:
    "They were encrypted by this browser only. Any program that had this address could have created them, so they were deleted. Sign in again.",
};
