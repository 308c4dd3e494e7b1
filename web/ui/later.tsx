/** Components whose code is fetched after the first load. */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

type Loaded<Props> = { readonly default: ComponentType<Props> };

const waiting: (() => Promise<unknown>)[] = [];

/**
 * Stands for a component of another chunk; once the chunk is there it is drawn at once.
 * @param load imports the chunk; asked again where it failed
 * @param fallback drawn until the chunk is there
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchOnce = once(async (): Promise<Loaded<Props>> => {
    loaded = await load();
    return { default: loaded };
  });
  waiting.push(fetchOnce);

  return function Later(props: Props) {
    const [Component] = useState(() => loaded ?? lazy(fetchOnce));
    return (
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    );
  };
}

/** Fetches what every `later` stands for, one after the other, so that nobody waits for it. */
export async function fetchLater(): Promise<void> {
  for (const fetchOne of waiting) {
    // what could not be fetched now is asked for again when it is needed
    await fetchOne().catch(() => undefined);
  }
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
