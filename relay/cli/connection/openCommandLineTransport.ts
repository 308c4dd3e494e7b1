/** Creates the transport from a command of the relay to a server. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import type { Target } from "../../../shared/config/target.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { basicAuthorization } from "../../../shared/core/text/basicAuth.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import { fetchGuarded } from "../../../shared/transport/http/followRedirects.ts";
import type { HttpOptions } from "../../../shared/transport/http/httpOptions.ts";
import { createStreamableHttp } from "../../../shared/transport/http/streamableHttp.ts";
import { createHttpSse } from "../../../shared/transport/sse/httpSse.ts";
import { createRelayedStdio } from "../../../shared/transport/stdio/relayedStdio.ts";
import type { Transport } from "../../../shared/transport/transport.ts";
import { errorCode } from "../../errorCode.ts";
import type { LocalLink } from "./localLink.ts";

export type MayContact = (origin: string) => boolean;

interface CommandTransport {
  readonly target: Target;
  readonly headers: readonly Header[];
  readonly authorizer?: Authorizer | undefined;
  /** Limits requests and redirects to some origins. */
  readonly mayContact?: MayContact | undefined;
}

/**
 * Creates a transport of a kind.
 * @param link starts commands
 */
export function openCommandLineTransport(
  options: CommandTransport,
  kind: Transport["kind"],
  record: Recorder,
  link: LocalLink["link"] | undefined,
): Transport {
  const { target } = options;
  if (target.kind === "stdio") {
    if (!link) throw new Error("A command needs a link");
    const { command, args, cwd, env } = target;
    const processId = createStreamId((bytes) => crypto.getRandomValues(bytes));
    const wanted = { command, args, ...(cwd !== undefined && { cwd }), ...(env && { env }) };
    return createRelayedStdio({ link, record, command: wanted, processId });
  }
  const http = httpOptionsOf(target, options, record);
  return kind === "http-sse" ? createHttpSse(http) : createStreamableHttp(http);
}

/** What HTTP requests to a server need. */
export function httpOptionsOf(
  target: Extract<Target, { kind: "http" }>,
  { headers, authorizer, mayContact }: Omit<CommandTransport, "target">,
  record: Recorder,
): HttpOptions {
  return {
    url: target.url,
    headers: [...userinfoHeader(target.userinfo), ...headers],
    fetch: fetchWithin(fetchWithReason, mayContact),
    clock: systemClock,
    record,
    newId: () => crypto.randomUUID(),
    ...(authorizer && { authorizer }),
  };
}

/** Node's `fetch`, with the reason of a failure taken from the error's cause. */
export const fetchWithReason: typeof globalThis.fetch = async (...request) => {
  try {
    return await fetch(...request);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!(cause instanceof Error)) throw error;
    const reason = cause.message || errorCode(cause) || cause.name;
    throw new TypeError(reason, { cause });
  }
};

/**
 * Limits a `fetch` to the origins that may be contacted: of each request, and of each redirect.
 * @param mayContact every origin may be contacted without it
 */
export function fetchWithin(
  send: typeof globalThis.fetch,
  mayContact: MayContact | undefined,
): typeof globalThis.fetch {
  if (!mayContact) return send;
  const check = (url: string) => {
    const { origin } = new URL(url);
    if (mayContact(origin)) return;
    throw new TypeError(`The server leads to ${origin}, which nobody has agreed to`);
  };
  return async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input);
    const { method = "GET", body, signal } = init;
    if (init.redirect === "manual") {
      check(url);
      return send(input, init);
    }
    return fetchGuarded(
      (request) => {
        check(request.url);
        return send(request.url, {
          ...init,
          method: request.method,
          headers: request.headers.map(([name, value]): [string, string] => [name, value]),
          body: (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null,
          redirect: "manual",
        });
      },
      {
        ...{ method, url },
        headers: [...new Headers(init.headers).entries()],
        ...(body instanceof Uint8Array && { body }),
        signal: signal ?? new AbortController().signal,
      },
      { atRisk: [], allow: undefined },
    );
  };
}

/** Like {@link fetchWithReason}; also sends a Host header, which Node's `fetch` replaces. */
export const fetchWithHost: typeof globalThis.fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  if (!headers.has("host") || input instanceof Request) return fetchWithReason(input, init);
  const url = new URL(input);
  const options = {
    method: init?.method,
    headers: Object.fromEntries(headers),
    signal: init?.signal ?? undefined,
    agent: false,
  };
  const sent = url.protocol === "https:" ? httpsRequest(url, options) : request(url, options);
  sent.end(init?.body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { statusCode: status = 0 } = answer;
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? Readable.toWeb(answer) : null, {
    status,
    headers: Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  });
};

/** @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function userinfoHeader(userinfo: string | undefined): Header[] {
  if (userinfo === undefined) return [];
  return [["Authorization", basicAuthorization(userinfo)]];
}
