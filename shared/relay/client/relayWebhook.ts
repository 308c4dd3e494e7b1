/** The page's end of a webhook receiver. */
import type { Failure } from "../../protocol/failures/failure.ts";
import { encodeMessage } from "../frames/frames.ts";
import type { StreamId } from "../frames/streamId.ts";
import type { DeliveryRefusal, ReceiverCode } from "../frames/webhookFrames.ts";
import type { RelayLink } from "./relayLink.ts";

interface ReceiverListener {
  /** Called again after each reconnection; the address is the same. */
  receiving(url: string, isLocal: boolean): void;
  /** @param body the text of a JSON object, whose signature is right */
  delivered(body: string): void;
  refused(code: DeliveryRefusal): void;
  /** The receiver has ended, with the relay's reason or the link's failure; called once, at the end. */
  ended(reason: ReceiverCode | Failure): void;
}

/**
 * Opens a receiver at the relay, and again after reconnecting.
 * @param secret `whsec_…`, with which deliveries are signed
 * @returns a function that closes it
 */
export function receiveThroughRelay(
  link: RelayLink,
  id: StreamId,
  secret: string,
  listener: ReceiverListener,
): () => void {
  let isOver = false;
  let forget = () => {};
  link.carry(id, (send, release) => {
    forget = () => {
      isOver = true;
      release();
    };
    return {
      onSocketReady: () => send(encodeMessage({ kind: "receive", id, secret })),
      message(message) {
        switch (message.kind) {
          case "receiving":
            return listener.receiving(message.url, message.isLocal);
          case "delivered":
            return listener.delivered(message.body);
          case "delivery-refused":
            return listener.refused(message.code);
          case "not-receiving":
            forget();
            return listener.ended(message.code);
        }
      },
      chunk() {},
      pause() {},
      lost(failure) {
        isOver = true;
        listener.ended(failure);
      },
    };
  });
  return () => {
    if (isOver) return;
    forget();
    link.send({ kind: "stop-receiving", id });
  };
}
