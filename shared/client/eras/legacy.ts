/** The era of the handshake: nothing has to be said twice. */
import type { Era } from "./era.ts";

/** @param revision what was agreed on, or what is offered until then */
export function createLegacyEra(revision: string): Era {
  return { kind: "legacy", revision, meta: () => ({}), headers: () => [] };
}
