/** Defines the options and dependencies of the HTTP transports. */
import type { Clock } from "../../core/clock.ts";
import type { Recorder } from "../../log/recorder.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { Header } from "../../protocol/headers.ts";
import type { TransportAbilities } from "../transport.ts";
import type { Authorizer } from "./authorizer.ts";
import type { BodyLimit } from "./bodyLimit.ts";
import type { AllowRedirect } from "./followRedirects.ts";
import type { Slots } from "./slots.ts";

export interface HttpDependencies {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly record: Recorder;
  /** Connection slots shared by the whole tab; without them no request is queued. */
  readonly slots?: Slots;
  /** Maximum bytes read of one answer; {@link defaultBodyBytes} by default. */
  readonly bodyLimit?: Pick<BodyLimit, "bytes">;
  /** Yields to the event loop while a large body is read; never called if it is missing. */
  readonly yieldToEventLoop?: () => Promise<void>;
}

export interface HttpOptions extends HttpDependencies {
  /** The address to connect to, without userinfo. */
  readonly url: string;
  /** Headers set by the user, sent with every request. */
  readonly headers: readonly Header[];
  /** Whether `fetch` goes through the relay, which can send any header and reveals the whole response. */
  readonly isRelayed?: boolean;
  /** Asks before a hidden redirect takes the user's headers along; without it, such a redirect fails. */
  readonly allowRedirect?: AllowRedirect;
  readonly newId: () => string;
  /** Provides credentials; not used if the user set an Authorization header. */
  readonly authorizer?: Authorizer;
  /** Follows whether the server answers. */
  readonly availability?: ServerAvailability;
}

/** A stream that ended and could not be opened again yet. */
export interface StreamWait {
  /** How many attempts have failed. */
  readonly tries: number;
  /** When the next one is made, in milliseconds of the clock. */
  readonly nextAt: number;
}

/** Hears how the exchanges with a server end, and decides when its stream is opened again. */
export interface ServerAvailability {
  /** A response has begun. */
  answered(): void;
  /** An exchange ended without a response; not called for one that was aborted. */
  unanswered(failure: Failure): void;
  /** A response ended before it was complete. */
  brokenOff(): void;
  /** Its event stream ended, and could not be opened again yet; undefined once it is open or given up. */
  streamWaits(wait: StreamWait | undefined): void;
  /** Settles as soon as the server is not known to be lost; never for one that is given up. */
  whenAvailable(): Promise<void>;
}

/** The abilities of a transport that uses this `fetch`. */
export function abilitiesOf({ isRelayed }: HttpOptions): TransportAbilities {
  return isRelayed
    ? { headers: "any", fidelity: "exact" }
    : { headers: "platform", fidelity: "platform" };
}
