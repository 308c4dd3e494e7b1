/** Records what passes a tap: one session for each process of a stdio server, or each HTTP session. */
import type { ProcessEntry } from "../../../../shared/log/entry.ts";
import { findHeader } from "../../../../shared/protocol/headers.ts";
import type { ChangedMessage, Copy } from "../copies.ts";
import { createNewRewritings } from "../newRewritings.ts";
import type { TapFacts } from "../startRecorder.ts";
import {
  createTappedExchange,
  type EndFact,
  type RequestFact,
  type ResponseFact,
  type TappedExchange,
} from "./httpLog.ts";
import type { Orders } from "./relays.ts";
import { createStdioLog } from "./stdioLog.ts";
import { createTapSession, type TapSession } from "./tapSession.ts";

export type Fact =
  | TapFacts
  | RequestFact
  | ResponseFact
  | EndFact
  | { readonly kind: "request-end" }
  /** A word that nobody may read in a recording. */
  | { readonly kind: "secret"; readonly text: string }
  | { readonly kind: "process-started" | "process-ended"; readonly pid: number }
  | Extract<
      ProcessEntry["event"],
      { readonly kind: "exited" | "restarted" | "not-restarted" | "rewritten" }
    >;

export interface TapRecorder {
  /** @param fact that of a copy of a fact */
  take(copy: Copy, fact: Fact | undefined): void;
  end(): Promise<void>;
}

/** @param startedAt milliseconds since 1970 */
export function createStdioRecorder(
  facts: TapFacts,
  startedAt: number,
  orders: Orders,
): TapRecorder {
  const session = createTapSession(facts, { startedAt, orders });
  const { record } = session;
  const log = createStdioLog(record);
  const base = { kind: "process", direction: "none", exchangeId: undefined } as const;
  /** Further processes are those of restarts. */
  let isStarted = facts.pid !== undefined;
  if (facts.server.kind === "stdio") {
    const { command, args } = facts.server;
    record(
      { ...base, event: { kind: "starting", command: [command, ...args] } },
      undefined,
      startedAt,
    );
  }
  if (facts.pid !== undefined) {
    record({ ...base, event: { kind: "started", pid: facts.pid } }, undefined, startedAt);
  }
  return {
    take({ kind, bytes, at }, fact) {
      if (kind === "stdin") log.bytes("out", bytes, at);
      else if (kind === "stdout") log.bytes("in", bytes, at);
      else if (kind === "stderr") log.stderr(bytes, at);
      else if (kind === "changed") log.changed(jsonIn<ChangedMessage>(bytes), at);
      else if (kind === "report") session.report(jsonIn(bytes));
      else if (kind === "missed") log.missed(Buffer.from(bytes).readDoubleBE(), at);
      else if (fact?.kind === "exited") {
        log.end(at);
        record({ ...base, event: fact }, undefined, at);
      } else if (fact?.kind === "process-started" && !isStarted) {
        isStarted = true;
        record({ ...base, event: { kind: "started", pid: fact.pid } }, undefined, at);
      } else if (fact?.kind === "restarted" || fact?.kind === "not-restarted") {
        record({ ...base, event: fact }, undefined, at);
      }
    },
    end: session.end,
  };
}

const jsonIn = <T extends object>(bytes: Uint8Array) => JSON.parse(`${Buffer.from(bytes)}`) as T;

/** Sessions of clients at one time, and ids of the server; the oldest of more is ended, or forgotten. */
const [maxSessions, maxIds] = [50, 500];

/**
 * Each `initialize` begins a session, to which the server's session id belongs; requests without one
 * belong to the newest session.
 */
export function createHttpRecorder(
  facts: TapFacts,
  startedAt: number,
  orders: Orders,
): TapRecorder {
  const secrets: string[] = [];
  const createSession = (begun: number) =>
    createTapSession(facts, { startedAt: begun, orders, secrets: () => secrets });
  const first = createSession(startedAt);
  const sessions = new Set([first]);
  const byId = new Map<string, TapSession>();
  const exchanges = new Map<
    number,
    {
      readonly exchange: TappedExchange;
      readonly of: TapSession;
      /** Whether the authorization server answers: only the server's session ids begin sessions. */
      readonly isOfService: boolean;
    }
  >();
  /** The changes that each session has. */
  const rewritings = new WeakMap<TapSession, ReturnType<typeof createNewRewritings>>();
  const waiting = new Map<number, { readonly fact: RequestFact; readonly at: number }>();
  let newest = first;
  let isUsed = false;

  /** Nothing may be recorded in a session that has ended. */
  const end = (session: TapSession) => {
    sessions.delete(session);
    for (const [id, of] of byId) if (of === session) byId.delete(id);
    for (const [number, { exchange, of }] of exchanges) {
      if (of !== session) continue;
      exchange.end({ kind: "http-end", outcome: "aborted" }, Date.now());
      exchanges.delete(number);
    }
    void session.end();
  };

  const remember = (id: string, session: TapSession) => {
    byId.delete(id);
    byId.set(id, session);
    const [oldest] = byId.keys();
    if (oldest !== undefined && byId.size > maxIds) byId.delete(oldest);
  };

  /** The session of a request, once the beginning of its body is known. */
  const sessionOf = (fact: RequestFact, body: string, at: number): TapSession => {
    const { headers, session, service } = fact;
    if (service) return newest;
    const known = byId.get(session ?? findHeader(headers, "mcp-session-id") ?? "");
    if (known || !/"method"\s*:\s*"initialize"/.test(body)) return known ?? newest;
    if (isUsed) {
      newest = createSession(at);
      sessions.add(newest);
      const [oldest] = sessions;
      if (oldest && sessions.size > maxSessions) end(oldest);
    }
    isUsed = true;
    return newest;
  };

  const open = (number: number, body: string) => {
    const found = exchanges.get(number);
    const begun = waiting.get(number);
    if (found || !begun) return found;
    waiting.delete(number);
    const { fact, at } = begun;
    const of = sessionOf(fact, body, at);
    const exchange = createTappedExchange(of.record, String(number), fact, at);
    const opened = { exchange, of, isOfService: fact.service !== undefined };
    exchanges.set(number, opened);
    return opened;
  };

  return {
    take({ kind, bytes, at, exchange: number }, fact) {
      if (fact?.kind === "secret") secrets.push(fact.text);
      else if (fact?.kind === "http-request") waiting.set(number, { fact, at });
      else if (kind === "changed") {
        const message = jsonIn<ChangedMessage>(bytes);
        open(number, message.text)?.exchange.changed(message, at);
      } else if (kind === "report") {
        for (const session of sessions) session.report(jsonIn(bytes));
      } else if (kind === "stderr") {
        const base = { kind: "stderr", direction: "in", exchangeId: undefined } as const;
        newest.record(base, bytes, at);
      } else if (fact?.kind === "restarted" || fact?.kind === "not-restarted") {
        const base = { kind: "process", direction: "none", exchangeId: undefined } as const;
        for (const session of sessions) session.record({ ...base, event: fact }, undefined, at);
      } else if (fact?.kind === "rewritten") {
        const of = open(number, "")?.of ?? newest;
        const novelty = rewritings.get(of) ?? createNewRewritings();
        rewritings.set(of, novelty);
        if (novelty(fact) !== "new") return;
        const base = { kind: "process", direction: "none", exchangeId: undefined } as const;
        of.record({ ...base, event: fact }, undefined, at);
      } else if (kind === "request") open(number, `${Buffer.from(bytes)}`)?.exchange.request(bytes);
      else if (kind === "missed") {
        const event = { kind: "missed", bytes: Buffer.from(bytes).readDoubleBE() } as const;
        const base = { kind: "process", direction: "none", exchangeId: undefined } as const;
        newest.record({ ...base, event }, undefined, at);
      } else {
        const opened = open(number, "");
        if (!opened) return;
        const { exchange, of, isOfService } = opened;
        if (fact?.kind === "request-end") exchange.requestEnd(at);
        else if (fact?.kind === "http-response") {
          const id = findHeader(fact.headers, "mcp-session-id");
          if (id !== undefined && !isOfService) remember(id, of);
          exchange.response(fact, at);
        } else if (kind === "response") exchange.responseBytes(bytes, at);
        else if (fact?.kind === "http-end") {
          exchange.end(fact, at);
          exchanges.delete(number);
        }
      }
    },
    async end() {
      for (const { exchange } of exchanges.values()) {
        exchange.end({ kind: "http-end", outcome: "aborted" }, Date.now());
      } // what was read of the last answers is recorded asynchronously
      await new Promise((resolve) => setTimeout(resolve, 100));
      await Promise.all([...sessions].map((session) => session.end()));
    },
  };
}
