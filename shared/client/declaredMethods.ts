/** Decides which requests a server is sent: those whose capability it declares, and those the user allows. */

import { getOwn } from "../core/json/getOwn.ts";
import { declaresEvents, listEventsMethod } from "../protocol/drafts/eventsDraft.ts";
import type { Failure } from "../protocol/failures/failure.ts";
import { capabilityPath, methodIn } from "../protocol/methods.ts";
import { knownRevision } from "../protocol/revisions.ts";
import type { Agreement } from "./negotiation/agreement.ts";

interface DeclaredMethods {
  /** Whether a method may be requested: the server declares its capability, or it was allowed. */
  offers(method: string): boolean;
  /** Allows a method that the server does not declare, until the connection ends. */
  allow(method: string): void;
  /** Why a method must not be requested; undefined if it may be. */
  refusal(method: string): Failure | undefined;
}

/**
 * @param hasEvents whether the draft of events is switched on; without it, its list is not asked for
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#operation
 */
export function createDeclaredMethods(
  { revision, capabilities }: Pick<Agreement, "revision" | "capabilities">,
  hasEvents = false,
): DeclaredMethods {
  const allowed = new Set<string>();

  const refusal = (method: string): Failure | undefined => {
    const entries = methodIn(knownRevision(revision), method);
    const { capability } = entries.find((entry) => entry.direction === "client-to-server") ?? {};
    if (!capability?.startsWith("server.") || allowed.has(method)) return undefined;
    const path = capabilityPath(capability);
    if (path.reduce<unknown>(getOwn, capabilities)) return undefined;
    return { code: "undeclared", method, capability: path.join(".") };
  };

  return {
    offers: (method) =>
      method === listEventsMethod
        ? hasEvents && declaresEvents(capabilities)
        : refusal(method) === undefined,
    allow: (method) => void allowed.add(method),
    refusal,
  };
}
