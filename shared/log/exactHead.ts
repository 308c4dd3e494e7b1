/** What is known of a response beyond what `Response` can say; noted by whoever made it. */
import type { HttpResponseHead } from "./entry.ts";

type ExactHead = Pick<
  HttpResponseHead,
  "headers" | "httpVersion" | "remote" | "timing" | "tls" | "hops"
>;

const heads = new WeakMap<Response, ExactHead>();

/** Notes the head of a response as it was on the wire. */
export function noteExactHead(response: Response, head: ExactHead): void {
  heads.set(response, head);
}

/** The head as it was on the wire; undefined where only the platform knows it. */
export function exactHeadOf(response: Response): ExactHead | undefined {
  return heads.get(response);
}
