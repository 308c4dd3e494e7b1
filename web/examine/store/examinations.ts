/** Examines servers with scenarios of the specification, over connections of its own, and keeps the verdicts. */
import { createStore } from "zustand/vanilla";
import { declineInput } from "../../../shared/client/input/declineInput.ts";
import { formatTarget } from "../../../shared/config/target.ts";
import {
  compareRevisions,
  conformVerdict,
  type Difference,
} from "../../../shared/conform/conformReport.ts";
import {
  type ConformConnection,
  type ConformResult,
  type ConformVerdict,
  runConform,
  type SavedToolCall,
  savedToolCalls,
} from "../../../shared/conform/runConform.ts";
import { decodeText } from "../../../shared/core/bytes.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import {
  capabilitiesText,
  requestCapabilitiesText,
} from "../../../shared/protocol/clientCapabilities.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import { joinRanges, maskTextRanges } from "../../../shared/recording/redaction/applyMasks.ts";
import { addLogSecrets } from "../../../shared/recording/redaction/entrySecrets.ts";
import { createKnownSecrets } from "../../../shared/recording/redaction/knownSecrets.ts";
import { type ExaminationReport, reportFormat } from "../../../shared/report/examinationReport.ts";
import type { Authorizer } from "../../../shared/transport/http/authorizer.ts";
import { createBodyLimit } from "../../../shared/transport/http/bodyLimit.ts";
import type { HttpOptions } from "../../../shared/transport/http/httpOptions.ts";
import type { Collections } from "../../calls/store/collections/collections.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { checkValue } from "../../platform/validation/checkValue.ts";
import { clientInfo } from "../../servers/store/connections/connection.ts";
import type { ConnectionEngine } from "../../servers/store/connections/connectionEngine.ts";
import { loadEngine, storedAddress } from "../../servers/store/connections/loadEngine.ts";
import type { TransportDependencies } from "../../servers/store/connections/openTransport.ts";
import type { Server } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import { secretsOfServers } from "../../servers/store/sessionSecrets.ts";

export interface ConformRun {
  readonly state: "running" | "done" | "stopped";
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The revision that is examined now. */
  readonly revision: Revision | undefined;
  readonly verdicts: readonly ConformVerdict[];
  /** Of the revisions that the server speaks; empty until the end. */
  readonly facts: ConformResult["facts"];
  readonly failures: ConformResult["failures"];
  readonly differences: readonly Difference[];
}

/** The examinations of this tab, by server id. */
export interface Examinations extends ReadableStore<ReadonlyMap<string, ConformRun>> {
  /**
   * Examines a server that was connected before, at all revisions that it speaks.
   * @param choices.allowsCalls whether tools are called that do not say that they only read
   * @param choices.usesSavedCalls whether tools are called with the arguments of saved calls
   */
  run(serverId: string, choices: ExamineChoices): void;
  /** The calls of tools that the user has saved. */
  savedCalls(): Promise<readonly SavedToolCall[]>;
  stop(serverId: string): void;
  /** The report of an examination that has ended, with secrets masked. */
  report(serverId: string): Promise<ExaminationReport | undefined>;
}

export interface ExamineChoices {
  readonly allowsCalls: boolean;
  readonly usesSavedCalls: boolean;
}

interface ExaminationsOptions extends Omit<TransportDependencies, "bodyLimit" | "authorizer"> {
  readonly servers: Servers;
  readonly log: EventLog;
  readonly collections: () => Promise<Collections>;
  readonly authorizerFor: (server: Server, url: string) => Authorizer;
}

/** Milliseconds after which a request, or a call of a tool, counts as not answered. */
const timeoutMs = 10_000;
const callTimeoutMs = 5000;
/** Characters of an entry in a report. */
const maxEvidence = 2000;

/** Creates the examinations of a tab; nothing is sent. */
export function createExaminations(options: ExaminationsOptions): Examinations {
  const { servers, log, clock } = options;
  const store = createStore<ReadonlyMap<string, ConformRun>>(() => new Map());
  const running = new Map<string, AbortController>();
  const change = (serverId: string, changed: Partial<ConformRun>) =>
    store.setState((all) => {
      const before = all.get(serverId);
      return before ? new Map(all).set(serverId, { ...before, ...changed }) : all;
    }, true);

  const savedCalls = async () => {
    const collections = await options.collections();
    await collections.load();
    return savedToolCalls(
      collections.getState().all?.flatMap(({ collection }) => collection.calls) ?? [],
    );
  };

  const examine = async (
    server: Server,
    { allowsCalls, usesSavedCalls }: ExamineChoices,
    signal: AbortSignal,
  ) => {
    const { id } = server;
    const startedAt = clock.now();
    const engine = await loadEngine();
    const result = await runConform({
      createConnection: (revision) => createExaminedConnection(options, engine, server, revision),
      log,
      clock,
      allowsCalls,
      savedCalls: usesSavedCalls ? await savedCalls() : [],
      canSetOrigin: server.settings.route === "relay",
      async isValid(schema, text) {
        const verdict = await checkValue(schema, text, signal);
        return verdict?.kind !== "checked" || verdict.problems.length === 0;
      },
      timeoutMs,
      callTimeoutMs,
      signal,
      onRevision: (revision) => change(id, { revision }),
      onVerdict: (verdict) => {
        const verdicts = store.getState().get(id)?.verdicts ?? [];
        change(id, { verdicts: [...verdicts, verdict] });
      },
    });
    const { facts, failures } = result;
    change(id, {
      state: signal.aborted ? "stopped" : "done",
      durationMs: clock.now() - startedAt,
      revision: undefined,
      facts,
      failures,
      differences: compareRevisions(facts),
    });
  };

  return {
    ...toReadable(store),
    savedCalls,
    run(serverId, choices) {
      const server = servers.getState().open.get(serverId);
      if (!server || !canExamine(server) || running.has(serverId)) return;
      const control = new AbortController();
      running.set(serverId, control);
      const begun: ConformRun = {
        state: "running",
        startedAt: new Date().toISOString(),
        durationMs: 0,
        revision: undefined,
        verdicts: [],
        facts: [],
        failures: [],
        differences: [],
      };
      store.setState((all) => new Map(all).set(serverId, begun), true);
      void examine(server, choices, control.signal).finally(() => {
        running.delete(serverId);
        if (store.getState().get(serverId)?.state === "running") {
          change(serverId, { state: "stopped" });
        }
      });
    },
    stop(serverId) {
      running.get(serverId)?.abort();
    },
    async report(serverId) {
      const examination = store.getState().get(serverId);
      const server = servers.getState().open.get(serverId);
      if (!examination || !server) return undefined;
      const { startedAt, durationMs, facts, differences } = examination;
      const secrets = createKnownSecrets();
      for (const value of secretsOfServers(servers.getState())) secrets.addSecret(value);
      await addLogSecrets(secrets, log);
      const mask = (text: string) => {
        const ranges = secrets.findIn(text).map((range) => ({ ...range, kind: "token" as const }));
        return maskTextRanges(text, joinRanges(ranges, text.length)).text;
      };
      const evidenceOf = async (seq: number) => {
        const { entries } = log.snapshot();
        const entry = entries[seq - (entries[0]?.seq ?? 0)];
        if (!entry) return [];
        // more is read than is kept, so that a secret at the cut is recognized
        const body = (await log.read(seq)).subarray(0, 50 * maxEvidence);
        const text = mask(decodeText(body)).slice(0, maxEvidence);
        return [{ seq, direction: entry.direction, text }];
      };
      const [newest] = facts;
      const report: ExaminationReport = {
        format: reportFormat,
        examination: "conform",
        title: storedAddress(server.target),
        tool: { name: "mcp-playground", version: __VERSION__ },
        startedAt,
        durationMs,
        ...(newest && {
          server: {
            name: newest.serverInfo.name,
            version: newest.serverInfo.version,
            revision: facts.map(({ revision }) => revision).join(", "),
            transport: newest.transport,
          },
        }),
        differences,
        verdicts: await Promise.all(
          examination.verdicts.map((verdict) => conformVerdict(verdict, evidenceOf)),
        ),
      };
      // sentences and differences quote the server, which may repeat what it was sent
      const masked = (_: string, value: unknown) =>
        typeof value === "string" ? mask(value) : value;
      return JSON.parse(JSON.stringify(report, masked)) as ExaminationReport;
    },
  };
}

/**
 * Whether the user has agreed to contact a server: it was connected in this page. The server of a
 * recording was not.
 */
export function canExamine({ connection }: Pick<Server, "connection">): boolean {
  return connection !== undefined && connection.state.getState().kind !== "recorded";
}

/** A connection of its own, whose messages belong to the server. */
function createExaminedConnection(
  options: ExaminationsOptions,
  engine: ConnectionEngine,
  server: Server,
  revision: Revision,
): ConformConnection {
  const { servers, log, clock, newId, authorizerFor } = options;
  const { target, settings } = server;
  const connectionId = newId();
  const record = createRecorder(log, connectionId);
  const label = formatTarget(target);
  const notePhase = (phase: "connecting" | "connected" | "closed", to = record) =>
    to({ kind: "connection", direction: "none", exchangeId: undefined, phase, label });
  servers.noteAttempt(server.id, connectionId);
  notePhase("connecting");
  // raw requests break rules on purpose: they are no part of the conversation that is checked
  const rawId = newId();
  const recordRaw = createRecorder(log, rawId);
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
