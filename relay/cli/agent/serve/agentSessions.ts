/** Keeps the sessions of clients over HTTP: one state of the agent's server for each. */
import type { AgentSession } from "./agentSession.ts";

interface AgentSessionsOptions {
  readonly openSession: () => AgentSession;
  readonly newId: () => string;
}

export interface AgentSessions {
  /** Begins a session. @returns undefined if all others are in use */
  open(): { readonly id: string; readonly session: AgentSession } | undefined;
  /** Uses a session until the returned function is called. @returns undefined if there is none */
  use(id: string): { readonly session: AgentSession; readonly release: () => void } | undefined;
  /** @returns undefined if there is none */
  end(id: string): Promise<void> | undefined;
  /** The one that requests of 2026-07-28 share, which has no sessions. */
  shared(): AgentSession;
  /** Ends all of them, and begins no more. */
  close(): Promise<void>;
}

/** Sessions at once; beyond them, the one that was not used for longest is ended. */
const maxSessions = 32;

export function createAgentSessions({ openSession, newId }: AgentSessionsOptions): AgentSessions {
  /** Longest unused first. */
  const sessions = new Map<string, { readonly session: AgentSession; running: number }>();
  const ending = new Set<Promise<void>>();
  let modern: AgentSession | undefined;
  let isClosed = false;

  const end = (id: string, session: AgentSession) => {
    sessions.delete(id);
    const ended = session.end().finally(() => ending.delete(ended));
    ending.add(ended);
    return ended;
  };

  return {
    open() {
      if (isClosed) return undefined;
      if (sessions.size >= maxSessions) {
        const [unused] = [...sessions].filter(([, { running }]) => running === 0);
        if (!unused) return undefined;
        const [id, { session }] = unused;
        // why it did not end well concerns nobody any more
        end(id, session).catch(() => {});
      }
      const [id, session] = [newId(), openSession()];
      sessions.set(id, { session, running: 0 });
      return { id, session };
    },
    use(id) {
      const found = sessions.get(id);
      if (!found) return undefined;
      found.running += 1;
      return {
        session: found.session,
        release() {
          found.running -= 1;
          if (sessions.delete(id)) sessions.set(id, found);
        },
      };
    },
    end(id) {
      const found = sessions.get(id);
      return found && end(id, found.session);
    },
    shared() {
      modern ??= openSession();
      return modern;
    },
    async close() {
      isClosed = true;
      for (const [id, { session }] of sessions) end(id, session).catch(() => {});
      await Promise.allSettled([...ending, modern?.end()]);
    },
  };
}
