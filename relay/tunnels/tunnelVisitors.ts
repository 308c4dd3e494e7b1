/** Passes the requests of hosted clients to the taps of their tunnels. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Counters } from "../counters.ts";
import {
  connectionHeaders,
  hasValidHead,
  isOfBrowser,
  mapHeaders,
  sandboxHeaders,
} from "../http/messageHeaders.ts";
import { request as httpRequest } from "../http/nodeHttp.ts";
import { callerOf, isRefusal, type OriginPolicy } from "../http/originPolicy.ts";
import type { Logger } from "../logger.ts";
import type { RelayLimits } from "../relayLimits.ts";
import { readTunnelTarget } from "./tunnelIds.ts";
import { PeerFailure } from "./tunnelPeers.ts";
import type { TunnelRecord } from "./tunnelRecords.ts";

interface TunnelVisitorsOptions {
  readonly originPolicy: OriginPolicy;
  readonly visitorOf: (request: IncomingMessage) => string;
  /** Opens a stream to the tap; `busy` if it has as many requests as it may have. */
  readonly connect: (id: string) => Promise<Duplex | "busy" | undefined>;
  readonly find: (id: string) => Promise<TunnelRecord | undefined>;
  /** The host and the scheme of the address, for the tap. */
  readonly address: { readonly host: string; readonly scheme: string };
  readonly isDraining: () => boolean;
  readonly limits: RelayLimits;
  readonly counters: Counters;
  readonly logger: Logger;
}

export interface TunnelVisitors {
  /** Whether a request is for a tunnel. */
  owns(request: IncomingMessage): boolean;
  readonly listener: RequestListener;
}

/** What the relay says itself, and for how long it is worth to wait. */
interface TunnelRefusal {
  readonly status: number;
  readonly reason: string;
  readonly retryAfter?: number;
}

const refusals = {
  page: {
    status: 403,
    reason: "This address is for MCP clients: it answers no web pages and browsers.",
  },
  store: { status: 503, reason: "The relay's store does not answer.", retryAfter: 2 },
  unknown: { status: 404, reason: "There is no tunnel at this address, or its time is over." },
  ended: { status: 410, reason: "This tunnel was closed." },
  away: {
    status: 503,
    reason: "The tap of this tunnel is not connected to the relay.",
    retryAfter: 10,
  },
  busy: { status: 429, reason: "Too many requests are open in this tunnel.", retryAfter: 1 },
  visitor: { status: 429, reason: "Too many of your requests are open.", retryAfter: 1 },
  large: { status: 413, reason: "The body of the request is too large for this relay." },
  stopping: { status: 503, reason: "The relay is being stopped.", retryAfter: 1 },
  head: { status: 502, reason: "The answer that came through the tunnel is invalid." },
} satisfies Record<string, TunnelRefusal>;

/** What a visitor may not say about itself, and what belongs to the relay's own origin. */
const notForTaps =
  /^(?:cookie2?|forwarded|x-forwarded-.*|x-real-ip|via|expect|upgrade|te|proxy-.*|http2-settings)$/;

/** What would act on the relay's origin in a browser. */
const notForVisitors =
  /^(?:set-cookie2?|clear-site-data|strict-transport-security|public-key-pins|expect-ct|alt-svc|nel|report-to|reporting-endpoints|service-worker-allowed|forwarded|x-forwarded-.*|via|content-security-policy(?:-report-only)?|x-content-type-options|upgrade|proxy-.*|refresh|x-accel-.*)$/;

const ownHeaders = [
  ...sandboxHeaders,
  "Referrer-Policy",
  "no-referrer",
  // proxies shall not collect events
  "X-Accel-Buffering",
  "no",
];

/** What belongs to both ends of a request, whatever `Connection` names. */
const framing = new Set(["content-length", "content-type", "host"]);

/** The names in `Connection`, which are of one connection too. */
function named(raw: readonly string[]): ReadonlySet<string> {
  const values = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === "connection");
  return new Set(
    values
      .flatMap((value) => value.split(","))
      .map((name) => name.trim().toLowerCase())
      .filter((name) => !framing.has(name)),
  );
}

function passed(raw: readonly string[], others: RegExp): string[] {
  const hops = named(raw);
  return mapHeaders(raw, (name, value) =>
    connectionHeaders.has(name) || hops.has(name) || others.test(name) ? undefined : value,
  );
}

export function createTunnelVisitors(options: TunnelVisitorsOptions): TunnelVisitors {
  const { originPolicy, visitorOf, connect, find, address, limits, counters, logger } = options;
  const open = new Map<string, number>();

  const answer = (response: ServerResponse, refusal: TunnelRefusal) => {
    counters.count("tunnel_requests_total", { status: String(refusal.status) });
    logger.info("request", { route: "tunnel", status: refusal.status });
    if (response.headersSent) return void response.destroy();
    const { status, reason, retryAfter } = refusal;
    const body = `${reason}\n`;
    response.writeHead(status, [
      ...ownHeaders,
      "Content-Type",
      "text/plain; charset=utf-8",
      "Cache-Control",
      "no-store",
      "Content-Length",
      `${Buffer.byteLength(body)}`,
      // what is left of the body is not read
      "Connection",
      "close",
      ...(retryAfter === undefined ? [] : ["Retry-After", `${retryAfter}`]),
    ]);
    response.end(body);
  };

  const refusalOf = async (request: IncomingMessage): Promise<TunnelRefusal | undefined> => {
    // programs send no origin, and pages are refused below
    const caller = { ...callerOf(request, { upgrade: false, pairing: false }), method: "GET" };
    const verdict = await originPolicy.evaluate({ ...caller, origin: undefined });
    if (isRefusal(verdict)) return verdict;
    if (isOfBrowser(request.headers, [])) return refusals.page;
    if (options.isDraining()) return refusals.stopping;
    const length = Number(request.headers["content-length"] ?? 0);
    return length <= limits.tunnelBodyBytes ? undefined : refusals.large;
  };

  /** Why there is no stream to a tap. */
  const absence = async (id: string): Promise<TunnelRefusal> => {
    const record = await find(id);
    if (!record) return refusals.unknown;
    return record.hasEnded ? refusals.ended : refusals.away;
  };

  /** What a request gets whose stream has failed. */
  const refusalFor = (failure: Error): TunnelRefusal => {
    if (!(failure instanceof PeerFailure)) return { status: 502, reason: failure.message };
    return failure.code === "busy" ? refusals.busy : refusals.away;
  };

  const pass = (
    request: IncomingMessage,
    response: ServerResponse,
    { stream, target, visitor }: { stream: Duplex; target: string; visitor: string },
  ) => {
    const { method = "GET", rawHeaders, headers, socket } = request;
    const { host, scheme } = address;
    // an event stream may be quiet for longer than the relay's own answers
    socket.setTimeout(limits.tunnelIdleMs);
    const isChunked = headers["transfer-encoding"] !== undefined;
    let failure = new Error("The connection to the tap ended.");
    stream.once("error", (error) => {
      failure = error;
    });
    let hasFailed = false;
    const fail = (refusal: TunnelRefusal) => {
      stream.destroy();
      if (hasFailed) return;
      hasFailed = true;
      answer(response, refusal);
    };
    const sent = httpRequest({
      createConnection: () => stream,
      method,
      path: target,
      setHost: false,
      headers: [
        ...passed(rawHeaders, notForTaps),
        "X-Forwarded-For",
        visitor.replace("/64", ""),
        "X-Forwarded-Host",
        host,
        "X-Forwarded-Proto",
        scheme,
        ...(isChunked ? ["Transfer-Encoding", "chunked"] : []),
        "Connection",
        "close",
      ],
    });
    sent.on("error", () => fail(refusalFor(failure)));
    // another protocol than HTTP is no error
    sent.on("close", () => {
      if (!response.headersSent) fail(refusals.head);
    });
    response.on("close", () => {
      if (!response.writableFinished) sent.destroy();
    });
    sent.on("response", (received) => {
      received.on("error", () => response.destroy());
      if (!hasValidHead(received)) return fail(refusals.head);
      const { statusCode = 502, statusMessage } = received;
      try {
        const kept = passed(received.rawHeaders, notForVisitors);
        response.writeHead(statusCode, statusMessage, [...kept, ...ownHeaders]);
      } catch {
        return fail(refusals.head);
      }
      response.flushHeaders();
      // taps choose from hundreds of statuses
      counters.count("tunnel_requests_total", { status: `${Math.floor(statusCode / 100)}xx` });
      received.pipe(response);
      received.on("aborted", () => response.destroy());
      response.on("close", () => received.destroy());
    });
    let size = 0;
    request.on("data", (bytes: Buffer) => {
      size += bytes.byteLength;
      if (size <= limits.tunnelBodyBytes) return;
      request.unpipe(sent);
      sent.destroy();
      fail(refusals.large);
    });
    request.pipe(sent);
  };

  const begin = (visitor: string, response: ServerResponse, request: IncomingMessage): boolean => {
    const mine = open.get(visitor) ?? 0;
    if (mine >= limits.tunnelRequestsPerVisitor) return false;
    open.set(visitor, mine + 1);
    let isDone = false;
    const done = () => {
      if (isDone) return;
      isDone = true;
      request.socket.off("close", done);
      const left = (open.get(visitor) ?? 1) - 1;
      if (left === 0) open.delete(visitor);
      else open.set(visitor, left);
    };
    response.on("close", done);
    request.socket.setMaxListeners(0).once("close", done);
    return true;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = await refusalOf(request);
    if (refusal) return answer(response, refusal);
    const { id, target } = readTunnelTarget(request.url ?? "") ?? {};
    if (id === undefined || target === undefined) return answer(response, refusals.unknown);
    const visitor = visitorOf(request);
    if (!begin(visitor, response, request)) return answer(response, refusals.visitor);
    const stream = await connect(id);
    if (stream === "busy") return answer(response, refusals.busy);
    if (!stream) return answer(response, await absence(id));
    if (response.destroyed) return void stream.destroy();
    pass(request, response, { stream, target, visitor });
  };

  return {
    owns: ({ url = "" }) => readTunnelTarget(url) !== undefined,
    listener(request, response) {
      response.on("error", () => {});
      handle(request, response).catch(() => answer(response, refusals.store));
    },
  };
}
