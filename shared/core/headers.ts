/** Header lists of requests and responses. */

/** A header as the platform reveals it. */
export type Header = readonly [name: string, value: string];
