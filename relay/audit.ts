/** The interface of the operator's record of who did what; it holds no bodies and no secrets. */
import type { ProcessCommand } from "../shared/relay/frames/processFrames.ts";

export type AuditEvent = {
  /** Who did it, where a proxy names people. */
  readonly person: string | undefined;
} & (
  | { readonly what: "started"; readonly command: ProcessCommand }
  /** The first request of a page to an origin. */
  | { readonly what: "contacted"; readonly origin: string }
  | {
      readonly what: "shared" | "opened";
      readonly kind: "recording" | "live";
      /** The id permits reading: whoever records this must not keep it. */
      readonly id: string;
    }
);

export type Audit = (event: AuditEvent) => void;
