/**
 * The streams between a relay and a tap, over one WebSocket after another: each side keeps the frames
 * that the other one has not confirmed, and sends them again on the next socket.
 */
import type { Duplex } from "node:stream";
import { closeCodes } from "../../shared/relay/frames/frames.ts";
import {
  decodeTunnelFrame,
  encodeTunnelFrame,
  frameCost,
  frameOverhead,
  streamWindow,
} from "./tunnelFrames.ts";
import { createTunnelStreams, type TunnelStreams } from "./tunnelStreams.ts";

/** The part of a WebSocket that a link uses. */
export interface LinkSocket {
  /** @param onSent called when the frame has left this process, or never will */
  send(frame: Buffer, onSent: () => void): void;
  close(code: number, reason: string): void;
}

export interface TunnelLink {
  readonly streams: TunnelStreams;
  /** The frames received over all sockets. */
  received(): number;
  /**
   * Goes on over a socket whose other side has received a number of frames.
   * @param greet called before anything is sent
   * @returns false if these are not the frames of this link
   */
  attach(socket: LinkSocket, confirmed: number, greet?: () => void): boolean;
  /** Stops sending, until the next socket. */
  detach(): void;
  /** Takes a message of the attached socket. */
  take(bytes: Buffer): void;
  /** Whether the other side takes too little for another stream. */
  isFull(): boolean;
  /** Bytes that wait for the other side, or for a reader. */
  waitingBytes(): number;
  end(error: Error): void;
}

interface LinkOptions {
  /** Takes the streams that the other side opens; undefined for the side that opens them. */
  readonly onOpen?: (stream: Duplex) => void;
  /** Streams at once. */
  readonly limit: number;
  /** Called when the other side breaks the rules; the link has ended then. */
  readonly onBroken: () => void;
}

/** Frames, or their bytes, after which they are confirmed. */
const [confirmFrames, confirmBytes] = [32, 65_536];

export function createTunnelLink({ onOpen, limit, onBroken }: LinkOptions): TunnelLink {
  /** What each stream may have on its way, and what is confirmed late. */
  const maxKept = (limit + 1) * (streamWindow + 64 * frameOverhead) + 1_048_576;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  /** The number of frames that were confirmed. */
  let confirmed = 0;
  let received = 0;
  let unconfirmed = { frames: 0, bytes: 0 };
  let socket: LinkSocket | undefined;
  /** What the socket has not sent: a tap may confirm frames that it has not read. */
  let unsent = { bytes: 0 };
  let isOver = false;

  const end = (error: Error) => {
    if (isOver) return;
    isOver = true;
    kept = [];
    keptBytes = 0;
    socket = undefined;
    unsent = { bytes: 0 };
    streams.end(error);
  };
  const fail = (reason: string) => {
    if (isOver) return;
    const last = socket;
    end(new Error("The connection of the tunnel was broken."));
    last?.close(closeCodes.badFrame, reason);
    onBroken();
  };

  const transmit = (frame: Buffer) => {
    if (!socket) return;
    const its = unsent;
    its.bytes += frameCost(frame);
    if (its.bytes > maxKept) return fail("Too many frames that are not read");
    socket.send(frame, () => {
      its.bytes -= frameCost(frame);
    });
  };
  const send = (frame: Buffer) => {
    if (isOver) return;
    kept.push(frame);
    keptBytes += frameCost(frame);
    if (keptBytes > maxKept) return fail("Too many frames without a confirmation");
    transmit(frame);
  };
  const streams = createTunnelStreams({ send, limit, ...(onOpen ? { onOpen } : {}) });

  /** Forgets the frames that the other side has. */
  const confirm = (count: number): boolean => {
    const known = count - confirmed;
    if (known < 0 || known > kept.length) return false;
    for (const frame of kept.splice(0, known)) keptBytes -= frameCost(frame);
    confirmed = count;
    return true;
  };

  return {
    streams,
    received: () => received,
    attach(next, count, greet) {
      if (isOver || !confirm(count)) return false;
      greet?.();
      socket = next;
      unsent = { bytes: 0 };
      unconfirmed = { frames: 0, bytes: 0 };
      for (const frame of [...kept]) transmit(frame);
      return true;
    },
    detach() {
      socket = undefined;
      unsent = { bytes: 0 };
    },
    take(bytes) {
      if (isOver) return;
      const frame = decodeTunnelFrame(bytes);
      if (!frame) return fail("An invalid frame");
      if (frame.kind === "ack") {
        if (!confirm(frame.stream)) fail("A confirmation of frames that were not sent");
        return;
      }
      received++;
      const broken = streams.take(frame);
      if (broken !== undefined) return fail(broken);
      unconfirmed.frames++;
      unconfirmed.bytes += bytes.byteLength;
      if (unconfirmed.frames < confirmFrames && unconfirmed.bytes < confirmBytes) return;
      unconfirmed = { frames: 0, bytes: 0 };
      transmit(encodeTunnelFrame("ack", received));
    },
    isFull: () => Math.max(keptBytes, unsent.bytes) > maxKept / 2,
    // most frames that are not sent yet are not confirmed either, so they are not added
    waitingBytes: () => Math.max(keptBytes, unsent.bytes) + streams.waitingBytes(),
    end,
  };
}
