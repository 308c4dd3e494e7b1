/** Components whose code is loaded on demand, outside the initial bundle. */
import { type ComponentType, type JSX, lazy, Suspense, useState } from "react";
import { memoizeSuccess } from "../platform/memoizeSuccess.ts";
import { Notice } from "./Notice.tsx";

type Loaded<Props> = { readonly default: ComponentType<Props> };

/** A component whose code is in a separate chunk. */
export interface LazyComponent<Props extends object> {
  (props: Props): JSX.Element;
  /** Preloads the code; a failure is ignored and the code is requested again on render. */
  preload(): void;
}

/** Time at which code is preloaded. */
type PreloadTime = "intent" | "idle";

interface LazyComponentOptions<Props extends object> {
  /**
   * `intent`: preloaded as soon as the user types or presses anything: what a connection shows
   * first. `idle`: preloaded after that or after the first connection, while none is being made. By
   * default it is loaded when it is rendered, or when its `preload` is called.
   */
  readonly preload?: PreloadTime;
  /** Shown until the code is loaded; nothing by default. */
  readonly Fallback?: ComponentType<Props>;
}

const preloads: Readonly<Record<PreloadTime, (() => Promise<unknown>)[]>> = {
  intent: [],
  idle: [],
};

/**
 * Creates a component that loads its code on demand.
 * @param load imports the chunk; called again after a failure
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { preload, Fallback }: LazyComponentOptions<Props> = {},
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = memoizeSuccess(async (): Promise<Loaded<Props>> => {
    loaded = await load();
    return { default: loaded };
  });
  if (preload) preloads[preload].push(loadOnce);
  const loadOrExplain = () => loadOnce().catch(() => ({ default: LoadingFailed }));

  function LazyComponent(props: Props) {
    const [Component] = useState(() => loaded ?? lazy(loadOrExplain));
    return (
      <Suspense fallback={Fallback ? <Fallback {...props} /> : null}>
        <Component {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyComponent, { preload: () => void ignoreFailure(loadOnce) });
}

/**
 * Adds code to what is preloaded.
 * @param load imports the code
 */
export function registerPreload(time: PreloadTime, load: () => Promise<unknown>): void {
  preloads[time].push(load);
}

/**
 * Preloads one chunk after the other, so that preloading does not compete with other requests.
 * @param wait awaited before each of them
 */
export async function preloadModules(
  time: PreloadTime,
  wait: () => Promise<void> = async () => {},
): Promise<void> {
  for (const load of preloads[time]) {
    await wait();
    await ignoreFailure(load);
  }
}

/** Replaces a component whose code could not be loaded. */
function LoadingFailed() {
  return (
    <Notice severity="error" title="This part of the page could not be loaded">
      The relay or web server that serves the page is not running, or the page is outdated. Check
      that it is running, then reload the page.
    </Notice>
  );
}

/** A failed preload is not an error: the code is requested again when it is needed. */
function ignoreFailure(load: () => Promise<unknown>): Promise<unknown> {
  return load().catch(() => undefined);
}
