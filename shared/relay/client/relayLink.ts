/** The page's connection to the relay: authenticates, reconnects, and routes frames to processes and exchanges. */
import type { Clock } from "../../core/clock.ts";
import { createListeners, type Listeners } from "../../core/listeners.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import { decodeChunk } from "../frames/chunk.ts";
import {
  closeCodes,
  decodeRelayMessage,
  encodeMessage,
  type PageMessage,
  type RelayFacts,
  type RelayMessage,
  wireVersion,
} from "../frames/frames.ts";
import type { ProcessCommand } from "../frames/processFrames.ts";
import type { StreamId } from "../frames/streamId.ts";
import type { ConnectSocket, Socket } from "./browserSocket.ts";
import { createHeartbeat } from "./heartbeat.ts";
import type { LinkDriver, MessageWithoutId, SendFrame } from "./linkDriver.ts";
import {
  createRelayProcess,
  type ProcessListener,
  type RelayProcess,
  type RelayProcessOptions,
  type ResumePoint,
} from "./relayProcess.ts";

type RelayLinkState =
  /** Not connected yet. */
  | { readonly kind: "idle" }
  | { readonly kind: "connecting" }
  | ({ readonly kind: "open" } & RelayFacts)
  /** The socket closed; the relay keeps the processes while the link reconnects. */
  | { readonly kind: "reconnecting"; readonly attempt: number }
  | { readonly kind: "closed"; readonly failure: Failure };

interface RelayLinkOptions {
  readonly connect: ConnectSocket;
  readonly session: string;
  readonly clock: Clock;
}

export interface RelayLink {
  /** Milliseconds of the page's clock. */
  now(): number;
  state(): RelayLinkState;
  /** Calls back after every change of the state; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Connects if necessary; returns undefined when connected, else the failure. */
  open(): Promise<Failure | undefined>;
  /** Starts a process; connects first if necessary. */
  start(id: StreamId, command: ProcessCommand, listener: ProcessListener): RelayProcess;
  /** Attaches to a process that an earlier page of this session started. */
  attach(id: StreamId, resume: ResumePoint, listener: ProcessListener): RelayProcess;
  /**
   * Adds a driver: it receives the frames with its id and is notified when a socket is ready.
   * Connects first if necessary.
   * @param make receives a function that sends frames and one that removes the driver
   * @throws {Error} when the id is in use
   */
  carry<D extends LinkDriver>(id: string, make: (send: SendFrame, release: () => void) => D): D;
  /** Calls back with messages about the relay itself; returns a function that unsubscribes. */
  on<K extends MessageWithoutId["kind"]>(
    kind: K,
    listener: (message: Extract<MessageWithoutId, { kind: K }>) => void,
  ): () => void;
  /** Sends a message that needs no driver; returns false without sending while there is no socket. */
  send(message: PageMessage): boolean;
  /** Checks within seconds whether the relay of an open link still responds. */
  check(): void;
  /** Closes the link; the relay stops processes to which no page attaches again. */
  close(): void;
}

/** Milliseconds within which the relay must send its welcome. */
const welcomeMs = 5000;
const retryDelaysMs = [50, 200, 500, 1000];

/** Creates a link, which connects when it is first needed. */
export function createRelayLink({ connect, session, clock }: RelayLinkOptions): RelayLink {
  const drivers = new Map<string, LinkDriver>();
  const listeners = createListeners();
  const messageListeners = new Map<string, Listeners<RelayMessage>>();
  let state: RelayLinkState = { kind: "idle" };
  let socket: Socket | undefined;
  let waiting: ((failure: Failure | undefined) => void)[] = [];
  /** Until when reconnecting makes sense. */
  let deadline = 0;
  let keepMs = 0;
  let cancelTimer = () => {};

  const setState = (next: RelayLinkState) => {
    state = next;
    listeners.notify();
  };

  const resolveWaiting = (failure: Failure | undefined) => {
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve(failure);
  };

  const closeSocket = (code?: number) => {
    cancelTimer();
    heartbeat.stop();
    const old = socket;
    socket = undefined;
    old?.close(code);
    for (const driver of drivers.values()) driver.pause();
  };

  const fail = (failure: Failure, next: RelayLinkState = { kind: "closed", failure }) => {
    closeSocket();
    setState(next);
    const lost = [...drivers.values()];
    drivers.clear();
    for (const driver of lost) driver.lost(failure);
    resolveWaiting(failure);
  };

  const onDropped = (code: number, reason: string) => {
    if (Object.values<number>(closeCodes).includes(code)) {
      return fail({ code: "relay-refused", reason, closeCode: code });
    }
    if (state.kind === "connecting") return fail({ code: "relay-unreachable", reason });
    closeSocket();
    if (state.kind === "open") deadline = clock.now() + keepMs;
    const attempt = state.kind === "reconnecting" ? state.attempt + 1 : 1;
    const delay = retryDelaysMs[attempt - 1] ?? 1000;
    if (clock.now() + delay > deadline) return fail({ code: "relay-unreachable", reason });
    setState({ kind: "reconnecting", attempt });
    cancelTimer = clock.after(delay, connectSocket);
  };

  const heartbeat = createHeartbeat({
    clock,
    ask: () => socket?.send(encodeMessage({ kind: "ping" })),
    lost: () => onDropped(1006, ""),
  });

  const onWelcome = ({ version, keepMs: keep, stdio, forward, taps }: RelayFacts) => {
    cancelTimer();
    keepMs = keep;
    heartbeat.start();
    setState({ kind: "open", version, keepMs, stdio, forward, ...(taps ? { taps } : {}) });
    for (const driver of [...drivers.values()]) driver.onSocketReady();
    resolveWaiting(undefined);
  };

  const received = (frame: string | Uint8Array) => {
    heartbeat.received();
    if (typeof frame === "string") {
      const message = decodeRelayMessage(frame);
      if (message?.kind === "welcome") return onWelcome(message);
      if (message && "id" in message) return drivers.get(message.id)?.message(message);
      if (message) return messageListeners.get(message.kind)?.notify(message);
    } else {
      const chunk = decodeChunk(frame);
      if (chunk) return drivers.get(chunk.id)?.chunk(chunk);
    }
    fail({ code: "relay-refused", reason: "" });
  };

  const connectSocket = () => {
    const mine: Socket = connect({
      opened() {
        if (mine !== socket) return;
        mine.send(encodeMessage({ kind: "hello", wire: wireVersion, session, times: true }));
      },
      received: (frame) => mine === socket && received(frame),
      closed: (code, reason) => mine === socket && onDropped(code, reason),
    });
    socket = mine;
    cancelTimer = clock.after(welcomeMs, () => {
      const old = socket;
      socket = undefined;
      old?.close();
      onDropped(1006, "");
    });
  };

  const open = (): Promise<Failure | undefined> => {
    if (state.kind === "open") return Promise.resolve(undefined);
    const connected = new Promise<Failure | undefined>((resolve) => waiting.push(resolve));
    if (state.kind === "idle" || state.kind === "closed") {
      setState({ kind: "connecting" });
      connectSocket();
    }
    return connected;
  };

  const carry: RelayLink["carry"] = (id, make) => {
    if (drivers.has(id)) throw new Error("The link already has a driver with this id");
    const driver = make(
      (frame) => socket?.send(frame),
      () => void drivers.delete(id),
    );
    drivers.set(id, driver);
    if (state.kind === "open") driver.onSocketReady();
    else void open();
    return driver;
  };

  const run = (
    id: StreamId,
    opening: RelayProcessOptions["opening"],
    listener: ProcessListener,
  ): RelayProcess => {
    const { process } = carry(id, (send, release) => {
      const ended: ProcessListener["ended"] = (end) => {
        release();
        listener.ended(end);
      };
      return createRelayProcess({ id, opening, send, listener: { ...listener, ended } });
    });
    return process;
  };

  return {
    now: clock.now,
    state: () => state,
    subscribe: listeners.subscribe,
    open,
    start: (id, command, listener) => run(id, { kind: "start", command }, listener),
    attach: (id, resume, listener) => run(id, { kind: "attach", resume }, listener),
    carry,
    on(kind, listener) {
      const ofKind = messageListeners.get(kind) ?? createListeners<RelayMessage>();
      messageListeners.set(kind, ofKind);
      return ofKind.subscribe(listener as (message: RelayMessage) => void);
    },
    send(message) {
      if (state.kind === "open") socket?.send(encodeMessage(message));
      return state.kind === "open";
    },
    check: heartbeat.check,
    close() {
      if (state.kind !== "idle") fail({ code: "closed" }, { kind: "idle" });
    },
  };
}
