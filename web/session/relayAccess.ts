/** The way to the relay that served this page, if one did. */
import type { Clock } from "../../shared/clock.ts";
import { createRelayLink, type RelayLink } from "../../shared/relay/relayLink.ts";
import { createSocketConnector } from "../../shared/relay/socket.ts";
import type { Failure } from "../../shared/transport/failure.ts";
import type { TextStorage } from "./keptJson.ts";

export interface RelayAccess {
  /** The link to the relay, or why there is none. */
  link(): Promise<RelayLink | Failure>;
}

export interface RelayAccessOptions {
  /** The token of the link that opened this page. */
  readonly token: string | undefined;
  /** The address of the page, which is the relay's. */
  readonly base: string;
  /** Of this tab; holds the relay's session. */
  readonly storage: TextStorage;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Hands the session to other tabs, and asks them for theirs. */
  readonly channel: BroadcastChannel;
}

const key = "mcp-playground.relay-session";
/** Milliseconds that other tabs get to hand over their session. */
const otherTabsMs = 150;

/** Makes the access; the token is exchanged at once, so that it is of use to nobody later. */
export function createRelayAccess(options: RelayAccessOptions): RelayAccess {
  const { token, base, storage, fetch, clock, channel } = options;
  let link: RelayLink | undefined;

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const session = storage.getItem(key);
    if (data === "session?" && session) channel.postMessage({ session });
  });

  const fromOtherTabs = () =>
    new Promise<string | undefined>((resolve) => {
      const heard = ({ data }: MessageEvent<unknown>) => {
        const session = (data as { session?: unknown } | null)?.session;
        if (typeof session === "string") done(session);
      };
      const stop = clock.after(otherTabsMs, () => done(undefined));
      const done = (session: string | undefined) => {
        stop();
        channel.removeEventListener("message", heard);
        resolve(session);
      };
      channel.addEventListener("message", heard);
      channel.postMessage("session?");
    });

  const exchange = async (): Promise<string | Failure> => {
    try {
      const response = await fetch(new URL("api/session", base), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ token }),
      });
      if (!response.ok) {
        return { code: "relay-refused", reason: (await response.text()).slice(0, 500) };
      }
      const { session } = (await response.json()) as { session: string };
      storage.setItem(key, session);
      return session;
    } catch (error) {
      return { code: "relay-unreachable", reason: String(error) };
    }
  };

  const exchanged = token === undefined ? undefined : exchange();

  const session = async (): Promise<string | Failure> => {
    if (exchanged !== undefined) return await exchanged;
    const known = storage.getItem(key) ?? (await fromOtherTabs());
    if (!known) return { code: "relay-unreachable", reason: "" };
    storage.setItem(key, known);
    return known;
  };

  return {
    async link() {
      if (link && link.state().kind !== "closed") return link;
      const given = await session();
      if (typeof given !== "string") return given;
      const url = new URL("ws", base);
      url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
      const made = createRelayLink({
        connect: createSocketConnector(url.href),
        session: given,
        clock,
      });
      made.subscribe(() => {
        const state = made.state();
        if (state.kind === "closed" && state.failure.code === "relay-refused")
          storage.removeItem(key);
      });
      link = made;
      return made;
    },
  };
}
