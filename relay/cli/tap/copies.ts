/**
 * The copies of what passes a tap, on their way to the process that records them. A copy never
 * delays what is copied: when too many wait, further ones are counted instead of kept.
 */
import type { Readable, Writable } from "node:stream";
import type { TapChange } from "../../../shared/log/entry.ts";
import type { TapReport } from "../../../shared/taps/tapOrders.ts";

/**
 * Bytes of pipes and of HTTP bodies, facts, changed messages and reports as JSON, and the number of
 * bytes that are missing.
 */
const kinds = [
  "stdin",
  "stdout",
  "stderr",
  "fact",
  "missed",
  "request",
  "response",
  "changed",
  "report",
] as const;

/** A message that was changed on its way. */
export interface ChangedMessage {
  readonly direction: "out" | "in";
  readonly text: string;
  readonly change?: TapChange;
}

type CopyKind = (typeof kinds)[number];

export interface Copy {
  readonly kind: CopyKind;
  /** Milliseconds since 1970, with fractions. */
  readonly at: number;
  /** The number of the HTTP exchange; 0 for pipes. */
  readonly exchange: number;
  /** For `missed`, 8 bytes with the number of bytes that were not copied. */
  readonly bytes: Uint8Array;
}

// kind (1), length (4), time (8), exchange (4), payload
const headBytes = 17;

/** Milliseconds, or bytes, for which copies are collected: a flood is recorded after it has passed. */
const [collectMs, collectBytes] = [100, 16 * 1024 * 1024];

/** Bytes that may wait for the recording process, which is slower than what passes. */
const maxWaitingBytes = 64 * 1024 * 1024;

/** Milliseconds for which the end of a tap waits until its last copies are written. */
const lastCopiesMs = 1500;

export interface Copies {
  /** Copies bytes, which must not be changed afterwards. */
  add(kind: CopyKind, bytes: Uint8Array, exchange?: number): void;
  addChanged(message: ChangedMessage, exchange?: number): void;
  /** Sends a report to the page, without delay. */
  report(report: TapReport): void;
  /** Copies a fact as JSON. */
  addFact(fact: object, exchange?: number): void;
  /**
   * Ends the copies.
   * @param onWritten called when those that wait are written, or after {@link lastCopiesMs}
   */
  end(onWritten: () => void): void;
}

/** @param target the recording process's standard input; its errors end the copies */
export function createCopies(target: Writable, maxWaiting = maxWaitingBytes): Copies {
  let isOver = false;
  let missed = 0;
  let collected = 0;
  /** The first copy names the server's process, which is ended if the tap is killed at once. */
  let isFirst = true;
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    clearTimeout(timer);
    if (timer !== undefined) target.uncork();
    timer = undefined;
  };
  const stop = () => {
    isOver = true;
    send();
  };
  target.on("error", stop).on("close", stop);

  const write = (kind: CopyKind, bytes: Uint8Array, exchange: number) => {
    const head = Buffer.allocUnsafe(headBytes);
    head.writeUInt8(kinds.indexOf(kind), 0);
    head.writeUInt32BE(bytes.byteLength, 1);
    head.writeDoubleBE(performance.timeOrigin + performance.now(), 5);
    head.writeUInt32BE(exchange, 13);
    if (timer === undefined) {
      target.cork();
      timer = setTimeout(send, collectMs);
      collected = 0;
    }
    target.write(head);
    target.write(bytes);
    collected += bytes.byteLength;
    if (isFirst || collected > collectBytes) send();
    isFirst = false;
  };

  const add = (kind: CopyKind, bytes: Uint8Array, exchange = 0) => {
    if (isOver) return;
    const isFull = target.writableLength + bytes.byteLength > maxWaiting;
    if (isFull && kind !== "fact") {
      missed += bytes.byteLength;
      return;
    }
    if (missed > 0) {
      const count = Buffer.alloc(8);
      count.writeDoubleBE(missed);
      missed = 0;
      write("missed", count, 0);
    }
    write(kind, bytes, exchange);
  };

  return {
    add,
    addChanged: (message, exchange) =>
      add("changed", Buffer.from(JSON.stringify(message)), exchange),
    report(report) {
      add("report", Buffer.from(JSON.stringify(report)));
      send();
    },
    addFact: (fact, exchange) => add("fact", Buffer.from(JSON.stringify(fact)), exchange),
    end(onWritten) {
      if (isOver) return onWritten();
      stop();
      setTimeout(onWritten, lastCopiesMs);
      target.end(onWritten);
    },
  };
}

/** Reads copies from the stream that they were written to. */
export interface CopyReader {
  /** The next copy that has arrived, if any. */
  next(): Copy | undefined;
  /** Waits for the next copy, or the end. */
  wait(): Promise<Copy | "end">;
}

/** @param maxWaiting bytes of copies that are read before they are asked for */
export function createCopyReader(source: Readable, maxWaiting: number): CopyReader {
  const copies: Copy[] = [];
  let waiting = 0;
  let isOver = false;
  let wake = () => {};
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = headBytes;

  const split = (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.byteLength;
    if (held < wanted) return;
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, held);
    for (;;) {
      wanted = headBytes;
      if (rest.byteLength < headBytes) break;
      wanted = headBytes + rest.readUInt32BE(1);
      if (rest.byteLength < wanted) break;
      const kind = kinds[rest.readUInt8(0)] ?? "fact";
      copies.push({
        kind,
        at: rest.readDoubleBE(5),
        exchange: rest.readUInt32BE(13),
        bytes: rest.subarray(headBytes, wanted),
      });
      waiting += wanted;
      rest = rest.subarray(wanted);
    }
    chunks = rest.byteLength > 0 ? [rest] : [];
    held = rest.byteLength;
  };

  source.on("data", (chunk: Buffer) => {
    split(chunk);
    if (waiting > maxWaiting) source.pause();
    wake();
  });
  const end = () => {
    isOver = true;
    wake();
  };
  source.on("end", end).on("error", end);

  const next = () => {
    const copy = copies.shift();
    waiting -= copy ? headBytes + copy.bytes.byteLength : 0;
    if (waiting < maxWaiting / 2) source.resume();
    return copy;
  };

  return {
    next,
    async wait() {
      for (;;) {
        const copy = next();
        if (copy || isOver) return copy ?? "end";
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
