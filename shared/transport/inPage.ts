/** Reaches a server that runs right here: a web-standard request handler in the place of the network. */

/** What serves web-standard requests, as many MCP servers do. */
export type RequestHandler = (request: Request) => Promise<Response> | Response;

/**
 * Makes a `fetch` that asks a handler, for a transport over HTTP to use.
 * As with the platform's own, aborting ends the request and the body of its response,
 * and what the handler throws is a TypeError to whoever asked.
 * @param handler gets every request; its URL must be absolute, its host may be any
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
    throw new TypeError(`The server in this page failed: ${reason}`, { cause });
  }
}
