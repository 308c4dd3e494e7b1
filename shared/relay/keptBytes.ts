/** Bytes that are kept, by number, until the other side has them. */

/** A stretch of what is kept, never longer than one `append`. */
export interface Stretch<T> {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly tag: T;
  /** The byte before it, where that came with the same `append`. */
  readonly before: number | undefined;
}

export interface KeptBytes<T> {
  /** The number of the first byte that is kept. */
  start(): number;
  /** The number that the next byte will have. */
  end(): number;
  /** Keeps bytes (without copying them), with a word about where they come from. */
  append(bytes: Uint8Array, tag: T): void;
  /** What is kept from `offset` on, at most `most` bytes; undefined where there is nothing. */
  from(offset: number, most: number): Stretch<T> | undefined;
  /** Lets go of everything before `offset`. */
  forget(offset: number): void;
}

interface Piece<T> {
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly tag: T;
}

/**
 * Makes an empty store.
 * @param first the number of the first byte
 */
export function createKeptBytes<T>(first = 0): KeptBytes<T> {
  let pieces: (Piece<T> | undefined)[] = [];
  let gone = 0; // slots at the front that are empty but not yet cut off
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
      pieces.push({ offset: end, bytes, tag });
      end += bytes.byteLength;
    },
    from(offset, most) {
      const at = Math.max(offset, start);
      if (at >= end || most <= 0) return undefined;
      const piece = pieces[indexOf(at)] as Piece<T>;
      const skip = at - piece.offset;
      return {
        offset: at,
        bytes: piece.bytes.subarray(skip, skip + most),
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
