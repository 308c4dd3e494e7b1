/** The handshake of the revisions that have one. */
import { latest } from "../mcp/revisions.ts";
import type { Failure } from "../transport/failure.ts";
import type { Transport } from "../transport/transport.ts";
import type { Outcome } from "./outcome.ts";
import type { Session } from "./session.ts";

/** What a peer says of itself; members beyond these are kept. */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** What both sides agreed on. */
export interface Agreement {
  /** The revision the server answered with, known to us or not. */
  readonly revision: string;
  readonly serverInfo: Implementation;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions: string | undefined;
}

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
      const result = recordOf(outcome.value);
      if (typeof result.protocolVersion !== "string") {
        const reason = "The result of initialize names no protocolVersion";
        return { kind: "failed", failure: { code: "handshake", reason } };
      }
      const info = recordOf(result.serverInfo);
      return {
        kind: "agreed",
        agreement: {
          revision: result.protocolVersion,
          serverInfo: {
            name: typeof info.name === "string" ? info.name : "",
            version: typeof info.version === "string" ? info.version : "",
            ...(typeof info.title === "string" ? { title: info.title } : {}),
          },
          capabilities: recordOf(result.capabilities),
          instructions: typeof result.instructions === "string" ? result.instructions : undefined,
        },
      };
    }
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
