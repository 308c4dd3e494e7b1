/** The HTTP+SSE transport of 2024-11-05: one GET stream for everything from the server, POST for messages to it. */

import { decodeText, encodeText } from "../../core/bytes.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import { FailureError } from "../../protocol/failures/failureError.ts";
import type { SseBlock } from "../../protocol/sseBlock.ts";
import { decodeMessages } from "../decodeMessages.ts";
import { deliverFrame } from "../deliverFrame.ts";
import { exchangeFailure } from "../http/exchangeFailure.ts";
import { abilitiesOf, type HttpOptions } from "../http/httpOptions.ts";
import { createHttpRequests, versionHeaders } from "../http/httpRequests.ts";
import type { ExchangeResult } from "../http/recordedExchange.ts";
import type { EventNote } from "../http/responseBody.ts";
import type { Delivery, ReceivedFrame, Receiver, SendOptions, Transport } from "../transport.ts";

export interface HttpSseOptions extends HttpOptions {
  /** Timeout in milliseconds for the `endpoint` event; 10,000 by default. */
  readonly endpointTimeoutMs?: number;
}

/**
 * Creates an HTTP+SSE transport over the given `fetch`.
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
export function createHttpSse(options: HttpSseOptions): Transport {
  const { url, clock, record, endpointTimeoutMs = 10_000 } = options;
  const requests = createHttpRequests(options);
  const ended = new AbortController();
  let receiver: Receiver | undefined;
  let endpoint: string | undefined;
  let revision: string | undefined;

  const frame = (received: ReceivedFrame) => {
    if (receiver) deliverFrame(record, received, receiver);
  };

  return {
    kind: "http-sse",
    abilities: abilitiesOf(options),

    async open(listener) {
      receiver = listener;
      await options.authorizer?.prepare();
      const ready = Promise.withResolvers<Failure | undefined>();
      const fail = (failure: Failure) => {
        ready.resolve(failure);
        ended.abort();
      };
      let stopTimer = () => {};
      const startTimer = () =>
        clock.after(endpointTimeoutMs, () =>
          fail({ code: "no-endpoint", url, afterMs: endpointTimeoutMs }),
        );
      let base = url;
      const stream = requests.plain(
        {
          method: "GET",
          headers: [["Accept", "text/event-stream"]],
          signal: ended.signal,
          slot: "long-lived",
          pauseTimeouts() {
            stopTimer();
            return () => {
              stopTimer = startTimer();
            };
          },
        },
        {
          started() {
            stopTimer = startTimer();
          },
          head(head) {
            base = head.url;
          },
          frame,
          note: endpointNote,
          block({ event, data }) {
            if (event !== "endpoint" || !data || endpoint !== undefined) return;
            const target = URL.parse(data, base);
            // the endpoint receives the user's headers, so it must have the origin the user chose
            if (target?.origin !== new URL(url).origin) {
              return fail({ code: "foreign-endpoint", url, endpoint: data });
            }
            endpoint = target.href;
            stopTimer();
            ready.resolve(undefined);
          },
        },
      );
      void stream.then((result) => {
        stopTimer();
        if (endpoint === undefined) ready.resolve(failureBefore(result, url));
        else if (result.kind !== "aborted") listener.closed(failureAfter(result, url));
      });
      return ready.promise;
    },

    send(bytes, sendOptions: SendOptions = {}) {
      const { signal: callerSignal, headers: override = [], mirror: _, ...rest } = sendOptions;
      if (endpoint === undefined) throw new Error("Open the transport before sending");
      const { result, ...sending } = requests.post(
        {
          url: endpoint,
          bytes,
          frame: decodeMessages(decodeText(bytes)),
          headers: [["Content-Type", "application/json"], ...versionHeaders(revision)],
          override,
          signal: callerSignal ? AbortSignal.any([callerSignal, ended.signal]) : ended.signal,
          ...rest,
        },
        { frame },
      );
      return { ...sending, delivery: result.then((how) => deliveryOf(how, url)) };
    },

    async answers() {
      const control = new AbortController();
      const stop = () => control.abort();
      ended.signal.addEventListener("abort", stop, { once: true });
      const cancelTimer = clock.after(endpointTimeoutMs, stop);
      let status: number | undefined;
      const head = (answered: { readonly status: number }) => {
        status = answered.status;
        stop();
      };
      await requests.plain(
        { method: "GET", headers: [["Accept", "text/event-stream"]], signal: control.signal },
        { frame() {}, head },
      );
      cancelTimer();
      ended.signal.removeEventListener("abort", stop);
      // a gateway answers with a status above 500 while the server behind it starts
      return status !== undefined && status < 500;
    },

    negotiated(agreed) {
      revision = agreed;
    },

    listen() {},

    async close() {
      ended.abort(new FailureError({ code: "closed" }));
    },
  };
}

/** Why the stream ended without an endpoint. */
function failureBefore(result: ExchangeResult, url: string): Failure {
  if (result.kind === "aborted") return { code: "closed" };
  return exchangeFailure(result, url, false) ?? { code: "no-endpoint", url };
}

/** Why the stream ended after the endpoint was known. */
function failureAfter(result: Exclude<ExchangeResult, { kind: "aborted" }>, url: string): Failure {
  return exchangeFailure(result, url, false) ?? { code: "stream-broken" };
}

/** A POST is delivered if its status is 2xx; its body is not evaluated, because answers arrive on the stream. */
function deliveryOf(result: ExchangeResult, url: string): Delivery {
  if (result.kind === "aborted") return { kind: "aborted" };
  if (result.head && result.head.status >= 200 && result.head.status < 300) {
    return { kind: "delivered" };
  }
  const failure = exchangeFailure(result, url, false);
  return failure ? { kind: "failed", failure } : { kind: "delivered" };
}

/**
 * Describes an `endpoint` event for the log.
 * @param bytes the bytes of the block, which the secrets refer to
 * @returns undefined for other events
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
 */
function endpointNote({ event, data }: SseBlock, bytes: Uint8Array): EventNote | undefined {
  if (event !== "endpoint" || !data) return undefined;
  const text = decodeText(bytes);
  const begin = text.lastIndexOf(data);
  // data in several lines is not a URL: mark the whole block
  const isWhole = begin >= 0;
  const offset = (index: number) => encodeText(text.slice(0, begin + index)).byteLength;
  return {
    holds: "endpoint",
    secrets: urlSecrets(data).map(({ start, end }) => ({
      part: "body",
      start: isWhole ? offset(start) : 0,
      end: isWhole ? offset(end) : bytes.byteLength,
      kind: "session-id",
    })),
  };
}
