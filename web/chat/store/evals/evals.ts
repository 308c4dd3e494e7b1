/** Eval suites of this browser: what they hold, their runs, and the definitions of tools that are tried. */
import { createStore } from "zustand/vanilla";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { type EvalCase, readSuite } from "../../../../shared/evals/evalSuite.ts";
import type { ToolEdit } from "../../../../shared/evals/overlay.ts";
import { proposalPrompt, readProposal, splitCases } from "../../../../shared/evals/proposal.ts";
import { type RecordedRun, recordedFailure } from "../../../../shared/evals/transcript.ts";
import { replyText } from "../../../../shared/models/reply/replyText.ts";
import { type ReadableStore, toReadable } from "../../../platform/readableStore.ts";
import { expectationsOf } from "../evalCaseOf.ts";
import {
  type EvalResult,
  type LabSide,
  type SuiteDocument,
  suiteText,
  suiteWith,
  withCase,
} from "./evalDocuments.ts";
import {
  type EvalChoice,
  type EvalsOptions,
  evalModel,
  maxTokens,
  offeredTools,
  runEval,
} from "./runEval.ts";
import { createStoredEvals } from "./storedEvals.ts";

/** A suite that runs, and how far. */
export interface RunningSuite {
  readonly suiteId: string;
  readonly done: number;
  /** Seconds that a provider asks to wait, as long as that lasts. */
  readonly waitSeconds?: number;
}

interface EvalsState {
  /** Whether evals are shown instead of conversations. */
  readonly isShown: boolean;
  /** Whether the text of the suite is shown. */
  readonly isEditing: boolean;
  readonly suites: readonly SuiteDocument[];
  readonly activeId: string | undefined;
  /** Oldest first. */
  readonly results: readonly EvalResult[];
  /** The suite that runs, and how far. */
  readonly running: RunningSuite | undefined;
  readonly isProposing: boolean;
}

export interface Evals extends ReadableStore<EvalsState> {
  load(): Promise<void>;
  show(isShown: boolean): void;
  activate(id: string): void;
  /** Adds a suite, and shows it. */
  add(text: string): void;
  remove(id: string): void;
  change(id: string, text: string): void;
  /** Adds a case to the suite that is shown, else to a new one, and shows it. */
  addCase(added: EvalCase): void;
  /** Adds a case that expects a call, and shows its text: the message is for the user to write. */
  addCall(tool: string, input: JsonObject): void;
  edit(isEditing: boolean): void;
  /** Changes what the lab offers instead of a tool; undefined for the server's definition. */
  editTool(id: string, tool: string, edit: ToolEdit | undefined): void;
  clearEdits(id: string): void;
  /** Runs the suite that is shown; does nothing while one runs, or if it is not a suite. */
  run(choice: EvalChoice): Promise<void>;
  /** Runs it dry with the server's definitions, then with the edited ones. */
  runLab(choice: Pick<EvalChoice, "models" | "repeat">): Promise<void>;
  /** Lets a model rewrite descriptions. @returns whether it did */
  propose(modelId: string): Promise<boolean>;
  stop(): void;
}

export function createEvals(options: EvalsOptions): Evals {
  const { items, newId } = options;
  const stored = createStoredEvals(items);
  const store = createStore<EvalsState>(() => ({
    isShown: false,
    isEditing: false,
    suites: [],
    activeId: undefined,
    results: [],
    running: undefined,
    isProposing: false,
  }));
  const { getState, setState } = store;
  let control: AbortController | undefined;

  const active = () => getState().suites.find(({ id }) => id === getState().activeId);
  const edit = (id: string, changes: (suite: SuiteDocument) => Partial<SuiteDocument>) => {
    setState(({ suites }) => ({
      suites: suites.map((suite) => (suite.id === id ? { ...suite, ...changes(suite) } : suite)),
    }));
    const changed = getState().suites.find((suite) => suite.id === id);
    if (changed) stored.writeSuite(changed);
  };
  const add = (text: string) => {
    const suite = { id: newId(), text, overlay: {}, shownCases: [] };
    setState(({ suites }) => ({
      suites: [...suites, suite],
      activeId: suite.id,
      isShown: true,
      isEditing: false,
    }));
    stored.writeSuite(suite);
  };
  const addCase = (added: EvalCase) => {
    const suite = active();
    const text = suite && withCase(suite, added);
    if (!suite || text === undefined) return add(suiteText(suiteWith(added)));
    edit(suite.id, () => ({ text }));
    setState({ isShown: true });
  };
  const runOnce = async (
    document: SuiteDocument,
    choice: EvalChoice,
    lab: LabSide | undefined,
    signal: AbortSignal,
  ): Promise<void> => {
    const earlier = recordedRuns(getState().results, document.id);
    const show = (result: EvalResult) =>
      setState(({ results }) => ({
        results: [...results.filter(({ id }) => id !== result.id), result],
        running: { suiteId: document.id, done: result.runs.length },
      }));
    const onWait = (_: string, waitSeconds: number) =>
      setState(({ running }) => ({ running: running && { ...running, waitSeconds } }));
    const work = { document, choice, lab, earlier, signal, show, onWait };
    const result = await runEval(options, work);
    if (result) stored.writeResult(result);
  };

  /** Does one piece of work at a time, which can be stopped. */
  const alone = async (
    work: (suite: SuiteDocument, signal: AbortSignal) => Promise<void>,
  ): Promise<void> => {
    const suite = active();
    if (!suite || control) return;
    control = new AbortController();
    setState({ running: { suiteId: suite.id, done: 0 } });
    try {
      await work(suite, control.signal);
    } finally {
      control = undefined;
      setState({ running: undefined });
    }
  };

  return {
    ...toReadable(store),
    async load() {
      const { suites, results } = await stored.read();
      setState((state) => ({
        suites: [...suites, ...state.suites],
        results: [...results, ...state.results],
        activeId: state.activeId ?? suites.at(-1)?.id,
      }));
    },
    show: (isShown) => setState({ isShown }),
    activate: (activeId) => setState({ activeId, isEditing: false }),
    add,
    remove(id) {
      const of = getState().results.filter(({ suiteId }) => suiteId === id);
      stored.removeSuite(id, of);
      setState(({ suites, results }) => {
        const rest = suites.filter((suite) => suite.id !== id);
        const kept = results.filter(({ suiteId }) => suiteId !== id);
        return { suites: rest, results: kept, activeId: rest.at(-1)?.id };
      });
    },
    edit: (isEditing) => setState({ isEditing }),
    change: (id, text) => edit(id, () => ({ text })),
    addCase,
    addCall(tool, input) {
      const message = `Use ${tool} with ${JSON.stringify(input)}`;
      addCase({ name: tool, message, expect: expectationsOf([{ tool, input }]) });
      setState({ isEditing: true });
    },
    editTool: (id, tool, change) =>
      edit(id, ({ overlay: { [tool]: _, ...others } }) => ({
        overlay: change ? { ...others, [tool]: change } : others,
      })),
    clearEdits: (id) => edit(id, () => ({ overlay: {}, shownCases: [] })),
    run: (choice) => alone((suite, signal) => runOnce(suite, choice, undefined, signal)),
    runLab: (choice) =>
      alone(async (suite, signal) => {
        const dry = { ...choice, mode: "dry", mayChange: false, judge: undefined } as const;
        await runOnce(suite, dry, "server", signal);
        if (!signal.aborted) await runOnce(suite, dry, "edited", signal);
      }),
    async propose(modelId) {
      let isProposed = false;
      setState({ isProposing: true });
      await alone(async (suite, signal) => {
        const read = readSuite(suite.text);
        if (read.kind === "refused") return;
        const { shown } = splitCases(read.suite.cases);
        const runs =
          newestOf(getState().results, suite.id, ({ lab }) => lab !== "edited")?.runs ?? [];
        const tools = offeredTools(options);
        const content = { type: "text", text: proposalPrompt(tools, shown, runs) };
        const params = { messages: [{ role: "user", content }], maxTokens };
        const { outcome } = await evalModel(options, modelId, { kind: "user" }, signal).generate(
          params,
          maxTokens,
        );
        const text = outcome.kind === "reply" ? replyText(outcome.reply) : "";
        const overlay = readProposal(text, tools);
        if (!overlay) return;
        isProposed = true;
        edit(suite.id, () => ({ overlay, shownCases: shown.map(({ name }) => name) }));
      });
      setState({ isProposing: false });
      return isProposed;
    },
    stop: () => control?.abort(),
  };
}

/** The newest result of a suite that a condition holds for. */
function newestOf(
  results: readonly EvalResult[],
  suiteId: string | undefined,
  isWanted: (result: EvalResult) => boolean = () => true,
): EvalResult | undefined {
  return results.findLast((result) => result.suiteId === suiteId && isWanted(result));
}

/** The result before another one of the same suite and mode. */
export function resultBefore(
  results: readonly EvalResult[],
  { id, suiteId, mode, lab }: EvalResult,
): EvalResult | undefined {
  const at = results.findIndex((result) => result.id === id);
  return newestOf(
    results.slice(0, Math.max(0, at)),
    suiteId,
    (one) => one.mode === mode && one.lab === lab,
  );
}

/** The runs that later ones are answered from. */
export function recordedRuns(
  results: readonly EvalResult[],
  suiteId: string | undefined,
): readonly RecordedRun[] {
  const { runs = [] } = newestOf(results, suiteId, ({ mode }) => mode === "live") ?? {};
  return runs.map(({ case: one, model, repeat, transcript, end }) => ({
    case: one.name,
    model,
    repeat,
    transcript,
    failure: recordedFailure(end),
  }));
}
