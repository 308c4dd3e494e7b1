/** The feeds of events of the open servers, with their webhook receivers; a feed outlives its view. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../shared/core/clock.ts";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import {
  createEventFeed,
  type EventFeed,
  type FeedState,
} from "../../../shared/events/eventFeed.ts";
import { createWebhookSecret } from "../../../shared/events/webhookSignature.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import { receiveThroughRelay } from "../../../shared/relay/client/relayWebhook.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { DeliveryRefusal, ReceiverCode } from "../../../shared/relay/frames/webhookFrames.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { RelayAccess } from "../../relay/store/relayAccess.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { whenServerCloses } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";

export type ReceiverState =
  | { readonly kind: "closed" }
  | { readonly kind: "opening" }
  | {
      readonly kind: "open";
      readonly url: string;
      readonly isLocal: boolean;
      readonly secret: string;
    }
  | { readonly kind: "ended"; readonly reason: ReceiverCode | Failure };

export interface OpenFeed {
  readonly feed: Omit<EventFeed, "state" | "subscribe" | "receive" | "close">;
  readonly state: ReadableStore<FeedState>;
  readonly receiver: ReadableStore<ReceiverState>;
  /** The deliveries that the relay refused, by reason. */
  readonly refusals: ReadableStore<ReadonlyMap<DeliveryRefusal, number>>;
  /** Opens a receiver at the relay, with a new secret. */
  openReceiver(): Promise<void>;
  closeReceiver(): void;
}

export interface EventFeeds {
  /** The feed of a type of events; those of an earlier connection of the server end. */
  of(view: ConnectedView, name: string): OpenFeed;
}

interface EventFeedsOptions {
  readonly clock: Pick<Clock, "now">;
  readonly relay: Pick<RelayAccess, "link">;
  readonly servers: Pick<Servers, "subscribe">;
}

interface OwnFeed extends OpenFeed {
  end(): void;
}

const fillRandom = (bytes: Uint8Array<ArrayBuffer>) => void crypto.getRandomValues(bytes);

export function createEventFeeds({ clock, relay, servers }: EventFeedsOptions): EventFeeds {
  const open = new Map<string, { connectionId: string; feeds: Map<string, OwnFeed> }>();
  const endAll = (serverId: string) => {
    for (const feed of open.get(serverId)?.feeds.values() ?? []) feed.end();
    open.delete(serverId);
  };
  whenServerCloses(servers, endAll);

  const createFeed = ({ client }: ConnectedView, name: string): OwnFeed => {
    const feed = createEventFeed({ client, name, now: clock.now });
    const state = createStore<FeedState>(feed.state);
    feed.subscribe(() => state.setState(feed.state(), true));
    const receiver = createStore<ReceiverState>(() => ({ kind: "closed" }));
    const setReceiver = (next: ReceiverState) => receiver.setState(next, true);
    const refusals = createStore<ReadonlyMap<DeliveryRefusal, number>>(() => new Map());
    let stop = () => {};
    /** Raised when a receiver is opened or closed: what an earlier one reports is ignored. */
    let generation = 0;
    const closeReceiver = () => {
      generation++;
      stop();
      stop = () => {};
      setReceiver({ kind: "closed" });
    };
    return {
      feed,
      state: toReadable(state),
      receiver: toReadable(receiver),
      refusals: toReadable(refusals),
      async openReceiver() {
        closeReceiver();
        const opened = generation;
        setReceiver({ kind: "opening" });
        refusals.setState(new Map(), true);
        const link = await relay.link();
        if (opened !== generation) return;
        if ("code" in link) return setReceiver({ kind: "ended", reason: link });
        const secret = createWebhookSecret(fillRandom);
        stop = receiveThroughRelay(link, createStreamId(fillRandom), secret, {
          receiving: (url, isLocal) => setReceiver({ kind: "open", url, isLocal, secret }),
          delivered: (body) => feed.receive(parseJsonObject(body)),
          refused(code) {
            const counts = refusals.getState();
            refusals.setState(new Map(counts).set(code, (counts.get(code) ?? 0) + 1), true);
          },
          ended: (reason) => opened === generation && setReceiver({ kind: "ended", reason }),
        });
      },
      closeReceiver,
      end() {
        closeReceiver();
        feed.close();
      },
    };
  };

  return {
    of(view, name) {
      const { serverId, id: connectionId } = view.connection;
      if (open.get(serverId)?.connectionId !== connectionId) endAll(serverId);
      const { feeds } = open.get(serverId) ?? { feeds: new Map<string, OwnFeed>() };
      open.set(serverId, { connectionId, feeds });
      const feed = feeds.get(name) ?? createFeed(view, name);
      feeds.set(name, feed);
      return feed;
    },
  };
}
