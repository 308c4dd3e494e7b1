/** Runs an eval suite with models of the page over the tools of its servers. */
import { type EvalServer, evalServer } from "../../../../shared/evals/evalServers.ts";
import { readSuite } from "../../../../shared/evals/evalSuite.ts";
import type { Fits } from "../../../../shared/evals/expectations.ts";
import { overlayTools } from "../../../../shared/evals/overlay.ts";
import {
  type EvalModel,
  type EvalRun,
  runSuite,
  type SuiteEnd,
} from "../../../../shared/evals/runSuite.ts";
import { withSkillCases } from "../../../../shared/evals/skillCases.ts";
import { skillReader } from "../../../../shared/evals/skillReader.ts";
import { answeredCalls, type RecordedRun } from "../../../../shared/evals/transcript.ts";
import { waitingModel } from "../../../../shared/evals/waitingModel.ts";
import type { Initiator } from "../../../../shared/log/entry.ts";
import { type OfferedTool, offerTools } from "../../../../shared/models/agent/offeredTools.ts";
import { defaultTurnLimits } from "../../../../shared/models/agent/turn.ts";
import { isDestructiveTool, needsConsent } from "../../../../shared/protocol/toolHints.ts";
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";
import { checkValue } from "../../../platform/validation/checkValue.ts";
import { readChanges } from "../../../servers/store/catalog/queries.ts";
import { connectedView } from "../../../servers/store/connections/connection.ts";
import type { OpenServer } from "../../../servers/store/connections/openServers.ts";
import { callTool } from "../callTool.ts";
import { askModel, type ChatModel, chatModel } from "../chatModels.ts";
import type { ChatTurnsOptions } from "../chatTurns.ts";
import { listedTools, modelToolsOf } from "../offered.ts";
import {
  definitionHash,
  type EvalMode,
  type EvalResult,
  type LabSide,
  type SuiteDocument,
} from "./evalDocuments.ts";
import { callsOfRecordings, recordedServers, serversWithRecordings } from "./recordings.ts";

export interface EvalsOptions extends ChatTurnsOptions {
  readonly items: SealedItems;
  /** Milliseconds since 1970. */
  readonly epochMs: () => number;
}

export interface EvalChoice {
  /** Ids of models. */
  readonly models: readonly string[];
  /** Overrides the repeats of the suite. */
  readonly repeat: number | undefined;
  readonly mode: EvalMode;
  /** Whether tools are called that may change data; destructive ones never are. */
  readonly mayChange: boolean;
  /** The id of the model that judges; undefined for none. */
  readonly judge: string | undefined;
}

interface EvalWork {
  readonly document: SuiteDocument;
  readonly choice: EvalChoice;
  readonly lab: LabSide | undefined;
  /** What recorded and frozen runs are answered from. */
  readonly earlier: readonly RecordedRun[];
  readonly signal: AbortSignal;
  /** Gets the result after each run. */
  readonly show: (result: EvalResult) => void;
  /** Called before each wait that a provider asks for. */
  readonly onWait: (model: string, seconds: number) => void;
}

/** Milliseconds that are waited for one answer where a provider asks for it. */
const maxWaitMs = 60_000;

/** Tokens of a reply. */
export const maxTokens = 4096;

/** @returns undefined if the document is not a suite, nothing has run, or the user did not agree */
export async function runEval(
  options: EvalsOptions,
  { document, choice, lab, earlier, signal, show, onWait }: EvalWork,
): Promise<EvalResult | undefined> {
  const read = readSuite(document.text);
  if (read.kind === "refused") return undefined;
  const { mode, repeat, mayChange, judge } = choice;
  const initiator = { kind: "eval", id: read.suite.name } as const;
  if (mode === "live" || mode === "frozen") {
    if (!(await confirmTools(options, mayChange, signal))) return undefined;
  }
  const servers = options.openServers.getState();
  const isFromRecording = mode === "recording";
  const used = isFromRecording ? await serversWithRecordings(servers) : servers;
  const listed = isFromRecording ? offerTools(listedTools(used)) : offeredTools(options);
  const tools = lab === "edited" ? overlayTools(listed, document.overlay) : listed;
  const head = {
    id: options.newId(),
    suiteId: document.id,
    at: options.epochMs(),
    mode,
    lab,
    definitionHash: await definitionHash(tools),
    tools: tools.map(({ name, definition: { description } }) => ({
      name,
      description: typeof description === "string" ? description : "",
    })),
  };
  const runs: EvalRun[] = [];
  const modelOf = (id: string) =>
    waitingModel(evalModel(options, id, initiator, signal), {
      clock: options.clock,
      signal,
      maxMs: maxWaitMs,
      onWait,
    });
  // what may be called is the choice of the user, not of a suite that may come from anyone
  const sources = skillServers(mode, servers);
  const { suite, unread } = await withSkillCases(read.suite, skillReader(sources, signal));
  const resultWith = (end: SuiteEnd["kind"]) => ({ ...head, runs: [...runs], end, unread });
  const cases = suite.cases.map(({ allow: _, ...one }) => one);
  const end = await runSuite({
    suite: { ...suite, cases },
    models: choice.models.map(modelOf),
    tools,
    servers: evalServersOf(used),
    repeat,
    isDry: mode === "dry",
    maxTokens,
    limits: defaultTurnLimits,
    budget: undefined,
    call: (use) => callTool(options, use, initiator, signal),
    allowed: mayChange ? namesOfHarmless(tools) : [],
    recordedCalls: isFromRecording
      ? await callsOfRecordings(servers, options.log)
      : mode === "recorded"
        ? answeredCalls(earlier)
        : undefined,
    frozen: mode === "frozen" ? earlier : undefined,
    judge: judge === undefined ? undefined : modelOf(judge),
    fits,
    now: options.clock.now,
    signal,
    onRun(one) {
      runs.push(one);
      show(resultWith("stopped"));
    },
  });
  if (runs.length === 0) return undefined;
  const result = resultWith(end.kind);
  show(result);
  return result;
}

/**
 * Asks about tools that the user has agreed to and that have changed since then; the others that may
 * change data are agreed to by `mayChange`.
 */
async function confirmTools(
  options: EvalsOptions,
  mayChange: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { consents, openServers } = options;
  const called = () =>
    offeredTools(options).filter(({ definition }) =>
      mayChange ? !isDestructiveTool(definition) : !needsConsent(definition, "foreign"),
    );
  const read = async () => {
    await Promise.all(
      openServers.getState().map(async (server) => {
        const view = server.state.kind === "connected" ? connectedView(server) : undefined;
        if (view) await readChanges(view, "tool");
      }),
    );
    return called();
  };
  if (!(await consents.confirm("eval", read, signal))) return false;
  const changing = called().filter(({ definition }) => needsConsent(definition, "foreign"));
  consents.note(changing, "eval", true);
  return true;
}

/** The servers that skills are read of: none is contacted where recordings answer. */
function skillServers(mode: EvalMode, servers: readonly OpenServer[]) {
  const read = mode === "recorded" ? [] : mode === "recording" ? recordedServers(servers) : servers;
  return read.flatMap((server) => {
    const client = connectedView(server)?.client;
    return client ? evalServersOf([server]).map((one) => ({ ...one, client })) : [];
  });
}

/** The servers, by the names that a suite may name them by. */
export function evalServersOf(servers: readonly OpenServer[]): readonly EvalServer[] {
  return servers.flatMap((server) => {
    const info = connectedView(server)?.client.agreement.serverInfo;
    return info ? evalServer(server.id, server.name, info) : [];
  });
}

/** The tools of all connected servers. */
export function offeredTools({
  openServers,
}: Pick<EvalsOptions, "openServers">): readonly OfferedTool[] {
  return offerTools(modelToolsOf(openServers.getState()));
}

/** The name by which cases and results name a model. */
export function evalModelName(model: ChatModel): string {
  return model.configured ? model.name : "scripted";
}

export function evalModel(
  options: EvalsOptions,
  id: string,
  initiator: Initiator,
  signal: AbortSignal,
): EvalModel {
  const model = chatModel(options.models.getState().models, id);
  return {
    name: evalModelName(model),
    generate: (params) =>
      askModel(options, model, params, {
        initiator,
        signal,
        maxTokens,
        onDelta() {},
        onRequest() {},
      }),
  };
}

function namesOfHarmless(tools: readonly OfferedTool[]): readonly string[] {
  return tools.filter(({ definition }) => !isDestructiveTool(definition)).map(({ name }) => name);
}

/** Checked in a worker with a time limit. */
const fits: Fits = async (schema, value) => {
  const verdict = await checkValue(schema, JSON.stringify(value));
  return (
    verdict.kind === "checked" &&
    verdict.problems.length === 0 &&
    verdict.schemaProblems.length === 0
  );
};
