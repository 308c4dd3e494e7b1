/** Defines the steps of negotiation that the log records. */
import type { RevisionRefusal } from "../protocol/failures/refusal.ts";

export type NegotiationStep =
  /** The era is known from an earlier connection. */
  | { readonly kind: "remembered"; readonly era: "legacy" | "modern" }
  | { readonly kind: "discover"; readonly revision: string }
  | { readonly kind: "discovered"; readonly supported: readonly string[] }
  /** Error -32022: the server supports other revisions. */
  | {
      readonly kind: "unsupported";
      readonly requested: string;
      readonly supported: readonly string[];
    }
  /** An error that only a modern server returns. */
  | { readonly kind: "modern-error"; readonly code: number }
  /** The probe shows that the server is of the legacy era, or failed. */
  | {
      readonly kind: "not-modern";
      readonly because: Exclude<RevisionRefusal, { kind: "unsupported" }>;
    }
  | { readonly kind: "initialize"; readonly revision: string }
  /** Falls back to HTTP+SSE at the same URL. */
  | { readonly kind: "http-sse"; readonly because: string }
  /** An established session continues without negotiation. */
  | { readonly kind: "attached"; readonly revision: string }
  | { readonly kind: "agreed"; readonly revision: string; readonly offered: string };
