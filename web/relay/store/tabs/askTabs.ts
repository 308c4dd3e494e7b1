/** Asks the other tabs for their relay session; the user decides there. */

import { sha256 } from "../../../../shared/core/bytes.ts";
import type { Clock } from "../../../../shared/core/clock.ts";
import { toHex } from "../../../../shared/core/hex.ts";
import { areEqual, createHashedSecret } from "./hashedSecret.ts";
import { readTabMessage, type TabMessage } from "./tabMessages.ts";
import { askMs } from "./tabOffers.ts";
import { comparisonCode, createTabKeys } from "./tabSeal.ts";

interface AskTabsOptions {
  readonly address: string;
  readonly channel: BroadcastChannel;
  readonly clock: Clock;
  /** Called with the code to show when another tab has asked the user. */
  readonly onAsked: (code: string) => void;
  /** Withdraws the question. */
  readonly signal: AbortSignal;
}

/** Milliseconds for a tab to report that it has a session. */
const acknowledgeMs = 1000;

/** @returns the session; undefined if no tab has one, the user denies it, or `signal` aborts */
export async function askTabs(options: AskTabsOptions): Promise<string | undefined> {
  const { address, channel, clock, onAsked, signal } = options;
  const [{ publicKey, open }, { secret, digest }] = await Promise.all([
    createTabKeys(),
    createHashedSecret(),
  ]);
  const commitment = await sha256(publicKey);
  if (signal.aborted) return undefined;
  const id = toHex(digest);
  const post = (message: TabMessage) => channel.postMessage(message);

  return new Promise<string | undefined>((resolve) => {
    /** The nonce of the tab that answered first; no other tab is asked. */
    let nonce: Uint8Array<ArrayBuffer> | undefined;
    let stopWaiting = clock.after(acknowledgeMs, () => done());
    const done = (session?: string) => {
      stopWaiting();
      channel.removeEventListener("message", onMessage);
      signal.removeEventListener("abort", cancel);
      post({ kind: "over", id, secret });
      resolve(session);
    };
    const cancel = () => done();
    const reveal = async (chosen: Uint8Array<ArrayBuffer>) => {
      nonce = chosen;
      stopWaiting();
      stopWaiting = clock.after(askMs, cancel);
      const code = await comparisonCode(publicKey, chosen);
      post({ kind: "reveal", id, nonce: chosen, publicKey });
      onAsked(code);
    };
    const onMessage = async ({ data }: MessageEvent<unknown>) => {
      const message = readTabMessage(data);
      if (message?.id !== id) return;
      if (message.kind === "acknowledged" && !nonce) return reveal(message.nonce);
      if (message.kind === "allowed") {
        const session = await open(message.sealed).catch(() => undefined);
        if (session !== undefined) done(session);
      } else if (message.kind === "denied" && nonce) {
        if (areEqual(await sha256(message.secret), nonce)) done();
      }
    };
    channel.addEventListener("message", onMessage);
    signal.addEventListener("abort", cancel);
    post({ kind: "ask", id, address, commitment });
  });
}
