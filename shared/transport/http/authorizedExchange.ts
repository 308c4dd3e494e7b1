/** Sends a request with credentials, and again with new ones after a 401 or 403. */

import type { HttpResponseHead } from "../../log/entry.ts";
import type { Failure } from "../../protocol/failures/failure.ts";
import type { Header } from "../../protocol/headers.ts";
import type { ReceivedFrame } from "../transport.ts";
import type { AuthorizedRequest, Authorizer, RefusalAnswer } from "./authorizer.ts";
import type { ExchangeListener, ExchangeResult, SentResult } from "./recordedExchange.ts";

interface AuthorizedAttempts {
  readonly authorizer: Authorizer;
  readonly request: AuthorizedRequest;
  readonly signal: AbortSignal;
  readonly pauseTimeouts: (() => () => void) | undefined;
  /** The credentials of the first attempt, from `headersFor`. */
  readonly initialCredentials: readonly Header[];
  /** Sends the request, in a new exchange each time. */
  send(credentials: readonly Header[], listener: ExchangeListener): Promise<SentResult>;
}

/**
 * Sends a request until it is accepted or no better credentials are available.
 * @param listener is called for the last attempt only; the log holds the rejected ones
 * @returns the result of the last attempt; never rejects
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization
 */
export async function authorizedExchange(
  {
    authorizer,
    request,
    signal,
    pauseTimeouts = () => () => {},
    initialCredentials,
    send,
  }: AuthorizedAttempts,
  listener: ExchangeListener,
): Promise<ExchangeResult> {
  let sent = initialCredentials;
  for (let before = 0; ; before++) {
    const withheld: ReceivedFrame[] = [];
    let head: HttpResponseHead | undefined;
    let isRefusal = false;
    const result = await send(sent, {
      ...listener,
      head(responseHead) {
        head = responseHead;
        isRefusal = responseHead.status === 401 || responseHead.status === 403;
        authorizer.answered(request, responseHead);
        if (!isRefusal) listener.head?.(responseHead);
      },
      frame(frame) {
        if (isRefusal) withheld.push(frame);
        else listener.frame(frame);
      },
      ...(before === 0 ? {} : { started: () => {} }),
    });
    if (!head || !isRefusal || result.kind === "aborted") return result;
    const answer = await authorizer
      .refused({ request, head, sent, before, signal, pauseTimeouts })
      .catch((error): RefusalAnswer => ({ kind: "failed", failure: unreadable(request, error) }));
    if (signal.aborted) return { kind: "aborted" };
    if (answer.kind === "failed") return { kind: "refused", failure: answer.failure, head };
    if (answer.kind === "none") {
      listener.head?.(head);
      for (const frame of withheld) listener.frame(frame);
      return result;
    }
    const next = await credentialsFor(authorizer, request);
    if ("code" in next) return { kind: "refused", failure: next, head };
    sent = next;
  }
}

/** The headers that carry credentials, or why they could not be read. */
export type Credentials = readonly Header[] | Extract<Failure, { code: "credentials" }>;

/** Reads the credentials; a failing store becomes a failure, so that the request does not hang. */
export function credentialsFor(
  authorizer: Authorizer,
  request: AuthorizedRequest,
): Credentials | Promise<Credentials> {
  const failed = (error: unknown) => unreadable(request, error);
  try {
    const credentials = authorizer.headersFor(request);
    return "then" in credentials ? credentials.catch(failed) : credentials;
  } catch (error) {
    return failed(error);
  }
}

function unreadable({ url }: AuthorizedRequest, error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  return { code: "credentials", url, reason } as const;
}
