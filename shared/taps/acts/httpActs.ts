/** Follows the requests of a client over HTTP: revision, session and token. */
import { type Entry, type HttpRequestHead, isOfSession } from "../../log/entry.ts";
import { findHeader } from "../../protocol/headers.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import { createTally, type SessionScope, type SessionWatcher } from "./watcher.ts";

interface Exchange {
  readonly seq: number;
  readonly at: number;
  readonly isHello: boolean;
  readonly hasSession: boolean;
  readonly hasToken: boolean;
}

export function watchHttp({ add, pending, isFollowed }: SessionScope): SessionWatcher {
  const exchanges = new Map<string, Exchange>();
  const versions = createTally(add, "revision-kept");
  const sessions = createTally(add, "session-kept");
  let agreed: string | undefined;
  let isModern = false;
  let hasSession = false;
  /** The answer that said that the session has gone, until the client begins another one. */
  let lost: Entry | undefined;
  /** The answer that refused a token, until one is accepted. */
  let refused: Entry | undefined;
  let isStale = false;

  const sent = (entry: Entry, http: HttpRequestHead, isHello: boolean, revision?: string) => {
    const { seq, at, exchangeId } = entry;
    const session = findHeader(http.headers, "mcp-session-id") !== undefined;
    const hasToken = findHeader(http.headers, "authorization") !== undefined;
    exchanges.set(exchangeId ?? "", { seq, at, isHello, hasSession: session, hasToken });
    if (isHello) {
      if (lost) add("session-renewed", "ok", [lost.seq, seq], { ms: at - lost.at });
      [agreed, hasSession, lost] = [undefined, false, undefined];
      return;
    }
    if (lost && session && http.method !== "DELETE") {
      if (!isStale) add("session-renewed", "failed", [lost.seq, seq], { ms: at - lost.at });
      isStale = true;
    }
    if (hasSession && !lost) {
      if (session) sessions.keep([seq]);
      else sessions.break([seq]);
    }
    const wanted = isModern ? revision : agreed;
    if (wanted === undefined || !traitsOf(wanted).versionHeader) return;
    if (findHeader(http.headers, "mcp-protocol-version") === wanted) versions.keep([seq]);
    else versions.break([seq], wanted);
  };

  return {
    message({ head, entry, from }) {
      const { http, direction, exchangeId } = entry;
      if (from === "client" && http) {
        const revision = head.kind === "request" ? head.revision : undefined;
        const isHello = head.kind === "request" && head.method === "initialize";
        if (!isHello && revision !== undefined) isModern = traitsOf(revision).era === "modern";
        // a batch is one request
        if (entry.heads[0] === head) sent(entry, http, isHello, revision);
      } else if (direction === "in" && head.kind === "result" && head.revision !== undefined) {
        if (exchanges.get(exchangeId ?? "")?.isHello) agreed = head.revision;
      }
    },
    entry(entry) {
      if (entry.kind === "http-request" && isOfSession(entry)) sent(entry, entry.http, false);
      if (entry.kind !== "http-response") return;
      const exchange = exchanges.get(entry.exchangeId ?? "");
      if (!exchange) return;
      const { status, headers } = entry.http;
      if (exchange.isHello && findHeader(headers, "mcp-session-id") !== undefined) {
        hasSession = true;
      }
      if (status === 404 && exchange.hasSession && hasSession && !lost) {
        lost = entry;
        isStale = false;
      }
      if (status === 401 && exchange.hasToken) refused ??= entry;
      else if (refused && exchange.hasToken && exchange.at >= refused.at && status < 400) {
        const ms = exchange.at - refused.at;
        add("token-renewed", "ok", [refused.seq, exchange.seq], { ms });
        refused = undefined;
      }
    },
    end() {
      versions.end();
      sessions.end();
      if (lost && !isStale && isFollowed(lost.at)) {
        add("session-renewed", "ok", [lost.seq]);
      } else if (lost && !isStale) pending("session-renewed", lost, "");
      if (refused) pending("token-renewed", refused, "", ["accepted-token"]);
    },
  };
}
