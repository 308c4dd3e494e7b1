/** The stdio transport of a page: a process started by the relay, one message per line. */
import { concatBytes, decodeText, encodeText } from "../../core/bytes.ts";
import type { ProcessEntry } from "../../log/entry.ts";
import type { Recorder } from "../../log/recorder.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { RelayLink } from "../../relay/client/relayLink.ts";
import type { ProcessEnd, RelayProcess, ResumePoint } from "../../relay/client/relayProcess.ts";
import type { Line } from "../../relay/frames/lines.ts";
import { type ProcessCommand, shownWords } from "../../relay/frames/processFrames.ts";
import type { StreamId } from "../../relay/frames/streamId.ts";
import { type DecodedFrame, decodeMessages, decodeSlowly, slowBytes } from "../decodeMessages.ts";
import { deliverFrame } from "../deliverFrame.ts";
import { type BodyLimit, cutBodyBytes, defaultBodyBytes } from "../http/bodyLimit.ts";
import type { Delivery, Receiver, Transport } from "../transport.ts";
import { unsentEntry } from "../unsentEntry.ts";
import { createRelayTimes } from "./relayTimes.ts";

interface RelayedStdioOptions {
  readonly link: RelayLink;
  readonly record: Recorder;
  readonly command: ProcessCommand;
  readonly processId: StreamId;
  /** Maximum bytes of one line; {@link defaultBodyBytes} by default. */
  readonly bodyLimit?: Pick<BodyLimit, "bytes">;
  /** Yields to the event loop between the steps in which a large line is decoded; without it, it is decoded at once. */
  readonly yieldToEventLoop?: () => Promise<void>;
  /** Reattaches to a process started by an earlier page instead of starting one. */
  readonly resumeFrom?: ResumePoint;
}

export interface RelayedStdio extends Transport {
  readonly kind: "stdio";
  readonly processId: StreamId;
  /** Where a later page can resume; undefined before `open`. */
  position(): ResumePoint | undefined;
}

/** Maximum bytes of standard error in a failure. */
const stderrTailBytes = 4000;
const lineFeed = encodeText("\n");

/**
 * Creates a transport over a process that the relay starts without a shell.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
 */
export function createRelayedStdio(options: RelayedStdioOptions): RelayedStdio {
  const { link, record, command, processId, resumeFrom, bodyLimit, yieldToEventLoop } = options;
  const maxLineBytes = () => bodyLimit?.bytes() ?? defaultBodyBytes;
  let isCut = false;
  let startedAt: number | undefined;
  let left: number | undefined;
  let process: RelayProcess | undefined;
  let stderrTail: Uint8Array = new Uint8Array(0);

  const times = createRelayTimes();

  const base = { exchangeId: undefined } as const;
  const recordProcess = (event: ProcessEntry["event"]) =>
    record({ ...base, kind: "process", direction: "none", event });

  const receive = (line: Line, receiver: Receiver, relayAt: number | undefined) => {
    if (isCut) return undefined;
    if (!line.whole) {
      record(
        { ...base, kind: "frame", carrier: "stdio", direction: "in", holds: "rest" },
        line.isTooLong ? line.bytes.slice(0, cutBodyBytes) : line.bytes,
      );
      if (line.isTooLong) {
        // the line has no known request and no known end, so the process is stopped
        isCut = true;
        void process?.stop();
        receiver.closed({ code: "too-large", what: "line", limit: maxLineBytes() });
      }
      return undefined;
    }
    const { bytes } = line;
    const now = link.now();
    const deliver = (text: string, { heads, batch, messages }: DecodedFrame) => {
      const arrival = relayAt === undefined ? undefined : times.toPage(heads, relayAt);
      const readAt = arrival === undefined ? undefined : link.now();
      const entry = record(
        { ...base, kind: "message", carrier: "stdio", direction: "in", heads, batch, readAt },
        bytes,
        // clocks drift apart: nothing arrives after it was read
        Math.min(arrival ?? now, now),
      );
      deliverFrame(record, { entry, text, messages }, receiver);
    };
    if (yieldToEventLoop && bytes.byteLength >= slowBytes) {
      return yieldToEventLoop().then(async () => {
        const text = decodeText(bytes);
        deliver(text, await decodeSlowly(text, yieldToEventLoop));
      });
    }
    const text = decodeText(bytes);
    deliver(text, decodeMessages(text));
    return undefined;
  };

  const failureOf = (end: ProcessEnd): Failure => {
    switch (end.kind) {
      case "exited":
        return {
          code: "exited",
          exitCode: end.code,
          signal: end.signal,
          ...(end.idleMs === undefined ? {} : { idleMs: end.idleMs }),
          stderr: decodeText(stderrTail),
          ...(startedAt === undefined ? {} : { ranMs: link.now() - startedAt }),
        };
      case "not-started":
        return {
          code: "not-started",
          command: command.command,
          problem: end.problem,
          reason: end.reason,
        };
      case "unknown":
        return { code: "process-gone", command: command.command };
      case "taken":
        return { code: "process-taken" };
      case "lost":
        return end.failure;
    }
  };

  return {
    kind: "stdio",
    abilities: { headers: "none", fidelity: "exact" },
    processId,
    position: () => process?.position(),

    open(receiver) {
      const ready = Promise.withResolvers<Failure | undefined>();
      let started = false;
      const listener = {
        started(pid: number) {
          started = true;
          if (!resumeFrom) startedAt = link.now();
          recordProcess({ kind: "started", pid });
          ready.resolve(undefined);
        },
        line: (line: Line, at?: number) => receive(line, receiver, at),
        maxLineBytes,
        stderr(bytes: Uint8Array) {
          if (isCut) return;
          record({ ...base, kind: "stderr", direction: "in" }, bytes);
          stderrTail = concatBytes([stderrTail, bytes]).slice(-stderrTailBytes);
        },
        missed: (bytes: number) => recordProcess({ kind: "missed", bytes }),
        ended(end: ProcessEnd) {
          if (end.kind === "exited") {
            left = end.left;
            recordProcess({ kind: "exited", code: end.code, signal: end.signal });
          } else if (end.kind === "not-started") {
            recordProcess({ kind: "not-started", reason: end.reason });
          }
          const failure = failureOf(end);
          if (isCut) return;
          if (started) receiver.closed(failure);
          else ready.resolve(failure);
        },
      };
      if (resumeFrom) {
        process = link.attach(processId, resumeFrom, listener);
      } else {
        recordProcess({ kind: "starting", command: shownWords(command) });
        process = link.start(processId, command, listener);
      }
      return ready.promise;
    },

    send(bytes, { allowsLineBreaks = false, initiator } = {}) {
      if (!allowsLineBreaks && (bytes.includes(0x0a) || bytes.includes(0x0d))) {
        const failure = { code: "line-break" } as const;
        return {
          entry: unsentEntry(bytes, "stdio", link.now()),
          delivery: Promise.resolve<Delivery>({ kind: "failed", failure }),
        };
      }
      const { heads, batch } = decodeMessages(decodeText(bytes));
      const entry = record(
        {
          ...base,
          kind: "message",
          carrier: "stdio",
          direction: "out",
          heads,
          batch,
          ...(initiator && { initiator }),
        },
        bytes,
      );
      if (!process) throw new Error("Open the transport before sending");
      const delivery = process
        .write(concatBytes([bytes, lineFeed]), (at) => {
          if (at !== undefined) times.written(entry, at);
        })
        .then(
          (reached): Delivery =>
            reached ? { kind: "delivered" } : { kind: "failed", failure: { code: "closed" } },
        );
      return { entry, delivery };
    },

    negotiated() {},
    listen() {},
    async end(how) {
      await process?.end(how);
      return left;
    },
    close: async () => process?.stop(),
  };
}
