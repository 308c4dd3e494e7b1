/** Attaches the exact head of a relayed response to its `Response` object. */
import type { HttpResponseHead } from "./entry.ts";

type ExactHead = Pick<
  HttpResponseHead,
  "headers" | "httpVersion" | "remote" | "timing" | "tls" | "hops"
>;

const heads = new WeakMap<Response, ExactHead>();

/** Stores the head of a response as it was on the wire. */
export function noteExactHead(response: Response, head: ExactHead): void {
  heads.set(response, head);
}

/** The head as it was on the wire; undefined for a response of the platform. */
export function exactHeadOf(response: Response): ExactHead | undefined {
  return heads.get(response);
}
