/** Shares this tab's relay sessions with other tabs, each time only after the user has agreed here. */
import { createStore } from "zustand/vanilla";
import type { Clock } from "../../../../shared/core/clock.ts";
import { type ReadableStore, toReadable } from "../../readableStore.ts";
import { readTabMessage, type TabMessage } from "./tabMessages.ts";

/** Another tab asks for a session of this one. */
export interface TabRequest {
  readonly id: string;
  /** The relay's address. */
  readonly address: string;
  /** The code that the asking tab shows, if it is the tab that the user opened. */
  readonly code: string;
}

export interface TabOffers {
  /** The one request that waits for an answer. */
  readonly request: ReadableStore<TabRequest | undefined>;
  answer(isAllowed: boolean): Promise<void>;
}

export interface TabOffersOptions {
  readonly channel: BroadcastChannel;
  readonly clock: Clock;
  readonly sessionFor: (address: string) => string | undefined;
}

/** Milliseconds until a request expires; also how long a tab waits for its answer. */
export const askMs = 120_000;

/**
 * Milliseconds after a refusal in which no request is shown: repeated requests must not pressure
 * the user into agreeing.
 */
const quietMs = 10_000;

export function createTabOffers({ channel, clock, sessionFor }: TabOffersOptions): TabOffers {
  const request = createStore<TabRequest | undefined>(() => undefined);
  let asked: Extract<TabMessage, { kind: "ask" }> | undefined;
  let isQuiet = false;
  let stopWaiting = () => {};
  const say = (message: TabMessage) => channel.postMessage(message);

  const end = () => {
    stopWaiting();
    asked = undefined;
    request.setState(undefined, true);
  };

  const show = async (ask: Extract<TabMessage, { kind: "ask" }>) => {
    const { codeOf } = await import("./tabSeal.ts");
    const code = await codeOf(ask.publicKey);
    if (asked === ask) request.setState({ id: ask.id, address: ask.address, code }, true);
  };

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = readTabMessage(data);
    if (message?.kind === "ask") {
      // One at a time: a script that asks later must not replace the user's tab in the dialog.
      if (asked || isQuiet || sessionFor(message.address) === undefined) return;
      asked = message;
      stopWaiting = clock.after(askMs, end);
      say({ kind: "heard", id: message.id });
      show(message).catch(end);
    } else if (message && message.kind !== "heard" && message.id === asked?.id) {
      // Answered in another tab, or withdrawn.
      end();
    }
  });

  return {
    request: toReadable(request),
    async answer(isAllowed) {
      const ask = asked;
      end();
      if (!ask) return;
      const { id, address, publicKey } = ask;
      const session = sessionFor(address);
      if (!isAllowed || session === undefined) {
        isQuiet = true;
        clock.after(quietMs, () => {
          isQuiet = false;
        });
        return say({ kind: "denied", id });
      }
      const { seal } = await import("./tabSeal.ts");
      const sealed = await seal(session, publicKey).catch(() => undefined);
      say(sealed ? { kind: "allowed", id, sealed } : { kind: "denied", id });
    },
  };
}
