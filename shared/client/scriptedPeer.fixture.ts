/** A scripted server over an in-memory transport. */

import type { Recorder } from "../log/recorder.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { createMemoryTransport, type MemoryTransport } from "./memoryTransport.fixture.ts";

/** A parsed message. */
export interface PeerMessage {
  readonly id?: number;
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members
  readonly params?: any;
}

/** What the peer does with a message: answers, fails its delivery, or stays silent. */
export type PeerReply =
  | { readonly result: unknown }
  | { readonly error: { code: number; message?: string; data?: unknown } }
  | { readonly fails: Failure }
  | undefined;

export type PeerScript = (message: PeerMessage, transport: MemoryTransport) => PeerReply;

/** @param style see {@link createMemoryTransport} */
export function createScriptedPeer(
  record: Recorder,
  style: "pipe" | "exchanges",
  script: PeerScript,
): MemoryTransport {
  const transport = createMemoryTransport(record, style);
  return {
    ...transport,
    send(bytes, options) {
      const sending = transport.send(bytes, options);
      const frame = transport.sent.at(-1);
      if (!frame) throw new Error("Nothing was sent");
      const message = JSON.parse(frame.text) as PeerMessage;
      queueMicrotask(() => {
        const reply = script(message, transport);
        if (message.id === undefined && !reply) frame.deliver({ kind: "answered", status: 202 });
        if (reply === undefined) return;
        if ("fails" in reply) return frame.deliver({ kind: "failed", failure: reply.fails });
        const { id } = message;
        transport.arrive(JSON.stringify({ jsonrpc: "2.0", id, ...reply }), frame.exchangeId);
        frame.deliver({ kind: "answered", status: 200 });
      });
      return sending;
    },
  };
}

/** A failed delivery with an HTTP status. */
export function httpStatus(status: number): PeerReply {
  const url = "http://server.test/mcp";
  return { fails: { code: "http-status", status, statusText: "", url, body: "" } };
}
