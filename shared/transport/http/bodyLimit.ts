/** How many bytes of one answer are read: a small compressed body can unpack to more than a page can hold. */

/** Bytes of one body, one event of a stream or one line, unless told otherwise. */
export const usualBodyBytes = 64_000_000;
/** Bytes that still fit into one text of the platform. */
export const maximumBodyBytes = 500_000_000;
/** How many times the limit of one event a whole event stream may have. */
export const streamFactor = 4;

/** The limit of one connection, which the person may raise. */
export interface BodyLimit {
  /** Bytes that one answer may have, after decompression. */
  bytes(): number;
  /** What {@link raise} would make of it; undefined where nothing larger can be read. */
  next(): number | undefined;
  /** Raises it for what is asked from now on. */
  raise(): void;
}

/** @param bytes where it begins */
export function createBodyLimit(bytes = usualBodyBytes): BodyLimit {
  let current = Math.min(bytes, maximumBodyBytes);
  const next = () =>
    current < maximumBodyBytes ? Math.min(current * 4, maximumBodyBytes) : undefined;
  return {
    bytes: () => current,
    next,
    raise() {
      current = next() ?? current;
    },
  };
}
