/** Reads the recording of a tap from the relay. */
import { fromBase64 } from "../../../shared/core/base64.ts";
import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { encodeMessage } from "../../../shared/relay/frames/frames.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { TapRecording } from "../../../shared/relay/frames/tapFrames.ts";

/** @returns its bytes; without those that could not be read, so that it is refused as incomplete */
export function readTapRecording(
  link: RelayLink,
  tap: TapRecording["id"],
): Promise<Uint8Array<ArrayBuffer>[]> {
  const id = createStreamId((bytes) => crypto.getRandomValues(bytes));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return new Promise((resolve) => {
    link.carry(id, (send, release) => {
      let next = 0;
      const read = () => send(encodeMessage({ kind: "read-tap", id, tap, from: next }));
      const end = () => {
        release();
        resolve(parts);
      };
      return {
        onSocketReady: read,
        message(message) {
          const [text] = message.kind === "tap-part" ? message.documents : [];
          const bytes = typeof text === "string" ? fromBase64(text) : undefined;
          if (message.kind !== "tap-part" || !bytes) return end();
          parts.push(bytes);
          next = message.next;
          read();
        },
        chunk() {},
        pause() {},
        lost: end,
      };
    });
  });
}
