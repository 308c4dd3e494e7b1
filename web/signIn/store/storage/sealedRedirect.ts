/** Encrypts a sign-in in progress, so that the tab's storage contains neither its verifier nor a client secret. */
import type { AuthorizationRedirect } from "../../../../shared/oauth/userPrompts.ts";
import type { SignInStore } from "../../../platform/storage/signInStore.ts";

/** Milliseconds after which a sign-in cannot be resumed: longer than authorization servers wait. */
const maxAgeMs = 60 * 60 * 1000;

interface SealedContent {
  readonly visit: AuthorizationRedirect;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface DecryptedRedirect {
  readonly visit: AuthorizationRedirect;
  readonly isExpired: boolean;
}

const nameOf = (state: string) => `visit ${state}`;

/**
 * @param now milliseconds since 1970
 * @returns undefined if this page cannot encrypt, or the browser stores no keys
 */
export async function encryptRedirect(
  store: Pick<SignInStore, "seal"> | undefined,
  visit: AuthorizationRedirect,
  now: number,
): Promise<string | undefined> {
  const content: SealedContent = { visit, expiresAt: now + maxAgeMs };
  return store?.seal(nameOf(visit.state), content).catch(() => undefined);
}

/**
 * @returns undefined if it was encrypted by another browser profile, for another state, or is
 * damaged
 */
export async function decryptRedirect(
  store: Pick<SignInStore, "open"> | undefined,
  { state, sealed }: { readonly state: string; readonly sealed: string },
  now: number,
): Promise<DecryptedRedirect | undefined> {
  const content = (await store?.open(nameOf(state), sealed).catch(() => undefined)) as
    | SealedContent
    | undefined;
  return content && { visit: content.visit, isExpired: content.expiresAt <= now };
}
