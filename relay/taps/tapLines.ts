/** JSON messages between a tap and a relay of the same user, one in a line. */
import type { Socket } from "node:net";
import { type JsonObject, parseJsonObject } from "../../shared/core/json/jsonObject.ts";
import { createLineAssembler } from "../../shared/relay/frames/lines.ts";

/** Bytes of a line; the socket of a longer one is closed. */
const maxLineBytes = 64 * 1024 * 1024;

/**
 * Reads the messages that arrive; closes the socket at anything else.
 * @returns a function that sends a message
 */
export function exchangeLines(
  socket: Socket,
  receive: (message: JsonObject) => void,
): (message: object) => void {
  const lines = createLineAssembler(() => maxLineBytes);
  let offset = 0;
  socket.on("data", (bytes) => {
    for (const line of lines.push({ offset, startsLine: true, bytes })) {
      const message = line.whole ? parseJsonObject(`${Buffer.from(line.bytes)}`) : undefined;
      if (message) receive(message);
      else socket.destroy();
    }
    offset += bytes.byteLength;
  });
  socket.on("error", () => {});
  return (message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
}

/** The folder of the recordings and sockets of taps, in the folder of the relay's data. */
export const tapFolderName = "taps";

export const socketSuffix = ".sock";
