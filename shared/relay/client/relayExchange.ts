/** The page's end of one forwarded HTTP exchange. */

import { type NetworkTimes, noteArrival } from "../../log/networkTimes.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import { FailureError } from "../../protocol/failures/failureError.ts";
import type { Header } from "../../protocol/headers.ts";
import { encodeChunk, maxChunkBytes } from "../frames/chunk.ts";
import { encodeMessage } from "../frames/frames.ts";
import {
  type ForwardedHead,
  type HttpPageMessage,
  type OriginConsent,
  requestWindow,
  responseWindow,
} from "../frames/httpFrames.ts";
import type { StreamId } from "../frames/streamId.ts";
import type { LinkDriver, SendFrame } from "./linkDriver.ts";

/** A request exactly as it is to be sent. */
export interface ForwardRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body?: Uint8Array;
}

interface RelayExchangeOptions {
  readonly id: StreamId;
  readonly request: ForwardRequest;
  readonly consent: OriginConsent;
  readonly send: SendFrame;
  /** Removes the exchange from the link. */
  readonly release: () => void;
  /** The page's clock in milliseconds. */
  readonly now: () => number;
  /** When the first request was sent, if this one follows a redirect; milliseconds of the page's clock. */
  readonly startedAt: number | undefined;
  /** @param times on the page's clock, if the relay sent them */
  readonly head: (head: ForwardedHead, times: NetworkTimes | undefined) => void;
  /** Called instead of `head`, or when the body is interrupted (its stream fails as well). */
  readonly failed: (error: FailureError) => void;
}

interface RelayExchange extends LinkDriver {
  /** The response's body, undecoded, with backpressure. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Cancels the exchange; the relay closes its connection to the server. */
  abort(reason: unknown): void;
}

/** Creates the page's end of an exchange, which begins with `onSocketReady`. */
export function createRelayExchange(options: RelayExchangeOptions): RelayExchange {
  const { id, request, consent, send, release } = options;
  const bytes = request.body;
  const sendMessage = (message: HttpPageMessage) => send(encodeMessage(message));
  let isBegun = false;
  let isOver = false;
  let written = 0;
  let sent = 0;
  let received = 0;
  let granted = responseWindow;
  /** When the page sent the request. */
  let begunAt = 0;
  /** The same moment by the relay's clock. */
  let sentAt: number | undefined;
  let times: NetworkTimes | undefined;
  let stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;

  /** A time of the relay's clock as one of the page's: only differences of the relay's times are used. */
  const toPage = (at: number | undefined): number | undefined => {
    if (at === undefined || sentAt === undefined || at < sentAt) return undefined;
    return Math.min(begunAt + (at - sentAt), options.now());
  };

  const grant = () => {
    const until = received + Math.max(0, stream?.desiredSize ?? 0);
    if (isOver || until - granted < responseWindow / 4) return;
    granted = until;
    sendMessage({ kind: "grant", id, until });
  };

  const end = () => {
    isOver = true;
    release();
  };

  const abort = (reason: unknown) => {
    if (isOver) return;
    if (isBegun) sendMessage({ kind: "abort", id });
    end();
    stream?.error(reason);
  };

  const fail = (failure: Failure) => {
    if (isOver) return;
    end();
    const error = new FailureError(failure);
    stream?.error(error);
    options.failed(error);
  };

  const pump = () => {
    while (bytes && written < bytes.byteLength && written - sent < requestWindow) {
      const maxBytes = Math.min(maxChunkBytes, requestWindow - (written - sent));
      const next = bytes.subarray(written, written + maxBytes);
      send(
        encodeChunk({ id, channel: "request", offset: written, startsLine: false, bytes: next }),
      );
      written += next.byteLength;
    }
  };

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        stream = controller;
      },
      pull: grant,
      cancel: abort,
    },
    { highWaterMark: responseWindow, size: (chunk) => chunk.byteLength },
  );

  return {
    body,
    abort,
    onSocketReady() {
      if (isBegun) return;
      isBegun = true;
      begunAt = options.now();
      const { method, url, headers } = request;
      const sized = bytes ? { size: bytes.byteLength } : {};
      sendMessage({ kind: "allow", ...consent });
      sendMessage({ kind: "exchange", id, method, url, headers, ...sized, until: granted });
      pump();
    },
    message(message) {
      switch (message.kind) {
        case "sent":
          sent = message.sent;
          return pump();
        case "response": {
          const { kind: _, id: __, times: relayTimes, ...head } = message;
          sentAt = relayTimes?.sentAt;
          const headAt = toPage(relayTimes?.headAt);
          const { startedAt = begunAt } = options;
          times = headAt === undefined ? undefined : { startedAt, headAt };
          return options.head(head, times);
        }
        case "exchange-ended":
          if (times) times.endedAt = toPage(message.at);
          end();
          return stream?.close();
        case "exchange-failed": {
          const { kind: _, id: __, ...problem } = message;
          return fail({ code: "forward", url: request.url, problem });
        }
      }
    },
    chunk(chunk) {
      received = chunk.offset + chunk.bytes.byteLength;
      const arrival = toPage(chunk.at);
      if (arrival !== undefined) noteArrival(chunk.bytes, arrival);
      if (!isOver) stream?.enqueue(chunk.bytes as Uint8Array<ArrayBuffer>);
    },
    pause() {
      // The relay cancelled the exchange with the socket, and requests are never sent twice.
      if (!isBegun) return;
      fail({ code: "relay-unreachable", reason: "" });
    },
    lost: fail,
  };
}
