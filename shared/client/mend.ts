/** Mends what an answer says was wrong with a request, where the specification says how. */
import { putText } from "../json/putText.ts";
import { textAt } from "../json/textAt.ts";
import { traitsOf } from "../mcp/revisions.ts";
import type { Transport } from "../transport/transport.ts";
import { chooseRevision, modernErrors } from "./discover.ts";
import type { Era } from "./era.ts";
import { initialize } from "./initialize.ts";
import { createLegacyEra } from "./legacy.ts";
import { memberOf } from "./memberOf.ts";
import type { Outcome } from "./outcome.ts";
import type { Session } from "./session.ts";

export interface MenderOptions {
  readonly session: Session;
  readonly transport: Transport;
  readonly modernEra: (revision: string) => Era;
  /** Asks for the tools anew, so that the headers of their parameters are known. */
  readonly reloadTools: () => Promise<unknown>;
  readonly handshake: Omit<Parameters<typeof initialize>[2], "offer">;
}

/** The text of a request to send instead; undefined where nothing can be mended. */
export type Mend = (requestText: string, outcome: Outcome) => Promise<string | undefined>;

const revisionPath = ["params", "_meta", "io.modelcontextprotocol/protocolVersion"];

export function createMender(options: MenderOptions): Mend {
  const { session, transport } = options;

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation */
  const inAnotherRevision = (requestText: string, data: unknown): string | undefined => {
    const supported = memberOf(data, "supported");
    const chosen = Array.isArray(supported) ? chooseRevision(supported.map(String)) : undefined;
    const asked = textAt(requestText, revisionPath);
    const isOurs = asked === JSON.stringify(session.era().revision);
    if (chosen === undefined || !isOurs || traitsOf(chosen).era !== "modern") return undefined;
    if (JSON.stringify(chosen) === asked) return undefined;
    session.speak(options.modernEra(chosen));
    return putText(requestText, revisionPath, JSON.stringify(chosen));
  };

  /** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management */
  const inNewSession = async (requestText: string): Promise<string | undefined> => {
    const offer = session.era().revision;
    const shaken = await initialize(session, transport, { ...options.handshake, offer });
    if (shaken.kind !== "agreed") return undefined;
    session.speak(createLegacyEra(shaken.agreement.revision));
    return requestText;
  };

  return async (requestText, outcome) => {
    if (outcome.kind === "failed") {
      return outcome.failure.code === "session-lost" ? inNewSession(requestText) : undefined;
    }
    if (outcome.kind !== "error" || session.era().kind !== "modern") return undefined;
    if (outcome.error.code === modernErrors.unsupportedVersion) {
      return inAnotherRevision(requestText, outcome.error.data);
    }
    if (outcome.error.code !== modernErrors.headerMismatch) return undefined;
    await options.reloadTools();
    return requestText;
  };
}
