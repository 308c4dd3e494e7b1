/** Reads the body of a message, as long as it is accepted. */
import type { IncomingMessage } from "node:http";

/**
 * @param accepts whether to go on; called with each chunk's bytes, and those of all
 * @returns what was read; the rest of a body that is not accepted is left
 */
export function readBody(
  source: IncomingMessage,
  accepts: (added: number, size: number) => boolean,
): Promise<{ readonly body: Buffer; readonly isWhole: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (isWhole: boolean) => {
      source.off("data", add);
      source.off("end", end);
      source.off("close", end);
      resolve({ body: Buffer.concat(chunks), isWhole });
    };
    const add = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (accepts(chunk.byteLength, size)) return;
      source.pause();
      done(false);
    };
    const end = () => done(true);
    source.on("data", add);
    source.on("end", end);
    source.on("close", end);
  });
}
