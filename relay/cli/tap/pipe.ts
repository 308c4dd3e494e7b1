/** Passes the bytes of one stream to another, unchanged and with backpressure. */
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { platform } from "../../platform.ts";
import type { StreamGate } from "./gate/streamGate.ts";

/**
 * Passes bytes on as they arrive, then the end. Where the receiver has closed its end, the sender's
 * is closed, too, so that it gets the same error as without anything in between.
 * @param onBytes gets every chunk after it was passed on
 * @param gate passes on what it takes
 */
export function pipe(
  source: Readable,
  target: Writable,
  onBytes: (bytes: Buffer) => void,
  gate?: StreamGate,
): void {
  const end = () => endStream(target);
  const endTarget = () => (gate ? gate.finish(end) : end());
  const closeSource = () => {
    if (source.destroyed) return;
    source.destroy();
    closeStandard(source);
  };
  source.on("data", (chunk: Buffer) => {
    if (gate?.take(chunk)) return;
    if (!target.write(chunk)) source.pause();
    onBytes(chunk);
  });
  target.on("drain", () => {
    if (!gate?.isFull()) source.resume();
  });
  source.on("end", endTarget);
  source.on("error", endTarget);
  target.on("error", closeSource);
  target.on("close", closeSource);
}

/** Ends a stream, of this process with its descriptor. */
export function endStream(target: Writable): void {
  target.end(() => closeStandard(target));
}

/**
 * Closes the descriptor of a stream of this process, which ending the stream does not. Its number
 * is taken at once, so that no other file gets it.
 */
function closeStandard(stream: Readable | Writable): void {
  const { stdin, stdout, stderr } = process;
  const fd = ([stdin, stdout, stderr] as unknown[]).indexOf(stream);
  if (fd < 0 || platform.nullDevice === undefined) return;
  closeSync(fd);
  openSync(platform.nullDevice, fd === 0 ? "r" : "w");
}
