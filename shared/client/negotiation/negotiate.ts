/** Finds the revision and the transport that a server and this client have in common. */

import type { Failure } from "../../core/failures/failure.ts";
import type { NegotiationStep } from "../../log/negotiationStep.ts";
import type { Recorder } from "../../log/recorder.ts";
import { type EraKind, latest, traitsOf } from "../../mcp/revisions.ts";
import type { Transport } from "../../transport/transport.ts";
import type { Era } from "../era.ts";
import { createLegacyEra } from "../era.ts";
import type { Session } from "../session/session.ts";
import type { Agreement, Implementation } from "./agreement.ts";
import { agreementOf, chooseRevision, type Discovery, readDiscovery } from "./discover.ts";
import { initialize } from "./initialize.ts";

/** A channel that is open, with the session over it. */
export interface Channel {
  readonly transport: Transport;
  readonly session: Session;
}

/** What is remembered of servers, by origin or by command. */
export interface EraMemory {
  recall(): EraKind | undefined;
  remember(era: EraKind): void;
}

export interface NegotiateOptions {
  /** Opens a new channel of a kind; the one before is closed by then. */
  readonly openChannel: (kind: Transport["kind"]) => Promise<Channel | Failure>;
  /** What the target is reached by first. */
  readonly firstKind: Transport["kind"];
  readonly revision: string;
  readonly record: Recorder;
  readonly clientInfo: Implementation;
  readonly capabilitiesText: string;
  readonly modernEra: (revision: string) => Era;
  readonly memory: EraMemory;
  /** Milliseconds that a probe may stay unanswered. */
  readonly probeMs: number;
  readonly signal: AbortSignal;
}

export type Negotiated =
  | {
      readonly kind: "agreed";
      readonly channel: Channel;
      readonly agreement: Agreement;
      /** Why `notifications/initialized` did not arrive. */
      readonly initializedFailure?: Failure;
    }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/** Statuses of an older server or transport, which is worth a try then. */
const olderStatuses: readonly number[] = [400, 404, 405];

/** How a handshake fails with a server that is there, but no longer has one. */
const refusals: readonly Failure["code"][] = ["handshake", "http-status"];

/**
 * Negotiates one revision, or with `auto` finds it: modern first, then the handshake, then the
 * transport that came before Streamable HTTP.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export async function negotiate(options: NegotiateOptions): Promise<Negotiated> {
  const remembered = options.revision === "auto" ? options.memory.recall() : undefined;
  const first = await attempt(options, remembered);
  const isOutdated = first.kind === "failed" && refusals.includes(first.failure.code);
  // a modern era that is no longer true has been found out on the way
  return remembered === "legacy" && isOutdated ? attempt(options, undefined) : first;
}

async function attempt(
  options: NegotiateOptions,
  remembered: EraKind | undefined,
): Promise<Negotiated> {
  const { revision, memory, firstKind } = options;
  const step = (taken: NegotiationStep) =>
    options.record({ kind: "negotiation", direction: "none", exchangeId: undefined, step: taken });

  let channel = await options.openChannel(firstKind);
  if ("code" in channel) return { kind: "failed", failure: channel };

  let offer = revision === "auto" ? latest.legacy : revision;
  if (remembered) step({ kind: "remembered", era: remembered });
  const era = revision === "auto" ? remembered : traitsOf(revision).era;

  if (era !== "legacy") {
    const first = revision === "auto" ? latest.modern : revision;
    const found = await discover(channel, first, options, step);
    if (options.signal.aborted) return { kind: "cancelled" };
    if (found.kind === "agreed") {
      memory.remember("modern");
      channel.transport.negotiated(found.agreement.revision);
      return { kind: "agreed", channel, agreement: found.agreement };
    }
    if (found.kind === "failed" || revision !== "auto") {
      await channel.session.close();
      if (found.kind === "failed") return found;
      return { kind: "failed", failure: notSupported(revision, found.reason) };
    }
    if (found.offer) offer = found.offer;
    if (found.isGone) {
      channel = await options.openChannel(firstKind);
      if ("code" in channel) return { kind: "failed", failure: channel };
    }
  }

  step({ kind: "initialize", revision: offer });
  const handshake = await initializeSession(channel, offer, options);
  if (handshake.kind === "agreed") {
    memory.remember("legacy");
    step({ kind: "agreed", revision: handshake.agreement.revision, offered: offer });
    return { ...handshake, channel };
  }
  const { failure } = handshake.kind === "failed" ? handshake : { failure: undefined };
  const isOlder = failure?.code === "http-status" && olderStatuses.includes(failure.status);
  if (!failure || !isOlder || firstKind !== "streamable-http") {
    await channel.session.close();
    return handshake;
  }

  step({ kind: "http-sse", because: String(failure.status) });
  await channel.session.close();
  const older = await options.openChannel("http-sse");
  if ("code" in older) return { kind: "failed", failure };
  const olderOffer = revision === "auto" ? "2024-11-05" : offer;
  step({ kind: "initialize", revision: olderOffer });
  const again = await initializeSession(older, olderOffer, options);
  if (again.kind !== "agreed") {
    await older.session.close();
    return again;
  }
  memory.remember("legacy");
  step({ kind: "agreed", revision: again.agreement.revision, offered: olderOffer });
  return { ...again, channel: older };
}

async function initializeSession(channel: Channel, offer: string, options: NegotiateOptions) {
  const { session, transport } = channel;
  session.setEra(createLegacyEra(offer));
  const { capabilitiesText, clientInfo, signal } = options;
  const handshake = await initialize(session, transport, {
    offer,
    capabilitiesText,
    clientInfo,
    signal,
  });
  if (handshake.kind === "agreed") session.setEra(createLegacyEra(handshake.agreement.revision));
  return handshake;
}

type Found =
  | { readonly kind: "agreed"; readonly agreement: Agreement }
  | { readonly kind: "failed"; readonly failure: Failure }
  | {
      readonly kind: "legacy";
      readonly reason: string;
      /** A revision of the legacy era that the server named. */
      readonly offer: string | undefined;
      /** The channel did not survive the probe. */
      readonly isGone: boolean;
    };

/** Asks once, and once more in a revision that the server names, were it the one it just refused. */
async function discover(
  channel: Channel,
  first: string,
  options: NegotiateOptions,
  step: (taken: NegotiationStep) => void,
): Promise<Found> {
  let revision = first;
  for (const isLast of [false, true]) {
    step({ kind: "discover", revision });
    const found = await probe(channel, revision, options);
    switch (found.kind) {
      case "discovered": {
        step({ kind: "discovered", supported: found.supported });
        const isAsked = options.revision !== "auto" || found.supported.includes(revision);
        const chosen = isAsked ? revision : chooseRevision(found.supported);
        if (chosen !== undefined && traitsOf(chosen).era === "legacy") {
          return { kind: "legacy", reason: "", offer: chosen, isGone: false };
        }
        const spoken = chosen ?? revision;
        channel.session.setEra(options.modernEra(spoken));
        step({ kind: "agreed", revision: spoken, offered: first });
        return { kind: "agreed", agreement: agreementOf(spoken, found.result) };
      }
      case "unsupported": {
        const { supported } = found;
        step({ kind: "unsupported", requested: revision, supported });
        const chosen = chooseRevision(supported);
        if (chosen === undefined || isLast) {
          const reason = `The server supports ${supported.join(", ") || "no revision it names"}`;
          const isAuto = options.revision === "auto";
          return {
            kind: "failed",
            failure: isAuto ? { code: "handshake", reason } : notSupported(first, reason),
          };
        }
        if (traitsOf(chosen).era === "legacy") {
          const reason = `The server supports ${supported.join(", ")}`;
          return { kind: "legacy", reason, offer: chosen, isGone: false };
        }
        revision = chosen;
        break;
      }
      case "modern-error":
        step(found);
        channel.session.setEra(options.modernEra(revision));
        return { kind: "agreed", agreement: agreementOf(revision, undefined) };
      case "failed":
        return found;
      case "not-modern": {
        step(found);
        const reason = reasonWords[found.because]?.(found.detail) ?? found.detail;
        return { kind: "legacy", reason, offer: undefined, isGone: found.because === "exited" };
      }
    }
  }
  throw new Error("The second round always returns");
}

async function probe(
  { session }: Channel,
  revision: string,
  { revision: wanted, modernEra, probeMs, signal }: NegotiateOptions,
): Promise<Discovery | Extract<Found, { kind: "failed" }>> {
  session.setEra(modernEra(revision));
  const limits = { timeoutMs: probeMs, maximumMs: 0 };
  // a cancellation could be a message, which a legacy server does not expect yet
  const call = session.request("server/discover", undefined, {
    signal,
    limits,
    omitCancellation: true,
  });
  const outcome = await call.done;
  const { failure } = outcome.kind === "failed" ? outcome : {};
  if (failure && (isFinal(failure) || (wanted !== "auto" && !isEraMismatch(failure)))) {
    return { kind: "failed", failure };
  }
  return readDiscovery(outcome);
}

function notSupported(revision: string, reason: string): Failure {
  return { code: "revision-not-supported", revision, reason };
}

/** Why a server is taken for one of the handshake, where the detail alone does not say it. */
const reasonWords: Partial<
  Record<Extract<Discovery, { kind: "not-modern" }>["because"], (detail: string) => string>
> = {
  status: (status) => `status ${status}`,
  timeout: () => "no answer to server/discover in time",
};

/** Whether a failure is how a server of another era may answer what it does not know. */
function isEraMismatch(failure: Failure): boolean {
  if (failure.code === "http-status") return olderStatuses.includes(failure.status);
  return failure.code === "timeout";
}

/** Whether a failure has nothing to do with the era that was tried. */
function isFinal(failure: Failure): boolean {
  if (failure.code !== "forward") return failure.code === "not-authorized";
  // a server may hang up on what it does not know
  return !["reset", "bad-response", "timeout"].includes(failure.trouble.code);
}
