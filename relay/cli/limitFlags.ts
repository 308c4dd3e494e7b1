/** Option name, description and range of every limit. */
import type { RelayLimits } from "../relayLimits.ts";

/** Descriptions by limit. The option of `keepMs` is `--keep-ms`. */
export const limitDescriptions: Readonly<Record<keyof RelayLimits, string>> = {
  sockets: "pages connected at once",
  ungreetedPerAddress: "unauthenticated sockets of one address",
  processesPerSession: "processes of one session",
  processes: "processes of all sessions together",
  startsPerMinute: "processes that one session may start per minute",
  keepMs: "how long a process is kept without a page",
  idleMs: "how long a process may have no input or output; 0: unlimited",
  keepBytes: "bytes of output kept for a process without a page",
  stdinBytes: "bytes that may wait for a process to read them",
  unreadBytes: "bytes that may wait for a page to read them",
  stopWaitMs: "wait from closing stdin to SIGTERM, and from there to SIGKILL",
  endWaitMs: "how long an examined server may take to end without a signal",
  helloMs: "how long a socket may take to authenticate",
  connections: "open connections, sockets included",
  pingMs: "how long a page may take to answer a ping",
  headersMs: "how long a connection may take to send the head of a request",
  requestMs: "how long a connection may take to send a whole request",
  drainMs: "how long work in progress may take to finish after SIGTERM",
  drainNoticeMs: "how long the relay accepts new requests after SIGTERM",
  watchesPerPage: "servers that one page may watch for changes",
  watchedFiles: "files watched for one server",
  watchPatterns: "paths, globs and ignored names of one watch",
  watchPatternChars: "characters of each of those",
  exchangesPerPage: "concurrent HTTP exchanges of one page",
  forwardConnectMs: "connect timeout of forwarded exchanges",
  wrongTokens: "wrong tokens of one visitor before a delay",
  tokenDelayMs: "that delay",
  sessionMs: "how long a session is valid after its last page",
  blobBytes: "bytes of one stored blob",
  blobMs: "maximum lifetime of a blob",
  blobsPerHour: "blobs that one visitor may store per hour",
  storedBytes: "bytes of all stored blobs together",
  storedBytesPerVisitor: "bytes of all stored blobs of one visitor",
  blobReads: "concurrent downloads of blobs",
  blobReadsPerVisitor: "concurrent downloads of one visitor",
  blobReadMs: "how long a download may take",
  liveBytes: "bytes of one live session",
  liveMs: "how long a live session lasts at most",
  liveLeaseMs: "how long a live session lasts without its owner",
  livePerVisitor: "live sessions of one visitor at once",
  liveStartsPerHour: "live sessions that one visitor may start per hour",
  liveChunksPerMinute: "chunks that one live session may send per minute",
  liveViewers: "viewers of one live session",
  liveStreams: "open streams of viewers and owners",
  liveStreamsPerVisitor: "open streams of one visitor",
  openTunnels: "tunnels at once",
  tunnelsPerVisitor: "tunnels of one visitor at once",
  tunnelStartsPerHour: "tunnels that one visitor may start per hour",
  tunnelMs: "how long a tunnel lasts at most",
  tunnelUnusedMs: "how long a tunnel lasts without a request",
  tunnelAwayMs: "how long requests wait for a tap that lost its connection",
  tunnelRenewMs: "how often relays of one store tell each other that they run",
  tunnelRequests: "requests of one tunnel at once",
  tunnelRequestsPerVisitor: "requests of one visitor at once, in all tunnels",
  tunnelBodyBytes: "bytes of the body of a request through a tunnel",
  tunnelIdleMs: "how long such a request and its answer may be quiet",
  receiversPerPage: "webhook receivers of one page",
  receivers: "webhook receivers at once",
  receiverMs: "how long a webhook receiver lasts at most",
  webhookBytes: "bytes of the body of a webhook delivery",
  webhooksPerMinute: "deliveries to one webhook receiver per minute",
};

/** Limits that must not be 0, because the relay would then be unusable. */
const atLeastOne: ReadonlySet<string> = new Set<keyof RelayLimits>([
  "sockets",
  "ungreetedPerAddress",
  "connections",
  "startsPerMinute",
  "stdinBytes",
  "unreadBytes",
  "helloMs",
  "pingMs",
  "headersMs",
  "requestMs",
  "forwardConnectMs",
  "blobReads",
  "blobReadsPerVisitor",
  "blobReadMs",
  "liveMs",
  "liveLeaseMs",
  "openTunnels",
  "tunnelMs",
  "tunnelRenewMs",
  "tunnelRequests",
  "tunnelRequestsPerVisitor",
  "tunnelIdleMs",
  "receiverMs",
  "webhookBytes",
]);

/** Limits used as delays of timers, whose range is smaller than that of lifetimes in the store. */
const timers: ReadonlySet<string> = new Set<keyof RelayLimits>([
  "keepMs",
  "idleMs",
  "stopWaitMs",
  "helloMs",
  "pingMs",
  "headersMs",
  "requestMs",
  "drainMs",
  "drainNoticeMs",
  "forwardConnectMs",
  "blobReadMs",
  "tunnelAwayMs",
  "tunnelRenewMs",
  "tunnelIdleMs",
  "receiverMs",
]);

/** The longest delay of a timer, 24 days; a longer one would fire immediately. */
const maxTimerMs = 2_147_483_647;

/** The smallest and the largest value of a limit. */
export function rangeOf(limit: string): readonly [min: number, max: number] {
  return [atLeastOne.has(limit) ? 1 : 0, timers.has(limit) ? maxTimerMs : Number.MAX_SAFE_INTEGER];
}

/** The option name of a limit: `keepMs` becomes `keep-ms`. */
export function flagOf(limit: string): string {
  return limit.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
