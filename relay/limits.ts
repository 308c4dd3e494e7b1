/** How much of everything the relay allows. */
import { stdinWindow } from "../shared/relay/frames/processFrames.ts";

export interface Limits {
  /** Sockets open at once that have said hello, all sessions together. */
  readonly sockets: number;
  /** Sockets of one address that have not; beyond that, the oldest of them goes. */
  readonly ungreetedPerAddress: number;
  /** Processes of one session, running or exited and not yet taken note of. */
  readonly processesPerSession: number;
  /** The same of all sessions together. */
  readonly processes: number;
  /** Processes that one session may start within a minute. */
  readonly startsPerMinute: number;
  /** Milliseconds that a process lives on without a page. */
  readonly keepMs: number;
  /** Milliseconds without a byte from either side after which a process is stopped; 0 for never. */
  readonly idleMs: number;
  /** Bytes of a process's output that are kept while no page is there. */
  readonly keepBytes: number;
  /** Bytes of standard input that may wait for a process to read them. */
  readonly stdinBytes: number;
  /** Bytes that may wait for a page that does not read them, before its socket is cut off. */
  readonly unreadBytes: number;
  /** Milliseconds between closing stdin and SIGTERM, and between SIGTERM and SIGKILL. */
  readonly stopWaitMs: number;
  /** Milliseconds that a socket may stay without a valid hello. */
  readonly helloMs: number;
  /** Connections open at once, sockets among them; beyond that, one without a session goes. */
  readonly connections: number;
  /** Milliseconds that a socket's other end has to answer a ping; they follow in that distance. */
  readonly pingMs: number;
  /** Milliseconds that a connection has to send the head of a request. */
  readonly headersMs: number;
  /** Milliseconds that a request has to come in whole. */
  readonly requestMs: number;
  /** Milliseconds that what is under way has to end in, once the relay is to stop. */
  readonly drainMs: number;
  /** Milliseconds that it goes on answering first, so that whoever sends it work can notice. */
  readonly drainNoticeMs: number;
  /** Servers that one page may have watched. */
  readonly watchesPerPage: number;
  /** Files of one server that are watched. */
  readonly watchedFiles: number;
  /** Paths, globs and ignored names that one watch may have. */
  readonly watchPatterns: number;
  /** Characters of each of them. */
  readonly watchPatternChars: number;
  /** Forwarded exchanges that one page may have under way. */
  readonly exchangesPerPage: number;
  /** Milliseconds until a connection has to stand that is made for an exchange. */
  readonly forwardConnectMs: number;
  /** Wrong tokens of one visitor within `tokenDelayMs` milliseconds, after which he is to wait. */
  readonly wrongTokens: number;
  readonly tokenDelayMs: number;
  /** Milliseconds that a session lives on after its last hello. */
  readonly sessionMs: number;
  /** Bytes of one stored blob. */
  readonly blobBytes: number;
  /** Milliseconds that a blob is stored at most. */
  readonly blobMs: number;
  /** Blobs that one visitor may store within an hour. */
  readonly blobsPerHour: number;
  /** Bytes of all stored blobs together, 544 more for each. */
  readonly storedBytes: number;
  /** The same of one visitor. */
  readonly storedBytesPerVisitor: number;
  /** Blobs that are read at once. */
  readonly blobReads: number;
  /** Blobs that one visitor reads at once. */
  readonly blobReadsPerVisitor: number;
  /** Milliseconds that reading one blob may take. */
  readonly blobReadMs: number;
}

export const defaultLimits: Limits = {
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
};
