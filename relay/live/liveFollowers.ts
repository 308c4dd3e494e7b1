/** Notifies the viewers and owners of live sessions at this relay, and counts viewers at all relays. */
import { randomUUID } from "node:crypto";
import type { LiveEnd } from "../../shared/relay/live/liveWire.ts";
import type { Store } from "../store/store.ts";

/** A reader of a session: a viewer, or the owner. */
export interface Follower {
  readonly kind: "viewer" | "owner";
  /** Called when there may be a new chunk. */
  chunk(): void;
  /** Who reads, where a proxy names people. */
  readonly person?: string | undefined;
  /**
   * Called when the viewers at all relays changed.
   * @param people those whom a proxy has named
   */
  viewers(count: number, people: readonly string[]): void;
  /** Called when the session ended. */
  ended(reason: LiveEnd): void;
  /** Called at each tick. */
  tick(): void;
}

export interface LiveFollowers {
  /** Adds a follower of a session; the returned function removes it. */
  join(id: string, follower: Follower): Promise<() => void>;
  /** The viewers of a session at all relays that have reported them. */
  viewersOf(id: string): number;
  /** Those of them whom a proxy has named, each once. */
  peopleOf(id: string): readonly string[];
  /** Tells every relay that there is a new chunk. */
  announce(id: string): Promise<void>;
  end(id: string, reason: LiveEnd): Promise<void>;
  /** The viewers and owners at this relay. */
  count(kind: Follower["kind"]): number;
  close(): void;
}

interface SessionFollowers {
  readonly followers: Set<Follower>;
  /** The number of viewers at each other relay, and when the number expires. */
  readonly others: Map<string, Viewers & { readonly until: number }>;
  unsubscribe: Promise<() => Promise<void>>;
}

interface Viewers {
  readonly count: number;
  /** Those whom a proxy has named; a relay of an earlier version names nobody. */
  readonly people?: readonly string[];
}

/** Viewers of a session at one relay that are named to its owner. */
const maxPeople = 100;

/** The messages that relays publish for each other; they contain nothing of a session's content. */
type Note =
  | { readonly kind: "chunk" }
  /** Asks the other relays for their viewers. */
  | { readonly kind: "ask" }
  | ({ readonly kind: "viewers"; readonly relay: string } & Viewers)
  | { readonly kind: "end"; readonly reason: LiveEnd };

/** @param tickMs interval in milliseconds at which relays publish their number of viewers again */
export function createLiveFollowers(
  store: Store,
  tickMs: number,
  now: () => number,
): LiveFollowers {
  const relay = randomUUID();
  const sessions = new Map<string, SessionFollowers>();
  const channelOf = (id: string) => `live/${id}`;
  // a lost message does no harm: followers read the store at each tick
  const publish = (id: string, note: Note) =>
    store.publish(channelOf(id), JSON.stringify(note)).catch(() => {});

  const ownViewers = ({ followers }: SessionFollowers) =>
    [...followers].filter(({ kind }) => kind === "viewer").length;
  const ownPeople = ({ followers }: SessionFollowers) => {
    const viewers = [...followers].filter(({ kind }) => kind === "viewer");
    const names = new Set(viewers.flatMap(({ person }) => person ?? []));
    return [...names].slice(0, maxPeople);
  };
  const viewersOf = (id: string) => {
    const session = sessions.get(id);
    if (!session) return 0;
    let count = ownViewers(session);
    for (const [other, { count: its, until }] of session.others) {
      if (until < now()) session.others.delete(other);
      else count += its;
    }
    return count;
  };
  const peopleOf = (id: string) => {
    const session = sessions.get(id);
    if (!session) return [];
    const others = [...session.others.values()].flatMap(({ people = [] }) => people);
    return [...new Set([...ownPeople(session), ...others])].sort();
  };
  const publishViewers = (id: string, session: SessionFollowers) =>
    publish(id, { kind: "viewers", relay, count: ownViewers(session), people: ownPeople(session) });
  const eachOf = (session: SessionFollowers, act: (follower: Follower) => void) =>
    [...session.followers].forEach(act);

  const receive = (id: string, text: string) => {
    const session = sessions.get(id);
    if (!session) return;
    const note = JSON.parse(text) as Note;
    if (note.kind === "chunk") eachOf(session, (follower) => follower.chunk());
    else if (note.kind === "end") eachOf(session, (follower) => follower.ended(note.reason));
    else if (note.kind === "ask") void publishViewers(id, session);
    else {
      if (note.relay !== relay) {
        const { count, people = [] } = note;
        session.others.set(note.relay, { count, people, until: now() + 3 * tickMs });
      }
      const count = viewersOf(id);
      const people = peopleOf(id);
      eachOf(session, (follower) => follower.viewers(count, people));
    }
  };

  const timer = setInterval(() => {
    for (const [id, session] of sessions) {
      if (ownViewers(session) > 0) void publishViewers(id, session);
      const count = viewersOf(id);
      const people = peopleOf(id);
      eachOf(session, (follower) => {
        follower.viewers(count, people);
        follower.tick();
      });
    }
  }, tickMs).unref();

  return {
    async join(id, follower) {
      const session: SessionFollowers = sessions.get(id) ?? {
        followers: new Set(),
        others: new Map(),
        unsubscribe: store.subscribe(channelOf(id), (text) => receive(id, text)),
      };
      sessions.set(id, session);
      session.followers.add(follower);
      const leave = () => {
        if (!session.followers.delete(follower)) return;
        if (follower.kind === "viewer") void publishViewers(id, session);
        if (session.followers.size > 0 || sessions.get(id) !== session) return;
        sessions.delete(id);
        void session.unsubscribe.then((stop) => stop()).catch(() => {});
      };
      try {
        await session.unsubscribe;
      } catch (error) {
        leave();
        throw error;
      }
      if (follower.kind === "viewer") await publishViewers(id, session);
      await publish(id, { kind: "ask" });
      return leave;
    },
    viewersOf,
    peopleOf,
    announce: (id) => publish(id, { kind: "chunk" }),
    end: (id, reason) => publish(id, { kind: "end", reason }),
    count: (wanted) =>
      [...sessions.values()].reduce(
        (sum, { followers }) => sum + [...followers].filter(({ kind }) => kind === wanted).length,
        0,
      ),
    close: () => clearInterval(timer),
  };
}
