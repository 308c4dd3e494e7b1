/** Chooses and opens the transport for a target. */

import {
  commandPieces,
  type HttpTarget,
  type StdioTarget,
  type Target,
} from "../../../../shared/config/target.ts";
import type { Clock } from "../../../../shared/core/clock.ts";
import { basicAuthorization } from "../../../../shared/core/text/basicAuth.ts";
import { demoUrl } from "../../../../shared/demo/demoUrl.ts";
import type { Recorder } from "../../../../shared/log/recorder.ts";
import { detectArguments } from "../../../../shared/log/secrets/detectArguments.ts";
import type { Failure } from "../../../../shared/protocol/failures/failure.ts";
import type { Header } from "../../../../shared/protocol/headers.ts";
import type { ResumePoint } from "../../../../shared/relay/client/relayProcess.ts";
import type { MaskedRange } from "../../../../shared/relay/frames/processFrames.ts";
import { createStreamId, type StreamId } from "../../../../shared/relay/frames/streamId.ts";
import type { Authorizer } from "../../../../shared/transport/http/authorizer.ts";
import type { BodyLimit } from "../../../../shared/transport/http/bodyLimit.ts";
import type {
  HttpOptions,
  ServerAvailability,
} from "../../../../shared/transport/http/httpOptions.ts";
import type { Slots } from "../../../../shared/transport/http/slots.ts";
import { createStreamableHttp } from "../../../../shared/transport/http/streamableHttp.ts";
import { createHandlerFetch } from "../../../../shared/transport/inPage.ts";
import { createHttpSse } from "../../../../shared/transport/sse/httpSse.ts";
import { createRelayedStdio } from "../../../../shared/transport/stdio/relayedStdio.ts";
import type { Transport } from "../../../../shared/transport/transport.ts";
import type { Forwarding } from "../../../relay/store/forwarding.ts";
import type { RelayAccess } from "../../../relay/store/relayAccess.ts";
import type { ServerSettings } from "../settings.ts";
import type { RedirectConsents } from "./redirectConsents.ts";

export interface TransportDependencies {
  readonly fetch: typeof globalThis.fetch;
  /** A fetch through the relay, after the user has allowed the origin. */
  readonly forwarding: Pick<Forwarding, "fetch" | "agree">;
  readonly redirectConsents: Pick<RedirectConsents, "allow">;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly relay: RelayAccess;
  /** Limits the long-lived streams per origin across all connections of this tab. */
  readonly slots: Slots;
  /** Yields to the event loop during long reads. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** The size limit of one response, in bytes. */
  readonly bodyLimit: BodyLimit;
  /** Adds credentials for the target; undefined for a command. */
  readonly authorizer?: Authorizer | undefined;
}

/** A running process to reattach to. */
export interface LeftProcess {
  readonly processId: StreamId;
  readonly position: ResumePoint;
}

/** Which transport to open. */
interface TransportRequest<T extends Target = Target> {
  readonly target: T;
  readonly kind: Transport["kind"];
  readonly record: Recorder;
  readonly settings: ServerSettings;
  /** The process to reattach to; a new one is started if undefined. */
  readonly left?: LeftProcess | undefined;
  /** Follows whether a server over HTTP answers. */
  readonly availability?: ServerAvailability | undefined;
  /** Called with what HTTP requests of the connection need. */
  readonly onHttp?: (http: HttpOptions) => void;
}

/** Opens a transport; a failure if that is not possible. */
export function openTransport(
  dependencies: TransportDependencies,
  request: TransportRequest,
): Promise<Transport | Failure> {
  const { target } = request;
  return target.kind === "http"
    ? openHttp(dependencies, { ...request, target })
    : openStdio(dependencies, { ...request, target });
}

async function openHttp(
  dependencies: TransportDependencies,
  { target, kind, record, settings, availability, onHttp }: TransportRequest<HttpTarget>,
): Promise<Transport | Failure> {
  const demo = target.url === demoUrl ? await demoFetch(dependencies) : undefined;
  if (demo && "code" in demo) return demo;
  const refusal = demo ? undefined : await refusalOf(dependencies, target.url, settings);
  if (refusal) return refusal;
  const { clock, newId, yieldToEventLoop, bodyLimit, authorizer } = dependencies;
  const options = {
    url: target.url,
    headers: [...userinfoHeader(target), ...settings.headers],
    clock,
    record,
    newId,
    yieldToEventLoop,
    bodyLimit,
    allowRedirect: dependencies.redirectConsents.allow,
    ...(demo ?? routeOf(dependencies, settings)),
    ...(authorizer ? { authorizer } : {}),
  };
  onHttp?.(options);
  if (kind === "http-sse") return createHttpSse(options);
  const { sessionId } = settings;
  return createStreamableHttp({
    ...options,
    ...(sessionId ? { sessionId } : {}),
    ...(availability ? { availability } : {}),
  });
}

async function openStdio(
  { relay, bodyLimit, yieldToEventLoop }: TransportDependencies,
  { target, record, left }: TransportRequest<StdioTarget>,
): Promise<Transport | Failure> {
  const link = await relay.link();
  if ("code" in link) return link;
  const { command, args, cwd, env } = target;
  // The relay prints the command line to its terminal: it masks these parts.
  const masked = secretsOf(target);
  return createRelayedStdio({
    link,
    record,
    bodyLimit,
    yieldToEventLoop,
    command: {
      command,
      args,
      ...(cwd ? { cwd } : {}),
      env: env ?? {},
      ...(masked.length > 0 ? { masked } : {}),
    },
    processId: left?.processId ?? createStreamId((bytes) => crypto.getRandomValues(bytes)),
    ...(left ? { resumeFrom: left.position } : {}),
  });
}

/** Loads the demo server; each transport has a separate server. */
async function demoFetch({
  clock,
  newId,
}: TransportDependencies): Promise<Failure | Pick<TransportDependencies, "fetch">> {
  try {
    const { createDemoServer } = await import("../../../../shared/demo/demoServer.ts");
    const server = createDemoServer({ clock, newId, date: () => new Date() });
    return { fetch: createHandlerFetch(server) };
  } catch (cause) {
    return { code: "network", url: import.meta.url, reason: String(cause) };
  }
}

/** Where the command line has hidden values, and what looks like a secret. */
function secretsOf(target: StdioTarget): readonly MaskedRange[] {
  const hidden = commandPieces(target).words.flatMap((pieces, word) => {
    let at = 0;
    return pieces.flatMap((piece): MaskedRange[] => {
      const start = at;
      at += typeof piece === "string" ? piece.length : piece.value.length;
      return typeof piece === "string" || !piece.isHidden ? [] : [[word, start, at]];
    });
  });
  const detected = detectArguments(target.args)
    // the name of a secret before it hides no code
    .filter(({ value }) => !/[\s;|&()<>`$]/.test(value))
    .map(({ argument, start, end }): MaskedRange => [argument + 1, start, end]);
  return [...hidden, ...detected];
}

/** Asks for consent to the relay route before any timeout starts, because the user may take time. */
async function refusalOf(
  { forwarding }: TransportDependencies,
  url: string,
  { route }: ServerSettings,
) {
  const { origin } = new URL(url);
  if (route !== "relay" || (await forwarding.agree(origin))) return undefined;
  const problem = { code: "not-agreed", reason: origin } as const;
  const failure: Failure = { code: "forward", url, problem };
  return failure;
}

/** Requests through the relay do not wait for a free browser connection. */
function routeOf({ fetch, forwarding, slots }: TransportDependencies, { route }: ServerSettings) {
  return route === "relay" ? { fetch: forwarding.fetch, isRelayed: true } : { fetch, slots };
}

/** @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
export function userinfoHeader({ userinfo }: HttpTarget): Header[] {
  if (userinfo === undefined) return [];
  return [["Authorization", basicAuthorization(userinfo)]];
}
