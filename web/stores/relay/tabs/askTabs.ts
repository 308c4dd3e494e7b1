/** Asks the other tabs for their relay session; the user decides there. */
import type { Clock } from "../../../../shared/core/clock.ts";
import { readTabMessage, type TabMessage } from "./tabMessages.ts";
import { askMs } from "./tabOffers.ts";
import { codeOf, createTabKeys } from "./tabSeal.ts";

export interface AskTabsOptions {
  readonly address: string;
  readonly channel: BroadcastChannel;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Called with the code to show when another tab has asked the user. */
  readonly onAsked: (code: string) => void;
  /** Withdraws the question. */
  readonly signal: AbortSignal;
}

/** Milliseconds for a tab to report that it has a session. */
const acknowledgeMs = 150;

/** @returns the session; undefined if no tab has one, the user denies it, or `signal` aborts */
export async function askTabs(options: AskTabsOptions): Promise<string | undefined> {
  const { address, channel, clock, newId, onAsked, signal } = options;
  const { publicKey, open } = await createTabKeys();
  const code = await codeOf(publicKey);
  if (signal.aborted) return undefined;
  const id = newId();
  const say = (message: TabMessage) => channel.postMessage(message);

  const sealed = await new Promise<Uint8Array<ArrayBuffer> | undefined>((resolve) => {
    let isHeard = false;
    let stopWaiting = clock.after(acknowledgeMs, () => done());
    const done = (result?: Uint8Array<ArrayBuffer>) => {
      stopWaiting();
      channel.removeEventListener("message", onMessage);
      signal.removeEventListener("abort", cancel);
      say({ kind: "over", id });
      resolve(result);
    };
    const cancel = () => done();
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const message = readTabMessage(data);
      if (message?.id !== id) return;
      if (message.kind === "allowed") return done(message.sealed);
      if (message.kind === "denied") return done();
      if (message.kind !== "heard" || isHeard) return;
      isHeard = true;
      stopWaiting();
      stopWaiting = clock.after(askMs, cancel);
      onAsked(code);
    };
    channel.addEventListener("message", onMessage);
    signal.addEventListener("abort", cancel);
    say({ kind: "ask", id, address, publicKey });
  });
  return sealed && open(sealed).catch(() => undefined);
}
