/** Diagnoses a connection of the page: directly, and through the relay if there is one that the user allows. */
import type { HttpTarget } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import { isLoopbackHost } from "../../../shared/core/text/addresses.ts";
import type { Diagnosis, ProbeName } from "../../../shared/doctor/cause.ts";
import { diagnoseHttp } from "../../../shared/doctor/diagnose.ts";
import { diagnoseProcess, readOutput } from "../../../shared/doctor/diagnoseProcess.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import type { Failure } from "../../../shared/protocol/failures/failure.ts";
import type { Forwarding } from "../../relay/store/forwarding.ts";
import { localPermission } from "../../relay/store/localPermission.ts";
import type { Connection } from "../../servers/store/connections/connection.ts";
import { userinfoHeader } from "../../servers/store/connections/openTransport.ts";
import type { Servers } from "../../servers/store/serversStore.ts";

export interface RunDiagnosisOptions {
  readonly servers: Servers;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly fetch: typeof globalThis.fetch;
  readonly forwarding: Forwarding;
  /** The URL of the page. */
  readonly base: string;
}

/** Milliseconds until an answer is given up. */
const timeoutMs = 10_000;

interface DiagnosisContext {
  /** Whether the usual paths are tried where there is no server. */
  readonly triesPaths: boolean;
  /** Once it is aborted nothing is sent. */
  readonly signal: AbortSignal;
  /** Called before each probe. */
  readonly onProbe: (probe: ProbeName) => void;
}

export async function runDiagnosis(
  options: RunDiagnosisOptions,
  connection: Connection,
  { triesPaths, signal, onProbe }: DiagnosisContext,
): Promise<Diagnosis> {
  const { log, clock, newId } = options;
  const { target, id } = connection;
  const failure = failureOf(connection);
  const record = createRecorder(log, id);
  const entries = () => {
    const { entries: all, length } = log.snapshot();
    return all.slice(0, length).filter(({ connectionId }) => connectionId === id);
  };
  if (target.kind === "stdio") {
    const output = await readOutput(entries(), log.read);
    return diagnoseProcess({ command: target.command, failure, ...output }, record);
  }
  const subject = await httpSubject(options, { connection, target, failure, signal });
  return diagnoseHttp(
    { ...subject, failure, triesPaths },
    { record, clock, newId, timeoutMs, entries, onProbe },
  );
}

/** Why it is not connected, or not quite: the handshake may have failed in its last message. */
function failureOf({ state }: Connection): Failure | undefined {
  const now = state.getState();
  if ("failure" in now) return now.failure;
  return now.kind === "connected" ? now.client.initializedFailure : undefined;
}

async function httpSubject(
  { servers, clock, fetch, forwarding, base }: RunDiagnosisOptions,
  {
    connection: { serverId },
    target,
    failure,
    signal,
  }: {
    readonly connection: Connection;
    readonly target: HttpTarget;
    readonly failure: Failure | undefined;
    readonly signal: AbortSignal;
  },
) {
  const untilAborted =
    (send: typeof globalThis.fetch): typeof globalThis.fetch =>
    (input, init) =>
      send(input, {
        ...init,
        signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]),
      });
  const url = new URL(target.url);
  const settings = servers.getState().open.get(serverId)?.settings;
  const isRelayed = settings?.route === "relay";
  const forward = forwarding.available();
  // a server that is connected directly is not contacted through the relay unasked
  const isWanted = forward && (failure !== undefined || forwarding.hasAgreed(url.origin));
  const relayFetch = isWanted && (await forwarding.agree(url.origin)) ? forward : undefined;
  const page = new URL(base);
  return {
    url,
    headers: [...userinfoHeader(target), ...(settings?.headers ?? [])],
    origin: isRelayed ? undefined : page.origin,
    isCorsRequired: !isRelayed,
    page: {
      fetch: untilAborted(fetch),
      isSecure: page.protocol === "https:",
      isLocalDenied: async (address: string) =>
        !isRelayed &&
        (await localPermission(globalThis.navigator?.permissions, address, base)) === "denied",
    },
    relayFetch: relayFetch && untilAborted(relayFetch),
    mayContact: (origin: string) =>
      relayFetch
        ? forwarding.hasAgreed(origin)
        : isLoopbackHost(url.hostname) && isLoopbackHost(new URL(origin).hostname),
    date: Date.now,
    now: clock.now,
  };
}
