/** The readers of each live session at this relay, and how many there are at all relays. */
import { randomUUID } from "node:crypto";
import type { LiveEnd } from "../../shared/relay/live/liveWire.ts";
import type { Store } from "../store/store.ts";

/** A reader of a session: a viewer, or the owner. */
export interface Follower {
  readonly kind: "viewer" | "owner";
  /** Called when there may be a new chunk. */
  chunk(): void;
  /** Called when the number of viewers at all relays changed. */
  viewers(count: number): void;
  /** Called when the session ended. */
  ended(reason: LiveEnd): void;
  /** Called at each tick. */
  tick(): void;
}

export interface Rooms {
  /** @returns a function that leaves */
  join(id: string, follower: Follower): Promise<() => void>;
  /** The viewers of a session at all relays that have reported them. */
  viewersOf(id: string): number;
  /** Tells every relay that there is a new chunk. */
  announce(id: string): Promise<void>;
  end(id: string, reason: LiveEnd): Promise<void>;
  /** The viewers and owners at this relay. */
  count(kind: Follower["kind"]): number;
  close(): void;
}

interface Room {
  readonly followers: Set<Follower>;
  /** The viewers at other relays, and until when that counts. */
  readonly others: Map<string, { readonly count: number; readonly until: number }>;
  unsubscribe: Promise<() => Promise<void>>;
}

/** What relays publish for each other; none of it is content. */
type Note =
  | { readonly kind: "chunk" }
  /** Asks the other relays for their viewers. */
  | { readonly kind: "ask" }
  | { readonly kind: "viewers"; readonly relay: string; readonly count: number }
  | { readonly kind: "end"; readonly reason: LiveEnd };

/** @param tickMs interval at which relays repeat what they know, in milliseconds */
export function createRooms(store: Store, tickMs: number, now: () => number): Rooms {
  const relay = randomUUID();
  const rooms = new Map<string, Room>();
  const channelOf = (id: string) => `live/${id}`;
  // the next tick makes up for a lost message
  const publish = (id: string, note: Note) =>
    store.publish(channelOf(id), JSON.stringify(note)).catch(() => {});

  const ownViewers = ({ followers }: Room) =>
    [...followers].filter(({ kind }) => kind === "viewer").length;
  const viewersOf = (id: string) => {
    const room = rooms.get(id);
    if (!room) return 0;
    let count = ownViewers(room);
    for (const [other, { count: its, until }] of room.others) {
      if (until < now()) room.others.delete(other);
      else count += its;
    }
    return count;
  };
  const publishViewers = (id: string, room: Room) =>
    publish(id, { kind: "viewers", relay, count: ownViewers(room) });
  const eachOf = (room: Room, act: (follower: Follower) => void) =>
    [...room.followers].forEach(act);

  const receive = (id: string, text: string) => {
    const room = rooms.get(id);
    if (!room) return;
    const note = JSON.parse(text) as Note;
    if (note.kind === "chunk") eachOf(room, (follower) => follower.chunk());
    else if (note.kind === "end") eachOf(room, (follower) => follower.ended(note.reason));
    else if (note.kind === "ask") void publishViewers(id, room);
    else {
      if (note.relay !== relay) {
        room.others.set(note.relay, { count: note.count, until: now() + 3 * tickMs });
      }
      const count = viewersOf(id);
      eachOf(room, (follower) => follower.viewers(count));
    }
  };

  const timer = setInterval(() => {
    for (const [id, room] of rooms) {
      if (ownViewers(room) > 0) void publishViewers(id, room);
      const count = viewersOf(id);
      eachOf(room, (follower) => {
        follower.viewers(count);
        follower.tick();
      });
    }
  }, tickMs).unref();

  return {
    async join(id, follower) {
      const room: Room = rooms.get(id) ?? {
        followers: new Set(),
        others: new Map(),
        unsubscribe: store.subscribe(channelOf(id), (text) => receive(id, text)),
      };
      rooms.set(id, room);
      room.followers.add(follower);
      const leave = () => {
        if (!room.followers.delete(follower)) return;
        if (follower.kind === "viewer") void publishViewers(id, room);
        if (room.followers.size > 0 || rooms.get(id) !== room) return;
        rooms.delete(id);
        void room.unsubscribe.then((stop) => stop()).catch(() => {});
      };
      try {
        await room.unsubscribe;
      } catch (error) {
        leave();
        throw error;
      }
      if (follower.kind === "viewer") await publishViewers(id, room);
      await publish(id, { kind: "ask" });
      return leave;
    },
    viewersOf,
    announce: (id) => publish(id, { kind: "chunk" }),
    end: (id, reason) => publish(id, { kind: "end", reason }),
    count: (wanted) =>
      [...rooms.values()].reduce(
        (sum, { followers }) => sum + [...followers].filter(({ kind }) => kind === wanted).length,
        0,
      ),
    close: () => clearInterval(timer),
  };
}
