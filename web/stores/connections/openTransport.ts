/** Chooses the way to a target. */

import type { HttpTarget, Target } from "../../../shared/config/target.ts";
import { basicAuthorization } from "../../../shared/core/basicAuth.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import type { Failure } from "../../../shared/core/failures/failure.ts";
import type { Header } from "../../../shared/core/headers.ts";
import { detectArguments } from "../../../shared/core/text/detectSecrets.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import type { ResumePoint } from "../../../shared/relay/client/relayProcess.ts";
import { createProcessId, type ProcessId } from "../../../shared/relay/frames/processId.ts";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import type { BodyLimit } from "../../../shared/transport/http/bodyLimit.ts";
import type { Slots } from "../../../shared/transport/http/slots.ts";
import { createStreamableHttp } from "../../../shared/transport/http/streamableHttp.ts";
import type { Transport } from "../../../shared/transport/transport.ts";
import type { Forwarding } from "../relay/forwarding.ts";
import type { RelayAccess } from "../relay/relayAccess.ts";
import type { Settings } from "../servers/settings.ts";

export interface Ways {
  readonly fetch: typeof globalThis.fetch;
  /** The same from the relay, once the person has agreed to the origin. */
  readonly forwarding: Pick<Forwarding, "fetch" | "agree">;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly relay: RelayAccess;
  /** Of this tab: how many long streams an origin may have at once. */
  readonly slots: Slots;
  /** Lets the page have its turn while much is read. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Bytes that are read of one answer. */
  readonly bodyLimit: BodyLimit;
  /** Who knows the credentials for the target; none for a command. */
  readonly authorizer?: Authorizer | undefined;
}

/** A process that an earlier page of this tab left running. */
export interface LeftProcess {
  readonly processId: ProcessId;
  readonly position: ResumePoint;
}

/** The transports that the first screen can do without. */
export const loadHttpSse = () => import("../../../shared/transport/sse/httpSse.ts");
export const loadRelayedStdio = () => import("../../../shared/transport/stdio/relayedStdio.ts");

/** Makes a transport of a kind for a target; a failure where there is no way to it. */
export async function openTransport(
  ways: Ways,
  target: Target,
  kind: Transport["kind"],
  record: Recorder,
  settings: Settings,
  left?: LeftProcess,
): Promise<Transport | Failure> {
  if (target.kind === "http") {
    const refusal = await refusalOf(ways, target.url, settings);
    if (refusal) return refusal;
    const { clock, newId, yieldToEventLoop, bodyLimit, authorizer } = ways;
    const headers = [...userinfoHeader(target), ...settings.headers];
    const base = {
      url: target.url,
      headers,
      clock,
      record,
      newId,
      yieldToEventLoop,
      bodyLimit,
      ...routeOf(ways, settings),
    };
    const options = { ...base, ...(authorizer ? { authorizer } : {}) };
    if (kind === "http-sse") {
      const loaded = await loadHttpSse().catch(notLoaded);
      return "code" in loaded ? loaded : loaded.createHttpSse(options);
    }
    const { sessionId } = settings;
    return createStreamableHttp({ ...options, ...(sessionId ? { sessionId } : {}) });
  }
  const link = await ways.relay.link();
  if ("code" in link) return link;
  const { command, args, cwd, env } = target;
  // the relay shows the command line in its terminal and writes it into its log
  const masked = target.masked ?? placesOfSecrets(args);
  const loaded = await loadRelayedStdio().catch(notLoaded);
  if ("code" in loaded) return loaded;
  return loaded.createRelayedStdio({
    link,
    record,
    bodyLimit: ways.bodyLimit,
    command: {
      command,
      args,
      ...(cwd ? { cwd } : {}),
      env: env ?? {},
      ...(masked.length > 0 ? { masked } : {}),
    },
    processId: left?.processId ?? createProcessId((bytes) => crypto.getRandomValues(bytes)),
    ...(left ? { resumeFrom: left.position } : {}),
  });
}

/** The places among the words of the command line, the program's being 0. */
function placesOfSecrets(args: readonly string[]): readonly number[] {
  return [...new Set(detectArguments(args).map(({ argument }) => argument + 1))];
}

/** Whoever serves this page has gone. */
function notLoaded(error: unknown): Failure {
  return { code: "network", url: import.meta.url, reason: String(error) };
}

/** Asked before anything is timed: a person may take theirs. */
async function refusalOf({ forwarding }: Ways, url: string, { route }: Settings) {
  const { origin } = new URL(url);
  if (route !== "relay" || (await forwarding.agree(origin))) return undefined;
  const trouble = { code: "not-agreed", reason: origin } as const;
  const failure: Failure = { code: "forward", url, trouble };
  return failure;
}

/** Through the relay, nothing has to wait for a connection of the browser. */
function routeOf({ fetch, forwarding, slots }: Ways, { route }: Settings) {
  return route === "relay" ? { fetch: forwarding.fetch, isRelayed: true } : { fetch, slots };
}

/** @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function userinfoHeader({ userinfo }: HttpTarget): Header[] {
  if (userinfo === undefined) return [];
  return [["Authorization", basicAuthorization(userinfo)]];
}
