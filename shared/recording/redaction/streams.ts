/**
 * Masks output that arrives in pieces, such as standard error and the body of a response, as one text:
 * a secret may begin in one entry of the log and end in the next.
 */
import { concatBytes, decodeText } from "../../core/bytes.ts";
import type { Steps } from "../../core/steps.ts";
import type { Entry } from "../../log/entry.ts";
import { spansOf } from "../../log/mask.ts";
import { isStrayLine } from "../../log/strayLine.ts";
import type { RedactedRange, Redactor } from "./redactor.ts";

interface Piece {
  readonly entry: Entry;
  readonly body: Uint8Array;
}

interface Stream {
  /** In the order of the log; those before the recorded ones are kept as far as they are context. */
  pieces: Piece[];
  /** How many of the pieces were searched for secrets, and the bytes of the others. */
  inspected: number;
  waitingBytes: number;
}

/** Bytes before and after a piece in which a secret may begin or end. */
const contextBytes = 8 * 1024;

/** Bytes that are searched at once. */
const blockBytes = 64 * 1024;

const newline = new Uint8Array([10]);
const nothing = new Uint8Array(0);

/** The stream of an entry; undefined for one that is complete by itself. */
function streamOf(entry: Entry): string | undefined {
  const { kind, connectionId, exchangeId = "" } = entry;
  if (kind === "stderr") return `stderr ${connectionId}`;
  if (kind === "frame" && entry.direction === "in") return `body ${connectionId} ${exchangeId}`;
  return isStrayLine(entry) ? `stdout ${connectionId}` : undefined;
}

/** What is between two pieces: some entries have lines without their ends. */
const separatorOf = ({ entry, body }: Piece) =>
  isStrayLine(entry) && body.at(-1) !== newline[0] ? newline : nothing;

export function createStreams(redactor: Redactor) {
  const streams = new Map<string, Stream>();
  const ready = new Map<number, readonly RedactedRange[]>();

  function* inspectStream(stream: Stream): Steps<void> {
    const { pieces, inspected } = stream;
    if (inspected === pieces.length) return;
    const from = contextStart(pieces, inspected);
    stream.inspected = pieces.length;
    stream.waitingBytes = 0;
    yield* redactor.inspectInSteps(decodeText(joined(pieces.slice(from))));
  }

  function* compute(stream: Stream, index: number): Steps<void> {
    const { pieces } = stream;
    const from = contextStart(pieces, index);
    const end = endOfBytes(pieces, index, blockBytes);
    const until = endOfBytes(pieces, end, contextBytes);
    const block = pieces.slice(from, until);
    const places: number[] = [];
    let length = 0;
    const marked = block.flatMap((piece) => {
      const at = length;
      places.push(at);
      length += piece.body.byteLength + separatorOf(piece).byteLength;
      return spansOf(piece.entry.secrets, "body").map((span) => ({
        ...span,
        start: span.start + at,
        end: span.end + at,
      }));
    });
    const ranges = yield* redactor.rangesInSteps(joined(block), marked);
    let first = 0;
    for (let piece = 0; piece < block.length; piece++) {
      const start = places[piece] ?? 0;
      const size = block[piece]?.body.byteLength ?? 0;
      while ((ranges[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first++;
      const own: RedactedRange[] = [];
      for (
        let next = first;
        (ranges[next]?.start ?? Number.POSITIVE_INFINITY) < start + size;
        next++
      ) {
        const range = ranges[next];
        if (range) own.push(clipped(range, start, size));
      }
      const { seq } = block[piece]?.entry ?? {};
      if (seq !== undefined && from + piece >= index && from + piece < end) ready.set(seq, own);
    }
    // recorded in the order of the log, so earlier pieces are only context from now on
    stream.pieces = pieces.slice(from);
    stream.inspected = Math.max(0, stream.inspected - from);
  }

  return {
    /** @returns whether the entry is a piece of a stream */
    *add(entry: Entry, body: Uint8Array): Steps<boolean> {
      const key = streamOf(entry);
      if (key === undefined || body.byteLength === 0) return false;
      const stream = streams.get(key) ?? { pieces: [], inspected: 0, waitingBytes: 0 };
      streams.set(key, stream);
      stream.pieces.push({ entry, body });
      stream.waitingBytes += body.byteLength;
      if (stream.waitingBytes >= blockBytes) yield* inspectStream(stream);
      return true;
    },
    /** Searches the entries that were added for secrets, before the first of them is recorded. */
    *inspect(): Steps<void> {
      for (const stream of streams.values()) yield* inspectStream(stream);
    },
    /** The ranges to mask of an entry that was added; undefined if it is no piece of a stream. */
    *rangesOf(entry: Entry): Steps<readonly RedactedRange[] | undefined> {
      const key = streamOf(entry);
      const stream = key === undefined ? undefined : streams.get(key);
      if (!stream) return undefined;
      if (!ready.has(entry.seq)) {
        const index = stream.pieces.findIndex((piece) => piece.entry.seq === entry.seq);
        if (index < 0) return undefined;
        yield* compute(stream, index);
      }
      const ranges = ready.get(entry.seq);
      ready.delete(entry.seq);
      return ranges;
    },
  };
}

/** The index of the first piece that is context of another one. */
function contextStart(pieces: readonly Piece[], index: number): number {
  let from = index;
  for (let bytes = 0; from > 0 && bytes < contextBytes; from--) {
    bytes += pieces[from - 1]?.body.byteLength ?? 0;
  }
  return from;
}

/** The index after the pieces that begin within a number of bytes. */
function endOfBytes(pieces: readonly Piece[], index: number, count: number): number {
  let end = index;
  for (let bytes = 0; end < pieces.length && bytes < count; end++) {
    bytes += pieces[end]?.body.byteLength ?? 0;
  }
  return end;
}

function joined(pieces: readonly Piece[]): Uint8Array {
  return concatBytes(pieces.flatMap((piece) => [piece.body, separatorOf(piece)]));
}

/** The part of a range in a piece; a number that is cut keeps no quotes. */
function clipped(range: RedactedRange, start: number, size: number): RedactedRange {
  const from = Math.max(0, range.start - start);
  const to = Math.min(size, range.end - start);
  const { quote, ...rest } = range;
  const isWhole = range.start >= start && range.end <= start + size;
  return { ...rest, ...(isWhole && quote !== undefined ? { quote } : {}), start: from, end: to };
}
