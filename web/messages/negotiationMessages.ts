/** The steps of a negotiation, in sentences. */
import type { NegotiationStep } from "../../shared/log/negotiationStep.ts";

export function negotiationWords(step: NegotiationStep): string {
  switch (step.kind) {
    case "remembered":
      return step.era === "modern"
        ? "This server spoke the modern era before, so it is asked in that way first."
        : "This server spoke the legacy era before, so the handshake comes first.";
    case "discover":
      return `Asked with server/discover whether it speaks ${step.revision}.`;
    case "discovered":
      return `It does not need a handshake; it supports ${step.supported.join(", ")}.`;
    case "unsupported":
      return `It does not speak ${step.requested}, but ${step.supported.join(", ") || "names nothing else"} (-32022).`;
    case "modern-error":
      return `It answered ${step.code}, which only a server of the modern era does.`;
    case "not-modern":
      return notModernWords(step.because, step.detail);
    case "initialize":
      return `Offered ${step.revision} with initialize.`;
    case "http-sse":
      return `It answered ${step.because}; tried the older HTTP+SSE transport at the same address.`;
    case "attached":
      return `Went on with the session that was named, in ${step.revision}.`;
    case "agreed":
      return step.revision === step.offered
        ? `Agreed on ${step.revision}.`
        : `Agreed on ${step.revision}, although ${step.offered} was offered.`;
  }
}

type NotModern = Extract<NegotiationStep, { kind: "not-modern" }>;

function notModernWords(because: NotModern["because"], detail: string): string {
  switch (because) {
    case "error":
      return `It answered with an error that tells nothing of the modern era (${detail}): it needs a handshake.`;
    case "status":
      return `It answered ${detail} without a word of the modern era: it needs a handshake.`;
    case "no-mcp":
      return `Its answer to server/discover was no MCP (${detail}); tried the handshake.`;
    case "timeout":
      return "It did not answer server/discover in time, as servers of the legacy era may; tried the handshake.";
    case "network":
      return "The browser would not let the probe through, perhaps for its Mcp-Method header (CORS); tried the handshake, which has none.";
    case "exited":
      return "It exited on server/discover; started it again for the handshake.";
  }
}
