/** Keeps the sessions of clients over HTTP: one state of the agent's server for each. */
import type { Clock } from "../../../../shared/core/clock.ts";
import type { AgentSession } from "./agentSession.ts";

interface AgentSessionsOptions {
  /** @param isShared whether several clients use it */
  readonly openSession: (isShared: boolean) => AgentSession;
  readonly newId: () => string;
  readonly clock: Pick<Clock, "after">;
}

/** A session while a request uses it. */
export interface UsedSession {
  readonly id: string;
  readonly session: AgentSession;
  /** Called when the request has ended. */
  release(): void;
}

export interface AgentSessions {
  /** Begins a session. @returns undefined if all others are in use, or all have ended */
  open(): UsedSession | undefined;
  /** @returns undefined if there is none */
  use(id: string): UsedSession | undefined;
  /** @returns undefined if there is none */
  end(id: string): Promise<void> | undefined;
  /**
   * Uses the one that requests of 2026-07-28 share, which has no sessions. Another one begins when it
   * was not used for a while, or its messages fill the memory.
   * @returns undefined once all have ended
   */
  shared(): UsedSession | undefined;
  /** Ends all of them, and begins no more. */
  close(): Promise<void>;
}

/** Sessions at once; beyond them, the one that was not used for longest is ended. */
export const maxSessions = 32;

/** Milliseconds after which a session that is not used ends, with the processes that it started. */
export const idleMs = 30 * 60_000;

interface OpenSession {
  readonly session: AgentSession;
  running: number;
  stopWaiting: () => void;
}

/** The shared session is kept among the others, under a name that no client can send. */
const sharedId = " shared";

export function createAgentSessions(options: AgentSessionsOptions): AgentSessions {
  const { openSession, newId, clock } = options;
  /** Longest unused first. */
  const sessions = new Map<string, OpenSession>();
  const ending = new Set<Promise<void>>();
  let isClosed = false;

  const end = (id: string, { session, stopWaiting }: OpenSession) => {
    stopWaiting();
    sessions.delete(id);
    const ended = session.end().finally(() => ending.delete(ended));
    ending.add(ended);
    return ended;
  };
  // its client is gone, so nobody needs the error
  const forget = (id: string, open: OpenSession) => void end(id, open).catch(() => {});

  const use = (id: string, open: OpenSession): UsedSession => {
    open.running += 1;
    open.stopWaiting();
    return {
      id,
      session: open.session,
      release() {
        open.running -= 1;
        // it may have ended, and the shared one may have been replaced
        if (sessions.get(id) !== open) return;
        sessions.delete(id);
        sessions.set(id, open);
        if (open.running === 0) open.stopWaiting = clock.after(idleMs, () => forget(id, open));
      },
    };
  };
  const begin = (id: string) => {
    const open = { session: openSession(id === sharedId), running: 0, stopWaiting: () => {} };
    sessions.set(id, open);
    return use(id, open);
  };

  return {
    open() {
      if (isClosed) return undefined;
      if (sessions.size >= maxSessions) {
        const [unused] = [...sessions].filter(([, { running }]) => running === 0);
        if (!unused) return undefined;
        forget(...unused);
      }
      return begin(newId());
    },
    use(id) {
      const found = sessions.get(id);
      return found && id !== sharedId ? use(id, found) : undefined;
    },
    end(id) {
      const found = sessions.get(id);
      return found && id !== sharedId ? end(id, found) : undefined;
    },
    shared() {
      if (isClosed) return undefined;
      const found = sessions.get(sharedId);
      if (found && !found.session.isFull()) return use(sharedId, found);
      if (found) forget(sharedId, found);
      return begin(sharedId);
    },
    async close() {
      isClosed = true;
      for (const [id, open] of sessions) forget(id, open);
      await Promise.allSettled(ending);
    },
  };
}
