/** Keeps what is on screen, sealed, while this tab is away signing in; it is taken once. */
import type { Safe } from "./safe.ts";

interface KeptScreen {
  readonly at: number;
  readonly screen: unknown;
}

/** Milliseconds after which what nobody came back for is no longer shown. */
const longestMs = 60 * 60 * 1000;

const nameOf = (state: string) => `screen ${state}`;

/** Seals the screen; where this page cannot seal, or the browser keeps nothing, it is not kept. */
export async function keepScreen(
  safe: Safe | undefined,
  state: string,
  screen: unknown,
): Promise<void> {
  const kept: KeptScreen = { at: Date.now(), screen };
  await safe?.write(nameOf(state), kept).catch(() => undefined);
}

/** Takes it back; undefined where there is none. */
export async function takeScreen(safe: Safe | undefined, state: string): Promise<unknown> {
  const kept = (await safe?.read(nameOf(state)).catch(() => undefined)) as KeptScreen | undefined;
  await dropScreen(safe, state);
  return kept && Date.now() - kept.at < longestMs ? kept.screen : undefined;
}

/** Forgets it. */
export async function dropScreen(safe: Safe | undefined, state: string): Promise<void> {
  await safe?.remove(nameOf(state)).catch(() => undefined);
}
