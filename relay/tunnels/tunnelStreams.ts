/** Byte streams with backpressure over the frames of one connection; one of its sides opens them. */
import { Duplex } from "node:stream";
import {
  encodeCredit,
  encodeTunnelFrame,
  frameCost,
  frameOverhead,
  maxDataBytes,
  streamWindow,
  type TunnelFrame,
} from "./tunnelFrames.ts";

export interface TunnelStreams {
  /** Opens a stream. */
  open(): Duplex;
  /**
   * Takes a frame of the other side.
   * @returns why it is against the rules
   */
  take(frame: TunnelFrame): string | undefined;
  count(): number;
  /** Bytes that wait for their readers. */
  waitingBytes(): number;
  /** Ends all streams. */
  end(error: Error): void;
}

interface StreamsOptions {
  readonly send: (frame: Buffer) => void;
  /** Takes the streams that the other side opens; undefined for the side that opens them. */
  readonly onOpen?: (stream: Duplex) => void;
  /** Streams that the other side may have open. */
  readonly limit: number;
}

interface OpenStream {
  readonly duplex: Duplex;
  take(frame: TunnelFrame): string | undefined;
}

/** The high water mark for writing, in bytes. */
const writableBytes = 4096;

/** Copies a small chunk, because a view of it keeps the whole buffer of the network in memory. */
const ownCopy = (data: Buffer) =>
  data.byteLength * 2 < data.buffer.byteLength ? Buffer.from(new Uint8Array(data).buffer) : data;

export function createTunnelStreams({ send, onOpen, limit }: StreamsOptions): TunnelStreams {
  const streams = new Map<number, OpenStream>();
  /** The number of the newest stream; one that is not in the map has ended. */
  let newest = 0;

  const create = (id: number): OpenStream => {
    let credit = streamWindow;
    /** What the other side may send, and what was taken and not granted again. */
    let allowed = streamWindow;
    let taken = 0;
    let writing: { bytes: Buffer; done: () => void } | undefined;
    let hasEnded = false;
    let isOver = false;

    const write = () => {
      while (writing && credit > frameOverhead) {
        const { bytes, done } = writing;
        const part = bytes.subarray(0, Math.min(credit - frameOverhead, maxDataBytes));
        const rest = bytes.subarray(part.byteLength);
        credit -= frameCost(part);
        writing = rest.byteLength > 0 ? { bytes: rest, done } : undefined;
        // may end the stream
        send(encodeTunnelFrame("data", id, part));
        if (rest.byteLength === 0) done();
      }
    };

    const duplex = new Duplex({
      // read() is called only when everything was read
      readableHighWaterMark: 0,
      writableHighWaterMark: writableBytes,
      read() {
        // more than half of the window is left until then
        if (taken < streamWindow / 2) return;
        send(encodeCredit(id, taken));
        allowed += taken;
        taken = 0;
      },
      write(bytes: Buffer, _encoding, done) {
        if (bytes.byteLength === 0) return done();
        writing = { bytes, done };
        write();
      },
      writev(chunks, done) {
        // otherwise each chunk would be sent as a frame of its own
        writing = { bytes: Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done };
        write();
      },
      final(done) {
        send(encodeTunnelFrame("end", id));
        done();
      },
      destroy(error, done) {
        streams.delete(id);
        // after both ends, the other side has forgotten it too
        if (!isOver && !(hasEnded && duplex.writableFinished)) send(encodeTunnelFrame("reset", id));
        writing = undefined;
        done(error);
      },
    });
    duplex.on("error", () => {});

    return {
      duplex,
      take({ kind, data }) {
        switch (kind) {
          case "data":
            allowed -= frameCost(data);
            taken += frameCost(data);
            if (allowed < 0) return "More bytes than were granted";
            if (hasEnded) return "Data after the end of a stream";
            duplex.push(ownCopy(data));
            return undefined;
          case "end":
            if (hasEnded) return "A stream ended twice";
            hasEnded = true;
            duplex.push(null);
            return undefined;
          case "reset":
            isOver = true;
            duplex.destroy(new Error("The other side has ended the request."));
            return undefined;
          case "credit":
            credit += data.readUInt32BE(0);
            if (credit > streamWindow) return "More credit than a window has";
            write();
            return undefined;
          default:
            return "An unknown frame of a stream";
        }
      },
    };
  };

  const add = (id: number) => {
    const stream = create(id);
    streams.set(id, stream);
    newest = id;
    return stream.duplex;
  };

  return {
    open() {
      send(encodeTunnelFrame("open", newest + 1));
      return add(newest + 1);
    },
    take(frame) {
      const { kind, stream } = frame;
      if (kind === "open") {
        if (!onOpen || stream !== newest + 1) return "A stream that must not be opened";
        if (streams.size >= limit) {
          newest = stream;
          send(encodeTunnelFrame("reset", stream));
        } else {
          onOpen(add(stream));
        }
        return undefined;
      }
      if (stream === 0 || stream > newest) return "A frame of an unknown stream";
      return streams.get(stream)?.take(frame);
    },
    count: () => streams.size,
    waitingBytes: () =>
      [...streams.values()].reduce(
        (sum, { duplex }) => sum + duplex.readableLength + duplex.writableLength,
        0,
      ),
    end(error) {
      for (const { duplex } of [...streams.values()]) duplex.destroy(error);
    },
  };
}
