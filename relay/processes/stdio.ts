/** Runs one stdio server: relays its pipes, buffers output while no page is attached, stops its process tree. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from "node:timers/promises";
import { systemClock } from "../../shared/core/clock.ts";
import type { ProcessEnding } from "../../shared/core/processEnding.ts";
import { encodeChunk, maxChunkBytes } from "../../shared/relay/frames/chunk.ts";
import type { RelayMessage } from "../../shared/relay/frames/frames.ts";
import { outputWindow } from "../../shared/relay/frames/processFrames.ts";
import type { StreamId } from "../../shared/relay/frames/streamId.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { createOutputBatcher } from "../ws/outputBatcher.ts";
import { createProcessOutput } from "./output.ts";
import { signalGroup } from "./processGroup.ts";
import { createProcessTree } from "./processTree.ts";

/** The page that receives a server's messages and output. */
export interface Viewer {
  /** Whether the page asked for times of the relay's clock. */
  readonly wantsTimes: boolean;
  sendMessage(message: RelayMessage): void;
  sendFrame(frame: Uint8Array): void;
}

export interface StdioServer {
  /** Attaches the page, which has everything before `seen` and accepts bytes before `until`. */
  attach(viewer: Viewer, seen: number, until: number): void;
  detach(): void;
  credit(seen: number, until: number): void;
  /**
   * Writes those of the bytes to standard input that were not written yet.
   * @param offset the number of the first byte
   * @returns false if earlier bytes are missing or too many are waiting
   */
  write(offset: number, bytes: Uint8Array): boolean;
  /**
   * Closes standard input, waits, sends SIGTERM to the process group, waits, sends SIGKILL.
   * @returns resolves when the process and its descendants have exited
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#stdio
   */
  stop(): Promise<void>;
  /** Ends it without a signal, and waits; then stops what is left, and reports how much that was. */
  end(how: ProcessEnding): void;
  /** Whether the process has exited and the page was notified, after the last byte of output. */
  isOver(): boolean;
  /** Resolves when the process and its descendants have exited. */
  readonly gone: Promise<void>;
}

interface StdioServerOptions {
  readonly id: StreamId;
  readonly process: ChildProcessWithoutNullStreams;
  readonly pid: number;
  /** Identifies the descendants of the process. */
  readonly marker: string;
  readonly limits: RelayLimits;
  /** Milliseconds from closing standard input to SIGTERM; `limits.stopWaitMs` if undefined. */
  readonly inputWaitMs: number | undefined;
}

const lineFeed = 0x0a;

/** Milliseconds to wait for the exit after standard input broke; the exit is then reported instead. */
const exitGraceMs = 500;

/** Milliseconds between two counts of the processes of a server that is to end. */
const countIntervalMs = 50;

/** Creates the server of a process that has just been started. */
export function createStdioServer(options: StdioServerOptions): StdioServer {
  const { id, process, pid, marker, limits, inputWaitMs = limits.stopWaitMs } = options;
  const tree = createProcessTree(pid, marker);
  const output = createProcessOutput(limits.keepBytes, outputWindow);
  let viewer: Viewer | undefined;
  let received = 0;
  let accepted = 0;
  let midLine = false;
  let stdinFailed = false;
  /** Whether the page was notified that standard input is closed. */
  let stdinClosed = false;
  let exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  /** Whether all output has been read. */
  let pipesClosed = false;
  let exitReported = false;
  let stopping: Promise<void> | undefined;
  /** Processes that are left after an end without a signal. */
  let left: number | undefined;
  let counting: Promise<number> | undefined;
  let isCounting = false;
  /** When the last byte went through one of the pipes. */
  let activeAt = performance.now();
  let stoppedWhenIdle = false;

  /** Stops reading while the page's grant is used up, so that the process has to wait. */
  const throttle = () => {
    for (const pipe of [process.stdout, process.stderr]) {
      if (output.isFull()) pipe.pause();
      else pipe.resume();
    }
  };

  const pump = () => {
    if (viewer) {
      for (let chunk = output.next(); chunk; chunk = output.next()) {
        const { at, ...untimed } = chunk;
        viewer.sendFrame(encodeChunk({ id, ...(viewer.wantsTimes ? chunk : untimed) }));
      }
      if (pipesClosed && exit && output.isSent() && !exitReported && !isCounting) {
        exitReported = true;
        const why = stoppedWhenIdle ? { idleMs: limits.idleMs } : {};
        const rest = left === undefined ? {} : { left };
        viewer.sendMessage({ kind: "exited", id, ...exit, total: output.total(), ...why, ...rest });
      }
    }
    throttle();
  };
  const batcher = createOutputBatcher(maxChunkBytes, systemClock, pump);

  for (const channel of ["stdout", "stderr"] as const) {
    process[channel].on("data", (bytes: Buffer) => {
      activeAt = performance.now();
      output.append(channel, bytes, activeAt);
      throttle();
      batcher.push(output.waiting());
    });
    process[channel].on("error", () => {});
  }

  /** The pipe breaks before the exit is known; the exit is the more useful report. */
  const onStdinError = async () => {
    if (stdinFailed) return;
    stdinFailed = true;
    if (await exitsWithin(exitGraceMs)) return;
    stdinClosed = true;
    viewer?.sendMessage({ kind: "stdin-closed", id });
  };
  process.stdin.on("error", () => void onStdinError());

  process.once("close", () => {
    pipesClosed = true;
    pump();
  });

  const exited = new Promise<void>((resolve) => {
    process.once("exit", (code, signal) => {
      exit = { code, signal };
      resolve();
    });
  });

  /** Descendants are stopped with the process. */
  const gone = exited.then(async () => {
    await counting;
    await tree.end(limits.stopWaitMs);
  });

  /**
   * A descendant that was not found may keep the pipes open forever: closing them lets the exit be
   * reported.
   */
  const closeOrphanPipes = async () => {
    while (!pipesClosed) {
      await sleep(limits.stopWaitMs, undefined, { ref: false });
      // A busy event loop runs this timer before it has read what is already in the pipes.
      const before = activeAt;
      for (let turn = 0; turn < 2; turn++) await yieldToEventLoop();
      if (pipesClosed || output.isFull() || activeAt !== before) continue;
      process.stdout.destroy();
      process.stderr.destroy();
    }
  };
  void gone.then(closeOrphanPipes);

  const exitsWithin = (ms: number) =>
    Promise.race([exited.then(() => true), sleep(ms, false, { ref: false })]);

  const stop = async () => {
    await tree.note();
    process.stdin.end();
    if (!(await exitsWithin(inputWaitMs))) {
      signalGroup(pid, "SIGTERM");
      if (!(await exitsWithin(limits.stopWaitMs))) signalGroup(pid, "SIGKILL");
    }
    await gone;
  };

  const stopOnce = () => (stopping ??= stop());

  const countLeft = async (how: ProcessEnding) => {
    await tree.note();
    const ends = how === "input-closed" ? [] : [process.stdin, process.stdout, process.stderr];
    process.stdin.end();
    for (const pipe of ends) pipe.destroy();
    const deadline = performance.now() + limits.endWaitMs;
    for (;;) {
      const count = await tree.count(exit === undefined);
      if (count === 0 || stopping || performance.now() > deadline) return count;
      await sleep(countIntervalMs);
    }
  };

  const end = async (how: ProcessEnding) => {
    if (counting || stopping) return;
    isCounting = true;
    counting = countLeft(how);
    const count = await counting;
    isCounting = false;
    if (!stopping) left = count;
    await stopOnce();
    pump();
  };

  const stopWhenIdle = async () => {
    let waitMs = limits.idleMs;
    while (waitMs > 0) {
      if (await exitsWithin(waitMs)) return;
      waitMs = activeAt + limits.idleMs - performance.now();
    }
    stoppedWhenIdle = true;
    void stopOnce();
  };
  if (limits.idleMs > 0) void stopWhenIdle();

  return {
    gone,
    isOver: () => exitReported,
    attach(newViewer, seen, until) {
      viewer = newViewer;
      exitReported = false;
      output.rewind(seen, until);
      viewer.sendMessage({ kind: "attached", id, pid, accepted, midLine });
      if (stdinClosed) viewer.sendMessage({ kind: "stdin-closed", id });
      pump();
    },
    detach() {
      viewer = undefined;
      output.detach();
      pump();
    },
    credit(seen, until) {
      output.grant(seen, until);
      pump();
    },
    write(offset, bytes) {
      if (offset > received) return false;
      const fresh = bytes.subarray(received - offset);
      if (fresh.byteLength === 0) return true;
      received += fresh.byteLength;
      if (received - accepted > limits.stdinBytes) return false;
      midLine = fresh.at(-1) !== lineFeed;
      batcher.flushNext();
      const writtenAt = performance.now();
      activeAt = writtenAt;
      process.stdin.write(fresh, (error) => {
        if (error) return void onStdinError();
        accepted += fresh.byteLength;
        const times = viewer?.wantsTimes ? { writtenAt } : {};
        viewer?.sendMessage({ kind: "accepted", id, accepted, ...times });
      });
      return true;
    },
    stop: stopOnce,
    end: (how) => void end(how),
  };
}
