/** Sends one OAuth request and records request and response in the event log, with secrets marked. */
import { readUpTo } from "../../core/body.ts";
import { decodeTextWithoutBom, encodeText } from "../../core/bytes.ts";
import { errorMessage } from "../../core/text/errorMessage.ts";
import { formSecrets, inBytes, jsonSecrets, repeatedSecrets } from "../../log/bodySecrets.ts";
import type { HttpEndEntry, SecretSpan } from "../../log/entry.ts";
import { headerSecrets } from "../../log/headerSecrets.ts";
import { urlSecrets } from "../../log/urlSecrets.ts";
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../../protocol/failures/authorizationProblem.ts";
import { codeOf, FailureError } from "../../protocol/failures/failureError.ts";
import type { Header } from "../../protocol/headers.ts";
import type { AuthorizationOptions } from "../authorization.ts";
import { withoutQuery } from "../discovery/urls.ts";
import { CorsError } from "./corsError.ts";
import type { FlowAnswer, FlowRequest } from "./flow.ts";

type ExchangeDependencies = Pick<AuthorizationOptions, "fetch" | "clock" | "record" | "pageOrigin">;

/** The response to a request, or the reason why there is none. */
type FlowExchangeResult =
  | { readonly kind: "answered"; readonly answer: FlowAnswer }
  | { readonly kind: "failed"; readonly problem: AuthorizationProblem }
  | { readonly kind: "aborted" };

/** Maximum size of a response body in bytes; the largest metadata documents in use have less than a tenth. */
const maximumBytes = 512 * 1024;
/** Milliseconds from the request to the end of the response body. */
const timeoutMs = 20_000;

/**
 * Sends a request unchanged. Redirects are not followed and no cookies are sent.
 * @param exchangeId the id in the event log
 * @returns never rejects: every failure is a result
 */
export async function exchange(
  { fetch, clock, record, pageOrigin }: ExchangeDependencies,
  exchangeId: string,
  request: FlowRequest,
  signal: AbortSignal,
): Promise<FlowExchangeResult> {
  const { method, url, headers } = request;
  const body = request.body === undefined ? undefined : encodeText(request.body);
  const bodySpans = request.secrets.filter(({ part }) => part === "body");
  const otherSpans = request.secrets.filter(({ part }) => part !== "body");
  const secrets = [...otherSpans, ...inBytes(request.body ?? "", bodySpans)];
  const http = { method, url, headers };
  const service = "authorization";
  record({ kind: "http-request", direction: "out", exchangeId, service, http, secrets }, body);

  const tooSlow = new AbortController();
  const stop = clock.after(timeoutMs, () => tooSlow.abort());
  const ended = (
    outcome: "complete" | "aborted" | "failed",
    why: Pick<HttpEndEntry, "reason" | "code" | "limit"> = {},
  ) => record({ kind: "http-end", direction: "none", exchangeId, outcome, ...why });
  const failed = (
    problem: AuthorizationProblem,
    why: Parameters<typeof ended>[1],
  ): FlowExchangeResult => {
    ended("failed", why);
    return { kind: "failed", problem };
  };
  const place = withoutQuery(url);
  try {
    const response = await fetch(url, {
      method,
      headers: headers.map(([name, value]) => [name, value] as [string, string]),
      body: (body as BodyInit | undefined) ?? null,
      signal: AbortSignal.any([signal, tooSlow.signal]),
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
    });
    const head = {
      status: response.status,
      statusText: response.statusText,
      url: response.url || url,
      redirected: response.redirected,
      headers: [...response.headers.entries()],
    };
    const headSecrets = [...urlSecrets(head.url), ...headerSecrets(head.headers)];
    record({
      kind: "http-response",
      direction: "in",
      exchangeId,
      http: head,
      secrets: headSecrets,
    });
    const isRedirect =
      response.type === "opaqueredirect" || (head.status >= 300 && head.status < 400);
    if (isRedirect) {
      await response.body?.cancel();
      const location = response.headers.get("location");
      const to = location && URL.parse(location, url);
      const evidence = { url: place, from: to ? withoutQuery(to.href) : null };
      ended("complete");
      return {
        kind: "failed",
        problem: authorizationViolation("redirected", "mcp-communication", evidence),
      };
    }
    const read = await readUpTo(response.body, maximumBytes);
    const text = decodeTextWithoutBom(read.bytes);
    const known = secretValues(request.body ?? "", request.secrets);
    const spans = [...jsonSecrets(text), ...formSecrets(text), ...repeatedSecrets(text, known)];
    if (read.bytes.byteLength > 0) {
      const frame = { kind: "frame", carrier: "http", direction: "in", exchangeId } as const;
      const holds = read.isWhole ? "body" : "rest";
      record({ ...frame, holds, secrets: inBytes(text, spans) }, read.bytes);
    }
    if (!read.isWhole) {
      const evidence = { url: place, limit: maximumBytes };
      return failed(authorizationViolation("too-large", "mcp-communication", evidence), {
        code: "too-large",
        limit: maximumBytes,
      });
    }
    ended("complete");
    return {
      kind: "answered",
      answer: { ...head, text, secrets: [...headerSecrets(head.headers), ...spans] },
    };
  } catch (error) {
    if (signal.aborted) {
      ended("aborted");
      return { kind: "aborted" };
    }
    if (tooSlow.signal.aborted) {
      const evidence = { url: place, afterMs: timeoutMs };
      return failed(authorizationViolation("too-slow", "mcp-communication", evidence), {
        code: "timeout",
        limit: timeoutMs,
      });
    }
    const reason = errorMessage(error);
    const crossOrigin = pageOrigin !== undefined && URL.parse(url)?.origin !== pageOrigin;
    const cors = error instanceof CorsError ? { deniedByCors: true } : {};
    const evidence = { url: place, reason, crossOrigin, ...cors };
    const code = error instanceof FailureError ? codeOf(error.failure) : {};
    return failed(authorizationViolation("unreachable", "mcp-communication", evidence), {
      reason,
      ...code,
    });
  } finally {
    stop();
  }
}

/** Builds a request with its secrets marked. */
export function markedRequest(
  method: FlowRequest["method"],
  url: string,
  headers: readonly Header[],
  body?: string,
): FlowRequest {
  const spans = body === undefined ? [] : [...formSecrets(body), ...jsonSecrets(body)];
  const secrets = [...urlSecrets(url), ...headerSecrets(headers), ...spans];
  return { method, url, headers, ...(body === undefined ? {} : { body }), secrets };
}

/** The secret values of a body, raw and form-decoded, to find where a response repeats them. */
export function secretValues(body: string, secrets: readonly SecretSpan[]): string[] {
  const pieces = secrets
    .filter(({ part }) => part === "body")
    .map(({ start, end }) => body.slice(start, end));
  return [...new Set(pieces.flatMap((piece) => [piece, decoded(piece)]))];
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece.replaceAll("+", " "));
  } catch {
    return piece;
  }
}
