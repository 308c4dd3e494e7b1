/** Limits the bytes read of one answer, because a small compressed body can unpack to more than a page can hold. */

/** Default limit in bytes of one body, one event of a stream or one line. */
export const defaultBodyBytes = 64_000_000;
/** Maximum limit in bytes; a longer body could exceed the maximum length of a string. */
export const maxBodyBytes = 500_000_000;
/**
 * Bytes that the log keeps of an answer beyond its limit: it shows what the server sends, and must not
 * take as much memory as the limit.
 */
export const cutBodyBytes = 1_000_000;
/** The limit of a whole event stream, as a multiple of the limit of one event. */
export const streamFactor = 1.25;
/**
 * Bytes that each event of a stream counts besides its own: about what its entry in the log takes. A
 * million events of three bytes would otherwise be read as three megabytes.
 */
export const eventOverheadBytes = 256;

/** The limit of one connection, which the user may raise. */
export interface BodyLimit {
  /** Maximum bytes of one answer after decompression. */
  bytes(): number;
  /** The limit that {@link raise} would set; undefined at the maximum. */
  next(): number | undefined;
  raise(): void;
}

/** @param bytes the initial limit */
export function createBodyLimit(bytes = defaultBodyBytes): BodyLimit {
  let current = Math.min(bytes, maxBodyBytes);
  const next = () => (current < maxBodyBytes ? Math.min(current * 4, maxBodyBytes) : undefined);
  return {
    bytes: () => current,
    next,
    raise() {
      current = next() ?? current;
    },
  };
}
