/** Defines the state of a session that this tab lets others watch. */
import type { Clock } from "../../../../shared/core/clock.ts";
import type { EventLog } from "../../../../shared/log/eventLog.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import type { LiveEnd } from "../../../../shared/relay/live/liveWire.ts";
import type { Servers } from "../../../servers/store/serversStore.ts";
import type { ShareChoices } from "../recordSession.ts";
import type { RelayRefusal } from "../sealedRelay.ts";

/** What is known of a session that this tab shares. */
export type LiveShare =
  | { readonly kind: "starting" }
  | {
      readonly kind: "live";
      readonly link: string;
      /** Undefined until the relay has reported it. */
      readonly viewers: number | undefined;
      /** Those of them whom the relay names, where people are signed in. */
      readonly people?: readonly string[];
      /** Whether the relay answers. */
      readonly isConnected: boolean;
      /** Messages that were too large. */
      readonly skipped: number;
    }
  /** `lost`: the relay no longer knows it. */
  | { readonly kind: "ended"; readonly reason: LiveEnd | "lost" }
  | { readonly kind: "refused"; readonly refusal: RelayRefusal }
  | { readonly kind: "not-loaded" };

export interface StartLive {
  readonly serverId: string;
  readonly choices: ShareChoices;
  /** The server, and what is selected. */
  readonly head: Pick<Recording, "server" | "revision" | "selected">;
  /** Where the page is for the viewers, without fragment. */
  readonly linkBase: string;
}

export interface LiveOptions {
  readonly log: EventLog;
  readonly servers: Servers;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  /** The address of the page, whose relay forwards the session. */
  readonly base: string;
}

export interface OwnSession {
  /** Sends the end to the viewers and ends it at the relay. */
  end(): void;
  /** Ends it at the relay while the page is being left. */
  leave(): void;
}
