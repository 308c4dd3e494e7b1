/** Messages between the page and the worker that sends its requests and reads the responses. */
import type { Header } from "../../../shared/protocol/headers.ts";

/** From the page. */
export type NetworkRequest =
  | {
      readonly kind: "fetch";
      readonly id: number;
      readonly url: string;
      readonly method: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array<ArrayBuffer> | undefined;
      readonly cache: RequestCache | undefined;
      readonly redirect: RequestRedirect | undefined;
    }
  /** The page has processed a batch of chunks and takes another. */
  | { readonly kind: "pull"; readonly id: number }
  | { readonly kind: "abort"; readonly id: number };

/** From the worker; times are milliseconds since the epoch on its monotonic clock. */
export type NetworkReply =
  /** The worker runs and can send requests. */
  | { readonly kind: "ready" }
  | {
      readonly kind: "head";
      readonly id: number;
      readonly startedAt: number;
      readonly at: number;
      readonly status: number;
      readonly statusText: string;
      readonly url: string;
      readonly redirected: boolean;
      readonly headers: readonly Header[];
      /** Whether it is a redirect that was not followed; the browser hides everything else about it. */
      readonly isHiddenRedirect: boolean;
      /** False for a response without a body. */
      readonly hasBody: boolean;
    }
  | { readonly kind: "chunks"; readonly id: number; readonly chunks: readonly ReadChunk[] }
  | { readonly kind: "end"; readonly id: number; readonly at: number }
  /** `fetch` or the reading of its body threw. */
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly at: number;
      readonly name: string;
      readonly message: string;
    };

export interface ReadChunk {
  readonly at: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
