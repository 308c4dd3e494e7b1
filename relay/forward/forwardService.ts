/** Serves a page with forwarded HTTP: what was agreed to, and the exchanges that are under way. */
import type { Agent } from "node:http";
import type { ForwardTrouble } from "../../shared/core/forwarding.ts";
import type { Agreement, HttpPageMessage } from "../../shared/relay/frames/httpFrames.ts";
import type { ProcessId } from "../../shared/relay/frames/processId.ts";
import type { Counters } from "../counters.ts";
import type { Limits } from "../limits.ts";
import type { Logger } from "../logger.ts";
import type { ForwardMode } from "../relayOptions.ts";
import type { FrameService } from "../ws/frameService.ts";
import type { Lookup } from "./addressPolicy.ts";
import { createAgent } from "./agent.ts";
import { lookupBySystem, readingProxyFor } from "./connect.ts";
import { createForwardedExchange, type ForwardedExchange } from "./forwardedExchange.ts";
import { createOwnAddresses } from "./ownAddresses.ts";

export interface ForwardOptions {
  readonly forward: ForwardMode;
  readonly limits: Limits;
  readonly counters: Counters;
  readonly logger: Logger;
  /** Finds the addresses of names; by the system unless told otherwise. */
  readonly lookup?: Lookup | undefined;
  /** The host of the relay's public URL, as `URL.hostname` gives it. */
  readonly publicHost?: string | undefined;
}

/** The connections to an origin that was agreed to. */
interface OriginRoute {
  /** What was agreed to, to tell a change. */
  readonly consentText: string;
  readonly agent: Agent;
  readonly freshAgent: Agent;
  readonly proxy: URL | undefined;
}

/** Ends the connections that are idle, and each of the others when it would become so. */
function closeIdleConnections({ agent }: OriginRoute): void {
  agent.maxFreeSockets = 0;
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
}

/** Origins that one page can have agreed to at a time. */
const maxOrigins = 1000;

/** Connections to one origin that are kept open while nothing is under way. */
const idleConnections = 8;

/** Milliseconds that such a connection is of use: most servers close theirs after five seconds. */
const idleMs = 4000;

/** Forwarded HTTP as a subject of sockets; what is under way ends with the page. */
export function createForwardService(options: ForwardOptions): FrameService {
  const { forward, limits, counters, logger, lookup = lookupBySystem } = options;
  const own = createOwnAddresses(options.publicHost, lookup);
  return (page) => {
    const routes = new Map<string, OriginRoute>();
    const exchanges = new Map<ProcessId, ForwardedExchange>();

    const allow = ({ kind: _, ...consent }: Agreement & { readonly kind: "allow" }) => {
      if (forward === "off") return;
      const { origin } = consent;
      const consentText = JSON.stringify(consent);
      const before = routes.get(origin);
      if (before?.consentText === consentText) return;
      const [oldest] = routes;
      // what was agreed to longest ago is asked for again
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

    const refuse = (id: ProcessId, trouble: ForwardTrouble) => {
      counters.count("exchanges_total", { outcome: trouble.code });
      page.sendMessage({ kind: "exchange-failed", id, ...trouble });
    };

    const begin = (message: Extract<HttpPageMessage, { kind: "exchange" }>) => {
      const { id } = message;
      if (exchanges.has(id)) return;
      const route = routeFor(message);
      if ("code" in route) return refuse(id, route);
      // a request that cannot be made is over before it could be kept
      let isOver = false;
      const exchange = createForwardedExchange({
        message,
        ...route,
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
    }): OriginRoute | ForwardTrouble => {
      if (forward === "off") return { code: "off", reason: "This relay forwards no HTTP" };
      const target = URL.parse(url);
      if (!target || !/^https?:$/.test(target.protocol) || /^connect$/i.test(method)) {
        return { code: "bad-request", reason: `${method} ${url} is no request of HTTP` };
      }
      const route = routes.get(target.origin);
      if (!route)
        return { code: "not-agreed", reason: `Nobody has agreed to ${target.origin} yet` };
      if (exchanges.size >= limits.exchangesPerPage) {
        const most = limits.exchangesPerPage;
        return { code: "too-many", reason: `This page has ${most} exchanges under way already` };
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
        // what was refused or has failed may still be on its way
        const exchange = exchanges.get(id);
        if (!exchange || exchange.write(offset, bytes)) return true;
        return "A request's body came out of order, or more of it than may wait";
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
