/** Connects to a server in the same page: a `fetch` that calls a web-standard request handler. */

/** A web-standard request handler, as many MCP servers export. */
export type RequestHandler = (request: Request) => Promise<Response> | Response;

/**
 * Creates a `fetch` that calls a handler, for use with an HTTP transport.
 * As with the platform's `fetch`, aborting ends the request and the body of its response, and an
 * exception of the handler rejects with a TypeError.
 * @param handler receives every request; URLs must be absolute, with any host
 */
export function createHandlerFetch(handler: RequestHandler): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      const response = await Promise.race([answerOf(handler, request), aborted.promise]);
      const body = response.body?.pipeThrough(new TransformStream(), { signal });
      return new Response(body ?? null, response);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  };
}

async function answerOf(handler: RequestHandler, request: Request): Promise<Response> {
  try {
    return await handler(request);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(reason, { cause });
  }
}
