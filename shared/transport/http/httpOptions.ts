/** What the transports over HTTP are given from outside. */
import type { Clock } from "../../core/clock.ts";
import type { Header } from "../../core/headers.ts";
import type { Recorder } from "../../log/recorder.ts";
import type { TransportAbilities } from "../transport.ts";
import type { Authorizer } from "./authorizer.ts";
import type { BodyLimit } from "./bodyLimit.ts";
import type { Slots } from "./slots.ts";

/** The ways of the platform that an exchange uses. */
export interface HttpDependencies {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly record: Recorder;
  /** Shared by everything that opens connections from this tab; without them nothing waits for its turn. */
  readonly slots?: Slots;
  /** Bytes that are read of one answer; {@link usualBodyBytes} where it is missing. */
  readonly bodyLimit?: Pick<BodyLimit, "bytes">;
  /** Lets the rest of the page have its turn while much is read; without it nothing stands aside. */
  readonly pause?: () => Promise<void>;
}

export interface HttpOptions extends HttpDependencies {
  /** The address to connect to, without userinfo. */
  readonly url: string;
  /** Headers that the person set; sent with every request. */
  readonly headers: readonly Header[];
  /** Whether `fetch` goes through the relay: any header is sent, and everything of an answer is known. */
  readonly isRelayed?: boolean;
  /** Makes a new id for an exchange. */
  readonly newId: () => string;
  /** Whoever knows the credentials for the server; not asked where the person set Authorization by hand. */
  readonly authorizer?: Authorizer;
}

/** What a transport over this `fetch` can do. */
export function abilitiesOf({ isRelayed }: HttpOptions): TransportAbilities {
  return isRelayed
    ? { headers: "any", fidelity: "exact" }
    : { headers: "platform", fidelity: "platform" };
}
