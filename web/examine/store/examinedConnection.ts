/** Opens connections of an examination, whose messages belong to the server. */
import { declineInput } from "../../../shared/client/input/declineInput.ts";
import { formatTarget } from "../../../shared/config/target.ts";
import type { ConformConnection } from "../../../shared/conform/runConform.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import {
  capabilitiesText,
  requestCapabilitiesText,
} from "../../../shared/protocol/clientCapabilities.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import { createBodyLimit } from "../../../shared/transport/http/bodyLimit.ts";
import type { HttpOptions } from "../../../shared/transport/http/httpOptions.ts";
import { clientInfo } from "../../servers/store/connections/connection.ts";
import type { ConnectionEngine } from "../../servers/store/connections/connectionEngine.ts";
import type { TransportDependencies } from "../../servers/store/connections/openTransport.ts";
import type { Server } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";

export interface ExaminedConnectionOptions
  extends Omit<TransportDependencies, "bodyLimit" | "authorizer"> {
  readonly servers: Servers;
  readonly log: EventLog;
  readonly authorizerFor: (server: Server, url: string) => Authorizer;
}

/** Milliseconds after which a request counts as not answered. */
export const timeoutMs = 10_000;

/** A connection of its own, whose messages belong to the server. */
export function createExaminedConnection(
  options: ExaminedConnectionOptions,
  engine: ConnectionEngine,
  server: Server,
  revision: Revision,
): ConformConnection {
  const { servers, log, clock, newId, authorizerFor } = options;
  const { target, settings } = server;
  const connectionId = newId();
  const initiator = { kind: "examination" } as const;
  const record = createRecorder(log, connectionId, initiator);
  const label = formatTarget(target);
  const notePhase = (phase: "connecting" | "connected" | "closed", to = record) =>
    to({ kind: "connection", direction: "none", exchangeId: undefined, phase, label, initiator });
  servers.noteAttempt(server.id, connectionId);
  notePhase("connecting");
  // raw requests break rules on purpose: they are no part of the conversation that is checked
  const rawId = newId();
  const recordRaw = createRecorder(log, rawId, initiator);
  let http: HttpOptions | undefined;
  const client = engine.createClient({
    openTransport: (kind) =>
      engine.openTransport(
        {
          ...options,
          bodyLimit: createBodyLimit(settings.largestAnswerMegabytes * 1_000_000),
          ...(target.kind === "http" && { authorizer: authorizerFor(server, target.url) }),
        },
        {
          target,
          kind,
          record,
          // the session that the user has given is not examined
          settings: { ...settings, sessionId: "" },
          onHttp(used) {
            http = { ...used, record: recordRaw };
            servers.noteAttempt(server.id, rawId);
            notePhase("connecting", recordRaw);
          },
        },
      ),
    firstKind: target.kind === "stdio" ? "stdio" : "streamable-http",
    revision,
    clientInfo,
    capabilitiesText: capabilitiesText(settings),
    requestCapabilitiesText: () => requestCapabilitiesText(settings),
    clock,
    record,
    limits: () => ({ timeoutMs, maximumMs: timeoutMs * 2 }),
    maximumRounds: () => 1,
    probeMs: timeoutMs,
    logLevel: () => undefined,
    memory: { recall: () => undefined, remember: () => {} },
    // nobody is asked while a server is examined
    answerInput: declineInput,
    onNotification: () => {},
    onLost: () => {},
  });
  return {
    client: {
      async connect() {
        const result = await client.connect();
        if (result.kind === "connected") notePhase("connected");
        return result;
      },
      async close() {
        await client.close();
        notePhase("closed");
        if (http) notePhase("closed", recordRaw);
      },
    },
    connectionId,
    http: () => http,
  };
}
