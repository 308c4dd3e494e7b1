/** What differs between the eras, behind one face. */
import type { Header } from "../core/headers.ts";
import type { EraKind } from "../mcp/revisions.ts";

export interface Era {
  readonly kind: EraKind;
  readonly revision: string;
  /** What every request of the era carries in `_meta`, by key; values are JSON texts. */
  meta(): Readonly<Record<string, string>>;
  /** The headers that a message has over HTTP, beyond those of the transport. */
  headers(message: unknown): readonly Header[];
}

/**
 * Makes the legacy era: metadata is exchanged once, in `initialize`, so no request repeats it.
 * @param revision the agreed revision, or the offered one until then
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export function createLegacyEra(revision: string): Era {
  return { kind: "legacy", revision, meta: () => ({}), headers: () => [] };
}
