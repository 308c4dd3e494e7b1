/** Stores the secrets of a tab, encrypted, while a sign-in is at the authorization server; they are restored once. */
import type { SignInStore } from "../../../platform/storage/signInStore.ts";

/** Milliseconds after which stored secrets expire. */
const maxAgeMs = 60 * 60 * 1000;

const nameOf = (state: string) => `secrets ${state}`;

/**
 * Encrypts and stores secrets; does nothing if encryption or storage is not available.
 * @param state of the sign-in
 */
export async function keepSecrets(
  store: SignInStore | undefined,
  state: string,
  secrets: unknown,
): Promise<void> {
  await store?.write(nameOf(state), secrets, Date.now() + maxAgeMs).catch(() => undefined);
}

/** Takes the stored secrets; undefined if there are none. */
export async function takeSecrets(store: SignInStore | undefined, state: string): Promise<unknown> {
  const secrets = await store?.read(nameOf(state)).catch(() => undefined);
  await dropSecrets(store, state);
  return secrets;
}

/** Deletes them. */
export async function dropSecrets(store: SignInStore | undefined, state: string): Promise<void> {
  await store?.remove(nameOf(state)).catch(() => undefined);
}
