/** Sends the requests of an authorization flow directly or through the relay, and detects CORS failures. */
import { CorsError } from "../../../shared/core/failures/corsError.ts";

export interface RoutedFetchOptions {
  readonly direct: typeof globalThis.fetch;
  /** Undefined where there is no relay. */
  readonly relay: () => Promise<typeof globalThis.fetch | undefined>;
  readonly isRelayed: () => boolean;
  /** Whether the connection's own requests go through the relay, which may speak to this origin. */
  readonly isOnRoute: (origin: string) => boolean;
  /** Of this page. */
  readonly origin: string;
}

/** Milliseconds after which a server that says nothing counts as not reached. */
const probeMs = 3000;

/**
 * A fetch whose exception says whether the server was reached: a page may not read what a server
 * without CORS answers, but may see that it does.
 */
export function createRoutedFetch(options: RoutedFetchOptions): typeof globalThis.fetch {
  const { direct, origin } = options;
  return async (input, init) => {
    if (options.isRelayed()) {
      const relayed = await options.relay();
      if (relayed) return relayed(input, init);
      throw new TypeError("There is no relay to send this through");
    }
    const url = new URL(input instanceof Request ? input.url : input);
    const onRoute = options.isOnRoute(url.origin) ? await options.relay() : undefined;
    if (onRoute) return onRoute(input, init);
    try {
      return await direct(input, init);
    } catch (error) {
      if (!(error instanceof TypeError) || url.origin === origin) throw error;
      if (!(await isReached(direct, url, init?.signal))) throw error;
      throw new CorsError(url.host, origin, { cause: error });
    }
  };
}

/**
 * Whether something answers at the origin of a URL, although the page may not read what it answers.
 * @param fetch sends one request to the origin's root
 */
export async function isReached(
  fetch: typeof globalThis.fetch,
  url: URL,
  signal: AbortSignal | null | undefined,
): Promise<boolean> {
  try {
    const limit = AbortSignal.timeout(probeMs);
    // only the origin's root: an endpoint must not be asked anything that the person has not seen
    await fetch(new URL("/", url), {
      mode: "no-cors",
      credentials: "omit",
      cache: "no-store",
      redirect: "follow",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    return true;
  } catch {
    return false;
  }
}
