/** The steps by which client and server found a revision, as a story to read. */

export type NegotiationStep =
  /** The era was known from before. */
  | { readonly kind: "remembered"; readonly era: "legacy" | "modern" }
  | { readonly kind: "discover"; readonly revision: string }
  | { readonly kind: "discovered"; readonly supported: readonly string[] }
  /** -32022: the server speaks other revisions. */
  | {
      readonly kind: "unsupported";
      readonly requested: string;
      readonly supported: readonly string[];
    }
  /** An error that only a modern server makes. */
  | { readonly kind: "modern-error"; readonly code: number }
  /** What came of the probe says that the server is of the legacy era, or cannot be told. */
  | {
      readonly kind: "not-modern";
      readonly because: "error" | "status" | "no-mcp" | "timeout" | "network" | "exited";
      readonly detail: string;
    }
  | { readonly kind: "initialize"; readonly revision: string }
  /** The older transport is tried at the same address. */
  | { readonly kind: "http-sse"; readonly because: string }
  | { readonly kind: "attached"; readonly revision: string }
  | { readonly kind: "agreed"; readonly revision: string; readonly offered: string };
