/** The binary frames between a relay and a tap: byte streams, one for each request, over one WebSocket. */

/** The path of the WebSocket that taps open. */
export const tunnelSocketPath = "/ws/tunnel";

/** What a stream may have on its way in one direction, in bytes as {@link frameCost} counts them. */
export const streamWindow = 131_072;

/** Bytes that are counted for a frame in addition to its own: it takes more memory than its length. */
export const frameOverhead = 128;

/** The bytes that a frame, or its data, counts against a limit. */
export const frameCost = (bytes: Uint8Array) => bytes.byteLength + frameOverhead;

/** Bytes of a frame's data. */
export const maxDataBytes = 32_768;

/** Bytes before the data: the kind, and the number of the stream. */
const headBytes = 5;

/** Bytes of a message, with room for a hello. */
export const maxTunnelMessageBytes = maxDataBytes + headBytes + 1024;

/**
 * `open`, `data`, `end`: a stream. `reset`: it ended without an end. `credit`: its reader took bytes;
 * the data is their number. `ack`: not of a stream; its number is that of the frames received.
 */
const frameKinds = ["open", "data", "end", "reset", "credit", "ack"] as const;

type TunnelFrameKind = (typeof frameKinds)[number];

export interface TunnelFrame {
  readonly kind: TunnelFrameKind;
  readonly stream: number;
  readonly data: Buffer;
}

const nothing = Buffer.alloc(0);

export function encodeTunnelFrame(
  kind: TunnelFrameKind,
  stream: number,
  data: Uint8Array = nothing,
): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + data.byteLength);
  frame.writeUInt8(frameKinds.indexOf(kind), 0);
  frame.writeUInt32BE(stream, 1);
  frame.set(data, headBytes);
  return frame;
}

export function encodeCredit(stream: number, bytes: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(bytes);
  return encodeTunnelFrame("credit", stream, data);
}

/** @returns undefined if it is invalid */
export function decodeTunnelFrame(bytes: Buffer): TunnelFrame | undefined {
  const kind = bytes.byteLength < headBytes ? undefined : frameKinds[bytes.readUInt8(0)];
  const data = bytes.subarray(headBytes);
  if (kind === undefined || data.byteLength > maxDataBytes) return undefined;
  const isFit =
    kind === "data" ? data.byteLength > 0 : data.byteLength === (kind === "credit" ? 4 : 0);
  return isFit ? { kind, stream: bytes.readUInt32BE(1), data } : undefined;
}
