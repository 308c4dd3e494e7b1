/** The relay's limits and their defaults. */
import { stdinWindow } from "../shared/relay/frames/processFrames.ts";

export interface RelayLimits {
  /** Authenticated sockets open at once, over all sessions. */
  readonly sockets: number;
  /** Unauthenticated sockets of one address; beyond that, the oldest one is closed. */
  readonly ungreetedPerAddress: number;
  /** Processes of one session: running, or exited and not yet acknowledged by the page. */
  readonly processesPerSession: number;
  /** The same over all sessions. */
  readonly processes: number;
  /** Processes that one session may start per minute. */
  readonly startsPerMinute: number;
  /** Milliseconds that a process keeps running without a page. */
  readonly keepMs: number;
  /** Milliseconds without input or output after which a process is stopped; 0 for never. */
  readonly idleMs: number;
  /** Bytes of a process's output kept while no page is attached. */
  readonly keepBytes: number;
  /** Bytes of standard input that may wait until the process reads them. */
  readonly stdinBytes: number;
  /** Bytes that may wait until a page reads them; beyond that, its socket is terminated. */
  readonly unreadBytes: number;
  /** Milliseconds between closing stdin and SIGTERM, and between SIGTERM and SIGKILL. */
  readonly stopWaitMs: number;
  /**
   * Milliseconds for a server to end without a signal, where that is examined: the longest time that
   * common clients wait before they send one.
   */
  readonly endWaitMs: number;
  /** Milliseconds until a socket must have sent a valid hello. */
  readonly helloMs: number;
  /** Connections open at once, sockets included; beyond that, one without a session is closed. */
  readonly connections: number;
  /** Interval between pings in milliseconds; a socket that did not answer the last one is closed. */
  readonly pingMs: number;
  /** Milliseconds within which a connection must have sent the head of a request. */
  readonly headersMs: number;
  /** Milliseconds within which a whole request must have arrived. */
  readonly requestMs: number;
  /** Milliseconds that work in progress has to finish when the relay is asked to stop. */
  readonly drainMs: number;
  /** Milliseconds that the relay keeps accepting requests first, until load balancers notice. */
  readonly drainNoticeMs: number;
  /** Servers that one page may watch. */
  readonly watchesPerPage: number;
  readonly watchedFiles: number;
  /** Paths, globs and ignored names of one watch. */
  readonly watchPatterns: number;
  /** Characters of each of those. */
  readonly watchPatternChars: number;
  readonly exchangesPerPage: number;
  /** Connect timeout of forwarded exchanges in milliseconds. */
  readonly forwardConnectMs: number;
  /** Wrong tokens that one visitor may send within `tokenDelayMs` milliseconds. */
  readonly wrongTokens: number;
  readonly tokenDelayMs: number;
  /** Lifetime of a session after its last hello, in milliseconds. */
  readonly sessionMs: number;
  /** Maximum size of a stored blob in bytes. */
  readonly blobBytes: number;
  /** Maximum lifetime of a blob in milliseconds. */
  readonly blobMs: number;
  /** Blobs that one visitor may store per hour. */
  readonly blobsPerHour: number;
  /** Total size of stored blobs in bytes; each counts 544 bytes more than its content. */
  readonly storedBytes: number;
  /** The same for one visitor. */
  readonly storedBytesPerVisitor: number;
  /** Concurrent downloads of blobs. */
  readonly blobReads: number;
  /** Concurrent downloads of one visitor. */
  readonly blobReadsPerVisitor: number;
  /** Milliseconds that one download may take. */
  readonly blobReadMs: number;
  /** Bytes of all chunks of one live session; they count as stored bytes as well. */
  readonly liveBytes: number;
  /** Milliseconds that a live session lasts at most. */
  readonly liveMs: number;
  /** Milliseconds that a live session lasts without its owner. */
  readonly liveLeaseMs: number;
  /** Live sessions of one visitor at once. */
  readonly livePerVisitor: number;
  /** Live sessions that one visitor may start per hour. */
  readonly liveStartsPerHour: number;
  /** Chunks that one live session may send per minute. */
  readonly liveChunksPerMinute: number;
  /** Viewers of one live session, at all relays. */
  readonly liveViewers: number;
  /** Open streams of viewers and owners. */
  readonly liveStreams: number;
  /** The same for one visitor. */
  readonly liveStreamsPerVisitor: number;
  /** Tunnels at this relay. */
  readonly openTunnels: number;
  /** Tunnels of one visitor at once. */
  readonly tunnelsPerVisitor: number;
  /** Tunnels that one visitor may start per hour. */
  readonly tunnelStartsPerHour: number;
  /** Milliseconds that a tunnel lasts at most. */
  readonly tunnelMs: number;
  /** Milliseconds without a request after which a tunnel ends. */
  readonly tunnelUnusedMs: number;
  /** Milliseconds for which requests wait for a tap whose connection was lost. */
  readonly tunnelAwayMs: number;
  /** How often a relay renews what the store knows of it and its tunnels, in milliseconds. */
  readonly tunnelRenewMs: number;
  /** Requests of one tunnel at once. */
  readonly tunnelRequests: number;
  /** Requests of one visitor at once, in all tunnels. */
  readonly tunnelRequestsPerVisitor: number;
  /** Bytes of the body of a request through a tunnel. */
  readonly tunnelBodyBytes: number;
  /** Milliseconds for which such a request and its answer may be quiet. */
  readonly tunnelIdleMs: number;
  /** Webhook receivers of one page. */
  readonly receiversPerPage: number;
  /** The same over all pages. */
  readonly receivers: number;
  /** Milliseconds that a receiver lasts at most. */
  readonly receiverMs: number;
  /** Bytes of the body of a delivery. */
  readonly webhookBytes: number;
  /** Deliveries to one receiver per minute, refused ones included. */
  readonly webhooksPerMinute: number;
}

export const defaultLimits: RelayLimits = {
  sockets: 64,
  ungreetedPerAddress: 16,
  processesPerSession: 16,
  processes: 128,
  startsPerMinute: 60,
  keepMs: 10_000,
  idleMs: 0,
  keepBytes: 4 * 1_048_576,
  stdinBytes: stdinWindow,
  unreadBytes: 64 * 1_048_576,
  stopWaitMs: 2000,
  endWaitMs: 5000,
  helloMs: 5000,
  connections: 1024,
  pingMs: 30_000,
  headersMs: 10_000,
  requestMs: 60_000,
  drainMs: 10_000,
  drainNoticeMs: 0,
  watchesPerPage: 8,
  watchedFiles: 5000,
  watchPatterns: 100,
  watchPatternChars: 1000,
  exchangesPerPage: 128,
  forwardConnectMs: 30_000,
  wrongTokens: 20,
  tokenDelayMs: 10_000,
  sessionMs: 30 * 86_400_000,
  blobBytes: 16 * 1_048_576,
  blobMs: 30 * 86_400_000,
  blobsPerHour: 60,
  storedBytes: 1024 * 1_048_576,
  storedBytesPerVisitor: 128 * 1_048_576,
  blobReads: 256,
  blobReadsPerVisitor: 16,
  blobReadMs: 300_000,
  liveBytes: 16 * 1_048_576,
  liveMs: 12 * 3_600_000,
  liveLeaseMs: 45_000,
  livePerVisitor: 4,
  liveStartsPerHour: 60,
  liveChunksPerMinute: 600,
  liveViewers: 100,
  liveStreams: 512,
  liveStreamsPerVisitor: 32,
  openTunnels: 256,
  tunnelsPerVisitor: 4,
  tunnelStartsPerHour: 60,
  tunnelMs: 8 * 3_600_000,
  tunnelUnusedMs: 2 * 3_600_000,
  tunnelAwayMs: 60_000,
  tunnelRenewMs: 15_000,
  tunnelRequests: 32,
  tunnelRequestsPerVisitor: 64,
  tunnelBodyBytes: 16 * 1_048_576,
  tunnelIdleMs: 600_000,
  receiversPerPage: 8,
  receivers: 256,
  receiverMs: 8 * 3_600_000,
  webhookBytes: 256 * 1024,
  webhooksPerMinute: 600,
};
