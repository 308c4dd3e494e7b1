/** Starts, cancels and continues flows, renews grants and resends single requests. */
import { authorizationViolation } from "../../protocol/failures/authorizationProblem.ts";
import type { AuthorizationOptions, FlowEnd } from "../authorization.ts";
import type { AcceptGrant, Grant, RegisteredClient } from "../authorizationStores.ts";
import type { Dpop } from "../crypto/dpop.ts";
import { revalidateMetadata } from "../steps/discoverIssuer.ts";
import { renew } from "../token/refresh.ts";
import { markedRequest } from "./exchange.ts";
import { type Cause, type FlowRequest, type StepName, stepNames } from "./flow.ts";
import { type Attempt, emptyFlowContext, type StepContext } from "./flowContext.ts";
import { createFlowStore, type FlowStore, type StepWriter } from "./flowStore.ts";
import { createSender } from "./sender.ts";
import { createStepContexts, toProblem } from "./stepContexts.ts";
import { createStepRunner, type StartedFlow } from "./stepRunner.ts";
import { findViolation, type Validated } from "./validated.ts";

interface FlowStart extends StartedFlow {
  readonly cause: Cause;
  readonly stepwise: boolean;
  /** The steps to run; the others are marked as skipped. */
  readonly steps?: readonly StepName[];
}

export interface FlowRunner {
  readonly flow: FlowStore;
  /** The running flow, if any. */
  running(): Promise<FlowEnd> | undefined;
  /** The client of the latest flow, once it is known. */
  client(): RegisteredClient | undefined;
  /** Starts a flow. @throws {Error} when one is running */
  start(start: FlowStart): Promise<FlowEnd>;
  /** Renews a grant; the exchange is recorded in the token step. */
  renew(grant: Grant): Promise<FlowEnd>;
  /** Sends a request that does not affect the step's state, such as a revocation. */
  attempt<T>(step: StepName, attempt: Attempt<T>): Promise<Validated<T>>;
  setStepwise(stepwise: boolean): void;
  next(): void;
  cancel(): void;
  resend(exchangeId: string, request: FlowRequest): Promise<void>;
}

/** @param acceptGrant called with each grant before its step is done */
export function createFlowRunner(
  options: AuthorizationOptions,
  dpop: Dpop,
  acceptGrant: AcceptGrant,
): FlowRunner {
  const flow = createFlowStore(options.clock);
  const sender = createSender(options);
  const createStepContext = createStepContexts(options, dpop, sender);
  let latest: FlowStart | undefined;
  let control = new AbortController();
  let running: Promise<FlowEnd> | undefined;

  const contextOf = (step: StepWriter, started: StartedFlow): StepContext =>
    createStepContext(step, started, control.signal);
  const { clients } = options;
  const steps = createStepRunner({ flow, clients, contextOf, acceptGrant });

  /** The current abort signal; a new one where a cancelled flow has used it up. */
  const activeSignal = (): AbortSignal => {
    if (control.signal.aborted) control = new AbortController();
    return control.signal;
  };

  /** Confirms the endpoints of metadata that was fetched again, so that resending does not bypass a refusal. */
  const revalidateStep = (name: StepName, started: FlowStart): FlowEnd | Promise<FlowEnd> =>
    name === "issuer" ? revalidateMetadata(contextOf(flow.step(name), started)) : undefined;

  const finishFlow = async (work: Promise<FlowEnd>): Promise<FlowEnd> => {
    let end: FlowEnd;
    try {
      end = await work;
    } catch (error) {
      end = toProblem(error);
    }
    running = undefined;
    flow.state(end ? "failed" : "done");
    return end;
  };

  const runFlow = (names: readonly StepName[], started: FlowStart): Promise<FlowEnd> => {
    running = finishFlow(steps.run(names, started));
    return running;
  };

  return {
    flow,
    running: () => running,
    client: () => latest?.flowContext.client,
    start(started) {
      if (running !== undefined) throw new Error("A flow is running");
      latest = started;
      control = new AbortController();
      sender.forget();
      flow.begin(started.cause, started.stepwise);
      const names = started.steps ?? stepNames;
      for (const name of stepNames) {
        if (!names.includes(name)) flow.step(name).state({ kind: "skipped" });
      }
      if (globalThis.crypto?.subtle === undefined) {
        const problem = authorizationViolation("not-available", "mcp-pkce", {
          what: "crypto.subtle",
        });
        flow.step(names[0] ?? "resource").state({ kind: "failed", problem });
        flow.state("failed");
        return Promise.resolve(problem);
      }
      return runFlow(names, started);
    },
    async renew(grant) {
      const step = flow.step("token");
      activeSignal();
      const started = latest ?? { flowContext: emptyFlowContext(), settings: options.settings() };
      step.choose("grant", "refresh_token", "expired");
      try {
        return await renew(contextOf(step, started), grant, acceptGrant);
      } catch (error) {
        return toProblem(error);
      }
    },
    attempt: (name, attempt) => sender.send(flow.step(name), attempt, activeSignal()),
    setStepwise(stepwise) {
      flow.setStepwise(stepwise);
      if (!stepwise) steps.goAhead();
    },
    next: steps.goAhead,
    cancel() {
      if (running !== undefined) control.abort();
    },
    async resend(exchangeId, request) {
      const attempt = sender.attemptOf(exchangeId);
      const started = latest;
      if (!attempt || !started) throw new RangeError(`The flow has no exchange ${exchangeId}`);
      // a flow that waits between two steps continues from there; any other running flow is cancelled
      const isBetweenSteps = running !== undefined && steps.isWaiting();
      if (running !== undefined && !isBetweenSteps) {
        control.abort();
        await running;
      }
      activeSignal();
      const step = flow.step(attempt.step);
      const { method, url, headers, body } = request;
      const marked = markedRequest(method, url, headers, body);
      flow.state("running");
      step.state({ kind: "running" });
      try {
        const validated = await attempt.resend(marked, control.signal);
        const rejection =
          findViolation(validated.problems) ?? (await revalidateStep(attempt.step, started));
        step.state(rejection ? { kind: "failed", problem: rejection } : { kind: "done" });
        if (isBetweenSteps) return;
        if (rejection) return flow.state("failed");
        const later = stepNames.slice(stepNames.indexOf(attempt.step) + 1);
        // a preview accepts no server, so there is nothing to continue with
        if (attempt.step === "issuer" && !started.flowContext.server) return flow.state("failed");
        flow.reset(later);
        if (attempt.step === "token") return flow.state("done");
        flow.setStepwise(true);
        void runFlow(later, started);
      } catch (error) {
        step.state({ kind: "failed", problem: toProblem(error) });
        flow.state("failed");
      }
    },
  };
}
