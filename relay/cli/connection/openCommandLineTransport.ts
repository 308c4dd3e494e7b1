/** Creates the transport from a command of the relay to a server. */
import type { Target } from "../../../shared/config/target.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { basicAuthorization } from "../../../shared/core/text/basicAuth.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import type { Header } from "../../../shared/protocol/headers.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import type { HttpOptions } from "../../../shared/transport/http/httpOptions.ts";
import { createStreamableHttp } from "../../../shared/transport/http/streamableHttp.ts";
import { createHttpSse } from "../../../shared/transport/sse/httpSse.ts";
import { createRelayedStdio } from "../../../shared/transport/stdio/relayedStdio.ts";
import type { Transport } from "../../../shared/transport/transport.ts";
import { errorCode } from "../../errorCode.ts";
import type { LocalLink } from "./localLink.ts";

interface CommandTransport {
  readonly target: Target;
  readonly headers: readonly Header[];
  readonly authorizer?: Authorizer | undefined;
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
  { headers, authorizer }: Omit<CommandTransport, "target">,
  record: Recorder,
): HttpOptions {
  return {
    url: target.url,
    headers: [...userinfoHeader(target.userinfo), ...headers],
    fetch: fetchWithReason,
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

/** @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function userinfoHeader(userinfo: string | undefined): Header[] {
  if (userinfo === undefined) return [];
  return [["Authorization", basicAuthorization(userinfo)]];
}
