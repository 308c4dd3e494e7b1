/** Puts a gate into a stream of messages; while the gate has no rules, bytes pass as they come. */
import type { Readable, Writable } from "node:stream";
import type { Framing } from "./framing.ts";
import { createMessageQueue, type MessageQueueOptions } from "./messageQueue.ts";

export interface StreamGate {
  /** @returns false if the chunk is to be passed on as it is */
  take(chunk: Buffer): boolean;
  /** Sends a message of its own at the next beginning of a frame. */
  insert(text: string): void;
  /** Calls back when all that was taken is passed on. */
  finish(done: () => void): void;
  /** Whether no more is to be read for now. */
  isFull(): boolean;
}

interface StreamGateOptions
  extends Pick<
    MessageQueueOptions,
    "direction" | "gate" | "read" | "log" | "copy" | "reply" | "end" | "signal"
  > {
  readonly framing: Framing;
  readonly source: Readable;
  readonly target: Writable;
  /** Records changed frames, where their bytes are recorded instead of their text. */
  readonly onWrite?: (frame: Buffer) => void;
}

/** Bytes of a frame that is read whole; longer ones pass. Bytes that wait before no more is read. */
const [maxFrameBytes, maxWaitingBytes] = [1024 * 1024, 1024 * 1024];
/** Bytes that can end a frame. */
const maxEndBytes = 4;

export function createStreamGate(options: StreamGateOptions): StreamGate {
  const { source, target, gate, framing, onWrite } = options;
  /** The end of what was passed on, or taken. */
  let tail: Buffer = Buffer.alloc(0);
  /** Whether what comes next begins a frame. */
  let startsFrame = true;
  /** Whether all frames that were written have ended. */
  let isBetween = true;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const inserts: string[] = [];

  /** Whether the bytes that came last end a frame. */
  const endsFrame = (bytes: Buffer) => {
    const end = bytes.subarray(-maxEndBytes);
    tail = end.byteLength < maxEndBytes ? Buffer.concat([tail, end]).subarray(-maxEndBytes) : end;
    return framing.isEnd(tail);
  };

  const flushInserts = () => {
    if (!isBetween) return;
    for (const text of inserts.splice(0)) {
      const frame = framing.encode(text, Buffer.alloc(0));
      target.write(frame);
      onWrite?.(frame);
    }
  };

  const write = (bytes: Buffer, endsWell: boolean): Promise<void> | undefined => {
    if (target.destroyed || target.writableEnded || bytes.byteLength === 0) return undefined;
    const isReady = target.write(bytes);
    isBetween = endsWell;
    flushInserts();
    return isReady ? undefined : drained(target);
  };

  const queue = createMessageQueue({
    ...options,
    write: ({ bytes, endsFrame: isEnd }) => write(bytes, isEnd),
    writeText(text, { text: original, bytes }, isCut = false) {
      const frame = text === original ? bytes : framing.encode(text, bytes, isCut);
      onWrite?.(frame);
      return write(frame, !isCut);
    },
  });
  const isFull = () => queue.size() > maxWaitingBytes;

  const addRaw = () => {
    if (pendingBytes === 0) return;
    queue.add({ bytes: Buffer.concat(pending, pendingBytes), endsFrame: false });
    pending = [];
    pendingBytes = 0;
    startsFrame = false;
  };

  const split = (chunk: Buffer) => {
    // an end may begin in the bytes before
    const seam = Buffer.concat([tail, chunk.subarray(0, maxEndBytes)]);
    endsFrame(chunk);
    const hasEnd = framing.endOf(chunk) > 0 || framing.endOf(seam) > 0;
    let rest = hasEnd ? joined(chunk) : chunk;
    for (let end = framing.endOf(rest); end > 0; end = framing.endOf(rest)) {
      const bytes = rest.subarray(0, end);
      rest = rest.subarray(end);
      const text = startsFrame ? framing.textIn(bytes) : undefined;
      queue.add({ bytes, endsFrame: true, ...(text === undefined ? {} : { text }) });
      startsFrame = true;
    }
    if (rest.byteLength > 0) {
      pending.push(rest);
      pendingBytes += rest.byteLength;
    }
    if (pendingBytes > 0 && (!startsFrame || pendingBytes > maxFrameBytes)) addRaw();
  };

  const joined = (chunk: Buffer) => {
    const all = pendingBytes > 0 ? Buffer.concat([...pending, chunk]) : chunk;
    pending = [];
    pendingBytes = 0;
    return all;
  };

  // the beginning of a frame does not wait for its end
  gate.onRules(() => {
    if (!gate.isOn()) addRaw();
  }, options.signal);

  return {
    take(chunk) {
      const isIdle = queue.size() === 0 && pendingBytes === 0 && inserts.length === 0;
      if (!gate.isOn() && isIdle) {
        startsFrame = endsFrame(chunk);
        isBetween = startsFrame;
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
