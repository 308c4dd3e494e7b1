/** Takes the steps of a flow, one after the other: whole or step by step, to its end or as far as it goes. */

import { violation } from "../../core/failures/authorizationProblem.ts";
import type { AuthorizationOptions, FlowEnd } from "../authorization.ts";
import { forgetClient } from "../clients.ts";
import type { Dpop } from "../crypto/dpop.ts";
import type { AuthorizationSettings } from "../settings.ts";
import { authorize } from "../steps/authorize.ts";
import { discoverIssuer, lookOn, takeFoundAgain } from "../steps/discoverIssuer.ts";
import { discoverResource } from "../steps/discoverResource.ts";
import { createGetToken } from "../steps/getToken.ts";
import { register } from "../steps/register.ts";
import type { AcceptGrant, Grant, RegisteredClient } from "../stores.ts";
import { renew, renewOnce } from "../token/refresh.ts";
import { markedRequest } from "./exchange.ts";
import { type Cause, type FlowRequest, type StepName, stepNames } from "./flow.ts";
import {
  type Attempt,
  emptyFlowContext,
  type FlowContext,
  type StepContext,
  type TakeStep,
} from "./flowContext.ts";
import { createFlowStore, type FlowStore, type StepWriter } from "./flowStore.ts";
import { createRuns, problemOf, untilAborted } from "./runs.ts";
import { createSender, FlowCancelled } from "./sender.ts";
import { type Validated, worst } from "./validated.ts";

export interface FlowStart {
  readonly cause: Cause;
  readonly stepwise: boolean;
  readonly course: FlowContext;
  readonly settings: AuthorizationSettings;
  /** The steps to take; the others count as skipped. */
  readonly steps?: readonly StepName[];
}

export interface FlowRunner {
  readonly flow: FlowStore;
  /** The flow that runs; undefined while none does. */
  running(): Promise<FlowEnd> | undefined;
  /** As which client the newest flow goes, once that is known. */
  client(): RegisteredClient | undefined;
  /** Starts a flow. @throws {Error} when one is running */
  start(start: FlowStart): Promise<FlowEnd>;
  /** Renews a grant as part of the token step, outside of any flow. */
  renew(grant: Grant): Promise<FlowEnd>;
  /** Sends a request that belongs to no step's outcome, such as a revocation. */
  attempt<T>(step: StepName, attempt: Attempt<T>): Promise<Validated<T>>;
  setStepwise(stepwise: boolean): void;
  next(): void;
  cancel(): void;
  resend(exchangeId: string, request: FlowRequest): Promise<void>;
}

/** Errors that say that the authorization server no longer knows the client. */
const goneErrors: readonly unknown[] = ["invalid_client", "unauthorized_client"];

/** @param acceptGrant told of each grant before its step is done */
export function createFlowRunner(
  options: AuthorizationOptions,
  dpop: Dpop,
  acceptGrant: AcceptGrant,
): FlowRunner {
  const flow = createFlowStore(options.clock);
  const takers: Readonly<Record<Exclude<StepName, "call">, TakeStep>> = {
    resource: discoverResource,
    issuer: discoverIssuer,
    register,
    authorize,
    token: createGetToken(acceptGrant),
  };
  const sender = createSender(options);
  const makeRun = createRuns(options, dpop, sender);
  let start: FlowStart | undefined;
  let control = new AbortController();
  let running: Promise<FlowEnd> | undefined;
  let goAhead: (() => void) | undefined;

  const runOf = (step: StepWriter, begun: Pick<FlowStart, "course" | "settings">): StepContext =>
    makeRun(step, begun, control.signal);

  /** A signal that was not used up by a flow that was given up. */
  const freshSignal = (): AbortSignal => {
    if (control.signal.aborted) control = new AbortController();
    return control.signal;
  };

  const waitForGoAhead = async (step: StepWriter) => {
    if (!flow.get().stepwise) return;
    step.state({ kind: "needs", need: { kind: "go-ahead" } });
    await Promise.race([
      new Promise<void>((resolve) => {
        goAhead = resolve;
      }),
      untilAborted(control.signal),
    ]);
    goAhead = undefined;
    if (control.signal.aborted) throw new FlowCancelled();
  };

  /** Takes one step; undefined when it went well. */
  const take = async (name: Exclude<StepName, "call">, begun: FlowStart): Promise<FlowEnd> => {
    const step = flow.step(name);
    try {
      await waitForGoAhead(step);
      step.state({ kind: "running" });
      const problem = await takers[name](runOf(step, begun));
      if (problem) step.state({ kind: "failed", problem });
      else if (stateOf(flow, name) !== "skipped") step.state({ kind: "done" });
      return problem;
    } catch (error) {
      const problem = problemOf(error);
      step.state({ kind: "failed", problem });
      return problem;
    }
  };

  /** Tries to renew the grant there was, once its issuer is known to be still the right one. */
  const tryToRenew = async (begun: FlowStart): Promise<boolean> => {
    const { before, mayRenew, server } = begun.course;
    if (!mayRenew || before?.refreshToken === undefined) return false;
    if (before.server.issuer !== server?.issuer) return false;
    const step = flow.step("token");
    step.state({ kind: "running" });
    step.choose("grant", "refresh_token", "refused");
    try {
      const problem = await renewOnce(runOf(step, begun), before, acceptGrant);
      step.state({ kind: problem ? "waiting" : "done" });
      return problem === undefined;
    } catch (error) {
      const problem = problemOf(error);
      step.state({ kind: "failed", problem });
      throw error;
    }
  };

  const takeAll = async (names: readonly StepName[], begun: FlowStart): Promise<FlowEnd> => {
    const { course, settings } = begun;
    let mayRegisterAnew = true;
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      if (name === undefined || name === "call") continue;
      const problem = await take(name, begun);
      if (problem?.code === "resource-mismatch")
        await lookOn(runOf(flow.step("issuer"), begun)).catch(() => {});
      const isGone =
        (problem?.code === "token-refused" || problem?.code === "authorization-refused") &&
        goneErrors.includes(problem.evidence.error);
      if (isGone && course.client) await forgetClient(options.clients, course.client);
      if (isGone && mayRegisterAnew && course.isClientKept) {
        mayRegisterAnew = false;
        course.isClientKept = false;
        flow.reset(["register", "authorize", "token"]);
        index = names.indexOf("register") - 1;
        continue;
      }
      if (problem) return problem;
      if (
        name === "issuer" &&
        settings.way.kind === "authorization-code" &&
        (await tryToRenew(begun))
      ) {
        for (const skipped of ["register", "authorize"] as const) {
          flow.step(skipped).state({ kind: "skipped" });
        }
        return undefined;
      }
    }
    return undefined;
  };

  /** A document that was fetched anew is judged anew: what was declined or refused before is not gone round. */
  const judgedAgain = (name: StepName, begun: FlowStart): FlowEnd | Promise<FlowEnd> =>
    name === "issuer" ? takeFoundAgain(runOf(flow.step(name), begun)) : undefined;

  const conclude = async (work: Promise<FlowEnd>): Promise<FlowEnd> => {
    let end: FlowEnd;
    try {
      end = await work;
    } catch (error) {
      end = problemOf(error);
    }
    running = undefined;
    flow.state(end ? "failed" : "done");
    return end;
  };

  const launch = (names: readonly StepName[], begun: FlowStart): Promise<FlowEnd> => {
    running = conclude(takeAll(names, begun));
    return running;
  };

  return {
    flow,
    running: () => running,
    client: () => start?.course.client,
    start(begun) {
      if (running !== undefined) throw new Error("A flow is running");
      start = begun;
      control = new AbortController();
      sender.forget();
      flow.begin(begun.cause, begun.stepwise);
      const names = begun.steps ?? stepNames;
      for (const name of stepNames) {
        if (!names.includes(name)) flow.step(name).state({ kind: "skipped" });
      }
      if (globalThis.crypto?.subtle === undefined) {
        const problem = violation("not-available", "mcp-pkce", { what: "crypto.subtle" });
        flow.step(names[0] ?? "resource").state({ kind: "failed", problem });
        flow.state("failed");
        return Promise.resolve(problem);
      }
      return launch(names, begun);
    },
    async renew(grant) {
      const step = flow.step("token");
      freshSignal();
      const begun = start ?? { course: emptyFlowContext(), settings: options.settings() };
      step.choose("grant", "refresh_token", "expired");
      try {
        return await renew(runOf(step, begun), grant, acceptGrant);
      } catch (error) {
        return problemOf(error);
      }
    },
    attempt: (name, attempt) => sender.send(flow.step(name), attempt, freshSignal()),
    setStepwise(stepwise) {
      flow.setStepwise(stepwise);
      if (!stepwise) goAhead?.();
    },
    next: () => goAhead?.(),
    cancel() {
      if (running !== undefined) control.abort();
    },
    async resend(exchangeId, request) {
      const known = sender.known(exchangeId);
      const begun = start;
      if (!known || !begun) throw new RangeError(`The flow has no exchange ${exchangeId}`);
      // a flow that only waits for its next step can go on from there; any other is over
      const isAtRest = running !== undefined && goAhead !== undefined;
      if (running !== undefined && !isAtRest) {
        control.abort();
        await running;
      }
      freshSignal();
      const step = flow.step(known.step);
      const { method, url, headers, body } = request;
      const marked = markedRequest(method, url, headers, body);
      flow.state("running");
      step.state({ kind: "running" });
      try {
        const judged = await known.again(marked, control.signal);
        const bad = worst(judged.problems) ?? (await judgedAgain(known.step, begun));
        step.state(bad ? { kind: "failed", problem: bad } : { kind: "done" });
        if (isAtRest) return;
        if (bad) return flow.state("failed");
        const later = stepNames.slice(stepNames.indexOf(known.step) + 1);
        // what was only looked at leads nowhere
        if (known.step === "issuer" && !begun.course.server) return flow.state("failed");
        flow.reset(later);
        if (known.step === "token") return flow.state("done");
        flow.setStepwise(true);
        void launch(later, begun);
      } catch (error) {
        step.state({ kind: "failed", problem: problemOf(error) });
        flow.state("failed");
      }
    },
  };
}

function stateOf(flow: FlowStore, name: StepName): string | undefined {
  return flow.get().steps.find((step) => step.name === name)?.state.kind;
}
