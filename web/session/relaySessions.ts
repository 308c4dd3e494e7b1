/** The sessions that relays gave this tab: each for one relay, each a secret of the tab. */
import type { Clock } from "../../shared/clock.ts";
import type { TextStorage } from "./keptJson.ts";

export interface RelaySessions {
  /** The session for a relay: of this tab, of its link's token, or of another tab that has one. */
  find(address: string): Promise<string | undefined>;
  /** Whether this tab has a session for a relay, or a token to get one for. */
  has(address: string): boolean;
  keep(address: string, session: string): void;
  forget(address: string): void;
}

export interface RelaySessionsOptions {
  /** The token of the link that opened this page; exchanged at once, so that it is of use to nobody later. */
  readonly token: string | undefined;
  /** The address of the page, which is the relay's that gave the token. */
  readonly home: string;
  /** Of this tab. */
  readonly storage: TextStorage;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Hands sessions to other tabs, and asks them for theirs. */
  readonly channel: BroadcastChannel;
}

/** Milliseconds that other tabs get to hand over their session. */
const otherTabsMs = 150;

interface Heard {
  readonly wanted?: unknown;
  readonly address?: unknown;
  readonly session?: unknown;
}

export function createRelaySessions(options: RelaySessionsOptions): RelaySessions {
  const { token, home, storage, fetch, clock, channel } = options;
  const keyOf = (address: string) =>
    address === home ? "mcp-playground.relay-session" : `mcp-playground.relay-session ${address}`;

  channel.addEventListener("message", ({ data }: MessageEvent<Heard>) => {
    const address = data?.wanted;
    const session = typeof address === "string" ? storage.getItem(keyOf(address)) : undefined;
    if (session) channel.postMessage({ address, session });
  });

  const fromOtherTabs = (address: string) =>
    new Promise<string | undefined>((resolve) => {
      const heard = ({ data }: MessageEvent<Heard>) => {
        if (data?.address === address && typeof data.session === "string") done(data.session);
      };
      const stop = clock.after(otherTabsMs, () => done(undefined));
      const done = (session: string | undefined) => {
        stop();
        channel.removeEventListener("message", heard);
        resolve(session);
      };
      channel.addEventListener("message", heard);
      channel.postMessage({ wanted: address });
    });

  const exchange = async () => {
    try {
      const response = await fetch(new URL("api/session", home), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
      });
      if (!response.ok) return;
      const { session } = (await response.json()) as { session: string };
      storage.setItem(keyOf(home), session);
    } catch {
      // whoever needs the relay finds out that it does not answer
    }
  };

  const exchanged = token === undefined ? undefined : exchange();

  return {
    has: (address) =>
      (token !== undefined && address === home) || storage.getItem(keyOf(address)) !== null,
    async find(address) {
      if (address === home) await exchanged;
      const known = storage.getItem(keyOf(address)) ?? (await fromOtherTabs(address));
      if (known) storage.setItem(keyOf(address), known);
      return known ?? undefined;
    },
    keep: (address, session) => storage.setItem(keyOf(address), session),
    forget: (address) => storage.removeItem(keyOf(address)),
  };
}
