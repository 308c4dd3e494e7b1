/** Remembers the HTTP sessions of clients, so that a new process of their server can be told the same. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type JsonObject, membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { idKey } from "../../../../shared/log/entry.ts";
import type { JsonRpcId } from "../../../../shared/protocol/jsonRpc.ts";
import { answeredIn, remember } from "../restart/serverGeneration.ts";
import type { SessionLine } from "../restart/tappedSession.ts";

/** A session as its client knows it. */
export interface ClientSession {
  /** The id that the client got. */
  readonly id: string;
  /** The id of the process that answers now. */
  serverId: string;
  /** The headers and the text of `initialize`. */
  readonly headers: readonly string[];
  readonly hello: string;
  initialized: string | undefined;
  /** The newest `MCP-Protocol-Version`. */
  revision: string | undefined;
  level: JsonObject | undefined;
  readonly subscriptions: Map<string, JsonObject>;
  /** Requests of the process that the client has not answered, by id key. */
  readonly asked: Set<string>;
  /** Those of former processes: their answers go nowhere. */
  readonly abandoned: Set<string>;
  /** Messages for its client, which had no stream for them. */
  readonly untold: Set<string>;
}

/** A request whose headers the tap's own ones get. */
export interface NewestRequest {
  readonly headers: readonly string[];
  readonly session: ClientSession | undefined;
  /** The protocol's members of `_meta`, of a client without a handshake. */
  readonly meta: JsonObject | undefined;
}

/** Sessions that are remembered; the oldest is forgotten, and its client has to begin another one. */
const maxSessions = 200;

const protocolMeta = "io.modelcontextprotocol/";

export function createClientSessions() {
  const sessions = new Map<string, ClientSession>();
  const byServerId = new Map<string, ClientSession>();
  /** Ids that clients got, also of sessions that have ended. */
  const given = new Set<string>();
  /** An id that no server knows. */
  const nobody = randomUUID();
  /** Handshakes that have no answer yet. */
  const greeting = new WeakMap<IncomingMessage, string>();
  let newest: NewestRequest | undefined;

  const leave = (session: ClientSession) => {
    // another session may have got its id
    if (byServerId.get(session.serverId) === session) byServerId.delete(session.serverId);
  };

  const forget = (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    if (session) leave(session);
  };

  /** A server that counts its sessions gives the same ids again after a restart. */
  const idForClient = (id: string) => {
    const isNew = !given.has(id) || sessions.get(id)?.serverId === id;
    const own = isNew ? id : randomUUID();
    remember(given, own);
    return own;
  };

  const sessionOf = (received: IncomingMessage) =>
    sessions.get(`${received.headers["mcp-session-id"] ?? ""}`);

  return {
    all: (): readonly ClientSession[] => [...sessions.values()],
    of: sessionOf,
    /** The newest request in a session that goes on, or without one. */
    newest(): NewestRequest | undefined {
      const of = newest?.session;
      if (!of || sessions.has(of.id)) return newest;
      const session = [...sessions.values()].at(-1);
      return session && { headers: session.headers, session, meta: undefined };
    },
    /** The id for the process that answers now. */
    toServer(id: string): string {
      const session = sessions.get(id);
      if (session) return session.serverId;
      // that of a session that has ended can be another client's
      return byServerId.has(id) ? nobody : id;
    },
    /** The id that the client knows. */
    toClient: (id: string): string => byServerId.get(id)?.id ?? id,
    forget,
    /** A new process has given the session another id. */
    renew(session: ClientSession, serverId: string): void {
      leave(session);
      session.serverId = serverId;
      byServerId.set(serverId, session);
    },
    /** Notes a request of the server. */
    asked(received: IncomingMessage, id: JsonRpcId): void {
      const session = sessionOf(received);
      if (!session) return;
      // an answer can be that to the new process
      session.abandoned.delete(idKey(id));
      remember(session.asked, idKey(id));
    },
    /** Whether a message answers a request of a process that has gone. */
    isForNobody(received: IncomingMessage, line: SessionLine): boolean {
      const session = sessionOf(received);
      const answered = answeredIn(line);
      if (!session || answered === undefined) return false;
      return session.abandoned.delete(idKey(answered));
    },
    /** The process that asked has gone. */
    abandon(): void {
      for (const { asked, abandoned } of sessions.values()) {
        for (const key of asked) remember(abandoned, key);
        asked.clear();
      }
    },
    /** Notes a request that goes to the server. */
    sent(received: IncomingMessage, line: SessionLine): void {
      const { messages, text } = line;
      const session = sessionOf(received);
      const revision = received.headers["mcp-protocol-version"];
      if (session && typeof revision === "string") session.revision = revision;
      const answer = answeredIn(line);
      if (answer !== undefined) session?.asked.delete(idKey(answer));
      for (const { head, value } of messages) {
        const params = membersOf(value.params);
        if (head.kind === "notification" && head.method === "notifications/initialized") {
          if (session) session.initialized = text;
        }
        if (head.kind !== "request") continue;
        if (head.method === "initialize") {
          greeting.set(received, text);
          continue;
        }
        const own = Object.entries(membersOf(params._meta)).filter(([name]) =>
          name.startsWith(protocolMeta),
        );
        const meta = own.length > 0 && !session ? Object.fromEntries(own) : undefined;
        newest = { headers: received.rawHeaders, session, meta };
        const { uri } = params;
        if (head.method === "logging/setLevel" && session) session.level = params;
        else if (typeof uri !== "string") continue;
        else if (head.method === "resources/subscribe") session?.subscriptions.set(uri, params);
        else if (head.method === "resources/unsubscribe") session?.subscriptions.delete(uri);
      }
    },
    /** Notes the head of an answer. */
    answered(received: IncomingMessage, { statusCode = 0, headers }: IncomingMessage): void {
      const known = `${received.headers["mcp-session-id"] ?? ""}`;
      if (statusCode === 404 || (received.method === "DELETE" && statusCode < 300)) forget(known);
      const hello = greeting.get(received);
      const serverId = headers["mcp-session-id"];
      if (hello === undefined || statusCode >= 300) return;
      if (typeof serverId !== "string") {
        newest = { headers: received.rawHeaders, session: undefined, meta: undefined };
        return;
      }
      const id = idForClient(serverId);
      const session: ClientSession = {
        id,
        serverId,
        headers: received.rawHeaders,
        hello,
        initialized: undefined,
        revision: undefined,
        level: undefined,
        subscriptions: new Map(),
        asked: new Set(),
        abandoned: new Set(),
        untold: new Set(),
      };
      sessions.set(id, session);
      byServerId.set(serverId, session);
      newest = { headers: received.rawHeaders, session, meta: undefined };
      const [oldest] = sessions.keys();
      if (oldest !== undefined && sessions.size > maxSessions) forget(oldest);
    },
  };
}

export type ClientSessions = ReturnType<typeof createClientSessions>;
