/** Writes responses: one JSON message, or a stream of events if there are further messages. */

export interface DemoStream {
  readonly response: Response;
  send(message: object): void;
  close(): void;
}

/** @param onGone called when the client has closed the stream */
export function openDemoStream(onGone: () => void, headers: HeadersInit = {}): DemoStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
    },
    cancel() {
      controller = undefined;
      onGone();
    },
  });
  const given = new Headers(headers);
  given.set("content-type", "text/event-stream");
  given.set("cache-control", "no-store");
  return {
    response: new Response(body, { headers: given }),
    send(message) {
      controller?.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`));
    },
    close() {
      controller?.close();
      controller = undefined;
    },
  };
}

/** The response to one request: JSON, unless a message was sent before its result. */
interface Exchange {
  readonly response: Promise<Response>;
  /** Sends a message before the result. */
  send(message: object): void;
  /** Sends the result or error and ends the response. */
  finish(message: object, status?: number): void;
}

/** @param onGone called when the client has closed the stream before the result */
export function createExchange(onGone: () => void): Exchange {
  const { promise, resolve } = Promise.withResolvers<Response>();
  let stream: DemoStream | undefined;
  return {
    response: promise,
    send(message) {
      if (!stream) {
        stream = openDemoStream(onGone);
        resolve(stream.response);
      }
      stream.send(message);
    },
    finish(message, status = 200) {
      if (!stream) return resolve(Response.json(message, { status }));
      stream.send(message);
      stream.close();
    },
  };
}
