/** An in-memory transport whose other side is the test. */
import { decodeText, encodeText } from "../core/bytes.ts";
import type { Recorder } from "../log/recorder.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import type { Header } from "../protocol/headers.ts";
import { decodeMessages } from "../transport/decodeMessages.ts";
import type { Delivery, Receiver, SendOptions, Transport } from "../transport/transport.ts";

/** A frame that the client sent. */
export interface SentFrame {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly exchangeId: string | undefined;
  readonly options: SendOptions;
  /** The headers that repeat parts of the message. */
  readonly mirrored: readonly Header[];
  /** Settles the frame's delivery. */
  deliver(delivery: Delivery): void;
}

export interface MemoryTransport extends Transport {
  readonly sent: readonly SentFrame[];
  /** Delivers a frame, in an exchange or outside of one. */
  arrive(text: string, exchangeId?: string): void;
  /** Closes the channel as lost. */
  breakDown(failure: Failure): void;
}

/**
 * Creates a transport that logs as the real ones do.
 * @param style `pipe` delivers immediately without exchanges, `exchanges` leaves both to the test
 */
export function createMemoryTransport(
  record: Recorder,
  style: "pipe" | "exchanges" = "pipe",
): MemoryTransport {
  const carrier = style === "pipe" ? "stdio" : "http";
  const sent: SentFrame[] = [];
  let receiver: Receiver | undefined;
  let exchanges = 0;

  return {
    kind: style === "pipe" ? "stdio" : "streamable-http",
    abilities: { headers: "none", fidelity: "exact" },
    sent,
    async open(listener) {
      receiver = listener;
      return undefined;
    },
    send(bytes, options = {}) {
      const exchangeId = style === "pipe" ? undefined : `exchange-${++exchanges}`;
      const text = decodeText(bytes);
      const { heads, batch, messages } = decodeMessages(text);
      const mirrored = messages.flatMap(({ value }) => options.mirror?.(value) ?? []);
      const { initiator } = options;
      const known = {
        kind: "message",
        carrier,
        direction: "out",
        exchangeId,
        heads,
        batch,
      } as const;
      const entry = record({ ...known, ...(initiator && { initiator }) }, bytes);
      const { promise, resolve } = Promise.withResolvers<Delivery>();
      sent.push({ text, bytes, exchangeId, options, mirrored, deliver: resolve });
      if (style === "pipe") resolve({ kind: "delivered" });
      return { entry, delivery: promise };
    },
    negotiated() {},
    listen() {},
    async close() {
      receiver = undefined;
    },
    arrive(text, exchangeId) {
      const { heads, batch, messages } = decodeMessages(text);
      const entry = record(
        { kind: "message", carrier, direction: "in", exchangeId, heads, batch },
        encodeText(text),
      );
      receiver?.frame({ entry, text, messages });
    },
    breakDown: (failure) => receiver?.closed(failure),
  };
}
