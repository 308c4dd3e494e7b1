/** Puts a gate into a pipe of lines; while the gate has no rules, bytes pass as they come. */
import type { Readable, Writable } from "node:stream";
import { createMessageQueue, type MessageQueueOptions } from "./messageQueue.ts";

export interface LineGate {
  /** @returns false if the chunk is to be passed on as it is */
  take(chunk: Buffer): boolean;
  /** Sends a line of its own at the next beginning of a line. */
  insert(text: string): void;
  /** Calls back when all that was taken is passed on. */
  finish(done: () => void): void;
  /** Whether no more is to be read for now. */
  isFull(): boolean;
}

interface LineGateOptions
  extends Pick<MessageQueueOptions, "direction" | "gate" | "read" | "log" | "reply" | "end"> {
  readonly source: Readable;
  readonly target: Writable;
  readonly copy: (bytes: Buffer) => void;
}

/** Bytes of a line that is read whole; longer ones pass. Bytes that wait before no more is read. */
const [maxLineBytes, maxWaitingBytes] = [4 * 1024 * 1024, 8 * 1024 * 1024];

const lineFeed = 0x0a;

export function createLineGate(options: LineGateOptions): LineGate {
  const { source, target, gate, copy } = options;
  /** Whether what comes next begins a line. */
  let startsLine = true;
  /** Whether all lines that were written have ended. */
  let isBetween = true;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const inserts: string[] = [];

  const flushInserts = () => {
    if (!isBetween) return;
    for (const text of inserts.splice(0)) target.write(`${text}\n`);
  };

  const write = (bytes: Buffer): Promise<void> | undefined => {
    if (target.destroyed || target.writableEnded || bytes.byteLength === 0) return undefined;
    const isReady = target.write(bytes);
    isBetween = bytes.at(-1) === lineFeed;
    flushInserts();
    return isReady ? undefined : drained(target);
  };

  const queue = createMessageQueue({
    ...options,
    write,
    copy,
    encode: (text, _, isCut) => Buffer.from(isCut ? text : `${text}\n`),
  });
  const isFull = () => queue.size() > maxWaitingBytes;

  const addRaw = () => {
    if (pendingBytes === 0) return;
    queue.add({ bytes: Buffer.concat(pending, pendingBytes) });
    pending = [];
    pendingBytes = 0;
    startsLine = false;
  };

  const split = (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      const bytes = Buffer.concat([...pending, rest.subarray(0, end + 1)]);
      rest = rest.subarray(end + 1);
      pending = [];
      pendingBytes = 0;
      const text = startsLine ? bytes.toString().trim() : "";
      queue.add(text === "" ? { bytes } : { bytes, text });
      startsLine = true;
    }
    if (rest.byteLength > 0) {
      pending.push(rest);
      pendingBytes += rest.byteLength;
    }
    if (pendingBytes > 0 && (!startsLine || pendingBytes > maxLineBytes)) addRaw();
  };

  // the beginning of a line does not wait for its end
  gate.onRules(() => {
    if (!gate.isOn()) addRaw();
  });

  return {
    take(chunk) {
      const isIdle = queue.size() === 0 && pendingBytes === 0 && inserts.length === 0;
      if (!gate.isOn() && isIdle) {
        startsLine = chunk.at(-1) === lineFeed;
        isBetween = startsLine;
        return false;
      }
      split(chunk);
      if (!gate.isOn()) addRaw();
      if (isFull()) {
        source.pause();
        queue.onIdle(() => source.resume());
      }
      return true;
    },
    insert(text) {
      inserts.push(text);
      flushInserts();
    },
    finish(done) {
      addRaw();
      queue.onIdle(done);
    },
    isFull,
  };
}

/** Waits until a stream takes more, or has closed. */
function drained(target: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      target.off("drain", done);
      target.off("close", done);
      resolve();
    };
    target.on("drain", done);
    target.on("close", done);
  });
}
