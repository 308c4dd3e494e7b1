/** One stdio server: carries its bytes, keeps them for an absent page, ends it with its tree. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../shared/core/clock.ts";
import { encodeChunk, maxChunkBytes } from "../../shared/relay/frames/chunk.ts";
import type { RelayMessage } from "../../shared/relay/frames/frames.ts";
import { outputWindow } from "../../shared/relay/frames/processFrames.ts";
import type { ProcessId } from "../../shared/relay/frames/processId.ts";
import type { Limits } from "../limits.ts";
import { createOutputBatcher } from "../ws/outputBatcher.ts";
import { createOutput } from "./output.ts";
import { signalGroup } from "./processGroup.ts";
import { createProcessTree } from "./processTree.ts";

/** Where a page listens. */
export interface Viewer {
  sendMessage(message: RelayMessage): void;
  sendFrame(frame: Uint8Array): void;
}

export interface StdioServer {
  /** The page that has everything before `seen` and takes what comes before `until`. */
  attach(viewer: Viewer, seen: number, until: number): void;
  /** Nobody listens any more. */
  detach(): void;
  credit(seen: number, until: number): void;
  /**
   * Writes to the standard input what is not written yet of these bytes.
   * @param offset the number of the first byte
   * @returns false where bytes before them are missing, or too many are waiting already
   */
  write(offset: number, bytes: Uint8Array): boolean;
  /**
   * Closes the standard input, waits, asks the whole group to end, waits, kills it.
   * @returns settles when the process and what it has started are gone
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#stdio
   */
  stop(): Promise<void>;
  /** Whether it has exited and the page was told so, after the last byte. */
  isOver(): boolean;
  /** Settles when the process and what it has started are gone. */
  readonly gone: Promise<void>;
}

export interface StdioServerOptions {
  readonly id: ProcessId;
  readonly process: ChildProcessWithoutNullStreams;
  readonly pid: number;
  /** By which what it has started is found. */
  readonly marker: string;
  readonly limits: Limits;
}

const lineFeed = 0x0a;

/** Milliseconds that a process which hears no more has to end, and be told of by its end. */
const exitGraceMs = 500;

/** Takes charge of a process that has just been started. */
export function createStdioServer(options: StdioServerOptions): StdioServer {
  const { id, process, pid, marker, limits } = options;
  const tree = createProcessTree(pid, marker);
  const output = createOutput(limits.keepBytes, outputWindow);
  let viewer: Viewer | undefined;
  let received = 0;
  let accepted = 0;
  let midLine = false;
  let stdinFailed = false;
  /** Whether the page was told that the process hears no more. */
  let stdinClosed = false;
  let exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  /** Whether nothing more can be read from the pipes. */
  let pipesClosed = false;
  let exitReported = false;
  let stopping: Promise<void> | undefined;
  /** When a byte went through one of the pipes. */
  let activeAt = performance.now();
  let stoppedWhenIdle = false;

  /** Stops reading where the page takes no more, so that the child has to wait. */
  const throttle = () => {
    for (const pipe of [process.stdout, process.stderr]) {
      if (output.isFull()) pipe.pause();
      else pipe.resume();
    }
  };

  const pump = () => {
    if (viewer) {
      for (let chunk = output.next(); chunk; chunk = output.next()) {
        viewer.sendFrame(encodeChunk({ id, ...chunk }));
      }
      if (pipesClosed && exit && output.isSent() && !exitReported) {
        exitReported = true;
        const why = stoppedWhenIdle ? { idleMs: limits.idleMs } : {};
        viewer.sendMessage({ kind: "exited", id, ...exit, total: output.total(), ...why });
      }
    }
    throttle();
  };
  const batcher = createOutputBatcher(maxChunkBytes, systemClock, pump);

  for (const channel of ["stdout", "stderr"] as const) {
    process[channel].on("data", (bytes: Buffer) => {
      activeAt = performance.now();
      output.append(channel, bytes);
      throttle();
      batcher.push(output.waiting());
    });
    process[channel].on("error", () => {});
  }

  /** A pipe breaks before the end of its process is known; that end says more. */
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

  /** What it has started goes with it. */
  const gone = exited.then(() => tree.end(limits.stopWaitMs));

  /** A process that could not be found can hold the pipes open for ever: the exit is told all the same. */
  const closeOrphanPipes = async () => {
    while (!pipesClosed) {
      await sleep(limits.stopWaitMs, undefined, { ref: false });
      if (output.isFull()) continue;
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
    if (!(await exitsWithin(limits.stopWaitMs))) {
      signalGroup(pid, "SIGTERM");
      if (!(await exitsWithin(limits.stopWaitMs))) signalGroup(pid, "SIGKILL");
    }
    await gone;
  };

  const stopOnce = () => (stopping ??= stop());

  const stopWhenIdle = async () => {
    for (let left = limits.idleMs; left > 0; left = activeAt + limits.idleMs - performance.now()) {
      if (await exitsWithin(left)) return;
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
      activeAt = performance.now();
      process.stdin.write(fresh, (error) => {
        if (error) return void onStdinError();
        accepted += fresh.byteLength;
        viewer?.sendMessage({ kind: "accepted", id, accepted });
      });
      return true;
    },
    stop: stopOnce,
  };
}
