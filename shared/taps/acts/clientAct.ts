/** Defines the statements about what the client of a tap did. */

/** What a statement is about, in the order in which those that were not seen are named. */
export const clientActCodes = [
  /** It listed after the server, or a restart, had changed a list. */
  "listed-again",
  /** It listens for changes of what the server lists, in revisions where it has to. */
  "listens",
  /** It asked for the next page of a list. */
  "follows-pages",
  /** It answered a request of the server. */
  "answered",
  /** It answered, within {@link lateMs}, what no person answers. */
  "in-time",
  /** It answered without an error. */
  "no-errors",
  /** It answered only what was asked, and once. */
  "known-ids",
  /** It does what it declared as its capabilities, and nothing else. */
  "declared-used",
  /** It asks only for what the server declared. */
  "server-declared",
  /** It continued a request with the state that the server gave it. */
  "request-state",
  /** It cancelled a request. */
  "cancelled",
  /** It cancels only requests that it may cancel. */
  "cancels-own",
  /** It waited for an answer for {@link lateMs} or longer. */
  "waited",
  /** It asked again for what it had got. */
  "asked-again",
  /** It asked for progress and got some. */
  "progress",
  /** No two requests that wait have the same progress token. */
  "progress-tokens",
  /** It waited with other requests until the server had answered `initialize`. */
  "in-order",
  /** It said so after the handshake. */
  "initialized",
  /** No two of its requests in a session have the same id. */
  "unique-ids",
  /** What it sends are messages. */
  "valid-messages",
  /** Its requests over HTTP name the revision that was agreed on. */
  "revision-kept",
  /** Its requests over HTTP have the session id that the server gave it. */
  "session-kept",
  /** It began another session when the server no longer knew its own. */
  "session-renewed",
  /** It came with another token when the server refused the one it had. */
  "token-renewed",
  /** It read the metadata of the server when it was asked for a token. */
  "reads-metadata",
  /** It registered itself, at the address of the server. */
  "registers",
  /** It got a token, at the address of the server. */
  "gets-token",
  /** It came with a token when it was asked for one. */
  "signs-in",
  /** It used the server after it had signed in. */
  "goes-on",
  /** It called a tool after it had listed the tools. */
  "calls",
  /** It asked for something else when the server did not know `server/discover`. */
  "falls-back",
  /** It uses no feature that is deprecated. */
  "deprecated-feature",
] as const;

export type ClientActCode = (typeof clientActCodes)[number];

/**
 * `warning`: something that it should not do. `open`: it may still happen. `not-seen`: nothing
 * happened that would have shown it.
 */
export type ClientActState = "failed" | "warning" | "open" | "ok" | "not-seen";

/**
 * What a client has not done on the way from its first request to a call, for which causes are known.
 * `challenge`: it read no metadata, and the refusal names no absolute address of them. `discovery`: it
 * read none although the refusal names it. `greeting`: it sent no `initialize` after the server had
 * refused `server/discover`. `authorization`: it asked without the token that it has. `accepted-token`:
 * it came with one that the server refuses.
 */
export type MissingStep =
  | "challenge"
  | "discovery"
  | "registration"
  | "token"
  | "authorization"
  | "accepted-token"
  | "request"
  | "greeting"
  | "list"
  | "call";

export interface ClientAct {
  readonly code: ClientActCode;
  readonly state: ClientActState;
  /** The method, capability or feature that it is about; empty if it is about all. */
  readonly method: string;
  /** How often it was seen. */
  readonly count: number;
  /** Milliseconds that passed, or that something has been pending. */
  readonly ms?: number;
  /** The next steps that are missing; several if the log cannot tell which. */
  readonly missing?: readonly MissingStep[];
  /** The numbers of the entries that prove it. */
  readonly seqs: readonly number[];
}

/** Milliseconds after which a client that has not acted is said not to have done it. */
export const patienceMs = 10_000;

/** Milliseconds after which an answer is late. */
export const lateMs = 5000;
