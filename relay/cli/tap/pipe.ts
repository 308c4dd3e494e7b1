/** Passes the bytes of one stream to another, unchanged and with backpressure. */
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

/**
 * Passes bytes on as they arrive, then the end. Where the receiver has closed its end, the sender's
 * is closed, too, so that it gets the same error as without anything in between.
 * @param onBytes gets every chunk after it was passed on
 */
export function pipe(source: Readable, target: Writable, onBytes: (bytes: Buffer) => void): void {
  const endTarget = () => target.end(() => closeStandard(target));
  const closeSource = () => {
    if (source.destroyed) return;
    source.destroy();
    closeStandard(source);
  };
  source.on("data", (chunk: Buffer) => {
    if (!target.write(chunk)) source.pause();
    onBytes(chunk);
  });
  target.on("drain", () => source.resume());
  source.on("end", endTarget);
  source.on("error", endTarget);
  target.on("error", closeSource);
  target.on("close", closeSource);
}

/**
 * Closes the descriptor of a stream of this process, which ending the stream does not. Its number
 * is taken at once, so that no other file gets it.
 */
function closeStandard(stream: Readable | Writable): void {
  const { stdin, stdout, stderr } = process;
  const fd = ([stdin, stdout, stderr] as unknown[]).indexOf(stream);
  if (fd < 0 || process.platform === "win32") return;
  closeSync(fd);
  openSync("/dev/null", fd === 0 ? "r" : "w");
}
