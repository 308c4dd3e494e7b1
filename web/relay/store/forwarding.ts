/** Forwarding of HTTP requests through the relay: allowed origins, and settings per origin. */
import type { OriginConsent } from "../../../shared/relay/frames/httpFrames.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import { createConsentQueue } from "../../platform/consentQueue.ts";
import type { ReadableStore } from "../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";
import type { RelayAccess } from "./relayAccess.ts";

/** The user's settings for requests to one origin. */
type ForwardTerms = Omit<OriginConsent, "origin">;

export interface Forwarding {
  /** A `fetch` through the relay; asks the user before the first request to an origin. */
  readonly fetch: typeof globalThis.fetch;
  /** The same, if a relay is connected that forwards; else undefined. */
  available(): typeof globalThis.fetch | undefined;
  /** Asks the user to allow an origin, unless that is decided; resolves with the decision. */
  agree(origin: string): Promise<boolean>;
  /** Whether the user has allowed the origin. */
  hasAgreed(origin: string): boolean;
  /** The origins that wait for the user's decision, the next one first. */
  readonly questions: ReadableStore<readonly string[]>;
  /** Answers the question about an origin. */
  answer(origin: string, agreed: boolean): void;
  /** The settings of an origin; in memory only. */
  terms(origin: string): ForwardTerms;
  /** Changes settings of an origin; empty strings remove them. */
  setTerms(origin: string, terms: ForwardTerms): void;
}

const key = "mcp-playground.forwarded-origins";

const loadRelayFetch = () => import("../../../shared/relay/client/relayFetch.ts");

/**
 * Creates the forwarding; nothing is loaded or sent before the first request.
 * @param tabStorage persists the allowed origins until the tab is closed
 * @param loadCode loads the code that forwards
 */
export function createForwarding(
  relay: RelayAccess,
  tabStorage: TextStorage,
  loadCode = loadRelayFetch,
): Forwarding {
  const kept = readJson(tabStorage, key);
  const agreed = new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []);
  const termsOf = new Map<string, ForwardTerms>();
  const { questions, ask, answer } = createConsentQueue((origin: string) => origin);
  let loading: Promise<typeof globalThis.fetch> | undefined;

  const agree = async (origin: string) => agreed.has(origin) || ask(origin);

  const load = async () => {
    const { createRelayFetch } = await loadCode();
    return createRelayFetch({
      link: relay.link,
      newId: () => createStreamId((bytes) => crypto.getRandomValues(bytes)),
      async agree(origin) {
        return (await agree(origin)) ? { origin, ...termsOf.get(origin) } : undefined;
      },
    });
  };

  const fetch: typeof globalThis.fetch = async (input, init) => {
    // A module that failed to load may load the next time.
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return (await loading)(input, init);
  };

  return {
    fetch,
    agree,
    hasAgreed: (origin) => agreed.has(origin),
    questions,
    available() {
      const state = relay.state.getState();
      return state.kind === "connected" && state.forward !== "off" ? fetch : undefined;
    },
    answer(origin, isAgreed) {
      if (isAgreed) {
        agreed.add(origin);
        writeJson(tabStorage, key, [...agreed]);
      }
      answer(origin, isAgreed);
    },
    terms: (origin) => termsOf.get(origin) ?? {},
    setTerms(origin, terms) {
      const all = { ...termsOf.get(origin), ...terms };
      termsOf.set(origin, Object.fromEntries(Object.entries(all).filter(([, text]) => text)));
    },
  };
}
