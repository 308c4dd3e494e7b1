/** Every limit as a flag: its name and what it bounds, in words. */
import type { Limits } from "./limits.ts";

/** By limit; a flag is named like its limit, such as `--keep-ms` for `keepMs`. */
export const limitWords: Readonly<Record<keyof Limits, string>> = {
  sockets: "pages that may be connected at once",
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
  requestMs: "how long a request may take to come in whole",
  drainMs: "how long what is under way has to end after SIGTERM",
  drainNoticeMs: "how long it goes on answering first",
  watchesPerPage: "servers that one page may have watched for changes",
  watchedFiles: "files of one server that are watched",
  exchangesPerPage: "HTTP exchanges that one page may have under way",
  forwardConnectMs: "how long a forwarded exchange may take to be connected",
  wrongTokens: "wrong tokens of one visitor before he has to wait",
  tokenDelayMs: "how long he has to wait",
  sessionMs: "how long a session lives on after its last page",
  blobBytes: "bytes of one stored blob",
  blobMs: "how long a blob is stored at most",
  blobsPerHour: "blobs that one visitor may store within an hour",
  storedBytes: "bytes of all stored blobs together",
};

/** `keepMs` as `keep-ms`. */
export function flagOf(limit: string): string {
  return limit.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
