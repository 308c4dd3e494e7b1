/** Keeps the flow that runs as a value that views can look at. */
import type { Clock } from "../../core/clock.ts";
import type { Problem } from "../../core/failures/authorizationProblem.ts";
import {
  type Cause,
  type Choice,
  type Flow,
  type FlowExchange,
  type FlowRedirect,
  type Observable,
  type Step,
  type StepName,
  type StepState,
  stepNames,
} from "./flow.ts";

/** Writes one step of the newest flow. */
export interface StepWriter {
  readonly name: StepName;
  state(state: StepState): void;
  /** Puts an exchange in, in the place of one with the same id. */
  exchange(exchange: FlowExchange): void;
  /** Puts a visit in, in the place of one with the same URL. */
  visit(visit: FlowRedirect): void;
  choose(what: Choice["what"], value: string, because: Choice["because"]): void;
  problem(problem: Problem): void;
}

export interface FlowStore extends Observable<Flow> {
  begin(cause: Cause, stepwise: boolean): void;
  step(name: StepName): StepWriter;
  /** Lets steps be as if they had not been taken yet. */
  reset(names: readonly StepName[]): void;
  setStepwise(stepwise: boolean): void;
  state(state: Flow["state"]): void;
  /** The exchange with an id, and the step it belongs to. */
  find(exchangeId: string): { readonly step: Step; readonly exchange: FlowExchange } | undefined;
}

/** A value with listeners. */
export interface Holder<T> extends Observable<T> {
  set(value: T): void;
}

export function createHolder<T>(first: T): Holder<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const freshStep = (name: StepName): Step => ({
  name,
  state: { kind: "waiting" },
  exchanges: [],
  visits: [],
  choices: [],
  problems: [],
  startedAt: undefined,
  endedAt: undefined,
});

/** Makes a store in which no flow has run. */
export function createFlowStore(clock: Clock): FlowStore {
  const holder = createHolder<Flow>({
    state: "idle",
    cause: undefined,
    stepwise: false,
    steps: stepNames.map(freshStep),
  });
  const change = (name: StepName, next: (step: Step) => Step) => {
    const flow = holder.get();
    const steps = flow.steps.map((step) => (step.name === name ? next(step) : step));
    holder.set({ ...flow, steps });
  };

  return {
    get: holder.get,
    subscribe: holder.subscribe,
    begin(cause, stepwise) {
      holder.set({ state: "running", cause, stepwise, steps: stepNames.map(freshStep) });
    },
    step: (name) => ({
      name,
      state(state) {
        const isOver = state.kind === "done" || state.kind === "skipped" || state.kind === "failed";
        change(name, (step) => ({
          ...step,
          state,
          startedAt: step.startedAt ?? (state.kind === "running" ? clock.now() : undefined),
          endedAt: isOver ? clock.now() : undefined,
        }));
      },
      exchange(exchange) {
        change(name, (step) => ({
          ...step,
          exchanges: putIn(step.exchanges, exchange, (other) => other.id === exchange.id),
        }));
      },
      visit(visit) {
        change(name, (step) => ({
          ...step,
          visits: putIn(step.visits, visit, (other) => other.url === visit.url),
        }));
      },
      choose(what, value, because) {
        change(name, (step) => ({ ...step, choices: [...step.choices, { what, value, because }] }));
      },
      problem(problem) {
        change(name, (step) => ({ ...step, problems: [...step.problems, problem] }));
      },
    }),
    reset(names) {
      const flow = holder.get();
      const steps = flow.steps.map((step) =>
        names.includes(step.name) ? freshStep(step.name) : step,
      );
      holder.set({ ...flow, steps });
    },
    setStepwise: (stepwise) => holder.set({ ...holder.get(), stepwise }),
    state: (state) => holder.set({ ...holder.get(), state }),
    find(exchangeId) {
      for (const step of holder.get().steps) {
        const exchange = step.exchanges.find(({ id }) => id === exchangeId);
        if (exchange) return { step, exchange };
      }
      return undefined;
    },
  };
}

function putIn<T>(list: readonly T[], item: T, isSame: (other: T) => boolean): readonly T[] {
  const at = list.findIndex(isSame);
  return at < 0 ? [...list, item] : list.with(at, item);
}
