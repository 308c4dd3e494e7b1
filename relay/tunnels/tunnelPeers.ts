/**
 * Tunnels of taps that are connected to another relay of the same store: a request has a link of its
 * own to that relay, whose frames are messages of the store.
 */
import { randomUUID } from "node:crypto";
import { type Duplex, pipeline } from "node:stream";
import * as v from "valibot";
import { parseJsonObject } from "../../shared/core/json/jsonObject.ts";
import type { RelayLimits } from "../relayLimits.ts";
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
  v.object({
    kind: v.literal("over"),
    link: v.string(),
    reason: v.string(),
    code: v.exactOptional(v.string()),
  }),
  /** The tap of a tunnel has connected elsewhere. */
  v.object({ kind: v.literal("moved"), id: v.string() }),
]);

type PeerMessage = v.InferOutput<typeof peerMessage>;

/** Why a request was not begun at another relay. */
const failureCodes = ["busy", "away"] as const;

type FailureCode = (typeof failureCodes)[number];

/** The error of a stream whose request the other relay has not begun. */
export class PeerFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

interface PeersOptions {
  readonly store: Store;
  readonly limits: Pick<RelayLimits, "tunnelMs" | "tunnelRenewMs">;
  /** Opens a stream to a tap that is connected to this relay. */
  readonly connectHere: (id: string) => Duplex | "busy" | undefined;
  /** The tap of a tunnel may have connected elsewhere. */
  readonly onMoved: (id: string) => void;
}

export interface TunnelPeers {
  /** Opens a stream to a tap at another relay. */
  connect(id: string): Promise<Duplex | undefined>;
  /** A tap has connected to this relay. */
  entered(id: string): Promise<void>;
  /**
   * Its tunnel is still here.
   * @returns false if the tap has connected to another relay since
   */
  renew(id: string): Promise<boolean>;
  /** @returns false if the tap has connected to another relay since */
  left(id: string): Promise<boolean>;
  /** Bytes that wait for another relay, or for a visitor. */
  waitingBytes(): number;
  close(): void;
}

/** No relay but this one. */
export const noPeers: TunnelPeers = {
  connect: async () => undefined,
  entered: async () => {},
  renew: async () => true,
  left: async () => true,
  waitingBytes: () => 0,
  close: () => {},
};

/** Milliseconds that another relay has to begin with a request. */
const beginMs = 10_000;

/** Where a tap is. Of two values for a tunnel, the one with the smaller generation is older. */
interface TapLocation {
  readonly relay: string;
  readonly generation: number;
}

interface PeerLink {
  readonly id: string;
  readonly peer: string;
  readonly link: TunnelLink;
  /** Whether the visitor is at this relay. */
  readonly isVisitors: boolean;
  /** The number of the next frame. */
  next: number;
  begun: NodeJS.Timeout | undefined;
  /** Whether the other relay was not found the last time. */
  isMissed: boolean;
}

export function createTunnelPeers(options: PeersOptions): TunnelPeers {
  const { store, connectHere, onMoved } = options;
  const { tunnelMs, tunnelRenewMs: renewMs } = options.limits;
  const own = randomUUID();
  const links = new Map<string, PeerLink>();
  /** The generations of the tunnels that are here. */
  const generations = new Map<string, number>();
  const locationKey = (id: string) => `tunnel-at/${id}`;
  const generationKey = (id: string) => `tunnel-generation/${id}`;
  const aliveOf = (relay: string) => `tunnel-relay-alive/${relay}`;
  const channelOf = (relay: string) => `tunnel-relay/${relay}`;
  /** It is known where a tap is for this time, if its relay says nothing more. */
  const locationLease = { ttl: 4 * renewMs };
  let leave = async () => {};
  let isOver = false;

  const whereIs = async (id: string): Promise<TapLocation | undefined> => {
    const bytes = await store.get(locationKey(id));
    if (!bytes) return undefined;
    const [relay = "", generation] = `${Buffer.from(bytes)}`.split(" ");
    return { relay, generation: Number(generation ?? 0) };
  };
  const putLocation = (id: string, generation: number) =>
    store.put(locationKey(id), Buffer.from(`${own} ${generation}`), locationLease);
  const isElsewhere = (location: TapLocation | undefined, generation: number) =>
    location !== undefined && location.relay !== own && location.generation > generation;
  const say = (peer: string, message: PeerMessage) =>
    store.publish(channelOf(peer), JSON.stringify(message));

  const drop = (name: string, reason: string, isToSay: boolean, code?: FailureCode) => {
    const found = links.get(name);
    if (!found) return;
    links.delete(name);
    clearTimeout(found.begun);
    found.link.end(code ? new PeerFailure(code, reason) : new Error(reason));
    if (!isToSay) return;
    const over = { kind: "over", link: name, reason, ...(code ? { code } : {}) } as const;
    void say(found.peer, over).catch(() => {});
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
      isMissed: false,
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
          return tap
            ? drop(name, "Too many requests are open in this tunnel.", true, "busy")
            : drop(name, "The tap has left.", true, "away");
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
        return drop(
          output.link,
          output.reason,
          false,
          failureCodes.find((code) => code === output.code),
        );
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

  const sayAlive = () =>
    store.put(aliveOf(own), Buffer.from("1"), { ttl: 2 * renewMs }).catch(() => {});
  void sayAlive();

  /** Whether the other relay of a request runs and, for a visitor's, still has the tap. */
  const isThere = async ({ id, peer, isVisitors }: PeerLink): Promise<boolean> => {
    if (isVisitors && (await whereIs(id))?.relay !== peer) return false;
    return (await store.get(aliveOf(peer))) !== undefined;
  };

  // a relay that was killed says nothing
  const checking = setInterval(() => {
    void sayAlive();
    for (const [name, found] of links) {
      isThere(found).then(
        (isFound) => {
          // a store that was started again may not know a relay yet
          if (!isFound && found.isMissed) drop(name, "The other relay has gone.", true);
          found.isMissed = !isFound;
        },
        () => {},
      );
    }
  }, renewMs).unref();

  return {
    async connect(id) {
      const peer = (await whereIs(id))?.relay;
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
      const counted = await store.incr(generationKey(id), 1, { ttl: tunnelMs });
      // the counter begins anew when its time is over
      const generation = Math.max(counted, (former?.generation ?? 0) + 1);
      await putLocation(id, generation);
      generations.set(id, generation);
      if (former && former.relay !== own) await say(former.relay, { kind: "moved", id });
    },
    async renew(id) {
      const generation = generations.get(id) ?? 0;
      if (isElsewhere(await whereIs(id), generation)) return false;
      await putLocation(id, generation);
      return true;
    },
    async left(id) {
      const generation = generations.get(id) ?? 0;
      generations.delete(id);
      if (isElsewhere(await whereIs(id), generation)) return false;
      await store.delete(locationKey(id));
      return true;
    },
    waitingBytes: () => [...links.values()].reduce((sum, { link }) => sum + link.waitingBytes(), 0),
    close() {
      isOver = true;
      clearInterval(checking);
      void leave();
      void store.delete(aliveOf(own)).catch(() => {});
      for (const name of [...links.keys()]) drop(name, "The relay was stopped.", true);
    },
  };
}
