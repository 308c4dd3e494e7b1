/** Stores the screen, encrypted, while this tab is redirected to sign in; it is restored once. */
import type { SignInStore } from "./storage/signInStore.ts";

interface StoredScreen {
  readonly at: number;
  readonly screen: unknown;
}

/** Milliseconds after which a stored screen expires. */
const maxAgeMs = 60 * 60 * 1000;

const nameOf = (state: string) => `screen ${state}`;

/** Encrypts and stores the screen; does nothing if encryption or storage is not available. */
export async function keepScreen(
  store: SignInStore | undefined,
  state: string,
  screen: unknown,
): Promise<void> {
  const at = Date.now();
  const kept: StoredScreen = { at, screen };
  await store?.write(nameOf(state), kept, at + maxAgeMs).catch(() => undefined);
}

/** Takes the stored screen; undefined if there is none. */
export async function takeScreen(store: SignInStore | undefined, state: string): Promise<unknown> {
  const kept = (await store?.read(nameOf(state)).catch(() => undefined)) as
    | StoredScreen
    | undefined;
  await dropScreen(store, state);
  return kept && Date.now() - kept.at < maxAgeMs ? kept.screen : undefined;
}

/** Deletes it. */
export async function dropScreen(store: SignInStore | undefined, state: string): Promise<void> {
  await store?.remove(nameOf(state)).catch(() => undefined);
}
