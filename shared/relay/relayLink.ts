/** The page's one connection to the relay, which carries all of its processes. */
import type { Clock } from "../clock.ts";
import type { Failure } from "../transport/failure.ts";
import { decodeChunk } from "./chunk.ts";
import type { ProcessId } from "./processId.ts";
import {
  createRelayProcess,
  type ProcessListener,
  type RelayProcess,
  type RelayProcessDriver,
  type RelayProcessOptions,
  type ResumePoint,
} from "./relayProcess.ts";
import type { ConnectSocket, Socket } from "./socket.ts";
import {
  closeCodes,
  decodeRelayMessage,
  encodeMessage,
  type ProcessCommand,
  wireVersion,
} from "./wire.ts";

export type RelayLinkState =
  /** Not asked to connect yet. */
  | { readonly kind: "idle" }
  | { readonly kind: "connecting" }
  | { readonly kind: "open"; readonly version: string }
  /** The socket dropped; the relay keeps the processes while we try again. */
  | { readonly kind: "reconnecting"; readonly attempt: number }
  | { readonly kind: "closed"; readonly failure: Failure };

export interface RelayLinkOptions {
  readonly connect: ConnectSocket;
  /** What the relay gave for the link's token. */
  readonly session: string;
  readonly clock: Clock;
}

export interface RelayLink {
  state(): RelayLinkState;
  /** Calls back after every change of the state; returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Connects, where that is still to be done; undefined when connected, else why not. */
  open(): Promise<Failure | undefined>;
  /** Starts a process; connects first where that is still to be done. */
  start(id: ProcessId, command: ProcessCommand, listener: ProcessListener): RelayProcess;
  /** Takes up a process that an earlier page of this session left behind. */
  attach(id: ProcessId, resume: ResumePoint, listener: ProcessListener): RelayProcess;
  /** Hangs up; the relay stops what nobody comes back for. */
  close(): void;
}

/** Milliseconds that the relay may take to say welcome. */
const welcomeMs = 5000;
const retryDelaysMs = [50, 200, 500, 1000];

/** Makes a link; it connects when it is first needed. */
export function createRelayLink({ connect, session, clock }: RelayLinkOptions): RelayLink {
  const processes = new Map<ProcessId, RelayProcessDriver>();
  const listeners = new Set<() => void>();
  let state: RelayLinkState = { kind: "idle" };
  let socket: Socket | undefined;
  let waiting: ((failure: Failure | undefined) => void)[] = [];
  /** Until when a dropped socket is worth opening again. */
  let deadline = 0;
  let keepMs = 0;
  let cancelTimer = () => {};

  const become = (next: RelayLinkState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  const settle = (failure: Failure | undefined) => {
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve(failure);
  };

  const hangUp = (code?: number) => {
    cancelTimer();
    const old = socket;
    socket = undefined;
    old?.close(code);
    for (const process of processes.values()) process.pause();
  };

  const fail = (failure: Failure, next: RelayLinkState = { kind: "closed", failure }) => {
    hangUp();
    become(next);
    const lost = [...processes.values()];
    processes.clear();
    for (const process of lost) process.end({ kind: "lost", failure });
    settle(failure);
  };

  const dropped = (code: number, reason: string) => {
    if (Object.values<number>(closeCodes).includes(code)) {
      return fail({ code: "relay-refused", reason: reason || `The relay hung up (${code})` });
    }
    const why = reason || "The relay does not answer";
    if (state.kind === "connecting") return fail({ code: "relay-unreachable", reason: why });
    hangUp();
    if (state.kind === "open") deadline = clock.now() + keepMs;
    const attempt = state.kind === "reconnecting" ? state.attempt + 1 : 1;
    const delay = retryDelaysMs[attempt - 1] ?? 1000;
    if (clock.now() + delay > deadline) return fail({ code: "relay-unreachable", reason: why });
    become({ kind: "reconnecting", attempt });
    cancelTimer = clock.after(delay, dial);
  };

  const welcomed = (version: string, keep: number) => {
    cancelTimer();
    keepMs = keep;
    become({ kind: "open", version });
    for (const process of processes.values()) process.introduce();
    settle(undefined);
  };

  const received = (frame: string | Uint8Array) => {
    if (typeof frame === "string") {
      const message = decodeRelayMessage(frame);
      if (message?.kind === "welcome") return welcomed(message.version, message.keepMs);
      if (message) return processes.get(message.id)?.message(message);
    } else {
      const chunk = decodeChunk(frame);
      if (chunk) return processes.get(chunk.id)?.chunk(chunk);
    }
    fail({ code: "relay-refused", reason: "The relay said something that this page cannot read" });
  };

  const dial = () => {
    const mine: Socket = connect({
      opened() {
        if (mine !== socket) return;
        mine.send(encodeMessage({ kind: "hello", wire: wireVersion, session }));
      },
      received: (frame) => mine === socket && received(frame),
      closed: (code, reason) => mine === socket && dropped(code, reason),
    });
    socket = mine;
    cancelTimer = clock.after(welcomeMs, () => {
      const old = socket;
      socket = undefined;
      old?.close();
      dropped(1006, "");
    });
  };

  const open = (): Promise<Failure | undefined> => {
    if (state.kind === "open") return Promise.resolve(undefined);
    const connected = new Promise<Failure | undefined>((resolve) => waiting.push(resolve));
    if (state.kind === "idle" || state.kind === "closed") {
      become({ kind: "connecting" });
      dial();
    }
    return connected;
  };

  const add = (
    id: ProcessId,
    opening: RelayProcessOptions["opening"],
    listener: ProcessListener,
  ): RelayProcess => {
    if (processes.has(id)) throw new Error("This page has a process by this id already");
    const driver = createRelayProcess({
      id,
      opening,
      send: (frame) => socket?.send(frame),
      listener: {
        ...listener,
        ended(end) {
          processes.delete(id);
          listener.ended(end);
        },
      },
    });
    processes.set(id, driver);
    if (state.kind === "open") driver.introduce();
    else void open();
    return driver.process;
  };

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open,
    start: (id, command, listener) => add(id, { kind: "start", command }, listener),
    attach: (id, resume, listener) => add(id, { kind: "attach", resume }, listener),
    close() {
      if (state.kind !== "idle") fail({ code: "closed" }, { kind: "idle" });
    },
  };
}
