/** Negotiates a revision and a transport that both the server and the client support. */

import type { NegotiationStep } from "../../log/negotiationStep.ts";
import type { Recorder } from "../../log/recorder.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import { type EraKind, latest, traitsOf } from "../../protocol/revisions.ts";
import type { Transport } from "../../transport/transport.ts";
import { createLegacyEra } from "../era.ts";
import type { Agreement, Implementation } from "./agreement.ts";
import type { Channel } from "./channel.ts";
import {
  type DetectOptions,
  detectModernEra,
  fallbackStatuses,
  revisionNotSupported,
} from "./detectModernEra.ts";
import { initialize } from "./initialize.ts";

/** Stores the era of a server between connections. */
export interface EraMemory {
  recall(): EraKind | undefined;
  remember(era: EraKind): void;
}

interface NegotiateOptions extends DetectOptions {
  /** Opens a new channel of a kind; the previous one is closed by then. */
  readonly openChannel: (kind: Transport["kind"]) => Promise<Channel | Failure>;
  /** The transport to try first. */
  readonly firstKind: Transport["kind"];
  readonly record: Recorder;
  readonly clientInfo: Implementation;
  readonly capabilitiesText: string;
  readonly memory: EraMemory;
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
  const recordStep = createStepRecorder(options.record);

  let channel = await options.openChannel(firstKind);
  if ("code" in channel) return { kind: "failed", failure: channel };

  let offer = revision === "auto" ? latest.legacy : revision;
  if (remembered) recordStep({ kind: "remembered", era: remembered });
  const era = revision === "auto" ? remembered : traitsOf(revision).era;

  if (era !== "legacy") {
    const first = revision === "auto" ? latest.modern : revision;
    const found = await detectModernEra(channel, first, options, recordStep);
    if (options.signal.aborted) return { kind: "cancelled" };
    if (found.kind === "agreed") {
      memory.remember("modern");
      channel.transport.negotiated(found.agreement.revision);
      return { kind: "agreed", channel, agreement: found.agreement };
    }
    if (found.kind === "failed" || revision !== "auto") {
      await channel.session.close();
      if (found.kind === "failed") return found;
      return { kind: "failed", failure: revisionNotSupported(revision, found.refusal) };
    }
    if (found.offer) offer = found.offer;
    if (found.isChannelLost) {
      channel = await options.openChannel(firstKind);
      if ("code" in channel) return { kind: "failed", failure: channel };
    }
  }

  const handshake = await completeHandshake(channel, offer, options);
  if (handshake.kind !== "failed") return handshake;
  const { failure } = handshake;
  const mayBeOlder = failure.code === "http-status" && fallbackStatuses.includes(failure.status);
  if (!mayBeOlder || firstKind !== "streamable-http") return handshake;

  recordStep({ kind: "http-sse", because: String(failure.status) });
  const sseChannel = await options.openChannel("http-sse");
  if ("code" in sseChannel) return handshake;
  return completeHandshake(sseChannel, revision === "auto" ? "2024-11-05" : offer, options);
}

/** Performs the handshake over an open channel; closes the channel if it fails. */
async function completeHandshake(
  channel: Channel,
  offered: string,
  options: NegotiateOptions,
): Promise<Negotiated> {
  const { session, transport } = channel;
  const { record, memory, capabilitiesText, clientInfo, signal } = options;
  const recordStep = createStepRecorder(record);
  recordStep({ kind: "initialize", revision: offered });
  session.setEra(createLegacyEra(offered));
  const handshake = await initialize(session, transport, {
    offer: offered,
    capabilitiesText,
    clientInfo,
    signal,
  });
  if (handshake.kind !== "agreed") {
    await session.close();
    return handshake;
  }
  const { revision } = handshake.agreement;
  session.setEra(createLegacyEra(revision));
  memory.remember("legacy");
  recordStep({ kind: "agreed", revision, offered });
  return { ...handshake, channel };
}

function createStepRecorder(record: Recorder) {
  return (step: NegotiationStep) =>
    record({ kind: "negotiation", direction: "none", exchangeId: undefined, step });
}
