/** Negotiates a revision and a transport that both the server and the client support. */

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

/** An open transport and the session over it. */
export interface Channel {
  readonly transport: Transport;
  readonly session: Session;
}

/** Stores the era of a server between connections. */
export interface EraMemory {
  recall(): EraKind | undefined;
  remember(era: EraKind): void;
}

export interface NegotiateOptions {
  /** Opens a new channel of a kind; the previous one is closed by then. */
  readonly openChannel: (kind: Transport["kind"]) => Promise<Channel | Failure>;
  /** The transport to try first. */
  readonly firstKind: Transport["kind"];
  /** A revision, or `auto`. */
  readonly revision: string;
  readonly record: Recorder;
  readonly clientInfo: Implementation;
  readonly capabilitiesText: string;
  readonly modernEra: (revision: string) => Era;
  readonly memory: EraMemory;
  /** Timeout in milliseconds of the probe for the modern era. */
  readonly probeMs: number;
  readonly signal: AbortSignal;
}

export type Negotiated =
  | {
      readonly kind: "agreed";
      readonly channel: Channel;
      readonly agreement: Agreement;
      /** Why `notifications/initialized` failed. */
      readonly initializedFailure?: Failure;
    }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/** HTTP statuses that suggest an older server or transport, so that the client falls back. */
const fallbackStatuses: readonly number[] = [400, 404, 405];

/** How the handshake fails with a server that has moved to the modern era since the last connection. */
const refusals: readonly Failure["code"][] = ["handshake", "http-status"];

/**
 * Negotiates a given revision, or with `auto` tries the modern era, then the handshake of the legacy
 * era, then HTTP+SSE.
 * @returns the open channel with the agreement, or the failure; never rejects
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export async function negotiate(options: NegotiateOptions): Promise<Negotiated> {
  const remembered = options.revision === "auto" ? options.memory.recall() : undefined;
  const first = await attempt(options, remembered);
  const isOutdated = first.kind === "failed" && refusals.includes(first.failure.code);
  // no retry for a remembered modern era: the attempt itself falls back to the handshake
  return remembered === "legacy" && isOutdated ? attempt(options, undefined) : first;
}

// One attempt, transport by transport

async function attempt(
  options: NegotiateOptions,
  remembered: EraKind | undefined,
): Promise<Negotiated> {
  const { revision, memory, firstKind } = options;
  const recordStep = (step: NegotiationStep) =>
    options.record({ kind: "negotiation", direction: "none", exchangeId: undefined, step });

  let channel = await options.openChannel(firstKind);
  if ("code" in channel) return { kind: "failed", failure: channel };

  let offer = revision === "auto" ? latest.legacy : revision;
  if (remembered) recordStep({ kind: "remembered", era: remembered });
  const era = revision === "auto" ? remembered : traitsOf(revision).era;

  if (era !== "legacy") {
    const first = revision === "auto" ? latest.modern : revision;
    const found = await discover(channel, first, options, recordStep);
    if (options.signal.aborted) return { kind: "cancelled" };
    if (found.kind === "agreed") {
      memory.remember("modern");
      channel.transport.negotiated(found.agreement.revision);
      return { kind: "agreed", channel, agreement: found.agreement };
    }
    if (found.kind === "failed" || revision !== "auto") {
      await channel.session.close();
      if (found.kind === "failed") return found;
      return { kind: "failed", failure: revisionNotSupported(revision, found.reason) };
    }
    if (found.offer) offer = found.offer;
    if (found.isChannelLost) {
      channel = await options.openChannel(firstKind);
      if ("code" in channel) return { kind: "failed", failure: channel };
    }
  }

  recordStep({ kind: "initialize", revision: offer });
  const handshake = await initializeSession(channel, offer, options);
  if (handshake.kind === "agreed") {
    memory.remember("legacy");
    recordStep({ kind: "agreed", revision: handshake.agreement.revision, offered: offer });
    return { ...handshake, channel };
  }
  const { failure } = handshake.kind === "failed" ? handshake : { failure: undefined };
  const mayBeOlder = failure?.code === "http-status" && fallbackStatuses.includes(failure.status);
  if (!failure || !mayBeOlder || firstKind !== "streamable-http") {
    await channel.session.close();
    return handshake;
  }

  recordStep({ kind: "http-sse", because: String(failure.status) });
  await channel.session.close();
  const sseChannel = await options.openChannel("http-sse");
  if ("code" in sseChannel) return { kind: "failed", failure };
  const sseOffer = revision === "auto" ? "2024-11-05" : offer;
  recordStep({ kind: "initialize", revision: sseOffer });
  const sseHandshake = await initializeSession(sseChannel, sseOffer, options);
  if (sseHandshake.kind !== "agreed") {
    await sseChannel.session.close();
    return sseHandshake;
  }
  memory.remember("legacy");
  recordStep({ kind: "agreed", revision: sseHandshake.agreement.revision, offered: sseOffer });
  return { ...sseHandshake, channel: sseChannel };
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

// Probing for the modern era

type DiscoveryResult =
  | { readonly kind: "agreed"; readonly agreement: Agreement }
  | { readonly kind: "failed"; readonly failure: Failure }
  | {
      readonly kind: "legacy";
      readonly reason: string;
      /** A legacy revision that the server named. */
      readonly offer: string | undefined;
      /** Whether the probe ended the channel. */
      readonly isChannelLost: boolean;
    };

/** Probes once, and once more in a revision that the server names, even if it just rejected that one. */
async function discover(
  channel: Channel,
  first: string,
  options: NegotiateOptions,
  recordStep: (step: NegotiationStep) => void,
): Promise<DiscoveryResult> {
  let revision = first;
  for (const isLast of [false, true]) {
    recordStep({ kind: "discover", revision });
    const found = await probe(channel, revision, options);
    switch (found.kind) {
      case "discovered": {
        recordStep({ kind: "discovered", supported: found.supported });
        const isAsked = options.revision !== "auto" || found.supported.includes(revision);
        const chosen = isAsked ? revision : chooseRevision(found.supported);
        if (chosen !== undefined && traitsOf(chosen).era === "legacy") {
          return { kind: "legacy", reason: "", offer: chosen, isChannelLost: false };
        }
        const spoken = chosen ?? revision;
        channel.session.setEra(options.modernEra(spoken));
        recordStep({ kind: "agreed", revision: spoken, offered: first });
        return { kind: "agreed", agreement: agreementOf(spoken, found.result) };
      }
      case "unsupported": {
        const { supported } = found;
        recordStep({ kind: "unsupported", requested: revision, supported });
        const chosen = chooseRevision(supported);
        if (chosen === undefined || isLast) {
          const reason = `The server supports ${supported.join(", ") || "no revision it names"}`;
          const isAuto = options.revision === "auto";
          return {
            kind: "failed",
            failure: isAuto ? { code: "handshake", reason } : revisionNotSupported(first, reason),
          };
        }
        if (traitsOf(chosen).era === "legacy") {
          const reason = `The server supports ${supported.join(", ")}`;
          return { kind: "legacy", reason, offer: chosen, isChannelLost: false };
        }
        revision = chosen;
        break;
      }
      case "modern-error":
        recordStep(found);
        channel.session.setEra(options.modernEra(revision));
        return { kind: "agreed", agreement: agreementOf(revision, undefined) };
      case "failed":
        return found;
      case "not-modern": {
        recordStep(found);
        const reason = notModernReasons[found.because]?.(found.detail) ?? found.detail;
        return {
          kind: "legacy",
          reason,
          offer: undefined,
          isChannelLost: found.because === "exited",
        };
      }
    }
  }
  throw new Error("The second round always returns");
}

async function probe(
  { session }: Channel,
  revision: string,
  { revision: wanted, modernEra, probeMs, signal }: NegotiateOptions,
): Promise<Discovery | Extract<DiscoveryResult, { kind: "failed" }>> {
  session.setEra(modernEra(revision));
  const limits = { timeoutMs: probeMs, maximumMs: 0 };
  // no notifications/cancelled on timeout: a legacy server does not expect messages before initialize
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

function revisionNotSupported(revision: string, reason: string): Failure {
  return { code: "revision-not-supported", revision, reason };
}

/** Reasons to treat a server as legacy, for causes whose detail is not enough. */
const notModernReasons: Partial<
  Record<Extract<Discovery, { kind: "not-modern" }>["because"], (detail: string) => string>
> = {
  status: (status) => `status ${status}`,
  timeout: () => "no answer to server/discover in time",
};

/** Whether a server of the other era may have caused the failure. */
function isEraMismatch(failure: Failure): boolean {
  if (failure.code === "http-status") return fallbackStatuses.includes(failure.status);
  return failure.code === "timeout";
}

/** Whether a failure has nothing to do with the era of the probe. */
function isFinal(failure: Failure): boolean {
  if (failure.code !== "forward") return failure.code === "not-authorized";
  // a server may close the connection on a method it does not know
  return !["reset", "bad-response", "timeout"].includes(failure.trouble.code);
}
