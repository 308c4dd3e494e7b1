/** Examines servers with scenarios of the specification, over connections of its own; the log has the verdicts. */

import { createStore } from "zustand/vanilla";
import { conformFacts } from "../../../shared/conform/conformReport.ts";
import {
  type ConformOptions,
  type ConformResult,
  type ConformVerdict,
  runConform,
  type SavedToolCall,
  savedToolCalls,
} from "../../../shared/conform/runConform.ts";
import { couldNotRun } from "../../../shared/conform/scenario.ts";
import { scenarios } from "../../../shared/conform/scenarios.ts";
import { indexFrom } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import type { Revision } from "../../../shared/protocol/revisions.ts";
import { addLogSecrets } from "../../../shared/recording/redaction/entrySecrets.ts";
import { createKnownSecrets } from "../../../shared/recording/redaction/knownSecrets.ts";
import { applyBaseline, baselineText } from "../../../shared/report/baseline.ts";
import { createReport } from "../../../shared/report/createReport.ts";
import type { ExaminationReport } from "../../../shared/report/examinationReport.ts";
import { createEvidence } from "../../../shared/report/logEvidence.ts";
import type { Collections } from "../../calls/store/collections/collections.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { TextStorage } from "../../platform/storedJson.ts";
import { checkValue } from "../../platform/validation/checkValue.ts";
import { loadEngine, storedAddress } from "../../servers/store/connections/loadEngine.ts";
import { isAttemptOf, type Server, whenServerCloses } from "../../servers/store/server.ts";
import { secretsOfServers } from "../../servers/store/sessionSecrets.ts";
import {
  createExaminationMemory,
  nothingRemembered,
  type RememberedServer,
} from "./examinationMemory.ts";
import {
  createExaminedConnection,
  type ExaminedConnectionOptions,
  timeoutMs,
} from "./examinedConnection.ts";
import { createVerdictReader, recordVerdict } from "./recordedVerdicts.ts";
import { judgeRows } from "./verdictGroups.ts";
import { verdictRows } from "./verdictRows.ts";

export interface ConformRun {
  readonly state: "running" | "done" | "stopped";
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** When it started, in milliseconds of the tab's clock. */
  readonly begunAt: number;
  /** The number that the next entry of the log had when it started; its verdicts are later. */
  readonly from: number;
  /** The revision that is examined now. */
  readonly revision: Revision | undefined;
  /** Of the revisions that the server speaks; empty until the end. */
  readonly facts: ConformResult["facts"];
  /** The revisions that are not examined, as far as that is known. */
  readonly failures: ConformResult["failures"];
  readonly choices: ExamineChoices;
  /** The id of the scenario that runs again. */
  readonly repeated: string | undefined;
}

/** The examinations of this tab, by server id. */
export interface Examinations extends ReadableStore<ReadonlyMap<string, ConformRun>> {
  /**
   * Examines a server that was connected before, at all revisions that it speaks.
   * @param choices.allowsCalls whether tools are called that do not say that they only read
   * @param choices.usesSavedCalls whether tools are called with the arguments of saved calls
   */
  run(serverId: string, choices: ExamineChoices): void;
  /**
   * Runs one scenario of an examination that has ended again, with its choices, and replaces its
   * verdicts.
   */
  runAgain(serverId: string, scenarioId: string): void;
  /** What is remembered, by the address of the server without secrets. */
  readonly memory: ReadableStore<ReadonlyMap<string, RememberedServer>>;
  addressOf(serverId: string): string;
  /** Whether findings of a scenario do not count any more. */
  expect(serverId: string, scenarioId: string, isExpected: boolean): void;
  /** The text of a baseline with the expected findings. */
  baseline(serverId: string): string;
  /** The calls of tools that the user has saved. */
  savedCalls(): Promise<readonly SavedToolCall[]>;
  stop(serverId: string): void;
  /**
   * The verdicts about a server that the log has now: of its examination; without one, from before a
   * reload or of a recording. The same array until there are others.
   */
  verdicts(serverId: string): readonly ConformVerdict[];
  /** How many tests failed that are not expected to. */
  failedCount(serverId: string): number;
  /** The report of an examination that has ended, with secrets masked and the baseline applied. */
  report(serverId: string): Promise<ExaminationReport | undefined>;
}

export interface ExamineChoices {
  readonly allowsCalls: boolean;
  readonly usesSavedCalls: boolean;
}

interface ExaminationsOptions extends ExaminedConnectionOptions {
  /** Local storage. */
  readonly storage: TextStorage;
  readonly collections: () => Promise<Collections>;
}

/** Milliseconds after which a call of a tool counts as not answered. */
const callTimeoutMs = 5000;

/** An examination of which only the verdicts are known, from before a reload or of a recording. */
export const earlierRun: ConformRun = {
  state: "done",
  startedAt: "",
  durationMs: 0,
  begunAt: 0,
  from: 0,
  revision: undefined,
  facts: [],
  failures: [],
  choices: { allowsCalls: false, usesSavedCalls: false },
  repeated: undefined,
};

/** Creates the examinations of a tab; nothing is sent. */
export function createExaminations(options: ExaminationsOptions): Examinations {
  const { servers, log, clock } = options;
  const store = createStore<ReadonlyMap<string, ConformRun>>(() => new Map());
  const memory = createExaminationMemory(options.storage);
  const running = new Map<string, AbortController>();
  const read = createVerdictReader(log, servers);
  const verdictsOf = (serverId: string) => read(serverId, store.getState().get(serverId)?.from);
  const addressOf = (serverId: string) => {
    const server = servers.getState().open.get(serverId);
    return server ? storedAddress(server.target) : "";
  };
  const rememberedOf = (serverId: string) =>
    memory.getState().get(addressOf(serverId)) ?? nothingRemembered;
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

  const runScenarios = async (
    server: Server,
    { allowsCalls, usesSavedCalls }: ExamineChoices,
    which: Pick<ConformOptions, "signal" | "only" | "revisions" | "onRevision" | "onFailure">,
  ) => {
    const engine = await loadEngine();
    let record = createRecorder(log, "");
    const result = await runConform({
      ...which,
      createConnection(revision) {
        const connection = createExaminedConnection(options, engine, server, revision);
        record = createRecorder(log, connection.connectionId);
        return connection;
      },
      onVerdict: (verdict) => recordVerdict(record, verdict),
      log,
      clock,
      allowsCalls,
      savedCalls: usesSavedCalls ? await savedCalls() : [],
      canSetOrigin: server.settings.route === "relay",
      async firstMisfit(schema, text) {
        const verdict = await checkValue(schema, text, which.signal);
        return verdict?.kind === "checked" ? verdict.problems[0]?.pointer : undefined;
      },
      timeoutMs,
      callTimeoutMs,
    });
    return { ...result, addVerdict: (verdict: ConformVerdict) => recordVerdict(record, verdict) };
  };

  const remember = (server: Server) => {
    const { state, startedAt } = store.getState().get(server.id) ?? {};
    const verdicts = verdictsOf(server.id);
    if (state !== "done" || startedAt === undefined || verdicts.length === 0) return;
    const rows = verdictRows(verdicts);
    memory.add(storedAddress(server.target), {
      at: Date.parse(startedAt),
      outcomes: Object.fromEntries(rows.map(({ scenario, outcome }) => [scenario.id, outcome])),
    });
  };

  /** From the first connection to the end of the last one, as Traffic shows it. */
  const examinedMs = (server: Server) => {
    const from = store.getState().get(server.id)?.from ?? 0;
    const { entries, length } = log.snapshot();
    const state = servers.getState();
    const own = entries
      .slice(indexFrom(entries, from), length)
      .filter((entry) => entry.kind === "connection" && entry.initiator?.kind === "examination")
      .filter(({ connectionId }) => isAttemptOf(server, state, connectionId));
    const last = own.at(-1);
    return own[0] && last && last.at - own[0].at;
  };

  const examine = async (server: Server, choices: ExamineChoices, signal: AbortSignal) => {
    const { id } = server;
    const startedAt = clock.now();
    const { facts, failures } = await runScenarios(server, choices, {
      signal,
      onRevision: (revision) => change(id, { revision }),
      onFailure: (failure) =>
        change(id, { failures: [...(store.getState().get(id)?.failures ?? []), failure] }),
    });
    change(id, {
      state: signal.aborted ? "stopped" : "done",
      durationMs: examinedMs(server) ?? clock.now() - startedAt,
      revision: undefined,
      facts,
      failures,
    });
    remember(server);
  };

  const repeat = async (
    server: Server,
    { choices }: ConformRun,
    scenarioId: string,
    signal: AbortSignal,
  ) => {
    const former = verdictsOf(server.id).filter(({ scenario }) => scenario.id === scenarioId);
    const result = await runScenarios(server, choices, {
      signal,
      only: new Set([scenarioId]),
      revisions: former.map(({ revision }) => revision),
    });
    if (signal.aborted) return;
    const verdict = couldNotRun("The server could not be connected at this revision.");
    for (const one of former) {
      if (result.verdicts.some(({ revision }) => revision === one.revision)) continue;
      result.addVerdict({ ...one, verdict, ms: 0 });
    }
    remember(server);
  };

  whenServerCloses(servers, (id) => {
    running.get(id)?.abort();
    store.setState((all) => {
      const others = new Map(all);
      others.delete(id);
      return others;
    }, true);
  });

  /** Starts work for a server that has none running. */
  const start = (
    serverId: string,
    work: (server: Server, signal: AbortSignal) => Promise<void>,
  ) => {
    const server = servers.getState().open.get(serverId);
    if (!server || !canExamine(server) || running.has(serverId)) return;
    const control = new AbortController();
    running.set(serverId, control);
    void work(server, control.signal).finally(() => {
      running.delete(serverId);
      const isEnded = store.getState().get(serverId)?.state !== "running";
      change(serverId, { repeated: undefined, ...(!isEnded && { state: "stopped" }) });
    });
  };

  return {
    ...toReadable(store),
    savedCalls,
    memory,
    addressOf,
    expect: (serverId, scenarioId, isExpected) =>
      memory.setExpected(addressOf(serverId), scenarioId, isExpected),
    baseline: (serverId) =>
      baselineText(
        rememberedOf(serverId)
          .expected.filter((rule) => scenarios.some(({ id }) => id === rule))
          .map((rule) => ({ rule })),
      ),
    run: (serverId, choices) =>
      start(serverId, (server, signal) => {
        const { entries, length } = log.snapshot();
        const begun: ConformRun = {
          ...earlierRun,
          state: "running",
          startedAt: new Date().toISOString(),
          begunAt: clock.now(),
          from: (entries[0]?.seq ?? 0) + length,
          choices,
        };
        store.setState((all) => new Map(all).set(serverId, begun), true);
        return examine(server, choices, signal);
      }),
    runAgain(serverId, scenarioId) {
      const examination = store.getState().get(serverId);
      if (!examination) return;
      start(serverId, (server, signal) => {
        change(serverId, { repeated: scenarioId });
        return repeat(server, examination, scenarioId, signal);
      });
    },
    verdicts: verdictsOf,
    failedCount(serverId) {
      const server = servers.getState().open.get(serverId);
      if (!server) return 0;
      // what is expected of a server is of this browser
      const remembered = canExamine(server) ? rememberedOf(serverId) : nothingRemembered;
      const rows = judgeRows(verdictRows(verdictsOf(serverId)), remembered, 0);
      return rows.filter(({ group }) => group === "violation").length;
    },
    stop(serverId) {
      running.get(serverId)?.abort();
    },
    async report(serverId) {
      const examination = store.getState().get(serverId);
      const server = servers.getState().open.get(serverId);
      if (!examination || !server) return undefined;
      const { startedAt, durationMs, facts } = examination;
      const verdicts = verdictsOf(serverId);
      const secrets = createKnownSecrets();
      for (const value of secretsOfServers(servers.getState())) secrets.addSecret(value);
      await addLogSecrets(secrets, log);
      const report = createReport({
        ...(await conformFacts({ verdicts, facts }, createEvidence(log, secrets.mask))),
        examination: "conform",
        title: storedAddress(server.target),
        version: __VERSION__,
        homepage: __HOMEPAGE__,
        startedAt: new Date(startedAt),
        durationMs,
        mask: secrets.mask,
      });
      const { expected } = rememberedOf(serverId);
      const examined = new Set(verdicts.map(({ scenario }) => scenario.id));
      return applyBaseline(
        report,
        expected.filter((rule) => examined.has(rule)).map((rule) => ({ rule })),
      );
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
