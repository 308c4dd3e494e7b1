/** Handles a page's forwarded HTTP: the origins the user consented to, and the exchanges in progress. */
import type { Agent } from "node:http";
import type { ForwardFailure } from "../../shared/protocol/failures/forwardFacts.ts";
import type { HttpPageMessage, OriginConsent } from "../../shared/relay/frames/httpFrames.ts";
import type { StreamId } from "../../shared/relay/frames/streamId.ts";
import type { Counters } from "../counters.ts";
import type { Logger } from "../logger.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { ForwardMode } from "../relayOptions.ts";
import type { FrameService } from "../ws/frameService.ts";
import type { Lookup } from "./addressPolicy.ts";
import { createAgent } from "./agent.ts";
import { lookupBySystem, readingProxyFor } from "./connect.ts";
import { createForwardedExchange, type ForwardedExchange } from "./forwardedExchange.ts";
import type { OriginRule } from "./originRules.ts";
import { createOwnAddresses } from "./ownAddresses.ts";

interface ForwardOptions {
  readonly forward: ForwardMode;
  readonly limits: RelayLimits;
  readonly counters: Counters;
  readonly logger: Logger;
  /** Resolves host names; the system's resolver by default. */
  readonly lookup?: Lookup | undefined;
  /** The host of the relay's public URL, as `URL.hostname` gives it. */
  readonly publicHost?: string | undefined;
  /** Undefined if every origin may be reached. */
  readonly originRules?: readonly OriginRule[] | undefined;
  /** Called at the first request of a page to an origin. */
  readonly onContact?: (origin: string, person: string | undefined) => void;
}

/** How to reach an origin that the user consented to. */
interface OriginRoute {
  /** The consent as JSON, to detect changes. */
  readonly consentText: string;
  readonly agent: Agent;
  readonly freshAgent: Agent;
  readonly proxy: URL | undefined;
}

/** Closes idle connections now, and the others when they become idle. */
function closeIdleConnections({ agent }: OriginRoute): void {
  agent.maxFreeSockets = 0;
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
}

/** The most origins with consent per page. */
const maxOrigins = 1000;

/** Idle connections kept open per origin. */
const idleConnections = 8;

/** Lifetime of idle connections in milliseconds; most servers close theirs after five seconds. */
const idleMs = 4000;

/** Creates the service; a page's exchanges end with its socket. */
export function createForwardService(options: ForwardOptions): FrameService {
  const { forward, limits, counters, logger, lookup = lookupBySystem } = options;
  const { originRules, onContact = () => {} } = options;
  const own = createOwnAddresses(options.publicHost, lookup);
  return (page) => {
    const routes = new Map<string, OriginRoute>();
    const exchanges = new Map<StreamId, ForwardedExchange>();
    const contacted = new Set<string>();

    const allow = ({ kind: _, ...consent }: OriginConsent & { readonly kind: "allow" }) => {
      if (forward === "off") return;
      const { origin } = consent;
      const consentText = JSON.stringify(consent);
      const before = routes.get(origin);
      if (before?.consentText === consentText) return;
      const [oldest] = routes;
      // The oldest consent is dropped and will be asked for again.
      if (!before && oldest && routes.size >= maxOrigins) {
        routes.delete(oldest[0]);
        closeIdleConnections(oldest[1]);
      }
      const connectOptions = { mode: forward, lookup, own, connectMs: limits.forwardConnectMs };
      routes.set(origin, {
        consentText,
        proxy: readingProxyFor(new URL(origin), forward),
        agent: createAgent(consent, connectOptions, {
          keepAlive: true,
          maxFreeSockets: idleConnections,
          timeout: idleMs,
        }),
        freshAgent: createAgent(consent, connectOptions, { keepAlive: false }),
      });
      if (before) closeIdleConnections(before);
      else logger.info("forward-allowed", { origin });
    };

    const refuse = (id: StreamId, failure: ForwardFailure) => {
      counters.count("exchanges_total", { outcome: failure.code });
      page.sendMessage({ kind: "exchange-failed", id, ...failure });
    };

    const begin = (message: Extract<HttpPageMessage, { kind: "exchange" }>) => {
      const { id } = message;
      if (exchanges.has(id)) return;
      const route = routeFor(message);
      if ("code" in route) return refuse(id, route);
      const { origin } = new URL(message.url);
      if (!contacted.has(origin)) onContact(origin, page.person);
      if (contacted.size >= maxOrigins) contacted.clear();
      contacted.add(origin);
      // An invalid request ends synchronously, before it could be added.
      let isOver = false;
      const exchange = createForwardedExchange({
        message,
        ...route,
        wantsTimes: page.wantsTimes,
        sendMessage: page.sendMessage,
        sendFrame: page.sendFrame,
        over(outcome) {
          isOver = true;
          exchanges.delete(id);
          counters.count("exchanges_total", { outcome });
        },
      });
      if (!isOver) exchanges.set(id, exchange);
    };

    const routeFor = ({
      method,
      url,
    }: {
      method: string;
      url: string;
    }): OriginRoute | ForwardFailure => {
      if (forward === "off")
        return { code: "off", reason: "This relay does not forward HTTP requests" };
      const target = URL.parse(url);
      if (!target || !/^https?:$/.test(target.protocol) || /^connect$/i.test(method)) {
        return { code: "bad-request", reason: `${method} ${url} is not a valid HTTP request` };
      }
      if (originRules && !originRules.some((permits) => permits(target))) {
        const reason = "This relay connects only to the origins that its operator lists";
        return { code: "address-refused", reason };
      }
      const route = routes.get(target.origin);
      if (!route)
        return {
          code: "not-agreed",
          reason: `You have not allowed connections to ${target.origin} yet`,
        };
      if (exchanges.size >= limits.exchangesPerPage) {
        const max = limits.exchangesPerPage;
        return { code: "too-many", reason: `This page already has ${max} exchanges in progress` };
      }
      return route;
    };

    return {
      message(message) {
        switch (message.kind) {
          case "allow":
            allow(message);
            return true;
          case "exchange":
            begin(message);
            return true;
          case "grant":
            exchanges.get(message.id)?.grant(message.until);
            return true;
          case "abort":
            exchanges.get(message.id)?.abort();
            return true;
          default:
            return false;
        }
      },
      chunk({ id, channel, offset, bytes }) {
        if (channel !== "request") return false;
        // Chunks of a refused or failed exchange may still arrive.
        const exchange = exchanges.get(id);
        if (!exchange || exchange.write(offset, bytes)) return true;
        return "A request's body is out of order or exceeds the window";
      },
      leave() {
        for (const exchange of exchanges.values()) exchange.abort();
        for (const route of routes.values()) closeIdleConnections(route);
        routes.clear();
      },
      isBusy: () => exchanges.size > 0,
    };
  };
}
