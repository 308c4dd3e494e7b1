/** Starts a new session after the server lost the old one, once for all requests that notice. */
import type { Transport } from "../../transport/transport.ts";
import { createLegacyEra } from "../era.ts";
import { initialize } from "../negotiation/initialize.ts";
import type { RequestOutcome } from "./outcome.ts";
import type { Session } from "./session.ts";

/** Resolves to whether there is a session again. */
export type RenewSession = () => Promise<boolean>;

/**
 * Creates the function that renews the session of a connection.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management
 */
export function createSessionRenewal(
  session: Session,
  transport: Transport,
  options: Omit<Parameters<typeof initialize>[2], "offer">,
): RenewSession {
  let renewing: Promise<boolean> | undefined;

  const renew = async () => {
    const offer = session.era().revision;
    const handshake = await initialize(session, transport, { ...options, offer });
    if (handshake.kind !== "agreed") return false;
    session.setEra(createLegacyEra(handshake.agreement.revision));
    return true;
  };

  return async () => {
    // another request has renewed the session already
    if (!renewing && transport.sessionId?.() !== undefined) return true;
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
}

/** Whether the server rejected a request because it no longer knows the session. */
export function hasLostSession(outcome: RequestOutcome): boolean {
  return outcome.kind === "failed" && outcome.failure.code === "session-lost";
}
