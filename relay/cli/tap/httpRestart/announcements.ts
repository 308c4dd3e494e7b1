/** Tells the clients of a server over HTTP which lists differ after a restart. */
import { idKey, type ListedChange, type TapChange } from "../../../../shared/log/entry.ts";
import type { TappedRequest } from "../httpForwarder.ts";
import { changeNotices } from "../restart/changeNotices.ts";
import { listenMethod } from "../restart/tappedSession.ts";
import type { ClientSession, ClientSessions } from "./clientSessions.ts";
import type { OpenExchange } from "./openExchanges.ts";

type Insert = (exchange: TappedRequest, text: string, change: TapChange) => void;

const noticeText = (notice: object) => JSON.stringify({ jsonrpc: "2.0", ...notice });

interface Announcement {
  /** The exchanges that are open. */
  readonly streams: readonly OpenExchange[];
  readonly changes: readonly ListedChange[];
  readonly insert: Insert;
}

/** A session without a stream is told on the next one that its client opens. */
export function announce(
  sessions: Pick<ClientSessions, "all" | "of">,
  { streams, changes, insert }: Announcement,
): void {
  for (const { exchange, line } of streams) {
    const [only] = line?.messages ?? [];
    if (only?.head.kind !== "request" || only.head.method !== listenMethod) continue;
    const { id, method } = only.head;
    const requests = new Map([[idKey(id), { id, method, text: line?.text ?? "" }]]);
    for (const notice of changeNotices(changes, { hello: undefined, requests })) {
      insert(exchange, noticeText(notice), { action: "of-tap" });
    }
  }
  for (const session of sessions.all()) {
    const hello = { text: session.hello, result: {} };
    for (const notice of changeNotices(changes, { hello, requests: new Map() })) {
      session.untold.add(noticeText(notice));
    }
    const own = streams.find(
      ({ exchange, stream }) =>
        stream && exchange.method === "GET" && sessions.of(exchange.received) === session,
    );
    if (own) tellUntold(own.exchange, session, insert);
  }
}

export function tellUntold(
  exchange: TappedRequest,
  { untold }: ClientSession,
  insert: Insert,
): void {
  if (exchange.response.destroyed) return;
  for (const text of untold) insert(exchange, text, { action: "of-tap" });
  untold.clear();
}
