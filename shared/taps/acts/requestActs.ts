/** Follows the requests of a client: ids, progress, cancellation, late answers, and what it asks for again. */
import { idKey, type MessageEntry } from "../../log/entry.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import { repeatableMethods } from "./actFacts.ts";
import { lateMs } from "./clientAct.ts";
import {
  createTally,
  type SeenMessage,
  type SessionScope,
  type SessionWatcher,
} from "./watcher.ts";

interface Sent {
  readonly entry: MessageEntry;
  readonly method: string;
  readonly token: string | undefined;
  readonly isModern: boolean;
  /** The method with the parameters, of what may be asked for again. */
  readonly key: string | undefined;
  isAnswered: boolean;
}

/** Milliseconds after which a client may want the same thing again. */
const againMs = 60_000;

export function watchRequests({ add, isWhole }: SessionScope): SessionWatcher {
  /** By id; the newest. */
  const sent = new Map<string, Sent>();
  /** The exchanges of requests that were refused by their status: they may be sent again. */
  const byExchange = new Map<string, string[]>();
  /** Tokens of requests that wait, with the entry that has each. */
  const tokens = new Map<string, number>();
  /** What was got, by method and parameters. */
  const got = new Map<string, MessageEntry>();
  const pages = new Map<string, MessageEntry>();
  const ids = createTally(add, "unique-ids");
  const tokenUse = createTally(add, "progress-tokens");
  const cancels = createTally(add, "cancels-own");
  const progress: number[] = [];

  const settle = (request: Sent) => {
    request.isAnswered = true;
    if (request.token !== undefined) tokens.delete(request.token);
  };

  const request = ({ head, entry, facts }: SeenMessage) => {
    if (head.kind !== "request") return;
    const { method, subject = "", progressToken } = head;
    const { seq, at, change, exchangeId } = entry;
    const id = idKey(head.id);
    const isModern = head.revision !== undefined && traitsOf(head.revision).era === "modern";
    const before = sent.get(id);
    // one that a fault has sent twice is not the client's
    if (before && change === undefined && !(isModern && before.isAnswered)) {
      ids.break([before.entry.seq, seq]);
    } else ids.keep([seq]);
    const token = progressToken === undefined ? undefined : idKey(progressToken);
    if (token !== undefined && change === undefined) {
      const used = tokens.get(token);
      if (used === undefined) tokenUse.keep([seq]);
      else tokenUse.break([used, seq]);
      tokens.set(token, seq);
    }
    const isRepeatable =
      repeatableMethods.has(method) && facts.params !== undefined && !facts.hasInputs;
    const key = isRepeatable ? `${method} ${facts.params}` : undefined;
    const former = key === undefined ? undefined : got.get(key);
    if (former && at - former.at <= againMs && change === undefined) {
      const about = `${method} ${subject}`.trim();
      add("asked-again", "ok", [former.seq, seq], { method: about, ms: at - former.at });
    }
    const page = pages.get(method);
    if (page) {
      pages.delete(method);
      if (facts.cursor) add("follows-pages", "ok", [page.seq, seq], { method });
      else add("follows-pages", "warning", [page.seq, seq], { method });
    }
    sent.set(id, { entry, method, token, isModern, key, isAnswered: false });
    if (exchangeId !== undefined) {
      const ofExchange = byExchange.get(exchangeId);
      if (ofExchange) ofExchange.push(id);
      else byExchange.set(exchangeId, [id]);
    }
  };

  const answer = ({ head, entry, facts }: SeenMessage) => {
    if ((head.kind !== "result" && head.kind !== "error") || head.id === null) return;
    const asked = sent.get(idKey(head.id));
    if (!asked || asked.isAnswered) return;
    settle(asked);
    const { method, key } = asked;
    const ms = entry.at - asked.entry.at;
    if (ms >= lateMs) add("waited", "ok", [asked.entry.seq, entry.seq], { method, ms });
    if (head.kind === "error") return;
    if (key !== undefined && !head.isError && !head.needsInput) got.set(key, entry);
    if (head.listed !== undefined && facts.cursor) pages.set(method, entry);
  };

  const cancel = ({ head, entry }: SeenMessage) => {
    if (head.kind !== "notification" || head.requestId === undefined) return;
    const asked = sent.get(idKey(head.requestId));
    const seqs = asked ? [asked.entry.seq, entry.seq] : [entry.seq];
    const ms = asked ? { ms: entry.at - asked.entry.at } : {};
    add("cancelled", "ok", seqs, { method: asked?.method ?? "", ...ms });
    if (asked?.method === "initialize") cancels.break(seqs, "initialize");
    else if (asked) cancels.keep(seqs);
    else if (isWhole) cancels.break(seqs);
    // it waits no longer; its id stays used
    if (asked) settle(asked);
  };

  return {
    message(seen) {
      const { head, entry, from } = seen;
      if (from === "client" && head.kind === "request") request(seen);
      else if (from === "client" && head.kind === "notification") {
        if (head.method === "notifications/cancelled") cancel(seen);
      } else if (entry.direction !== "in") return;
      else if (head.kind === "notification") {
        if (head.method === "notifications/progress") progress.push(entry.seq);
      } else answer(seen);
    },
    entry(entry) {
      if (entry.kind !== "http-response" || entry.http.status < 400) return;
      for (const id of byExchange.get(entry.exchangeId ?? "") ?? []) {
        const refused = sent.get(id);
        if (!refused || refused.isAnswered) continue;
        settle(refused);
        sent.delete(id);
      }
    },
    end() {
      for (const [method, entry] of pages) {
        add("follows-pages", "warning", [entry.seq], { method });
      }
      ids.end();
      tokenUse.end();
      cancels.end();
      if (progress.length > 0) {
        add("progress", "ok", progress.slice(-maxProof), { count: progress.length });
      }
    },
  };
}

/** Entries that prove one statement. */
const maxProof = 100;
