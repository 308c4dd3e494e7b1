/** The page's end of one process: what it says in order and whole, what is said to it. */
import type { Failure } from "../../core/failures/failure.ts";
import { type Chunk, encodeChunk, maxChunkBytes } from "../frames/chunk.ts";
import { encodeMessage } from "../frames/frames.ts";
import { createLineAssembler, type Line } from "../frames/lines.ts";
import {
  outputWindow,
  type ProcessCommand,
  type ProcessPageMessage,
  stdinWindow,
} from "../frames/processFrames.ts";
import type { ProcessId } from "../frames/processId.ts";
import type { LinkDriver, SendFrame } from "./linkDriver.ts";
import { createUnacknowledgedBytes, type UnacknowledgedBytes } from "./unacknowledgedBytes.ts";

/** Where another page of the same session can go on. */
export interface ResumePoint {
  /** All output before this byte has been taken in. */
  readonly seen: number;
  /** Where the output begins that must come again: at the unfinished line, if there is one. */
  readonly from: number;
}

/** Why nothing more will come of a process. */
export type ProcessEnd =
  | {
      readonly kind: "exited";
      readonly code: number | null;
      readonly signal: string | null;
      /** Where the relay has stopped it: after so many milliseconds without a byte from either side. */
      readonly idleMs?: number;
    }
  | { readonly kind: "not-started"; readonly reason: string }
  /** The relay has no such process (any more). */
  | { readonly kind: "unknown" }
  /** Another page has taken it over. */
  | { readonly kind: "taken" }
  /** The relay itself is out of reach. */
  | { readonly kind: "lost"; readonly failure: Failure };

export interface ProcessListener {
  started(pid: number): void;
  line(line: Line): void;
  /** Bytes that an unfinished line may have; 256 MiB where nobody says. */
  longestLine?(): number;
  stderr(bytes: Uint8Array): void;
  /** Exactly this many bytes of output (both pipes) are lost here. */
  missed(bytes: number): void;
  /** Once, and last. */
  ended(end: ProcessEnd): void;
}

export interface RelayProcess {
  /**
   * Writes to the standard input.
   * @returns whether the bytes reached the pipe; settles when they did, or never will
   * @throws {Error} before the process has started
   */
  write(bytes: Uint8Array): Promise<boolean>;
  /** Asks for the process to be stopped; settles when it has ended or is out of reach. */
  stop(): Promise<void>;
  position(): ResumePoint;
}

/** The side of it that the link drives: what a dropped socket had under way is sent again. */
export interface RelayProcessDriver extends LinkDriver {
  readonly process: RelayProcess;
}

export interface RelayProcessOptions {
  readonly id: ProcessId;
  readonly opening:
    | { readonly kind: "start"; readonly command: ProcessCommand }
    | { readonly kind: "attach"; readonly resume: ResumePoint };
  readonly listener: ProcessListener;
  readonly send: SendFrame;
}

/** Makes the page's end of a process; nothing happens before `introduce`. */
export function createRelayProcess(options: RelayProcessOptions): RelayProcessDriver {
  const { id, opening, listener } = options;
  const lines = createLineAssembler(listener.longestLine);
  const writes = new Set<{ readonly end: number; readonly resolve: (reached: boolean) => void }>();
  const over = Promise.withResolvers<void>();
  let seen = opening.kind === "attach" ? opening.resume.from : 0;
  /** Standard error before this byte was shown by an earlier page. */
  const stderrSeen = opening.kind === "attach" ? opening.resume.seen : 0;
  let granted = 0;
  let stdin: UnacknowledgedBytes<undefined> | undefined;
  let sent = 0;
  let attached = false;
  let stdinClosed = false;
  let stopping = false;
  let ended = false;

  const tell = (message: ProcessPageMessage) => options.send(encodeMessage(message));

  /** What need not come again: an unfinished line must, unless it fills half of the window. */
  const acknowledged = () => {
    const held = lines.heldFrom() ?? seen;
    return seen - held > outputWindow / 2 ? seen : held;
  };

  const grant = () => {
    granted = acknowledged() + outputWindow;
    return { seen: acknowledged(), until: granted };
  };

  const pump = () => {
    if (!attached || !stdin) return;
    for (;;) {
      const room = stdin.start() + stdinWindow - sent;
      const next = stdin.from(sent, Math.min(room, maxChunkBytes));
      if (!next) return;
      const { offset, bytes } = next;
      options.send(encodeChunk({ id, channel: "stdin", offset, startsLine: false, bytes }));
      sent = offset + bytes.byteLength;
    }
  };

  const accept = (accepted: number) => {
    stdin?.forget(accepted);
    for (const write of writes) {
      if (write.end > accepted) break;
      writes.delete(write);
      write.resolve(true);
    }
    pump();
  };

  const giveUpWrites = () => {
    for (const write of writes) write.resolve(false);
    writes.clear();
  };

  const end = (how: ProcessEnd) => {
    if (ended) return;
    ended = true;
    giveUpWrites();
    listener.ended(how);
    over.resolve();
  };

  const onAttached = ({
    pid,
    accepted,
    midLine,
  }: {
    pid: number;
    accepted: number;
    midLine: boolean;
  }) => {
    attached = true;
    sent = accepted;
    if (stdin) {
      accept(accepted);
    } else {
      stdin = createUnacknowledgedBytes(accepted);
      listener.started(pid);
      // An earlier page went away in the middle of a line: end it, so that ours begin on their own.
      if (midLine) void write(new Uint8Array([0x0a]));
    }
    if (stopping) tell({ kind: "stop", id });
  };

  const skipTo = (offset: number) => {
    if (offset <= seen) return;
    const torn = lines.breakLine();
    if (torn) listener.line(torn);
    listener.missed(offset - seen);
    seen = offset;
  };

  const write = (bytes: Uint8Array) => {
    if (!stdin) throw new Error("The process has not started yet");
    if (ended || stdinClosed) return Promise.resolve(false);
    stdin.append(bytes, undefined);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    writes.add({ end: stdin.end(), resolve });
    pump();
    return promise;
  };

  return {
    process: {
      write,
      stop() {
        if (!ended && !stopping) {
          stopping = true;
          if (attached) tell({ kind: "stop", id });
        }
        return over.promise;
      },
      position: () => ({ seen: Math.max(seen, stderrSeen), from: acknowledged() }),
    },
    onSocketReady() {
      if (opening.kind === "start" && !stdin) {
        const { until } = grant();
        tell({ kind: "start", id, until, ...opening.command });
      } else {
        tell({ kind: "attach", id, ...grant() });
      }
    },
    pause() {
      attached = false;
    },
    message(message) {
      switch (message.kind) {
        case "attached":
          return onAttached(message);
        case "accepted":
          return accept(message.accepted);
        case "stdin-closed":
          stdinClosed = true;
          return giveUpWrites();
        case "exited": {
          skipTo(message.total);
          const last = lines.finish();
          if (last) listener.line(last);
          tell({ kind: "stop", id });
          const { code, signal, idleMs } = message;
          return end({ kind: "exited", code, signal, ...(idleMs === undefined ? {} : { idleMs }) });
        }
        case "not-started":
          return end({ kind: "not-started", reason: message.reason });
        case "unknown":
        case "taken":
          return end({ kind: message.kind });
      }
    },
    chunk(chunk) {
      skipTo(chunk.offset);
      const fresh = after(chunk, seen);
      if (!fresh) return;
      seen = fresh.offset + fresh.bytes.byteLength;
      if (fresh.channel === "stdout") {
        for (const line of lines.push(fresh)) listener.line(line);
      } else {
        const unseen = after(fresh, stderrSeen);
        if (unseen) listener.stderr(unseen.bytes);
      }
      if (acknowledged() + outputWindow - granted >= outputWindow / 4) {
        tell({ kind: "credit", id, ...grant() });
      }
    },
    lost: (failure) => end({ kind: "lost", failure }),
  };
}

/** The part of a chunk from `offset` on; undefined where there is none. */
function after(chunk: Chunk, offset: number): Chunk | undefined {
  const skip = offset - chunk.offset;
  if (skip <= 0) return chunk;
  if (skip >= chunk.bytes.byteLength) return undefined;
  const startsLine = chunk.bytes[skip - 1] === 0x0a;
  return { ...chunk, offset, startsLine, bytes: chunk.bytes.subarray(skip) };
}
