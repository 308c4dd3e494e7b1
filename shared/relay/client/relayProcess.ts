/** The page's end of one process: ordered output lines, acknowledged input, resumption after reconnecting. */

import type { ProcessEnding } from "../../core/processEnding.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { StartProblem } from "../../protocol/failures/startProblem.ts";
import { type Chunk, encodeChunk, maxChunkBytes } from "../frames/chunk.ts";
import { encodeMessage } from "../frames/frames.ts";
import { createLineAssembler, type Line } from "../frames/lines.ts";
import {
  outputWindow,
  type ProcessCommand,
  type ProcessPageMessage,
  type ProcessRelayMessage,
  stdinWindow,
} from "../frames/processFrames.ts";
import type { StreamId } from "../frames/streamId.ts";
import type { LinkDriver, SendFrame } from "./linkDriver.ts";
import { createUnacknowledgedBytes, type UnacknowledgedBytes } from "./unacknowledgedBytes.ts";

/** From where another page of the session can continue. */
export interface ResumePoint {
  /** All standard error before this byte has been handled. */
  readonly seen: number;
  /** The byte after the last line that has been handled: output is needed again from there. */
  readonly from: number;
}

export type ProcessEnd =
  | {
      readonly kind: "exited";
      readonly code: number | null;
      readonly signal: string | null;
      /** Set if the relay stopped it after this many milliseconds without input or output. */
      readonly idleMs?: number;
      /** The processes that were left without a signal, if it was ended with `end`. */
      readonly left?: number;
    }
  | { readonly kind: "not-started"; readonly problem: StartProblem; readonly reason: string }
  /** The relay has no such process, or no longer has it. */
  | { readonly kind: "unknown" }
  /** Another page has attached to it. */
  | { readonly kind: "taken" }
  /** The relay cannot be reached. */
  | { readonly kind: "lost"; readonly failure: Failure };

/** A promise if a line is not handled yet. */
type Handled = Promise<void> | void;

export interface ProcessListener {
  started(pid: number): void;
  /**
   * @param at when the relay read its end, in milliseconds of the relay's clock, if it sent the time
   * @returns a promise if it is not handled yet; until then nothing that follows is delivered
   */
  line(line: Line, at?: number): Handled;
  /** Maximum bytes of an unfinished line; 256 MiB by default. */
  maxLineBytes?(): number;
  stderr(bytes: Uint8Array): void;
  /** This many bytes of output (both pipes) are missing at this point. */
  missed(bytes: number): void;
  /** Called once, at the end. */
  ended(end: ProcessEnd): void;
}

export interface RelayProcess {
  /**
   * Writes to standard input.
   * @param written called when the bytes reached the pipe, with the relay's time if it sent one
   * @returns resolves to whether the bytes reached the pipe
   * @throws {Error} before the process has started
   */
  write(bytes: Uint8Array, written?: (at: number | undefined) => void): Promise<boolean>;
  /** Stops the process; resolves when it has ended or cannot be reached. */
  stop(): Promise<void>;
  /** Ends it without a signal, then stops what is left; resolves like `stop`. */
  end(how: ProcessEnding): Promise<void>;
  position(): ResumePoint;
}

/** The link's side of a process; after reconnecting, unacknowledged input is sent again. */
interface RelayProcessDriver extends LinkDriver {
  readonly process: RelayProcess;
}

export interface RelayProcessOptions {
  readonly id: StreamId;
  readonly opening:
    | { readonly kind: "start"; readonly command: ProcessCommand }
    | { readonly kind: "attach"; readonly resume: ResumePoint };
  readonly listener: ProcessListener;
  readonly send: SendFrame;
}

/** Creates the page's end of a process, which begins with `onSocketReady`. */
export function createRelayProcess(options: RelayProcessOptions): RelayProcessDriver {
  const { id, opening, listener } = options;
  const lines = createLineAssembler(listener.maxLineBytes);
  const writes = new Set<{
    readonly end: number;
    readonly written: ((at: number | undefined) => void) | undefined;
    readonly resolve: (reached: boolean) => void;
  }>();
  const over = Promise.withResolvers<void>();
  let seen = opening.kind === "attach" ? opening.resume.from : 0;
  /** An earlier page has shown standard error before this byte. */
  const stderrSeen = opening.kind === "attach" ? opening.resume.seen : 0;
  let granted = 0;
  let stdin: UnacknowledgedBytes<undefined> | undefined;
  let sent = 0;
  let attached = false;
  let stdinClosed = false;
  let stopping = false;
  let ended = false;
  /** What arrived while a line was handled, in order; it counts as not seen. */
  const waiting: (() => Iterable<Handled>)[] = [];
  let isHandling = false;

  const sendMessage = (message: ProcessPageMessage) => options.send(encodeMessage(message));

  /** The byte up to which output is acknowledged: the unfinished line is not, unless it fills half the window. */
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

  const accept = (accepted: number, writtenAt?: number) => {
    stdin?.forget(accepted);
    for (const write of writes) {
      if (write.end > accepted) break;
      writes.delete(write);
      write.written?.(writtenAt);
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

  /** Handles what arrived after everything that arrived before it. */
  const inOrder = async (handle: () => Iterable<Handled>) => {
    waiting.push(handle);
    if (isHandling) return;
    isHandling = true;
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        for (const handled of next()) {
          // other lines are delivered without waiting for a microtask
          if (handled instanceof Promise) await handled;
        }
      }
    } finally {
      isHandling = false;
    }
  };

  const endInOrder = (how: ProcessEnd) =>
    void inOrder(() => {
      end(how);
      return [];
    });

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
      // An earlier page stopped in the middle of a line: end it, so that this page starts a new
      // one.
      if (midLine) void write(new Uint8Array([0x0a]));
    }
    if (stopping) sendMessage({ kind: "stop", id });
  };

  const skipTo = (offset: number) => {
    if (offset <= seen) return;
    const torn = lines.breakLine();
    if (torn) void listener.line(torn);
    listener.missed(offset - seen);
    seen = offset;
  };

  function* receive(chunk: Chunk): Iterable<Handled> {
    if (ended) return;
    skipTo(chunk.offset);
    const fresh = after(chunk, seen);
    if (!fresh) return;
    const { offset, bytes, channel, at } = fresh;
    if (channel === "stdout") {
      for (const line of lines.push(fresh)) {
        seen = line.end;
        yield listener.line(line, at);
      }
    } else {
      const unseen = after(fresh, stderrSeen);
      if (unseen) listener.stderr(unseen.bytes);
    }
    seen = offset + bytes.byteLength;
    if (acknowledged() + outputWindow - granted >= outputWindow / 4) {
      sendMessage({ kind: "credit", id, ...grant() });
    }
  }

  function* exit(
    message: Extract<ProcessRelayMessage, { readonly kind: "exited" }>,
  ): Iterable<Handled> {
    if (ended) return;
    skipTo(message.total);
    for (const last of lines.finish()) yield listener.line(last);
    sendMessage({ kind: "stop", id });
    const { code, signal, idleMs, left } = message;
    const known = { ...(idleMs !== undefined && { idleMs }), ...(left !== undefined && { left }) };
    end({ kind: "exited", code, signal, ...known });
  }

  const write: RelayProcess["write"] = (bytes, written) => {
    if (!stdin) throw new Error("The process has not started yet");
    if (ended || stdinClosed) return Promise.resolve(false);
    stdin.append(bytes, undefined);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    writes.add({ end: stdin.end(), written, resolve });
    pump();
    return promise;
  };

  const finish = (message: ProcessPageMessage) => {
    if (!ended && !stopping) {
      stopping = true;
      if (attached) sendMessage(message);
    }
    return over.promise;
  };

  return {
    process: {
      write,
      stop: () => finish({ kind: "stop", id }),
      end: (how) => finish({ kind: "end", id, how }),
      position: () => ({ seen: Math.max(seen, stderrSeen), from: lines.heldFrom() ?? seen }),
    },
    onSocketReady() {
      if (opening.kind === "start" && !stdin) {
        const { until } = grant();
        sendMessage({ kind: "start", id, until, ...opening.command });
      } else {
        sendMessage({ kind: "attach", id, ...grant() });
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
          return accept(message.accepted, message.writtenAt);
        case "stdin-closed":
          stdinClosed = true;
          return giveUpWrites();
        case "exited":
          return void inOrder(() => exit(message));
        case "not-started":
          return endInOrder({
            kind: "not-started",
            problem: message.problem,
            reason: message.reason,
          });
        case "unknown":
        case "taken":
          return endInOrder({ kind: message.kind });
      }
    },
    chunk: (chunk) => void inOrder(() => receive(chunk)),
    lost: (failure) => endInOrder({ kind: "lost", failure }),
  };
}

/** The part of a chunk from `offset` on; undefined if it is empty. */
function after(chunk: Chunk, offset: number): Chunk | undefined {
  const skip = offset - chunk.offset;
  if (skip <= 0) return chunk;
  if (skip >= chunk.bytes.byteLength) return undefined;
  const startsLine = chunk.bytes[skip - 1] === 0x0a;
  return { ...chunk, offset, startsLine, bytes: chunk.bytes.subarray(skip) };
}
