/** Keeps what is on screen, sealed, while this tab is away signing in; it is taken once. */
import type { SignInStore } from "./storage/signInStore.ts";

interface KeptScreen {
  readonly at: number;
  readonly screen: unknown;
}

/** Milliseconds after which what nobody came back for is no longer shown. */
const longestMs = 60 * 60 * 1000;

const nameOf = (state: string) => `screen ${state}`;

/** Seals the screen; where this page cannot seal, or the browser keeps nothing, it is not kept. */
export async function keepScreen(
  store: SignInStore | undefined,
  state: string,
  screen: unknown,
): Promise<void> {
  const at = Date.now();
  const kept: KeptScreen = { at, screen };
  await store?.write(nameOf(state), kept, at + longestMs).catch(() => undefined);
}

/** Takes it back; undefined where there is none. */
export async function takeScreen(store: SignInStore | undefined, state: string): Promise<unknown> {
  const kept = (await store?.read(nameOf(state)).catch(() => undefined)) as KeptScreen | undefined;
  await dropScreen(store, state);
  return kept && Date.now() - kept.at < longestMs ? kept.screen : undefined;
}

/** Forgets it. */
export async function dropScreen(store: SignInStore | undefined, state: string): Promise<void> {
  await store?.remove(nameOf(state)).catch(() => undefined);
}
