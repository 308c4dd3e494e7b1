/** The handshake of the revisions that have one. */
import { latest } from "../mcp/revisions.ts";
import type { Failure } from "../transport/failure.ts";
import type { Transport } from "../transport/transport.ts";
import { type Agreement, type Implementation, readAgreement } from "./agreement.ts";
import { memberOf } from "./memberOf.ts";
import type { Outcome } from "./outcome.ts";
import type { Session } from "./session.ts";

export type Handshake =
  | { readonly kind: "agreed"; readonly agreement: Agreement }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "cancelled" };

/**
 * Says who we are, hears who the server is, and lets the transport know what was agreed.
 * @param offer the revision to offer; undefined for the latest
 * @param capabilitiesText the JSON text of this client's capabilities
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
  const handshake = handshakeOf(outcome);
  if (handshake.kind !== "agreed") return handshake;
  transport.negotiated(handshake.agreement.revision);
  await session.notify("notifications/initialized").delivered;
  transport.listen();
  return handshake;
}

function handshakeOf(outcome: Outcome): Handshake {
  switch (outcome.kind) {
    case "cancelled":
      return { kind: "cancelled" };
    case "failed":
      return { kind: "failed", failure: outcome.failure };
    case "error": {
      const { code, message } = outcome.error;
      return { kind: "failed", failure: { code: "handshake", reason: `${code} ${message}` } };
    }
    case "result": {
      const revision = memberOf(outcome.value, "protocolVersion");
      if (typeof revision !== "string") {
        const reason = "The result of initialize names no protocolVersion";
        return { kind: "failed", failure: { code: "handshake", reason } };
      }
      const info = memberOf(outcome.value, "serverInfo");
      return { kind: "agreed", agreement: readAgreement(revision, outcome.value, info) };
    }
  }
}
