/** Every limit as a flag: its name and what it bounds, in words. */
import type { Limits } from "../limits.ts";

/** By limit; a flag is named like its limit, such as `--keep-ms` for `keepMs`. */
export const limitDescriptions: Readonly<Record<keyof Limits, string>> = {
  sockets: "pages that may be connected at once",
  ungreetedPerAddress: "sockets of one address that have not said hello yet",
  processesPerSession: "processes of one session",
  processes: "processes of all sessions together",
  startsPerMinute: "processes that one session may start within a minute",
  keepMs: "how long a process lives on without a page",
  idleMs: "how long one may neither hear nor say anything; 0 for ever",
  keepBytes: "bytes of its output that are kept meanwhile",
  stdinBytes: "bytes that may wait for a process to read them",
  unreadBytes: "bytes that may wait for a page to read them",
  stopWaitMs: "wait from closing stdin to SIGTERM, and from there to SIGKILL",
  helloMs: "how long a socket may stay without a valid hello",
  connections: "connections open at once, sockets among them",
  pingMs: "how long the other end of a socket has to answer a ping",
  headersMs: "how long a connection may take to send the head of a request",
  requestMs: "how long a request may take to come in whole",
  drainMs: "how long what is under way has to end after SIGTERM",
  drainNoticeMs: "how long it goes on answering first",
  watchesPerPage: "servers that one page may have watched for changes",
  watchedFiles: "files of one server that are watched",
  watchPatterns: "paths, globs and ignored names that one watch may have",
  watchPatternChars: "characters of each of them",
  exchangesPerPage: "HTTP exchanges that one page may have under way",
  forwardConnectMs: "how long a forwarded exchange may take to be connected",
  wrongTokens: "wrong tokens of one visitor before he has to wait",
  tokenDelayMs: "how long he has to wait",
  sessionMs: "how long a session lives on after its last page",
  blobBytes: "bytes of one stored blob",
  blobMs: "how long a blob is stored at most",
  blobsPerHour: "blobs that one visitor may store within an hour",
  storedBytes: "bytes of all stored blobs together",
  storedBytesPerVisitor: "bytes of all stored blobs of one visitor",
  blobReads: "blobs that are read at once",
  blobReadsPerVisitor: "blobs that one visitor reads at once",
  blobReadMs: "how long reading one blob may take",
};

/** Limits that let nothing through at all, or no page stay, where they are 0. */
const atLeastOne: ReadonlySet<string> = new Set<keyof Limits>([
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
]);

/** Limits that a timer waits for; what is kept in the store may be kept for longer. */
const timers: ReadonlySet<string> = new Set<keyof Limits>([
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
]);

/** The longest that a timer can wait, 24 days; one that is to wait for longer does not wait at all. */
const longestTimerMs = 2_147_483_647;

/** The least and the most that a limit can be. */
export function rangeOf(limit: string): readonly [least: number, most: number] {
  return [
    atLeastOne.has(limit) ? 1 : 0,
    timers.has(limit) ? longestTimerMs : Number.MAX_SAFE_INTEGER,
  ];
}

/** `keepMs` as `keep-ms`. */
export function flagOf(limit: string): string {
  return limit.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
