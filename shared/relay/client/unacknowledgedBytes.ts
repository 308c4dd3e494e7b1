/** A buffer of numbered bytes that are kept until the other side acknowledges them. */

/** A contiguous range of kept bytes: from one `append`, or from small ones that were joined. */
interface Stretch<T> {
  readonly offset: number;
  readonly bytes: Uint8Array;
  /** The tag of the first `append` in it. */
  readonly tag: T;
  /** The preceding byte, if it is in the same piece. */
  readonly before: number | undefined;
}

export interface UnacknowledgedBytes<T> {
  /** The number of the first kept byte. */
  start(): number;
  /** The number of the next byte to append. */
  end(): number;
  /** Appends bytes with a tag. Only small ones are copied. */
  append(bytes: Uint8Array, tag: T): void;
  /** Kept bytes from `offset` on, at most `maxBytes`; undefined if there are none. */
  from(offset: number, maxBytes: number): Stretch<T> | undefined;
  /** Discards everything before `offset`. */
  forget(offset: number): void;
}

interface Piece<T> {
  readonly offset: number;
  bytes: Uint8Array;
  readonly tag: T;
  /** The larger buffer that `bytes` is the start of, once bytes were joined. */
  room?: Uint8Array;
}

/** The size up to which small pieces are joined, because one object per byte would need far more memory. */
const joinedBytes = 65_536;

/**
 * Creates an empty buffer.
 * @param first the number of the first byte
 * @param joins whether bytes with the second tag may be joined to bytes with the first
 */
export function createUnacknowledgedBytes<T>(
  first = 0,
  joins: (before: T, next: T) => boolean = Object.is,
): UnacknowledgedBytes<T> {
  let pieces: (Piece<T> | undefined)[] = [];
  let gone = 0; // emptied slots at the front of `pieces`
  let start = first;
  let end = first;

  /** The index of the piece that holds `offset`, for start <= offset < end. */
  const indexOf = (offset: number) => {
    let low = gone;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((pieces[middle] as Piece<T>).offset <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return {
    start: () => start,
    end: () => end,
    append(bytes, tag) {
      if (bytes.byteLength === 0) return;
      const last = end > start ? pieces.at(-1) : undefined;
      const together = last ? last.bytes.byteLength + bytes.byteLength : Number.POSITIVE_INFINITY;
      if (last && together <= joinedBytes && joins(last.tag, tag)) {
        extend(last, bytes);
      } else {
        pieces.push({ offset: end, bytes, tag });
      }
      end += bytes.byteLength;
    },
    from(offset, maxBytes) {
      const at = Math.max(offset, start);
      if (at >= end || maxBytes <= 0) return undefined;
      const piece = pieces[indexOf(at)] as Piece<T>;
      const skip = at - piece.offset;
      return {
        offset: at,
        bytes: piece.bytes.subarray(skip, skip + maxBytes),
        tag: piece.tag,
        before: piece.bytes[skip - 1],
      };
    },
    forget(offset) {
      start = Math.max(start, Math.min(offset, end));
      const live = start === end ? pieces.length : indexOf(start);
      pieces.fill(undefined, gone, live);
      gone = live;
      if (gone * 2 > pieces.length) {
        pieces = pieces.slice(gone);
        gone = 0;
      }
    },
  };
}

/** Appends bytes to a piece, in a buffer that grows by doubling. */
function extend<T>(piece: Piece<T>, more: Uint8Array): void {
  const { byteLength } = piece.bytes;
  const together = byteLength + more.byteLength;
  if (!piece.room || piece.room.byteLength < together) {
    const room = new Uint8Array(Math.min(2 * together, joinedBytes));
    room.set(piece.bytes);
    piece.room = room;
  }
  piece.room.set(more, byteLength);
  piece.bytes = piece.room.subarray(0, together);
}
