/** Attaches the network's own times to responses and chunks that a worker or the relay saw arrive. */

/** Times of one exchange, in milliseconds of the tab's clock. */
export interface NetworkTimes {
  /** When the request was handed to the network. */
  readonly startedAt: number;
  /** When the head of the response arrived. */
  readonly headAt: number;
  /** When the body ended; undefined while it is being read. */
  endedAt?: number | undefined;
}

const times = new WeakMap<Response, NetworkTimes>();
const arrivals = new WeakMap<Uint8Array, number>();

/** Stores the times of a response; `endedAt` may be set later. */
export function noteNetworkTimes(response: Response, of: NetworkTimes): void {
  times.set(response, of);
}

/** The times of a response; undefined if only the main thread saw it arrive. */
export function networkTimesOf(response: Response): NetworkTimes | undefined {
  return times.get(response);
}

/** Stores when a chunk of a body arrived, in milliseconds of the tab's clock. */
export function noteArrival(chunk: Uint8Array, at: number): void {
  arrivals.set(chunk, at);
}

/** When a chunk arrived; undefined if only the main thread saw it arrive. */
export function arrivalOf(chunk: Uint8Array): number | undefined {
  return arrivals.get(chunk);
}
