/** Recovers from errors for which the specification defines a retry: lost session, revision, missing headers. */

import { getOwn } from "../../core/json/getOwn.ts";
import { putText } from "../../core/json/putText.ts";
import { textAt } from "../../core/json/textAt.ts";
import { modernErrors, traitsOf } from "../../protocol/revisions.ts";
import type { Transport } from "../../transport/transport.ts";
import type { Era } from "../era.ts";
import { chooseRevision } from "../negotiation/discover.ts";
import type { RequestOutcome } from "./outcome.ts";
import { hasLostSession, type RenewSession } from "./renewSession.ts";
import type { Session } from "./session.ts";

interface RecoveryOptions {
  readonly session: Session;
  readonly transport: Transport;
  readonly modernEra: (revision: string) => Era;
  /** Reloads the tools, so that the headers for their parameters are known. */
  readonly reloadTools: () => Promise<unknown>;
  readonly renewSession: RenewSession;
}

/** Returns the text of the request to send instead; undefined if the error cannot be recovered from. */
type RecoverRequest = (requestText: string, outcome: RequestOutcome) => Promise<string | undefined>;

const revisionPath = ["params", "_meta", "io.modelcontextprotocol/protocolVersion"];

/** Creates the recovery of one connection. */
export function createRecovery(options: RecoveryOptions): RecoverRequest {
  const { session, transport } = options;
  /** Revisions that this client wrote into requests; one that the user wrote is never replaced. */
  const ownRevisions = new Set<string>();

  /** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation */
  const withSupportedRevision = (requestText: string, data: unknown): string | undefined => {
    const supported = getOwn(data, "supported");
    const chosen = Array.isArray(supported) ? chooseRevision(supported.map(String)) : undefined;
    const requested = textAt(requestText, revisionPath);
    ownRevisions.add(JSON.stringify(session.era().revision));
    const isOurs = requested !== undefined && ownRevisions.has(requested);
    if (chosen === undefined || !isOurs || traitsOf(chosen).era !== "modern") return undefined;
    session.setEra(options.modernEra(chosen));
    transport.negotiated(chosen);
    return putText(requestText, revisionPath, JSON.stringify(chosen));
  };

  return async (requestText, outcome) => {
    if (hasLostSession(outcome)) return (await options.renewSession()) ? requestText : undefined;
    if (outcome.kind !== "error" || session.era().kind !== "modern") return undefined;
    if (outcome.error.code === modernErrors.unsupportedVersion) {
      return withSupportedRevision(requestText, outcome.error.data);
    }
    if (outcome.error.code !== modernErrors.headerMismatch) return undefined;
    await options.reloadTools();
    return requestText;
  };
}
