/** Reads the body of a request, up to a limit. */
import type { IncomingMessage } from "node:http";

/** @returns what was read; the rest of a larger body is left */
export function readBody(
  source: IncomingMessage,
  maxBytes: number,
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
      if (size <= maxBytes) return;
      source.pause();
      done(false);
    };
    const end = () => done(true);
    source.on("data", add);
    source.on("end", end);
    source.on("close", end);
  });
}
