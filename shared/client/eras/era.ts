/** What differs between the eras, behind one face. */
import type { Header } from "../../core/headers.ts";
import type { EraKind } from "../../mcp/revisions.ts";

export interface Era {
  readonly kind: EraKind;
  readonly revision: string;
  /** What every request of the era carries in `_meta`, by key; values are JSON texts. */
  meta(): Readonly<Record<string, string>>;
  /** The headers that a message has over HTTP, beyond those of the transport. */
  headers(message: unknown): readonly Header[];
}
