/** Notices that the server of an HTTP connection does not answer any more, and asks it until it does. */
import type { RequestOutcome } from "../../../../shared/client/session/outcome.ts";
import type { Clock } from "../../../../shared/core/clock.ts";
import type { Failure } from "../../../../shared/protocol/failures/failure.ts";
import type { ForwardCode } from "../../../../shared/protocol/failures/forwardFacts.ts";
import { methodNotFoundCode } from "../../../../shared/protocol/jsonRpc.ts";
import type {
  ServerAvailability,
  StreamWait,
} from "../../../../shared/transport/http/httpOptions.ts";

/** What ends the wait for a lost server. */
export type AwaitedSign =
  /** The relay reports that a server listens at the port again. */
  | { readonly kind: "port"; readonly port: number }
  /** The page asks it again and again; `nextAt`: when next, on the tab's clock; undefined while it asks. */
  | { readonly kind: "answer"; readonly nextAt?: number }
  /** It has answered, and needs a new handshake. */
  | { readonly kind: "reconnection" };

interface AvailabilityOptions {
  readonly clock: Clock;
  /** Sends the smallest request of the era, or asks whether there is a server again. */
  readonly ask: () => Promise<RequestOutcome | boolean>;
  /** Whether the server knows the page by a session id. */
  readonly hasSession: () => boolean;
  /** How often in a row a connection ended early, although the server answered; known once lost. */
  readonly earlyEnds: () => number;
  readonly onLost: (failure: Failure, awaits: AwaitedSign) => void;
  /** Called with what is waited for, while the server is lost. */
  readonly onAwait: (awaits: AwaitedSign) => void;
  /** The server answers in the same session again. */
  readonly onBack: () => void;
  /** Called when only its event stream is waited for, and with undefined when it is not any more. */
  readonly onStream: (wait: StreamWait | undefined) => void;
}

export interface Availability extends ServerAvailability {
  /** Begins when the server is connected; what is reported before has no effect. */
  start(options: AvailabilityOptions): void;
  /** Asks the server whether it answers, a lost one before its time. */
  check(): void;
  /** The connection has ended: a server that answers again needs a new one. */
  ended(failure: Failure): void;
  /** While the relay watches the server's port, a lost server is asked rarely. */
  watchPort(port: number | undefined): void;
  stop(): void;
}

/** Milliseconds until a lost server is asked for the first time; the interval grows. */
const firstWaitMs = 1000;
const maxWaitMs = 15_000;

/** Milliseconds until a server is asked whose connections end early one after the other. */
const maxFirstWaitMs = 60_000;

/** Creates what follows the server of one connection; it sends nothing by itself before `start`. */
export function createAvailability(): Availability {
  let options: AvailabilityOptions | undefined;
  let isLost = false;
  let isAsking = false;
  /** Whether another exchange failed while it was asked. */
  let isDoubted = false;
  let port: number | undefined;
  let waitMs = firstWaitMs;
  let cancelWait = () => {};
  let available = Promise.withResolvers<void>();
  available.resolve();

  const awaited = (): AwaitedSign =>
    port === undefined ? { kind: "answer" } : { kind: "port", port };

  const wait = () => {
    cancelWait();
    if (!options || !isLost) return;
    // the relay says when the port is back; only a stream may have ended
    const ms = port === undefined ? waitMs : Math.max(waitMs, maxWaitMs);
    cancelWait = options.clock.after(ms, () => void ask());
    if (port === undefined) options.onAwait({ kind: "answer", nextAt: options.clock.now() + ms });
    waitMs = Math.max(waitMs, Math.min(waitMs * 1.5, maxWaitMs));
  };

  const lose = (failure: Failure) => {
    if (!options || isLost) return;
    isLost = true;
    available = Promise.withResolvers<void>();
    options.onLost(failure, awaited());
    waitMs = Math.min(firstWaitMs * 2 ** Math.max(options.earlyEnds() - 1, 0), maxFirstWaitMs);
    wait();
  };

  // what waits for the server goes on in a new connection, if at all
  const end = () => {
    options = undefined;
    isLost = false;
    cancelWait();
  };

  const ask = async () => {
    if (!options || isAsking) return;
    isAsking = true;
    isDoubted = false;
    cancelWait();
    if (isLost && port === undefined) options.onAwait(awaited());
    const outcome = await options.ask();
    isAsking = false;
    if (!options) return;
    const failure = typeof outcome === "object" && outcome.kind === "failed" && outcome.failure;
    if (failure && provesLoss(failure)) lose(failure);
    if (!isLost) {
      // an answer from before that failure proves nothing; a failure may be the doubt itself
      if (isDoubted && !failure) void ask();
      return;
    }
    const sign = signOf(outcome);
    if (sign === "none") return wait();
    if (sign === "same" && options.hasSession()) {
      isLost = false;
      available.resolve();
      return options.onBack();
    }
    // without a session, it may be another server
    options.onAwait({ kind: "reconnection" });
    end();
  };

  const doubt = () => {
    if (isLost) return;
    isDoubted = true;
    void ask();
  };

  return {
    start(given) {
      options = given;
    },
    answered() {
      if (isLost) void ask();
    },
    unanswered({ code }) {
      // a server may also drop the connection of one request
      if (code === "network" || code === "forward") doubt();
    },
    brokenOff: doubt,
    streamWaits: (wait) => options?.onStream(wait),
    whenAvailable: () => available.promise,
    check: () => (isLost ? void ask() : doubt()),
    ended: lose,
    watchPort(next) {
      if (next === port) return;
      port = next;
      if (!isLost) return;
      options?.onAwait(awaited());
      wait();
    },
    stop: end,
  };
}

/** Forwarding failures for which no server was reached. */
const unreached: ReadonlySet<ForwardCode> = new Set(["dns", "refused", "unreachable"]);

/**
 * Whether the failure of a small request shows that nothing answers at the address. A browser reports a request that CORS
 * forbids in the same way, unless the server has answered a POST with the same headers before.
 */
function provesLoss(failure: Failure): boolean {
  if (failure.code === "forward") return unreached.has(failure.problem.code);
  if (failure.code !== "network") return false;
  return failure.request?.method === "POST" && failure.request.newHeaders?.length === 0;
}

/** What the outcome of asking a lost server shows: its session, another one, or nothing yet. */
function signOf(outcome: RequestOutcome | boolean): "same" | "new" | "none" {
  if (typeof outcome === "boolean") return outcome ? "new" : "none";
  switch (outcome.kind) {
    case "result":
      return "same";
    case "error":
      return outcome.error.code === methodNotFoundCode ? "same" : "new";
    case "cancelled":
      return "none";
    case "failed": {
      const { failure } = outcome;
      if (failure.code === "session-lost" || failure.code === "not-authorized") return "new";
      // a gateway answers with a status above 500 while the server behind it starts
      return failure.code === "http-status" && failure.status < 500 ? "new" : "none";
    }
  }
}
