/** Observable store of the latest flow. */
import type { Clock } from "../../core/clock.ts";
import { createListeners } from "../../core/listeners.ts";
import type { AuthorizationProblem } from "../../protocol/failures/authorizationProblem.ts";
import {
  type Cause,
  type Flow,
  type FlowChoice,
  type FlowExchange,
  type FlowRedirect,
  type Observable,
  type Step,
  type StepName,
  type StepState,
  stepNames,
} from "./flow.ts";

export interface StepWriter {
  readonly name: StepName;
  state(state: StepState): void;
  /** Adds an exchange, or replaces the one with the same id. */
  exchange(exchange: FlowExchange): void;
  /** Adds a redirect, or replaces the one with the same URL. */
  visit(visit: FlowRedirect): void;
  choose(what: FlowChoice["what"], value: string, because: FlowChoice["because"]): void;
  problem(problem: AuthorizationProblem): void;
}

export interface FlowStore extends Observable<Flow> {
  begin(cause: Cause, stepwise: boolean): void;
  step(name: StepName): StepWriter;
  reset(names: readonly StepName[]): void;
  setStepwise(stepwise: boolean): void;
  state(state: Flow["state"]): void;
  /** The exchange with an id, and the step it belongs to. */
  find(exchangeId: string): { readonly step: Step; readonly exchange: FlowExchange } | undefined;
}

/** An {@link Observable} whose value can be set. */
export interface WritableObservable<T> extends Observable<T> {
  /** Sets the value and notifies the listeners, unless it is the same value. */
  set(value: T): void;
}

export function createObservable<T>(initial: T): WritableObservable<T> {
  let value = initial;
  const listeners = createListeners();
  return {
    get: () => value,
    set(next) {
      if (next === value) return;
      value = next;
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}

const initialStep = (name: StepName): Step => ({
  name,
  state: { kind: "waiting" },
  exchanges: [],
  visits: [],
  choices: [],
  problems: [],
  startedAt: undefined,
  endedAt: undefined,
});

/** Creates a store without a flow. */
export function createFlowStore(clock: Clock): FlowStore {
  const observable = createObservable<Flow>({
    state: "idle",
    cause: undefined,
    stepwise: false,
    steps: stepNames.map(initialStep),
  });
  const change = (name: StepName, next: (step: Step) => Step) => {
    const flow = observable.get();
    const steps = flow.steps.map((step) => (step.name === name ? next(step) : step));
    observable.set({ ...flow, steps });
  };

  return {
    get: observable.get,
    subscribe: observable.subscribe,
    begin(cause, stepwise) {
      observable.set({ state: "running", cause, stepwise, steps: stepNames.map(initialStep) });
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
          exchanges: upsert(step.exchanges, exchange, (other) => other.id === exchange.id),
        }));
      },
      visit(visit) {
        change(name, (step) => ({
          ...step,
          visits: upsert(step.visits, visit, (other) => other.url === visit.url),
        }));
      },
      choose(what, value, because) {
        change(name, (step) => {
          // a step whose request is sent again chooses again
          const others = step.choices.filter((choice) => choice.what !== what);
          return { ...step, choices: [...others, { what, value, because }] };
        });
      },
      problem(problem) {
        change(name, (step) => ({ ...step, problems: [...step.problems, problem] }));
      },
    }),
    reset(names) {
      const flow = observable.get();
      const steps = flow.steps.map((step) =>
        names.includes(step.name) ? initialStep(step.name) : step,
      );
      observable.set({ ...flow, steps });
    },
    setStepwise: (stepwise) => observable.set({ ...observable.get(), stepwise }),
    state: (state) => observable.set({ ...observable.get(), state }),
    find(exchangeId) {
      for (const step of observable.get().steps) {
        const exchange = step.exchanges.find(({ id }) => id === exchangeId);
        if (exchange) return { step, exchange };
      }
      return undefined;
    },
  };
}

function upsert<T>(list: readonly T[], item: T, isSame: (other: T) => boolean): readonly T[] {
  const at = list.findIndex(isSame);
  return at < 0 ? [...list, item] : list.with(at, item);
}
