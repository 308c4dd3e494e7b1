/**
 * How a page hosted elsewhere gets a session: it asks, the relay's terminal shows who asks and a
 * code, the person types the code into the page. One address answers pages of every http(s) origin;
 * once paired, an origin may speak to all of the relay, its WebSocket included.
 */
import { asJsonObject } from "../../core/jsonObject.ts";

/**
 * Below the relay's address. `GET` answers with a {@link RelayCard}; `POST` takes a
 * {@link PairRequest} as `application/json` and answers with a {@link PairReply}. The browser's
 * own conditions (a preflight, permission for the local network) come before either.
 */
export const pairPath = "api/pair";

/** What any page may know of a relay: that it is one, and whether it can be paired with. */
export interface RelayCard {
  readonly name: "mcp-playground";
  readonly version: string;
  /** The version of the frames that it speaks; see `wireVersion`. */
  readonly wire: number;
  /** `needed`: ask; `done`: this origin may speak already; `off`: this relay gives no sessions. */
  readonly pairing: "needed" | "done" | "off";
}

/** What a page sends. */
export type PairRequest =
  /** Has a code shown in the relay's terminal. */
  | { readonly kind: "ask" }
  /** Tells the code that the person typed; case, spaces and hyphens do not matter. */
  | { readonly kind: "answer"; readonly pairing: string; readonly code: string }
  /** The person thought better of it: the code is no good any more. */
  | { readonly kind: "cancel"; readonly pairing: string };

/** What the relay answers; the HTTP status of each is in {@link pairStatus}. */
export type PairReply =
  /** The terminal shows the code; `pairing` names this attempt in what follows. */
  | { readonly kind: "shown"; readonly pairing: string; readonly expiresInMs: number }
  /** For the hello of a WebSocket; a secret. */
  | { readonly kind: "paired"; readonly session: string }
  | { readonly kind: "wrong-code"; readonly attemptsLeft: number }
  /** Too late, too many wrong codes, cancelled, or never begun: ask again. */
  | { readonly kind: "over" }
  /** This origin, or its site, asked too often: ask again after this time. */
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** This relay gives no sessions. */
  | { readonly kind: "off" };

/** The status with which each reply comes; all of them are answers, none is a failure of transport. */
export const pairStatus: Readonly<Record<PairReply["kind"], number>> = {
  shown: 202,
  paired: 200,
  "wrong-code": 401,
  over: 410,
  busy: 429,
  off: 404,
};

/** How many wrong codes end an attempt. */
export const pairAttempts = 5;

/** Milliseconds until a code is no good any more. */
export const pairExpiryMs = 120_000;

/** Reads what a page sends; undefined where it means nothing. */
export function readPairRequest(value: unknown): PairRequest | undefined {
  const { kind, pairing, code } = asJsonObject(value) ?? {};
  if (kind === "ask") return { kind };
  if (typeof pairing !== "string") return undefined;
  if (kind === "cancel") return { kind, pairing };
  return kind === "answer" && typeof code === "string" ? { kind, pairing, code } : undefined;
}

/** Reads what a relay answers; undefined where it is no answer of ours. */
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

/** Reads a relay's card; undefined where something else answered. */
export function readRelayCard(value: unknown): RelayCard | undefined {
  const { name, version, wire, pairing } = asJsonObject(value) ?? {};
  if (name !== "mcp-playground" || typeof version !== "string") return undefined;
  if (typeof wire !== "number") return undefined;
  if (pairing !== "needed" && pairing !== "done" && pairing !== "off") return undefined;
  return { name, version, wire, pairing };
}
