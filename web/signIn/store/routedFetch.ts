/** Sends the requests of an authorization flow directly or through the relay, and detects CORS failures. */
import { CorsError } from "../../../shared/oauth/flow/corsError.ts";

interface RoutedFetchOptions {
  readonly direct: typeof globalThis.fetch;
  /** Undefined if no relay is connected. */
  readonly relay: () => Promise<typeof globalThis.fetch | undefined>;
  /** Whether the user sends the requests to an origin through the relay. */
  readonly isRelayed: (origin: string) => boolean;
  /**
   * Whether the connection's own requests go through the relay, which the user has allowed for this
   * origin.
   */
  readonly isOnRoute: (origin: string) => boolean;
  /** The origin of this page. */
  readonly origin: string;
}

/** Timeout in milliseconds of the request that checks whether a server responds. */
const probeMs = 3000;

/**
 * Creates a fetch that rejects with {@link CorsError} if the server responds, but without CORS
 * headers
 * that let the page read the response.
 */
export function createRoutedFetch(options: RoutedFetchOptions): typeof globalThis.fetch {
  const { direct, origin } = options;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (options.isRelayed(url.origin)) {
      const relayed = await options.relay();
      if (relayed) return relayed(input, init);
      throw new TypeError("There is no relay to send this through");
    }
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
 * Whether the origin of a URL responds, even if the page may not read the response.
 * @param fetch sends one request to the origin's root
 */
export async function isReached(
  fetch: typeof globalThis.fetch,
  url: URL,
  signal: AbortSignal | null | undefined,
): Promise<boolean> {
  try {
    const limit = AbortSignal.timeout(probeMs);
    // Only the origin's root: the user must have seen every request to an endpoint.
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
