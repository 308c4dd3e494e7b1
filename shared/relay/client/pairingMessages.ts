/**
 * The messages of pairing by code: a page of another origin asks, the relay's terminal shows the
 * origin and a code, and the user types the code into the page. The route accepts pages of every
 * http(s) origin; a paired origin may use all of the relay, including its WebSocket.
 */
import * as v from "valibot";

/**
 * The route, relative to the relay's URL. `GET` returns a {@link RelayCard}; `POST` takes a
 * {@link PairRequest} as `application/json` and returns a {@link PairReply}. Browsers may first send
 * a preflight request and ask for permission to access the local network.
 */
export const pairPath = "api/pair";

/** The facts about a relay that any page may read. */
const relayCard = v.object({
  name: v.literal("mcp-playground"),
  version: v.string(),
  /** The version of its frames; see `wireVersion`. */
  wire: v.number(),
  /** `needed`: ask; `done`: this origin may already use the relay; `off`: it issues no sessions. */
  pairing: v.picklist(["needed", "done", "off"]),
});

export type RelayCard = v.InferOutput<typeof relayCard>;

/** A page's request. */
const pairRequest = v.variant("kind", [
  /** Asks the relay to print a code on its terminal. */
  v.object({ kind: v.literal("ask") }),
  /** Sends the code that the user typed; case, spaces and hyphens are ignored. */
  v.object({ kind: v.literal("answer"), pairing: v.string(), code: v.string() }),
  /** Cancels the attempt and invalidates the code. */
  v.object({ kind: v.literal("cancel"), pairing: v.string() }),
]);

export type PairRequest = v.InferOutput<typeof pairRequest>;

/** The relay's reply; {@link pairStatus} has the HTTP status of each. */
const pairReply = v.variant("kind", [
  /** The terminal shows the code; `pairing` is the id of this attempt. */
  v.object({ kind: v.literal("shown"), pairing: v.string(), expiresInMs: v.number() }),
  /** The session for the hello of a WebSocket; a secret. */
  v.object({ kind: v.literal("paired"), session: v.string() }),
  v.object({ kind: v.literal("wrong-code"), attemptsLeft: v.number() }),
  /** Expired, too many wrong codes, cancelled, or unknown: ask again. */
  v.object({ kind: v.literal("over") }),
  /** This origin or its site asked too often: ask again after this time. */
  v.object({ kind: v.literal("busy"), retryInMs: v.number() }),
  /** This relay issues no sessions. */
  v.object({ kind: v.literal("off") }),
]);

export type PairReply = v.InferOutput<typeof pairReply>;

export const pairStatus: Readonly<Record<PairReply["kind"], number>> = {
  shown: 202,
  paired: 200,
  "wrong-code": 401,
  over: 410,
  busy: 429,
  off: 404,
};

/** The number of wrong codes that ends an attempt. */
export const pairAttempts = 5;

/** Lifetime of a code in milliseconds. */
export const pairExpiryMs = 120_000;

/** Reads a page's request; undefined if it is invalid. */
export function readPairRequest(value: unknown): PairRequest | undefined {
  const { success, output } = v.safeParse(pairRequest, value);
  return success ? output : undefined;
}

/** Reads a relay's reply; undefined if it is invalid. */
export function readPairReply(value: unknown): PairReply | undefined {
  const { success, output } = v.safeParse(pairReply, value);
  return success ? output : undefined;
}

/** Reads a relay's card; undefined if another server responded. */
export function readRelayCard(value: unknown): RelayCard | undefined {
  const { success, output } = v.safeParse(relayCard, value);
  return success ? output : undefined;
}
