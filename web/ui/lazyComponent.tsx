/** Components whose code is fetched after the first load. */
import { type ComponentType, type JSX, lazy, Suspense, useState } from "react";
import { Notice } from "./Notice.tsx";

type Loaded<Props> = { readonly default: ComponentType<Props> };

/** Stands for a component whose code comes later. */
export interface LazyComponent<Props extends object> {
  (props: Props): JSX.Element;
  /** Fetches the code now, because somebody seems about to want it; without a complaint if that fails. */
  fetch(): void;
}

/** When code is fetched that nobody has asked for yet. */
export type PreloadTime = "idle" | "connected";

export interface LazyComponentOptions {
  /**
   * `idle`, unless told: what people use at once comes while the page has nothing else to do.
   * `connected`: what they use then comes the same way after the first connection.
   * `wanted`: what few people open comes when it is drawn, or asked for by `fetch`.
   */
  readonly comes?: PreloadTime | "wanted";
}

const waiting: Readonly<Record<PreloadTime, (() => Promise<unknown>)[]>> = {
  idle: [],
  connected: [],
};

/**
 * Stands for a component of another chunk; once the chunk is there it is drawn at once.
 * @param load imports the chunk; asked again where it failed
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { comes = "idle" }: LazyComponentOptions = {},
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchOnce = once(async (): Promise<Loaded<Props>> => {
    loaded = await load();
    return { default: loaded };
  });
  if (comes !== "wanted") waiting[comes].push(fetchOnce);
  const fetchOrTell = () => fetchOnce().catch(() => ({ default: NotFetched }));

  function LazyComponent(props: Props) {
    const [Component] = useState(() => loaded ?? lazy(fetchOrTell));
    return (
      <Suspense fallback={null}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyComponent, { fetch: () => void quietly(fetchOnce) });
}

/**
 * Has other code fetched along with the components that come when idle.
 * @param load imports it
 */
export function registerPreload(load: () => Promise<unknown>): void {
  waiting.idle.push(load);
}

/** Fetches what comes on an occasion, one after the other, so that nobody waits for it. */
export async function preloadModules(occasion: PreloadTime): Promise<void> {
  for (const fetchOne of waiting[occasion]) await quietly(fetchOne);
}

/** Stands where something should be whose code is out of reach. */
function NotFetched() {
  return (
    <Notice severity="error" title="This part of the page could not be fetched">
      What serves the page is gone, or the page is an old one. Start it again, then reload.
    </Notice>
  );
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
