/** Reads one session of a tap over the relay's link, and shows it as a recording that grows. */

import type { JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { readLiveDocument } from "../../../shared/recording/live/liveDocuments.ts";
import type { RelayLink } from "../../../shared/relay/client/relayLink.ts";
import { encodeMessage } from "../../../shared/relay/frames/frames.ts";
import type { StreamId } from "../../../shared/relay/frames/streamId.ts";
import type { TapListing } from "../../../shared/relay/frames/tapFrames.ts";
import {
  createGrowingRecording,
  type GrowingOptions,
} from "../../sessions/store/live/growingRecording.ts";
import type { LiveState } from "../../sessions/store/openedRecording.ts";

import type { TapControl } from "./tapControl.ts";

type EndReason = Extract<LiveState, { kind: "ended" }>["reason"];

/** Milliseconds after which a tap that the relay does not know is asked for again. */
const retryMs = 1000;
/** How often; a tap connects to a relay that was started again within a second. */
const maxRetries = 10;

/**
 * @param control undefined where nothing can be ordered
 * @returns a function that returns the id of its server, once there is one
 */
export function followTap(
  link: RelayLink,
  id: StreamId,
  listing: TapListing,
  options: GrowingOptions,
  control: TapControl | undefined,
): () => string | undefined {
  const { id: tap, name, agent } = listing;
  const shown = createGrowingRecording(options, { kind: "tap", name });
  let next = 0;
  let retries = 0;
  let head: Parameters<typeof readLiveDocument>[1];
  let entries = 0;
  let working = Promise.resolve();

  const leave = control?.attach(link, listing) ?? (() => {});
  let release = () => {};
  let stopRetrying = () => {};
  const setLive = (live: LiveState) => shown.change({ live });

  /** @returns why no more is read; undefined if the tap goes on */
  const add = async (value: unknown): Promise<EndReason | "closed" | undefined> => {
    const document = readLiveDocument(value, head, entries);
    if (typeof document === "string") return document;
    head = document.head ?? head;
    entries += document.entries?.length ?? 0;
    if (!(await shown.add(document))) return "too-large";
    const { clientInfo, clientCapabilities } = document.head?.connections?.[0] ?? {};
    if (clientInfo) shown.change({ client: clientText(clientInfo) });
    if (document.head && agent) shown.change({ isOfAgent: true });
    if (clientCapabilities) {
      shown.change({ declares: Object.keys(clientCapabilities).slice(0, maxDeclared) });
    }
    if (shown.isClosed()) return "closed";
    return document.isEnd ? "owner" : undefined;
  };

  const end = (reason: EndReason | "closed") => {
    stopWaiting();
    stopRetrying();
    release();
    leave();
    if (reason !== "closed") setLive({ kind: "ended", reason, isProved: true });
  };

  const stopWaiting = shown.whenClosed(() => end("closed"));
  link.carry(id, (send, drop) => {
    release = drop;
    const read = () => send(encodeMessage({ kind: "read-tap", id, tap, from: next }));
    return {
      onSocketReady: read,
      message(message) {
        if (message.kind === "tap-gone") {
          if (++retries > maxRetries) return end("gone");
          setLive({ kind: "reconnecting" });
          stopRetrying = options.clock.after(retryMs, read);
          return;
        }
        if (message.kind !== "tap-part") return;
        const { documents, next: following } = message;
        working = working.then(async () => {
          for (const document of documents) {
            const reason = await add(document);
            if (reason) return end(reason);
          }
          retries = 0;
          next = following;
          setLive({ kind: "live" });
          read();
        });
      },
      chunk() {},
      pause: () => setLive({ kind: "reconnecting" }),
      lost: () => end("gone"),
    };
  });
  return shown.serverId;
}

/** Capabilities that are named. */
const maxDeclared = 10;

function clientText({ name, version, title }: JsonObject): string {
  const words = [title ?? name, version].filter((word) => typeof word === "string");
  return words.join(" ").slice(0, 100);
}
