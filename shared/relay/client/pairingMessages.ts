/**
 * The messages of pairing by code: a page of another origin asks, the relay's terminal shows the
 * origin and a code, and the user types the code into the page. The route accepts pages of every
 * http(s) origin; a paired origin may use all of the relay, including its WebSocket.
 */
import { asJsonObject } from "../../core/json/jsonObject.ts";

/**
 * The route, relative to the relay's URL. `GET` returns a {@link RelayCard}; `POST` takes a
 * {@link PairRequest} as `application/json` and returns a {@link PairReply}. Browsers may first send
 * a preflight request and ask for permission to access the local network.
 */
export const pairPath = "api/pair";

/** The facts about a relay that any page may read. */
export interface RelayCard {
  readonly name: "mcp-playground";
  readonly version: string;
  /** The version of its frames; see `wireVersion`. */
  readonly wire: number;
  /** `needed`: ask; `done`: this origin may already use the relay; `off`: it issues no sessions. */
  readonly pairing: "needed" | "done" | "off";
}

/** A page's request. */
export type PairRequest =
  /** Asks the relay to print a code on its terminal. */
  | { readonly kind: "ask" }
  /** Sends the code that the user typed; case, spaces and hyphens are ignored. */
  | { readonly kind: "answer"; readonly pairing: string; readonly code: string }
  /** Cancels the attempt and invalidates the code. */
  | { readonly kind: "cancel"; readonly pairing: string };

/** The relay's reply; {@link pairStatus} has the HTTP status of each. */
export type PairReply =
  /** The terminal shows the code; `pairing` is the id of this attempt. */
  | { readonly kind: "shown"; readonly pairing: string; readonly expiresInMs: number }
  /** The session for the hello of a WebSocket; a secret. */
  | { readonly kind: "paired"; readonly session: string }
  | { readonly kind: "wrong-code"; readonly attemptsLeft: number }
  /** Expired, too many wrong codes, cancelled, or unknown: ask again. */
  | { readonly kind: "over" }
  /** This origin or its site asked too often: ask again after this time. */
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** This relay issues no sessions. */
  | { readonly kind: "off" };

/** The HTTP status of each reply. */
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
  const { kind, pairing, code } = asJsonObject(value) ?? {};
  if (kind === "ask") return { kind };
  if (typeof pairing !== "string") return undefined;
  if (kind === "cancel") return { kind, pairing };
  return kind === "answer" && typeof code === "string" ? { kind, pairing, code } : undefined;
}

/** Reads a relay's reply; undefined if it is invalid. */
export function readPairReply(value: unknown): PairReply | undefined {
  const { kind, pairing, expiresInMs, session, attemptsLeft, retryInMs } =
    asJsonObject(value) ?? {};
  switch (kind) {
    case "shown":
      if (typeof pairing !== "string" || typeof expiresInMs !== "number") return undefined;
      return { kind, pairing, expiresInMs };
    case "paired":
      return typeof session === "string" ? { kind, session } : undefined;
    case "wrong-code":
      return typeof attemptsLeft === "number" ? { kind, attemptsLeft } : undefined;
    case "busy":
      return typeof retryInMs === "number" ? { kind, retryInMs } : undefined;
    case "over":
    case "off":
      return { kind };
    default:
      return undefined;
  }
}

/** Reads a relay's card; undefined if another server responded. */
export function readRelayCard(value: unknown): RelayCard | undefined {
  const { name, version, wire, pairing } = asJsonObject(value) ?? {};
  if (name !== "mcp-playground" || typeof version !== "string") return undefined;
  if (typeof wire !== "number") return undefined;
  if (pairing !== "needed" && pairing !== "done" && pairing !== "off") return undefined;
  return { name, version, wire, pairing };
}
