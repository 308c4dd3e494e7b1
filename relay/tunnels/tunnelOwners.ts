/** The taps that are connected to this relay: proves whose tunnel it is, and goes on after a lost socket. */
import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import * as v from "valibot";
import type { RawData, WebSocket } from "ws";
import { parseJsonObject } from "../../shared/core/json/jsonObject.ts";
import { createSerialTasks } from "../../shared/core/serialTasks.ts";
import { closeCodes } from "../../shared/relay/frames/frames.ts";
import type { Counters } from "../counters.ts";
import type { Logger } from "../logger.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { ServedSocket } from "../ws/sockets.ts";
import { streamWindow } from "./tunnelFrames.ts";
import { tunnelIdOf, tunnelSecretPattern } from "./tunnelIds.ts";
import { createTunnelLink, type LinkSocket, type TunnelLink } from "./tunnelLink.ts";
import type { TunnelPeers } from "./tunnelPeers.ts";
import type { TunnelRecords } from "./tunnelRecords.ts";

/** The first message of a tap. */
const tunnelHello = v.object({
  kind: v.literal("hello"),
  wire: v.number(),
  secret: v.pipe(v.string(), v.regex(tunnelSecretPattern)),
  /** What the tap had before its socket was lost. */
  resume: v.exactOptional(
    v.object({
      link: v.pipe(v.string(), v.maxLength(64)),
      received: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  ),
});

export type TunnelHello = v.InferOutput<typeof tunnelHello>;

/** The answer to it. */
export const tunnelWelcome = v.object({
  kind: v.literal("welcome"),
  link: v.string(),
  /** The frames received of this link; 0 if it is a new one. */
  received: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Milliseconds that the tunnel lasts. */
  lastsMs: v.number(),
});

export const tunnelWire = 2;

/** Why a relay closes the socket of a tap that must not come again. */
export const tunnelCloseCodes = {
  /** The tunnel was opened from elsewhere. */
  replaced: 4409,
  /** Its time is over, or its owner has closed it. */
  ended: 4410,
} as const;

/** The only other text of a tap. */
export const closeTunnelText = '{"kind":"close"}';

interface TunnelOwnersOptions {
  readonly records: TunnelRecords;
  /** Tells other relays where a tap is. */
  readonly locations: Pick<TunnelPeers, "entered" | "renew" | "left">;
  readonly limits: RelayLimits;
  readonly counters: Counters;
  readonly logger: Logger;
  readonly now: () => number;
}

/** Why a request cannot be passed on. */
export type NoTunnel = "busy";

export interface TunnelOwners {
  serve(socket: WebSocket, admit: () => boolean, visitor: string): ServedSocket;
  /** Opens a stream to a tap; undefined if it is not at this relay. */
  connect(id: string): Duplex | NoTunnel | undefined;
  /** A tap may have connected to another relay. */
  moved(id: string): void;
  count(): number;
  waitingBytes(): number;
  close(): Promise<void>;
}

interface OpenTunnel {
  readonly id: string;
  visitor: string;
  readonly linkId: string;
  readonly link: TunnelLink;
  readonly expires: number;
  socket: WebSocket | undefined;
  away: NodeJS.Timeout | undefined;
  usedAt: number;
}

/** The close code for a relay whose store does not answer. */
const tryAgainLater = 1013;

const overReason = "The time of this tunnel is over";

/** Closes a socket; one with much unsent data is terminated, because its close frame would have to wait. */
function hangUp(socket: WebSocket | undefined, code: number, reason: string): void {
  if (socket && socket.bufferedAmount > streamWindow) socket.terminate();
  else socket?.close(code, reason);
}

const linkSocket = (socket: WebSocket): LinkSocket => ({
  send: (frame, onSent) => socket.send(frame, onSent),
  close: (code, reason) => hangUp(socket, code, reason),
});

export function createTunnelOwners(options: TunnelOwnersOptions): TunnelOwners {
  const { records, locations, limits, counters, logger, now } = options;
  const tunnels = new Map<string, OpenTunnel>();
  /** What the store knows of a tunnel is changed in the order of what happens to it. */
  const tasks = createSerialTasks();
  const count = (outcome: string) => counters.count("tunnels_total", { outcome });

  /** @param code of the close frame, if the tap is connected */
  const end = (tunnel: OpenTunnel, outcome: string, code: number, reason: string) => {
    if (tunnels.get(tunnel.id) !== tunnel) return;
    tunnels.delete(tunnel.id);
    clearTimeout(tunnel.away);
    tunnel.link.end(new Error(reason));
    count(outcome);
    logger.info("tunnel-ended", { outcome });
    const close = () => hangUp(tunnel.socket, code, reason);
    // its location and its slot are those of the newer connection
    if (code === tunnelCloseCodes.replaced) return close();
    // a tap that is told so can rely on it, at every relay
    const isForEver = code === tunnelCloseCodes.ended;
    // but one that nobody uses here may be used where its tap is now
    const how = outcome === "unused" ? "for-ever-if-here" : isForEver ? "for-ever" : "for-now";
    void release(tunnel, how).then(close, close);
  };

  /** Gives back what a tunnel has in the store, unless it is open again. */
  const release = ({ id, visitor }: OpenTunnel, how: "for-now" | "for-ever" | "for-ever-if-here") =>
    tasks.run(id, async () => {
      if (tunnels.has(id)) return;
      const isHere = await locations.left(id).catch(() => how !== "for-ever-if-here");
      if (isHere || how === "for-ever") await records.end(id, visitor, how !== "for-now");
    });

  const isUnused = ({ link, usedAt }: OpenTunnel) =>
    link.streams.count() === 0 && now() - usedAt > limits.tunnelUnusedMs;

  const endMoved = async (tunnel: OpenTunnel) => {
    end(tunnel, "moved", tunnelCloseCodes.replaced, "The tap has connected to another relay.");
    await locations.left(tunnel.id);
  };

  /** Tells the store that a tunnel is still here, or ends one that nobody uses. */
  const renew = (id: string) =>
    tasks.run(id, async () => {
      const tunnel = tunnels.get(id);
      if (!tunnel) return;
      if (!(await locations.renew(id))) return endMoved(tunnel);
      if (!isUnused(tunnel)) return records.renew(id, tunnel.visitor);
      end(tunnel, "unused", tunnelCloseCodes.ended, "Nobody has used this tunnel for long");
    });

  const tick = () => {
    for (const tunnel of [...tunnels.values()]) {
      const { expires, id } = tunnel;
      if (expires <= now()) {
        end(tunnel, "expired", tunnelCloseCodes.ended, overReason);
      } else if (!tasks.isBusy(id)) {
        renew(id).catch(() => {});
      }
    }
  };
  const timer = setInterval(tick, limits.tunnelRenewMs).unref();

  const leave = (tunnel: OpenTunnel, socket: WebSocket) => {
    if (tunnel.socket !== socket) return;
    tunnel.socket = undefined;
    tunnel.link.detach();
    if (tunnels.get(tunnel.id) !== tunnel) return;
    tunnel.away = setTimeout(
      () => end(tunnel, "away", tryAgainLater, "The tap has been away for too long."),
      limits.tunnelAwayMs,
    ).unref();
  };

  /** Goes on with the streams of a former socket, or begins without any. */
  const enter = (
    socket: WebSocket,
    id: string,
    visitor: string,
    { expires, resume }: { expires: number; resume: TunnelHello["resume"] },
  ): OpenTunnel => {
    const former = tunnels.get(id);
    const welcome = ({ linkId }: OpenTunnel, received: number) => {
      const lastsMs = Math.max(0, expires - now());
      socket.send(JSON.stringify({ kind: "welcome", link: linkId, received, lastsMs }));
    };
    const isSame = former && resume && former.linkId === resume.link;
    const greet = () => former && welcome(former, former.link.received());
    if (isSame && former.link.attach(linkSocket(socket), resume.received, greet)) {
      const last = former.socket;
      former.socket = socket;
      former.visitor = visitor;
      clearTimeout(former.away);
      hangUp(last, tunnelCloseCodes.replaced, "The tap has connected again");
      count("resumed");
      return former;
    }
    if (former) {
      end(former, "replaced", tunnelCloseCodes.replaced, "The tunnel was opened from elsewhere");
    }
    const link = createTunnelLink({
      limit: limits.tunnelRequests,
      onBroken: () => end(tunnel, "broken", closeCodes.badFrame, "The tap has broken the rules."),
    });
    const usedAt = now();
    const linkId = randomUUID();
    const tunnel: OpenTunnel = {
      id,
      visitor,
      linkId,
      link,
      expires,
      socket,
      away: undefined,
      usedAt,
    };
    tunnels.set(id, tunnel);
    welcome(tunnel, 0);
    link.attach(linkSocket(socket), 0);
    count("opened");
    logger.info("tunnel-opened", {});
    return tunnel;
  };

  return {
    serve(socket, admit, visitor) {
      let tunnel: OpenTunnel | undefined;
      const helloTimeout = setTimeout(() => {
        socket.close(closeCodes.notPaired, "No hello in time");
      }, limits.helloMs);
      const greet = async (text: string) => {
        const { success, output } = v.safeParse(tunnelHello, parseJsonObject(text));
        if (!success) {
          return socket.close(closeCodes.notPaired, "The first message must be a hello");
        }
        if (output.wire !== tunnelWire) {
          return socket.close(closeCodes.wrongVersion, "This relay is of another version");
        }
        const id = tunnelIdOf(output.secret);
        return tasks
          .run(id, () => begin(id, output.resume))
          .catch(() => {
            socket.close(tryAgainLater, "The relay's store does not answer");
          });
      };
      const begin = async (id: string, resume: TunnelHello["resume"]) => {
        const isFull = () => !tunnels.has(id) && tunnels.size >= limits.openTunnels;
        const fullReason = "This relay has as many tunnels as it permits";
        if (socket.readyState !== socket.OPEN) return;
        // nothing is taken from the relay that has the tunnel now
        if (isFull()) {
          count("refused");
          return socket.close(closeCodes.tooMany, fullReason);
        }
        const started = await records.start(id, visitor);
        if ("reason" in started) {
          const { reason, isForEver } = started;
          count("refused");
          return socket.close(isForEver ? tunnelCloseCodes.ended : closeCodes.tooMany, reason);
        }
        try {
          // before the tap tells anybody its address
          await locations.entered(id);
          if (socket.readyState !== socket.OPEN) return;
          if (isFull() || !admit()) return socket.close(closeCodes.tooMany, fullReason);
          tunnel = enter(socket, id, visitor, { expires: started.expires, resume });
        } finally {
          // one that was here before stays here
          if (!tunnels.has(id) && (await locations.left(id).catch(() => true))) {
            await records.end(id, visitor, false).catch(() => {});
          }
        }
      };
      let isGreeted = false;
      socket.on("message", (data: RawData, isBinary: boolean) => {
        if (!isGreeted) {
          isGreeted = true;
          // a slow store is no fault of the tap
          clearTimeout(helloTimeout);
          socket.pause();
          void greet(isBinary ? "" : `${data}`).finally(() => socket.resume());
          return;
        }
        if (!tunnel || tunnel.socket !== socket) return;
        if (isBinary) tunnel.link.take(data as Buffer);
        else if (`${data}` === closeTunnelText) {
          end(tunnel, "closed", tunnelCloseCodes.ended, "The tunnel is closed");
        } else socket.close(closeCodes.badFrame, "The relay does not know this message");
      });
      socket.once("close", () => {
        clearTimeout(helloTimeout);
        if (tunnel) leave(tunnel, socket);
      });
      return { isBusy: () => (tunnel?.link.streams.count() ?? 0) > 0 };
    },
    connect(id) {
      const tunnel = tunnels.get(id);
      if (!tunnel) return undefined;
      if (tunnel.expires <= now()) {
        end(tunnel, "expired", tunnelCloseCodes.ended, overReason);
        return undefined;
      }
      const { streams, isFull } = tunnel.link;
      if (streams.count() >= limits.tunnelRequests || isFull()) return "busy";
      tunnel.usedAt = now();
      return tunnel.link.streams.open();
    },
    moved(id) {
      if (tunnels.has(id)) renew(id).catch(() => {});
    },
    count: () => tunnels.size,
    waitingBytes: () =>
      [...tunnels.values()].reduce((sum, { link }) => sum + link.waitingBytes(), 0),
    async close() {
      clearInterval(timer);
      const ids = [...tunnels.keys()];
      for (const tunnel of tunnels.values()) {
        clearTimeout(tunnel.away);
        tunnel.link.end(new Error("The relay was stopped."));
      }
      tunnels.clear();
      await Promise.allSettled(ids.map((id) => tasks.run(id, () => locations.left(id))));
    },
  };
}
