/** Shares this tab's relay sessions with other tabs, each time only after the user has agreed here. */

import { createStore } from "zustand/vanilla";
import { sha256 } from "../../../../shared/core/bytes.ts";
import type { Clock } from "../../../../shared/core/clock.ts";
import { toHex } from "../../../../shared/core/hex.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import { areEqual, createHashedSecret, type HashedSecret } from "./hashedSecret.ts";
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

interface TabOffersOptions {
  readonly channel: BroadcastChannel;
  readonly clock: Clock;
  readonly sessionFor: (address: string) => string | undefined;
}

/** Milliseconds until a request expires; also how long a tab waits for its answer. */
export const askMs = 120_000;

/** Milliseconds in which a tab that asks names the tab that it asks, and its key. */
const revealMs = 5000;

/**
 * Milliseconds after a refusal in which no request is shown: repeated requests must not pressure
 * the user into agreeing.
 */
const quietMs = 10_000;

type Message<Kind extends TabMessage["kind"]> = Extract<TabMessage, { kind: Kind }>;

interface Asked {
  readonly ask: Message<"ask">;
  /** Its digest is the nonce; undefined until it was created. */
  own: HashedSecret | undefined;
  publicKey: Uint8Array<ArrayBuffer> | undefined;
}

export function createTabOffers({ channel, clock, sessionFor }: TabOffersOptions): TabOffers {
  const request = createStore<TabRequest | undefined>(() => undefined);
  let asked: Asked | undefined;
  let isQuiet = false;
  let stopWaiting = () => {};
  const post = (message: TabMessage) => channel.postMessage(message);

  const end = () => {
    stopWaiting();
    asked = undefined;
    request.setState(undefined, true);
  };

  const hear = async (ask: Message<"ask">) => {
    // One at a time: a script that asks later must not replace the user's tab in the dialog.
    if (asked || isQuiet || sessionFor(ask.address) === undefined) return;
    const mine: Asked = { ask, own: undefined, publicKey: undefined };
    asked = mine;
    stopWaiting = clock.after(revealMs, end);
    mine.own = await createHashedSecret();
    if (asked === mine) post({ kind: "acknowledged", id: ask.id, nonce: mine.own.digest });
  };

  const show = async (mine: Asked, { nonce, publicKey }: Message<"reveal">) => {
    const { ask, own } = mine;
    const isKey = areEqual(await sha256(publicKey), ask.commitment);
    if (!isKey || !own || asked !== mine || mine.publicKey) return;
    // Another tab asks the user.
    if (!areEqual(nonce, own.digest)) return end();
    mine.publicKey = publicKey;
    stopWaiting();
    stopWaiting = clock.after(askMs, end);
    const { comparisonCode } = await import("./tabSeal.ts");
    const code = await comparisonCode(publicKey, nonce);
    if (asked === mine) request.setState({ id: ask.id, address: ask.address, code }, true);
  };

  /** Only the tab that asked knows the secret. */
  const withdraw = async (mine: Asked, { secret }: Message<"over">) => {
    if (toHex(await sha256(secret)) === mine.ask.id && asked === mine) end();
  };

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = readTabMessage(data);
    if (message?.kind === "ask") void hear(message);
    else if (!message || !asked || message.id !== asked.ask.id) return;
    else if (message.kind === "reveal") show(asked, message).catch(end);
    else if (message.kind === "over") void withdraw(asked, message);
  });

  return {
    request: toReadable(request),
    async answer(isAllowed) {
      const { ask, own, publicKey } = asked ?? {};
      end();
      if (!ask || !own || !publicKey) return;
      const { id, address } = ask;
      const deny = () => post({ kind: "denied", id, secret: own.secret });
      const session = sessionFor(address);
      if (!isAllowed || session === undefined) {
        isQuiet = true;
        clock.after(quietMs, () => {
          isQuiet = false;
        });
        return deny();
      }
      const { sealSession } = await import("./tabSeal.ts");
      const sealed = await sealSession(session, publicKey).catch(() => undefined);
      if (sealed) post({ kind: "allowed", id, sealed });
      else deny();
    },
  };
}
