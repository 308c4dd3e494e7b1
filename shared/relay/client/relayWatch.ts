/** The page's end of watching a server. */
import type { Failure } from "../../core/failures/failure.ts";
import { encodeMessage } from "../frames/frames.ts";
import type { ProcessId } from "../frames/processId.ts";
import type { WatchRequest } from "../frames/watchFrames.ts";
import type { RelayLink } from "./relayLink.ts";

export interface WatchListener {
  /** It is being watched; told again whenever the relay had to begin anew. */
  watching(facts: {
    readonly directory: string;
    readonly paths: readonly string[];
    readonly files: number;
  }): void;
  /** @param paths the first of what changed; @param more how many more there are */
  changed(paths: readonly string[], more: number): void;
  /** Somebody listens again at the port. */
  portIsBack(): void;
  /** It is watched no longer, with the relay's reason or the link's failure; once, and last. */
  ended(reason: string | Failure): void;
}

/**
 * Has a server watched until `stop`; goes on by itself after a dropped socket.
 * @returns the way to stop
 */
export function watchThroughRelay(
  link: RelayLink,
  id: ProcessId,
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
      onSocketReady: () => send(encodeMessage({ kind: "watch", id, wish: request })),
      message(message) {
        switch (message.kind) {
          case "watching":
            return listener.watching(message);
          case "changed":
            return listener.changed(message.paths, message.more);
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
    link.tell({ kind: "unwatch", id });
  };
}
