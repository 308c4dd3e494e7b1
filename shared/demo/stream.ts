/** Writes responses: one JSON message, or a stream of events if there are further messages. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import { demoError, RpcError } from "./protocol.ts";

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

/**
 * Answers one request: with JSON, or with a stream if a message is sent before its result.
 * @param work resolves with the result; `send` sends a message before it
 * @param onGone called when the client has closed the stream before the result
 * @param usesStatus whether an error decides on the HTTP status
 * @param signal aborted where the request is cancelled; it is not answered then
 */
export function respondTo(
  id: unknown,
  work: (send: (message: object) => void) => Promise<JsonObject>,
  onGone: () => void,
  usesStatus: boolean,
  signal?: AbortSignal,
): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<Response>();
  let stream: DemoStream | undefined;
  const open = () => {
    if (!stream) {
      stream = openDemoStream(onGone);
      resolve(stream.response);
    }
    return stream;
  };
  const send = (message: object) => open().send(message);
  const finish = (outcome: object, status = 200) => {
    if (signal?.aborted) return open().close();
    const message = { jsonrpc: "2.0", id, ...outcome };
    if (!stream) return resolve(Response.json(message, { status }));
    stream.send(message);
    stream.close();
  };
  void work(send).then(
    (result) => finish({ result }),
    (cause: unknown) => {
      const status = usesStatus && cause instanceof RpcError ? cause.status : 200;
      finish({ error: demoError(cause) }, status);
    },
  );
  return promise;
}
