/** Sentences for the steps of the protocol version negotiation. */

import type { NegotiationStep } from "../../shared/log/negotiationStep.ts";
import type { RevisionRefusal } from "../../shared/protocol/failures/refusal.ts";

/** Returns a sentence for one step. */
export function negotiationText(step: NegotiationStep): string {
  switch (step.kind) {
    case "remembered":
      return step.era === "modern"
        ? "This server used the modern era before, so server/discover is tried first."
        : "This server used the legacy era before, so initialize is tried first.";
    case "discover":
      return `Sent server/discover to ask whether it supports ${step.revision}.`;
    case "discovered":
      return `It needs no handshake and supports ${step.supported.join(", ")}.`;
    case "unsupported":
      return `It does not support ${step.requested} (-32022). It supports ${step.supported.join(", ") || "nothing that it names"}.`;
    case "modern-error":
      return `It answered with ${step.code}, which only servers of the modern era send.`;
    case "not-modern":
      return notModernText(step.because);
    case "initialize":
      return `Sent initialize with ${step.revision}.`;
    case "http-sse":
      return `It answered ${step.because}. Tried the older HTTP+SSE transport at the same URL.`;
    case "attached":
      return `Resumed the given session with ${step.revision}.`;
    case "agreed":
      return step.revision === step.offered
        ? `Agreed on ${step.revision}.`
        : `Agreed on ${step.revision}; ${step.offered} was offered.`;
  }
}

type NotModern = Extract<NegotiationStep, { kind: "not-modern" }>;

function notModernText(because: NotModern["because"]): string {
  switch (because.kind) {
    case "error":
      return `It answered with an error that is not specific to the modern era (${rpcErrorText(because)}), so it needs a handshake.`;
    case "no-revision":
      return "Its result names no protocol revisions that it supports, so it needs a handshake.";
    case "status":
      return `It answered ${because.status} without a modern-era error, so it needs a handshake.`;
    case "no-mcp":
      return `Its response to server/discover was not MCP (${because.failure}). Tried the handshake.`;
    case "timeout":
      return "It did not answer server/discover in time, as some servers of the legacy era do. Tried the handshake.";
    case "network":
      return "server/discover got no response, perhaps because of its Mcp-Method header (CORS). Tried the handshake, which does not send that header.";
    case "exited":
      return "It exited on server/discover. Started it again for the handshake.";
  }
}

/** Code and message of a JSON-RPC error, as far as it has them. */
export function rpcErrorText({
  code,
  message,
}: Extract<RevisionRefusal, { kind: "error" }>): string {
  return `${Number.isNaN(code) ? "(no code)" : code} ${message}`.trim();
}
