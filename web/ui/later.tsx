/** Components whose code is fetched after the first load. */
import { type ComponentType, type JSX, lazy, Suspense, useState } from "react";

type Loaded<Props> = { readonly default: ComponentType<Props> };

/** Stands for a component whose code comes later. */
export interface Later<Props extends object> {
  (props: Props): JSX.Element;
  /** Fetches the code now, because somebody seems about to want it; without a complaint if that fails. */
  fetch(): void;
}

export interface LaterOptions {
  /**
   * `idle`, unless told: what people use at once comes while the page has nothing else to do.
   * `wanted`: what few people open comes when it is drawn, or asked for by `fetch`.
   */
  readonly comes?: "idle" | "wanted";
}

const waiting: (() => Promise<unknown>)[] = [];

/**
 * Stands for a component of another chunk; once the chunk is there it is drawn at once.
 * @param load imports the chunk; asked again where it failed
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { comes = "idle" }: LaterOptions = {},
): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchOnce = once(async (): Promise<Loaded<Props>> => {
    loaded = await load();
    return { default: loaded };
  });
  if (comes === "idle") waiting.push(fetchOnce);

  function Later(props: Props) {
    const [Component] = useState(() => loaded ?? lazy(fetchOnce));
    return (
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(Later, { fetch: () => void quietly(fetchOnce) });
}

/**
 * Has other code fetched along with the components.
 * @param load imports it
 */
export function fetchToo(load: () => Promise<unknown>): void {
  waiting.push(load);
}

/** Fetches what comes when idle, one after the other, so that nobody waits for it. */
export async function fetchLater(): Promise<void> {
  for (const fetchOne of waiting) await quietly(fetchOne);
}

/** What could not be fetched now is asked for again when it is needed. */
function quietly(fetchOne: () => Promise<unknown>): Promise<unknown> {
  return fetchOne().catch(() => undefined);
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().catch((error) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
