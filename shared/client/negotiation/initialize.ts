/** Performs the `initialize` handshake of the legacy era. */

import { getOwn } from "../../core/json/getOwn.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { RevisionRefusal } from "../../protocol/failures/refusal.ts";
import { latest } from "../../protocol/revisions.ts";
import type { Transport } from "../../transport/transport.ts";
import type { RequestOutcome } from "../session/outcome.ts";
import type { Session } from "../session/session.ts";
import { type Agreement, type Implementation, readAgreement } from "./agreement.ts";

type Handshake =
  | {
      readonly kind: "agreed";
      readonly agreement: Agreement;
      /** Why `notifications/initialized` failed; the session may be unusable. */
      readonly initializedFailure?: Failure;
    }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/**
 * Sends `initialize` and `notifications/initialized`, and tells the transport the agreed revision.
 * @param options.offer the revision to offer; the latest legacy one if undefined
 * @param options.capabilitiesText the JSON text of the client's capabilities
 * @returns the agreement or the failure; never rejects
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export async function initialize(
  session: Session,
  transport: Transport,
  options: {
    readonly offer: string | undefined;
    readonly capabilitiesText: string;
    readonly clientInfo: Implementation;
    readonly signal: AbortSignal;
  },
): Promise<Handshake> {
  const protocolVersion = JSON.stringify(options.offer ?? latest.legacy);
  const clientInfo = JSON.stringify(options.clientInfo);
  const outcome = await session.request(
    "initialize",
    `{"protocolVersion":${protocolVersion},"capabilities":${options.capabilitiesText},"clientInfo":${clientInfo}}`,
    { signal: options.signal },
  ).done;
  const handshake = readHandshake(outcome);
  if (handshake.kind !== "agreed") return handshake;
  transport.negotiated(handshake.agreement.revision);
  const failure = await session.notify("notifications/initialized").delivered;
  transport.listen();
  if (!failure || failure.code === "closed") return handshake;
  return { ...handshake, initializedFailure: initializedFailureOf(failure, transport) };
}

/**
 * Explains a rejected `notifications/initialized`: without `Access-Control-Expose-Headers` a browser
 * hides the session id, so the notification lacks it.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
function initializedFailureOf(failure: Failure, transport: Transport): Failure {
  if (failure.code !== "http-status") return failure;
  const hasSession = transport.sessionId?.() !== undefined;
  const mayHideSession =
    transport.kind === "streamable-http" &&
    transport.abilities.fidelity === "platform" &&
    !hasSession &&
    failure.status < 500;
  return { ...failure, code: "initialized-refused", mayHideSession };
}

function readHandshake(outcome: RequestOutcome): Handshake {
  switch (outcome.kind) {
    case "cancelled":
      return { kind: "cancelled" };
    case "failed":
      return { kind: "failed", failure: outcome.failure };
    case "error": {
      const { code, message } = outcome.error;
      return failedWith({ kind: "error", code, message });
    }
    case "result": {
      const revision = getOwn(outcome.value, "protocolVersion");
      if (typeof revision !== "string") return failedWith({ kind: "no-revision" });
      const info = getOwn(outcome.value, "serverInfo");
      return { kind: "agreed", agreement: readAgreement(revision, outcome.value, info) };
    }
  }
}

function failedWith(refusal: RevisionRefusal): Handshake {
  return { kind: "failed", failure: { code: "handshake", refusal } };
}
