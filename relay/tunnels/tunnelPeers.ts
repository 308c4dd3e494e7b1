/**
 * Tunnels of taps that are connected to another relay of the same store: a request has a link of its
 * own to that relay, whose frames are messages of the store.
 */
import { randomUUID } from "node:crypto";
import { type Duplex, pipeline } from "node:stream";
import * as v from "valibot";
import { parseJsonObject } from "../../shared/core/json/jsonObject.ts";
import type { Store } from "../store/store.ts";
import { createTunnelLink, type LinkSocket, type TunnelLink } from "./tunnelLink.ts";

/** A message from one relay to another. */
const peerMessage = v.variant("kind", [
  /** A frame of a link; the first one says whose tunnel it is for. */
  v.object({
    kind: v.literal("frame"),
    from: v.string(),
    link: v.string(),
    number: v.number(),
    id: v.string(),
    frame: v.string(),
  }),
  /** The other relay has begun with the request. */
  v.object({ kind: v.literal("here"), link: v.string() }),
  /** The link has ended. */
  v.object({ kind: v.literal("over"), link: v.string(), reason: v.string() }),
  /** The tap of a tunnel has connected elsewhere. */
  v.object({ kind: v.literal("moved"), id: v.string() }),
]);

type PeerMessage = v.InferOutput<typeof peerMessage>;

interface PeersOptions {
  readonly store: Store;
  /** Opens a stream to a tap that is connected to this relay. */
  readonly connectHere: (id: string) => Duplex | "busy" | undefined;
  /** Ends what remains of a tunnel here. */
  readonly onMoved: (id: string) => void;
}

export interface TunnelPeers {
  /** Opens a stream to a tap at another relay. */
  connect(id: string): Promise<Duplex | undefined>;
  /** A tap has connected to this relay. */
  entered(id: string): Promise<void>;
  /** Its tunnel is still here. */
  renew(id: string): Promise<void>;
  left(id: string): Promise<void>;
  /** Bytes that wait for another relay, or for a visitor. */
  waitingBytes(): number;
  close(): void;
}

/** No relay but this one. */
export const noPeers: TunnelPeers = {
  connect: async () => undefined,
  entered: async () => {},
  renew: async () => {},
  left: async () => {},
  waitingBytes: () => 0,
  close: () => {},
};

/** Milliseconds for which it is known where a tap is, if its relay says nothing more. */
const placeMs = 60_000;

/** Milliseconds that another relay has to begin with a request. */
const beginMs = 10_000;

/** How often open requests are looked after. */
const checkMs = 15_000;

interface PeerLink {
  readonly id: string;
  readonly peer: string;
  readonly link: TunnelLink;
  /** Whether the visitor is at this relay. */
  readonly isVisitors: boolean;
  /** The number of the next frame. */
  next: number;
  begun: NodeJS.Timeout | undefined;
}

export function createTunnelPeers({ store, connectHere, onMoved }: PeersOptions): TunnelPeers {
  const own = randomUUID();
  const links = new Map<string, PeerLink>();
  const placeOf = (id: string) => `tunnel-at/${id}`;
  const channelOf = (relay: string) => `tunnel-relay/${relay}`;
  const mark = Buffer.from(own);
  let leave = async () => {};
  let isOver = false;

  const whereIs = async (id: string): Promise<string | undefined> => {
    const bytes = await store.get(placeOf(id));
    return bytes && `${Buffer.from(bytes)}`;
  };
  const say = (peer: string, message: PeerMessage) =>
    store.publish(channelOf(peer), JSON.stringify(message));

  const drop = (name: string, reason: string, isToSay: boolean) => {
    const found = links.get(name);
    if (!found) return;
    links.delete(name);
    clearTimeout(found.begun);
    found.link.end(new Error(reason));
    if (isToSay) void say(found.peer, { kind: "over", link: name, reason }).catch(() => {});
  };

  const add = (
    name: string,
    { id, peer, onOpen }: { id: string; peer: string; onOpen?: (stream: Duplex) => void },
  ): PeerLink => {
    let number = 0;
    const link = createTunnelLink({
      limit: 1,
      onBroken: () => drop(name, "The other relay has broken the rules.", true),
      ...(onOpen ? { onOpen } : {}),
    });
    const made: PeerLink = {
      id,
      peer,
      link,
      isVisitors: onOpen === undefined,
      next: 0,
      begun: undefined,
    };
    links.set(name, made);
    const send: LinkSocket["send"] = (frame, onSent) => {
      const text = frame.toString("base64");
      say(peer, { kind: "frame", from: own, link: name, number: number++, id, frame: text })
        .catch(() => drop(name, "The relay's store does not answer.", false))
        .finally(onSent);
    };
    link.attach({ send, close: () => {} }, 0);
    return made;
  };

  /** Passes a request of another relay's visitor to the tap. */
  const begin = (name: string, id: string, peer: string): PeerLink =>
    add(name, {
      id,
      peer,
      onOpen(stream) {
        const tap = connectHere(id);
        if (!tap || tap === "busy") {
          const reason = tap ? "Too many requests are open in this tunnel." : "The tap has left.";
          return drop(name, reason, true);
        }
        void say(peer, { kind: "here", link: name }).catch(() => {});
        const end = () => {
          // the frames that end it at the other relay are sent
          if (stream.closed && tap.closed) drop(name, "The request has ended.", false);
        };
        stream.once("close", end);
        tap.once("close", end);
        pipeline(stream, tap, (error) => error && tap.destroy());
        pipeline(tap, stream, (error) => error && stream.destroy());
      },
    });

  const take = (text: string) => {
    const { success, output } = v.safeParse(peerMessage, parseJsonObject(text));
    if (!success || isOver) return;
    switch (output.kind) {
      case "moved":
        return onMoved(output.id);
      case "over":
        return drop(output.link, output.reason, false);
      case "here":
        return clearTimeout(links.get(output.link)?.begun);
      case "frame": {
        const { link: name, number, id, from, frame } = output;
        const known = links.get(name);
        if (!known && number !== 0) return;
        const to = known ?? begin(name, id, from);
        // the store has lost a message
        if (to.next !== number || to.peer !== from) return drop(name, "A message was lost.", true);
        to.next++;
        to.link.take(Buffer.from(frame, "base64"));
      }
    }
  };

  const join = () => {
    store.subscribe(channelOf(own), take).then(
      (unsubscribe) => {
        leave = unsubscribe;
        if (isOver) void leave();
      },
      () => {
        if (!isOver) setTimeout(join, 2000).unref();
      },
    );
  };
  join();

  // a relay that was killed says nothing
  const checking = setInterval(() => {
    for (const [name, { id, peer, isVisitors }] of links) {
      if (!isVisitors) continue;
      whereIs(id).then(
        (place) => place !== peer && drop(name, "The relay of the tap has gone.", true),
        () => {},
      );
    }
  }, checkMs).unref();

  return {
    async connect(id) {
      const peer = await whereIs(id);
      if (peer === undefined || peer === own || isOver) return undefined;
      const name = randomUUID();
      const made = add(name, { id, peer });
      made.begun = setTimeout(
        () => drop(name, "The relay of the tap does not answer.", true),
        beginMs,
      ).unref();
      const stream = made.link.streams.open();
      stream.once("close", () => {
        // its last frame says so, too
        setImmediate(() => drop(name, "The request has ended.", false));
      });
      return stream;
    },
    async entered(id) {
      const former = await whereIs(id);
      await store.put(placeOf(id), mark, { ttl: placeMs });
      if (former !== undefined && former !== own) await say(former, { kind: "moved", id });
    },
    async renew(id) {
      await store.put(placeOf(id), mark, { ttl: placeMs });
    },
    async left(id) {
      if ((await whereIs(id)) === own) await store.delete(placeOf(id));
    },
    waitingBytes: () => [...links.values()].reduce((sum, { link }) => sum + link.waitingBytes(), 0),
    close() {
      isOver = true;
      clearInterval(checking);
      void leave();
      for (const name of [...links.keys()]) drop(name, "The relay was stopped.", true);
    },
  };
}
