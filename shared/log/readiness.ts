/** Says how long a connection took until it was ready, and when its user signed in meanwhile. */
import type { Entry } from "./entry.ts";

export interface Readiness {
  /** Milliseconds from connecting until it was ready, without those of {@link signIns}. */
  readonly ms: number;
  /** When nothing went on but a sign-in by a person, in milliseconds of the log's clock. */
  readonly signIns: readonly { readonly from: number; readonly to: number }[];
  /** Milliseconds of all of them. */
  readonly signInMs: number;
}

/** The shortest pause of an authorization that is taken for the time of a person, in milliseconds. */
const shortestMs = 100;

/**
 * Reads from the log how a connection began. A person is waited for where a request was refused or
 * the last request to an authorization server has ended, and the next one has not been sent.
 * @param entries of one connection, in the order of the log
 * @returns undefined if they do not say when it began, or if it was never ready
 */
export function readinessOf(entries: Iterable<Entry>): Readiness | undefined {
  let began: number | undefined;
  let idleFrom: number | undefined;
  const signIns: { from: number; to: number }[] = [];
  /** Refused requests and those of the authorization that have not ended. */
  const pending = new Set<string>();
  for (const entry of entries) {
    const { at, exchangeId = "" } = entry;
    if (entry.kind === "connection" && entry.phase === "connecting") began = at;
    if (entry.kind === "connection" && entry.phase === "connected") {
      const signInMs = signIns.reduce((sum, { from, to }) => sum + to - from, 0);
      return began === undefined ? undefined : { ms: at - began - signInMs, signIns, signInMs };
    }
    if (isSent(entry)) {
      if (idleFrom !== undefined && at - idleFrom >= shortestMs) {
        signIns.push({ from: idleFrom, to: at });
      }
      idleFrom = undefined;
    }
    if (isOfAuthorization(entry)) pending.add(exchangeId);
    if (entry.kind === "http-end" && pending.delete(exchangeId) && pending.size === 0) {
      idleFrom = at;
    }
  }
  return undefined;
}

const isSent = (entry: Entry) =>
  entry.kind === "http-request" || (entry.kind === "message" && entry.http !== undefined);

/** Whether an entry begins a request to an authorization server, or refuses one to the server. */
function isOfAuthorization(entry: Entry): boolean {
  if (entry.kind === "http-request") return entry.service === "authorization";
  return entry.kind === "http-response" && (entry.http.status === 401 || entry.http.status === 403);
}
