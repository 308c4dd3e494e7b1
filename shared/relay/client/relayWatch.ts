/** The page's end of a watch for changed files or a returning port. */
import type { Failure } from "../../protocol/failures/failure.ts";
import { encodeMessage } from "../frames/frames.ts";
import type { StreamId } from "../frames/streamId.ts";
import type { WatchRequest } from "../frames/watchFrames.ts";
import type { RelayLink } from "./relayLink.ts";

interface WatchListener {
  /** Watching has started; called again after each reconnection. */
  watching(facts: {
    readonly directory: string;
    readonly paths: readonly string[];
    readonly files: number;
  }): void;
  /** @param paths the first changed paths @param more the number of further ones */
  changed(paths: readonly string[], more: number): void;
  /** Nothing listens at the port any more; reported if the request says so. */
  portIsGone(): void;
  /** A server listens at the port again. */
  portIsBack(): void;
  /** Watching has ended, with the relay's reason or the link's failure; called once, at the end. */
  ended(reason: string | Failure): void;
}

/**
 * Watches a server and resumes after reconnecting.
 * @returns a function that stops watching
 */
export function watchThroughRelay(
  link: RelayLink,
  id: StreamId,
  request: WatchRequest,
  listener: WatchListener,
): () => void {
  let isOver = false;
  let forget = () => {};
  link.carry(id, (send, release) => {
    forget = () => {
      isOver = true;
      release();
    };
    return {
      onSocketReady: () => send(encodeMessage({ kind: "watch", id, request })),
      message(message) {
        switch (message.kind) {
          case "watching":
            return listener.watching(message);
          case "changed":
            return listener.changed(message.paths, message.more);
          case "port-is-gone":
            return listener.portIsGone();
          case "port-is-back":
            return listener.portIsBack();
          case "not-watched":
            forget();
            return listener.ended(message.reason);
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
    link.send({ kind: "unwatch", id });
  };
}
