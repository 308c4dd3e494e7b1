/**
 * The protocol between page and relay for sessions that others watch live. The relay stores and
 * forwards numbered chunks that only the pages can decrypt.
 *
 * - `PUT api/live/<id>` begins a session: 201 with `{ ownerToken, expires }`; `expires` is ISO 8601.
 * - `POST api/live/<id>/<number>` with the owner's token adds a chunk; sending it again does nothing.
 * - `GET api/live/<id>/owner` with the owner's token is an event stream of `viewers` and `end`; while
 *   it is open, the session lasts.
 * - `GET api/live/<id>?from=<number>` is an event stream of `chunk` (the id is its number, the data is
 *   base64) and `end`.
 * - `DELETE api/live/<id>` with the owner's token ends the session.
 */

/** Bytes of a chunk. */
export const maxLiveChunkBytes = 65_536;

/** Why a session ended, as reported by the relay; only the owner's last chunk can prove it. */
export const liveEnds = ["owner", "owner-left", "expired", "full"] as const;
export type LiveEnd = (typeof liveEnds)[number];

/** The limits that a relay offers; part of its health response. */
export interface LiveOffer {
  /** Bytes of one session. */
  readonly bytes: number;
  /** Seconds that a session lasts at most. */
  readonly seconds: number;
  readonly viewers: number;
}
