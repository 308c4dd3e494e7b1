/** Stores a sign-in, encrypted, while the user is at the authorization server; the next page of the tab takes it. */
import type { AuthorizationRedirect } from "../../../../shared/oauth/userPrompts.ts";
import { type StoredRedirect, storedRedirectKey } from "../../../callback/callbackChannel.ts";
import type { SignInStore } from "../../../platform/storage/signInStore.ts";
import { readJson, type TextStorage } from "../../../platform/storedJson.ts";

/** What the storage of the tab must not contain. */
interface SignInContent {
  /** Has the code verifier, and the secret of the client. */
  readonly visit: AuthorizationRedirect;
  /** The secrets that the state of the tab leaves out. */
  readonly secrets: unknown;
}

/** Milliseconds after which a sign-in cannot be resumed: longer than authorization servers wait. */
const maxAgeMs = 60 * 60 * 1000;

/** @returns false if this page cannot encrypt, or the browser stores no data */
export async function keepSignIn(
  store: SignInStore | undefined,
  content: SignInContent,
): Promise<boolean> {
  if (!store) return false;
  const written = store.write(content.visit.state, content, Date.now() + maxAgeMs);
  return written.then(
    () => true,
    () => false,
  );
}

/**
 * Decrypts a sign-in and deletes it.
 * @returns undefined if it has expired, or was encrypted by another browser profile
 */
export async function openSignIn(
  store: SignInStore | undefined,
  { state }: StoredRedirect,
): Promise<SignInContent | undefined> {
  const content = await store?.read(state).catch(() => undefined);
  await store?.remove(state).catch(() => undefined);
  return content as SignInContent | undefined;
}

/** Takes the sign-in that the earlier page of a tab has left; it can be taken once. */
export function takeSignIn(storage: TextStorage): StoredRedirect | undefined {
  const kept = readJson(storage, storedRedirectKey) as Partial<StoredRedirect> | undefined;
  storage.removeItem(storedRedirectKey);
  return typeof kept?.state === "string" ? (kept as StoredRedirect) : undefined;
}
