/** The Streamable HTTP transport (revisions 2025-03-26 and later): POST, GET stream, resumption and session id. */
import { decodeText } from "../../core/bytes.ts";
import { idKey } from "../../log/entry.ts";
import { FailureError } from "../../protocol/failures/failureError.ts";
import { findHeader, type Header } from "../../protocol/headers.ts";
import type { MessageHead } from "../../protocol/jsonRpc.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import { decodeMessages } from "../decodeMessages.ts";
import { deliverFrame } from "../deliverFrame.ts";
import {
  advancePosition,
  initialPosition,
  isNoStream,
  isTooLarge,
  resumeStream,
  type StreamEnd,
  type StreamPosition,
} from "../sse/resumeStream.ts";
import type { Delivery, ReceivedFrame, Receiver, SendOptions, Transport } from "../transport.ts";
import { exchangeFailure } from "./exchangeFailure.ts";
import { abilitiesOf, type HttpOptions, type StreamWait } from "./httpOptions.ts";
import { createHttpRequests, versionHeaders } from "./httpRequests.ts";
import type { ExchangeListener, ExchangeResult } from "./recordedExchange.ts";
import type { SlotUse } from "./slots.ts";

export interface StreamableHttpOptions extends HttpOptions {
  /** The id of a session that another client started; it is not deleted on close. */
  readonly sessionId?: string;
}

export interface StreamableHttp extends Transport {
  readonly kind: "streamable-http";
  /** The current session id; undefined if there is none or the server has lost it. */
  sessionId(): string | undefined;
}

/** Timeout in milliseconds of the DELETE request on close. */
const deleteTimeoutMs = 2000;

/**
 * Creates a Streamable HTTP transport over the given `fetch`.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export function createStreamableHttp(options: StreamableHttpOptions): StreamableHttp {
  const { url, clock, record } = options;
  const requests = createHttpRequests(options);
  const ended = new AbortController();
  /** Exchanges of sent messages; aborted when the transport closes. */
  const inProgress = new Set<AbortController>();
  let receiver: Receiver | undefined;
  let sessionId = options.sessionId;
  let revision: string | undefined;

  const deliver = (frame: ReceivedFrame) => {
    if (receiver) deliverFrame(record, frame, receiver);
  };

  // Requests of the session

  const sessionHeaders = (): Header[] => [
    ...versionHeaders(revision),
    ...(sessionId === undefined ? [] : [["Mcp-Session-Id", sessionId] as const]),
  ];

  // The GET stream

  /** Whether the GET stream was ever open; the server may not offer one, or CORS may forbid it. */
  let hasStreamed = false;
  const noteStream = (wait: StreamWait | undefined) => {
    if (hasStreamed) options.availability?.streamWaits(wait);
  };

  /** Opens the GET stream, from `position` if it has one, and reads it to its end. */
  const openStream = async (
    position: StreamPosition,
    slot: SlotUse,
    onFrame: (frame: ReceivedFrame) => void,
    signal: AbortSignal,
  ): Promise<StreamEnd> => {
    const from: Header[] =
      position.lastEventId === undefined ? [] : [["Last-Event-ID", position.lastEventId]];
    const headers: Header[] = [["Accept", "text/event-stream"], ...from, ...sessionHeaders()];
    let openedAt: number | undefined;
    let frames = 0;
    const result = await requests.plain(
      { method: "GET", headers, signal, slot },
      {
        head({ status }) {
          openedAt = clock.now();
          if (status >= 400 || slot !== "long-lived") return;
          hasStreamed = true;
          noteStream(undefined);
        },
        frame(frame) {
          frames++;
          onFrame(frame);
        },
        block: (block) => advancePosition(position, block),
      },
    );
    return { result, frames, openMs: openedAt === undefined ? 0 : clock.now() - openedAt };
  };

  const keepListening = async () => {
    const { signal } = ended;
    const position = initialPosition();
    const open = async () => {
      // an attempt at a server that is lost says nothing
      await options.availability?.whenAvailable();
      return openStream(position, "long-lived", deliver, signal);
    };
    const { result } = await open();
    if (isNoStream(result) || isTooLarge(result)) return;
    await resumeStream({
      clock,
      position,
      signal,
      open,
      isUseful: () => !signal.aborted,
      onWait: noteStream,
    });
  };

  return {
    kind: "streamable-http",
    abilities: abilitiesOf(options),
    sessionId: () => sessionId,

    async open(listener) {
      receiver = listener;
      await options.authorizer?.prepare();
      return undefined;
    },

    send(bytes, sendOptions: SendOptions = {}) {
      const { signal: callerSignal, headers: override = [], mirror, ...callbacks } = sendOptions;
      // `AbortSignal.any` would keep a reference to each message as long as the connection lives
      const control = new AbortController();
      const { signal } = control;
      const abort = () => control.abort(callerSignal?.reason);
      if (callerSignal?.aborted) abort();
      else if (ended.signal.aborted) control.abort(ended.signal.reason);
      callerSignal?.addEventListener("abort", abort, { once: true });
      inProgress.add(control);
      const frame = decodeMessages(decodeText(bytes));
      const isInitialize = beginsSession(frame.heads);
      const requestSession = isInitialize ? undefined : sessionId;
      const position = initialPosition();
      const unanswered = requestsIn(frame.heads);
      let isLost = false;

      const onFrame = (answer: ReceivedFrame) => {
        for (const head of answer.entry.heads) {
          const answers = head.kind === "result" || head.kind === "error";
          if (answers && head.id !== null) unanswered.delete(idKey(head.id));
        }
        deliver(answer);
      };
      const listener: ExchangeListener = {
        head({ status, headers }) {
          isLost = requestSession !== undefined && status === 404;
          if (isLost && sessionId === requestSession) sessionId = undefined;
          if (isInitialize && status < 400) sessionId = findHeader(headers, "mcp-session-id");
        },
        frame(answer) {
          // with a 404 for the session, an error without an id is about the session, not about the request
          const isOfSession =
            isLost && answer.entry.heads.every((head) => "id" in head && head.id === null);
          if (!isOfSession) onFrame(answer);
        },
        block: (block) => advancePosition(position, block),
      };

      const headers: Header[] = [
        ["Content-Type", "application/json"],
        ["Accept", "application/json, text/event-stream"],
        ...(isInitialize ? [] : sessionHeaders()),
        ...(mirror ? frame.messages.flatMap(({ value }) => mirror(value)) : []),
      ];
      const { result, ...sending } = requests.post(
        { url, bytes, frame, headers, override, signal, ...callbacks },
        listener,
      );

      const sentRevision = findHeader(sending.entry.http?.headers ?? [], "mcp-protocol-version");
      const isUseful = () => unanswered.size > 0 && !signal.aborted;
      const awaitDelivery = async (): Promise<Delivery> => {
        let last = await result;
        const isResumable = position.lastEventId !== undefined && !isTooLarge(last);
        if (isUseful() && isResumable && hasGet(sentRevision)) {
          const open = () => openStream(position, "call", onFrame, signal);
          last = (await resumeStream({ clock, position, signal, open, isUseful })) ?? last;
        }
        return deliveryOf(last, url, requestSession !== undefined);
      };
      const delivery = awaitDelivery().finally(() => {
        inProgress.delete(control);
        callerSignal?.removeEventListener("abort", abort);
      });
      return { ...sending, delivery };
    },

    negotiated(agreed) {
      revision = agreed;
    },

    listen() {
      if (hasGet(revision)) void keepListening();
    },

    async close() {
      ended.abort(new FailureError({ code: "closed" }));
      for (const control of inProgress) control.abort(ended.signal.reason);
      if (sessionId === undefined || sessionId === options.sessionId) return;
      const headers = sessionHeaders();
      sessionId = undefined;
      const deletion = new AbortController();
      const stop = clock.after(deleteTimeoutMs, () => deletion.abort());
      const { signal } = deletion;
      await requests.plain({ method: "DELETE", headers, signal }, { frame: deliver });
      stop();
    },
  };
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management */
function beginsSession(heads: readonly MessageHead[]): boolean {
  return heads.some((head) => head.kind === "request" && head.method === "initialize");
}

/**
 * Whether a revision has GET streams and resumption; assumed while the revision is unknown.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
function hasGet(revision: string | undefined): boolean {
  return revision === undefined || traitsOf(revision).era === "legacy";
}

function requestsIn(heads: readonly MessageHead[]): Set<string> {
  return new Set(heads.flatMap((head) => (head.kind === "request" ? [idKey(head.id)] : [])));
}

function deliveryOf(result: ExchangeResult, url: string, hadSession: boolean): Delivery {
  if (result.kind === "aborted") return { kind: "aborted" };
  const failure = exchangeFailure(result, url, hadSession);
  if (failure) return { kind: "failed", failure };
  return { kind: "answered", status: result.head?.status ?? 0 };
}
