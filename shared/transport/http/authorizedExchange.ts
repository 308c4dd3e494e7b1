/** Sends a request with credentials, and once more where they were refused and better ones could be got. */

import type { Failure } from "../../core/failures/failure.ts";
import type { Header } from "../../core/headers.ts";
import type { HttpResponseHead } from "../../log/entry.ts";
import type { ReceivedFrame } from "../transport.ts";
import type { AuthorizedRequest, Authorizer, RefusalAnswer } from "./authorizer.ts";
import type { ExchangeListener, ExchangeResult, SentResult } from "./recordedExchange.ts";

export interface AuthorizedAttempts {
  readonly authorizer: Authorizer;
  readonly request: AuthorizedRequest;
  readonly signal: AbortSignal;
  readonly hold: (() => () => void) | undefined;
  /** What `headersFor` gave for the first try. */
  readonly first: readonly Header[];
  /** Sends it: each time an exchange of its own. */
  send(credentials: readonly Header[], listener: ExchangeListener): Promise<SentResult>;
}

/**
 * @param listener hears of the last try alone; what came with a refusal that is overcome is in the log
 * @returns how the last try went
 */
export async function authorizedExchange(
  { authorizer, request, signal, hold = () => () => {}, first, send }: AuthorizedAttempts,
  listener: ExchangeListener,
): Promise<ExchangeResult> {
  let sent = first;
  for (let before = 0; ; before++) {
    const withheld: ReceivedFrame[] = [];
    let head: HttpResponseHead | undefined;
    let isRefusal = false;
    const result = await send(sent, {
      ...listener,
      head(arrived) {
        head = arrived;
        isRefusal = arrived.status === 401 || arrived.status === 403;
        authorizer.answered(request, arrived);
        if (!isRefusal) listener.head?.(arrived);
      },
      frame(frame) {
        if (isRefusal) withheld.push(frame);
        else listener.frame(frame);
      },
      ...(before === 0 ? {} : { left: () => {} }),
    });
    if (!head || !isRefusal || result.kind === "aborted") return result;
    const answer = await authorizer
      .refused({ request, head, sent, before, signal, hold })
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

/** The headers that carry credentials, or why there are none. */
export type Credentials = readonly Header[] | Extract<Failure, { code: "credentials" }>;

/** Asks for credentials; a store that fails must not leave the request without an end. */
export function credentialsFor(
  authorizer: Authorizer,
  request: AuthorizedRequest,
): Credentials | Promise<Credentials> {
  const failed = (error: unknown) => unreadable(request, error);
  try {
    const given = authorizer.headersFor(request);
    return "then" in given ? given.catch(failed) : given;
  } catch (error) {
    return failed(error);
  }
}

function unreadable({ url }: AuthorizedRequest, error: unknown) {
  const reason = error instanceof Error ? error.message : String(error);
  return { code: "credentials", url, reason } as const;
}
