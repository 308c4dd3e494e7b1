/** Detects whether a server is of the modern era, with `server/discover`. */

import type { NegotiationStep } from "../../log/negotiationStep.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { RevisionRefusal } from "../../protocol/failures/refusal.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { Era } from "../era.ts";
import type { Agreement } from "./agreement.ts";
import type { Channel } from "./channel.ts";
import { agreementOf, chooseRevision, type Discovery, readDiscovery } from "./discover.ts";

export interface DetectOptions {
  /** A revision, or `auto`. */
  readonly revision: string;
  readonly modernEra: (revision: string) => Era;
  /** Timeout in milliseconds of the probe for the modern era. */
  readonly probeMs: number;
  readonly signal: AbortSignal;
}

/** HTTP statuses that suggest an older server or transport, so that the client falls back. */
export const fallbackStatuses: readonly number[] = [400, 404, 405];

type Detected =
  | { readonly kind: "agreed"; readonly agreement: Agreement }
  | { readonly kind: "failed"; readonly failure: Failure }
  | {
      readonly kind: "legacy";
      readonly refusal: RevisionRefusal;
      /** A legacy revision that the server named. */
      readonly offer: string | undefined;
      /** Whether the probe ended the channel. */
      readonly isChannelLost: boolean;
    };

/**
 * Sends `server/discover`, and repeats it in a revision that the server names, even if it just
 * rejected that one.
 * @param first the revision of the first request
 * @returns never rejects
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export async function detectModernEra(
  channel: Channel,
  first: string,
  options: DetectOptions,
  recordStep: (step: NegotiationStep) => void,
): Promise<Detected> {
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
          const refusal = { kind: "unsupported", supported: found.supported } as const;
          return { kind: "legacy", refusal, offer: chosen, isChannelLost: false };
        }
        const spoken = chosen ?? revision;
        channel.session.setEra(options.modernEra(spoken));
        recordStep({ kind: "agreed", revision: spoken, offered: first });
        return { kind: "agreed", agreement: agreementOf(spoken, found.result) };
      }
      case "unsupported": {
        const { supported } = found;
        const refusal = { kind: "unsupported", supported } as const;
        recordStep({ kind: "unsupported", requested: revision, supported });
        const chosen = chooseRevision(supported);
        if (chosen === undefined || isLast) {
          const isAuto = options.revision === "auto";
          return {
            kind: "failed",
            failure: isAuto ? { code: "handshake", refusal } : revisionNotSupported(first, refusal),
          };
        }
        if (traitsOf(chosen).era === "legacy") {
          return { kind: "legacy", refusal, offer: chosen, isChannelLost: false };
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
      case "not-modern":
        recordStep(found);
        return {
          kind: "legacy",
          refusal: found.because,
          offer: undefined,
          isChannelLost: found.because.kind === "exited",
        };
    }
  }
  throw new Error("The second round always returns");
}

async function probe(
  { session }: Channel,
  revision: string,
  { revision: wanted, modernEra, probeMs, signal }: DetectOptions,
): Promise<Discovery | Extract<Detected, { kind: "failed" }>> {
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

/** The failure to negotiate an exact revision, with what the server answered instead. */
export function revisionNotSupported(revision: string, refusal: RevisionRefusal): Failure {
  return { code: "revision-not-supported", revision, refusal };
}

/** Whether a server of the other era may have caused the failure. */
function isEraMismatch(failure: Failure): boolean {
  if (failure.code === "http-status") return fallbackStatuses.includes(failure.status);
  return failure.code === "timeout";
}

/** Whether a failure has nothing to do with the era of the probe. */
function isFinal(failure: Failure): boolean {
  if (failure.code !== "forward") return ["not-authorized", "redirected"].includes(failure.code);
  // a server may close the connection on a method it does not know
  return !["reset", "bad-response", "timeout"].includes(failure.problem.code);
}
