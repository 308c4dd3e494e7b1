/** Replays of recorded sessions against their live servers, by server id. */
import { createStore } from "zustand/vanilla";
import type { EventLog } from "../../../../shared/log/eventLog.ts";
import {
  calledTools,
  planReplay,
  type ReplayStep,
} from "../../../../shared/recording/replay/planReplay.ts";
import { readRecordedAnswers } from "../../../../shared/recording/replay/recordedAnswers.ts";
import { replaySteps, type StepResult } from "../../../../shared/recording/replay/replaySteps.ts";
import { defaultRules } from "../../../../shared/recording/replay/rules.ts";
import { type ToolConsents, toolsOf } from "../../../calls/store/toolConsents.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../../platform/storedJson.ts";
import { listChanges } from "../../../servers/store/catalog/queries.ts";
import { connectedView } from "../../../servers/store/connections/connection.ts";
import { whenServerCloses } from "../../../servers/store/server.ts";
import type { Servers } from "../../../servers/store/serversStore.ts";
import type { Recordings } from "../recordingsStore.ts";
import { sessionEntries } from "../recordSession.ts";
import { compare } from "./compare.ts";
import type { ReplayAnswers } from "./replayAnswers.ts";

/** The state of a step. */
export type ReplayStepState =
  | { readonly kind: "running" }
  /** `isSame`: undefined if the recording has no answer. */
  | (Extract<StepResult, { kind: "answered" }> & { readonly isSame: boolean | undefined })
  | Exclude<StepResult, { kind: "answered" }>;

/** The replay of one server. */
export interface Replay {
  /** In the order in which they were recorded. */
  readonly steps: readonly ReplayStep[];
  /** By the `seq` of the recorded request. */
  readonly states: ReadonlyMap<number, ReplayStepState>;
  readonly isRunning: boolean;
  /** Whether the recording holds answers to requests of the server. */
  readonly hasAnswers: boolean;
  /** The `seq` of the request that is shown. */
  readonly shown: number | undefined;
}

interface ReplaysState {
  readonly byServer: ReadonlyMap<string, Replay>;
  /** The rules for parts that differ from call to call, as text. */
  readonly rulesText: string;
  /** Whether requests of a server are answered as recorded; otherwise the user is asked. */
  readonly answersAsRecorded: boolean;
}

export interface Replays extends ReadableStore<ReplaysState> {
  /** Reads the requests of a recording, or those of the session so far. */
  load(serverId: string): Promise<void>;
  /** Sends requests to the connected server, once the user has agreed to tools that may change something. */
  run(serverId: string, steps: readonly ReplayStep[]): Promise<void>;
  stop(serverId: string): void;
  show(serverId: string, seq: number | undefined): void;
  setRules(text: string): void;
  setAnswersAsRecorded(isOn: boolean): void;
}

interface ReplaysOptions {
  readonly log: EventLog;
  readonly servers: Servers;
  readonly recordings: Recordings;
  readonly consents: ToolConsents;
  readonly answers: ReplayAnswers;
  /** Stores the rules. */
  readonly storage: TextStorage;
}

const storageKey = "replay-rules";

const empty: Replay = {
  steps: [],
  states: new Map(),
  isRunning: false,
  hasAnswers: false,
  shown: undefined,
};

/** Creates the store; nothing is sent before `run`. */
export function createReplays(options: ReplaysOptions): Replays {
  const { log, servers, recordings, consents, answers, storage } = options;
  const kept = readJson(storage, storageKey);
  const store = createStore<ReplaysState>(() => ({
    byServer: new Map(),
    rulesText: typeof kept === "string" ? kept : defaultRules,
    answersAsRecorded: false,
  }));
  const { getState, setState } = store;
  /** The replays in progress, by server id. */
  const controls = new Map<string, AbortController>();
  /** The requests that replays sent; they are not replayed again. */
  const own = new Set<number>();

  const replayOf = (id: string) => getState().byServer.get(id) ?? empty;
  const update = (id: string, change: Partial<Replay>) => {
    // answers that arrive late do not bring a closed server back
    if (!servers.getState().open.has(id)) return;
    setState(({ byServer }) => ({
      byServer: new Map(byServer).set(id, { ...replayOf(id), ...change }),
    }));
  };

  /** The connections whose requests are replayed. */
  const connectionsOf = (serverId: string): readonly string[] => {
    const opened = recordings.getState().opened.get(serverId);
    if (opened) return [opened.connectionId];
    const state = servers.getState();
    const server = state.open.get(serverId);
    if (!server) return [];
    const entries = sessionEntries(log.snapshot(), server, state);
    return [...new Set(entries.map(({ connectionId }) => connectionId))];
  };

  const viewOf = (serverId: string) => {
    const connection = servers.getState().open.get(serverId)?.connection;
    const state = connection?.state.getState();
    if (!connection || state?.kind !== "connected") return undefined;
    return connectedView({ connection, state });
  };

  /** Comparisons in workers come one after the other. */
  let comparing = Promise.resolve();

  /** Records the outcome of a step; an answer once a worker has compared it. */
  const noteResult = (serverId: string, step: ReplayStep, result: StepResult): void => {
    const { recorded } = step;
    const store = (state: ReplayStepState) => note(serverId, step, state);
    if (result.kind !== "answered") return void store(result);
    if (recorded === undefined) return void store({ ...result, isSame: undefined });
    const compared = () => ({ recorded, fresh: result.fresh, rulesText: getState().rulesText });
    comparing = comparing.then(async () => {
      const asked = compared();
      const { isSame } = await compare(asked);
      const state = replayOf(serverId).states.get(step.request.entry.seq);
      if (state?.kind === "answered" && state.seq !== result.seq) return;
      if (asked.rulesText === getState().rulesText) store({ ...result, isSame });
      else noteResult(serverId, step, result);
    });
  };

  const note = (serverId: string, { request }: ReplayStep, state: ReplayStepState) =>
    update(serverId, {
      states: new Map(replayOf(serverId).states).set(request.entry.seq, state),
    });

  const load = async (serverId: string) => {
    if (replayOf(serverId).isRunning) return;
    const ids = connectionsOf(serverId);
    const steps = (await planReplay(log, ids)).filter(({ request }) => !own.has(request.entry.seq));
    const { methods } = await readRecordedAnswers(log, ids);
    update(serverId, { steps, hasAnswers: methods.size > 0 });
  };

  /** @param mayCall whether tools may be called, asked before each call */
  const send = async (
    serverId: string,
    steps: readonly ReplayStep[],
    mayCall: (signal: AbortSignal) => Promise<boolean>,
  ) => {
    const client = viewOf(serverId)?.client;
    if (!client || controls.has(serverId)) return;
    const control = new AbortController();
    controls.set(serverId, control);
    update(serverId, { isRunning: true });
    const recorded = await readRecordedAnswers(log, connectionsOf(serverId));
    answers.begin(serverId, (input) =>
      getState().answersAsRecorded ? recorded.next(input) : undefined,
    );
    await replaySteps({
      client,
      steps,
      async maySend({ request }) {
        const isAllowed = request.method !== "tools/call" || (await mayCall(control.signal));
        if (!isAllowed) control.abort();
        return isAllowed;
      },
      signal: control.signal,
      onBegin: (step) => note(serverId, step, { kind: "running" }),
      onSent: (seq) => void own.add(seq),
      onEnd: (step, result) => noteResult(serverId, step, result),
    });
    for (let last: Promise<void> | undefined; last !== comparing; ) {
      last = comparing;
      await last;
    }
    controls.delete(serverId);
    answers.end(serverId);
    update(serverId, { isRunning: false });
  };

  whenServerCloses(servers, (id) => {
    controls.get(id)?.abort();
    setState(({ byServer }) => ({
      byServer: new Map([...byServer].filter(([other]) => other !== id)),
    }));
  });

  return {
    ...toReadable(store),
    load,
    async run(serverId, steps) {
      const view = viewOf(serverId);
      if (!view || controls.has(serverId)) return;
      const read = async () => {
        const { length: before } = log.snapshot();
        const { items: listed } = await view.client.list("tools/list", "tools");
        for (const { kind, seq } of log.snapshot().entries.slice(before)) {
          if (kind === "message") own.add(seq);
        }
        return toolsOf(serverId, calledTools(steps, listed));
      };
      const isDue = listChanges(view, "tool");
      const mayCall = async (signal?: AbortSignal) =>
        !(await isDue()) || consents.confirm("replay", read, signal);
      if (await mayCall()) await send(serverId, steps, mayCall);
    },
    stop: (serverId) => controls.get(serverId)?.abort(),
    show: (serverId, shown) => update(serverId, { shown }),
    setRules(rulesText) {
      writeJson(storage, storageKey, rulesText);
      setState({ rulesText });
      for (const [serverId, { steps, states }] of getState().byServer) {
        for (const step of steps) {
          const state = states.get(step.request.entry.seq);
          if (state?.kind === "answered") noteResult(serverId, step, state);
        }
      }
    },
    setAnswersAsRecorded: (answersAsRecorded) => setState({ answersAsRecorded }),
  };
}

/** The number of requests of a replay by outcome. */
export function countStates({ states }: Replay) {
  const counts = { same: 0, differs: 0, failed: 0, notSent: 0, notRecorded: 0 };
  for (const state of states.values()) {
    if (state.kind === "answered") {
      if (state.isSame === undefined) counts.notRecorded++;
      else counts[state.isSame ? "same" : "differs"]++;
    } else if (state.kind === "not-sent") counts.notSent++;
    else if (state.kind !== "running") counts.failed++;
  }
  return counts;
}
