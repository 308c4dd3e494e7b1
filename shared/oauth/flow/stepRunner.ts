/** Runs the steps of a flow in order; in stepwise mode each waits for a go-ahead. */
import type { FlowEnd } from "../authorization.ts";
import type { AuthorizationSettings } from "../authorizationSettings.ts";
import type { AcceptGrant, ClientStore } from "../authorizationStores.ts";
import { authorize } from "../steps/authorize.ts";
import { discoverIssuer, previewMetadata } from "../steps/discoverIssuer.ts";
import { discoverResource } from "../steps/discoverResource.ts";
import { createGetToken } from "../steps/getToken.ts";
import { register } from "../steps/register.ts";
import { renewWithLock } from "../token/refresh.ts";
import { forgetClient } from "../token/registration.ts";
import type { StepName } from "./flow.ts";
import type { FlowContext, StepContext, StepFunction } from "./flowContext.ts";
import type { FlowStore, StepWriter } from "./flowStore.ts";
import { FlowCancelled } from "./sender.ts";
import { rejectOnAbort, toProblem } from "./stepContexts.ts";

export interface StartedFlow {
  readonly flowContext: FlowContext;
  /** The settings at the start of the flow. */
  readonly settings: AuthorizationSettings;
}

interface StepRunnerOptions {
  readonly flow: FlowStore;
  readonly clients: ClientStore;
  /** Creates the context of a step; its signal cancels the flow. */
  readonly contextOf: (step: StepWriter, started: StartedFlow) => StepContext;
  /** Called with each grant before its step is done. */
  readonly acceptGrant: AcceptGrant;
}

/** OAuth errors of an authorization server that no longer knows the client. */
const unknownClientErrors: readonly unknown[] = ["invalid_client", "unauthorized_client"];

/** Creates the runner of one flow after the other. */
export function createStepRunner(options: StepRunnerOptions) {
  const { flow, clients, contextOf, acceptGrant } = options;
  const stepFunctions: Readonly<Record<Exclude<StepName, "call">, StepFunction>> = {
    resource: discoverResource,
    issuer: discoverIssuer,
    register,
    authorize,
    token: createGetToken(acceptGrant),
  };
  let continueStep: (() => void) | undefined;

  const waitForGoAhead = async ({ step, signal }: StepContext) => {
    if (!flow.get().stepwise) return;
    step.state({ kind: "needs", need: { kind: "go-ahead" } });
    const goAhead = new Promise<void>((resolve) => {
      continueStep = resolve;
    });
    try {
      await Promise.race([goAhead, rejectOnAbort(signal)]);
    } finally {
      continueStep = undefined;
    }
    if (signal.aborted) throw new FlowCancelled();
  };

  /** Runs one step; resolves with undefined if it succeeded. */
  const runStep = async (
    name: Exclude<StepName, "call">,
    started: StartedFlow,
  ): Promise<FlowEnd> => {
    const step = flow.step(name);
    const context = contextOf(step, started);
    try {
      await waitForGoAhead(context);
      step.state({ kind: "running" });
      const problem = await stepFunctions[name](context);
      if (problem) step.state({ kind: "failed", problem });
      else if (stateOf(flow, name) !== "skipped") step.state({ kind: "done" });
      return problem;
    } catch (error) {
      const problem = toProblem(error);
      step.state({ kind: "failed", problem });
      return problem;
    }
  };

  /** Tries to renew the previous grant, where the resource still names the same issuer. */
  const tryRenewal = async (started: StartedFlow): Promise<boolean> => {
    const { before, mayRenew, server } = started.flowContext;
    if (!mayRenew || before?.refreshToken === undefined) return false;
    if (before.server.issuer !== server?.issuer) return false;
    const step = flow.step("token");
    step.state({ kind: "running" });
    step.choose("grant", "refresh_token", "refused");
    try {
      const problem = await renewWithLock(contextOf(step, started), before, acceptGrant);
      step.state({ kind: problem ? "waiting" : "done" });
      return problem === undefined;
    } catch (error) {
      const problem = toProblem(error);
      step.state({ kind: "failed", problem });
      throw error;
    }
  };

  /**
   * Forgets a client that the server no longer knows.
   * @returns whether it was registered earlier, so that registering again may help
   */
  const forgetUnknownClient = async (
    problem: FlowEnd,
    { flowContext }: StartedFlow,
  ): Promise<boolean> => {
    const isClientUnknown =
      (problem?.code === "token-refused" || problem?.code === "authorization-refused") &&
      unknownClientErrors.includes(problem.evidence.error);
    if (isClientUnknown && flowContext.client) await forgetClient(clients, flowContext.client);
    return isClientUnknown && flowContext.isClientStored;
  };

  /** Runs steps in order until one fails; resolves with its problem. */
  const run = async (names: readonly StepName[], started: StartedFlow): Promise<FlowEnd> => {
    const { flowContext, settings } = started;
    const isInteractive = settings.grantType.kind === "authorization-code";
    let mayRegisterAgain = true;
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      if (name === undefined || name === "call") continue;
      const problem = await runStep(name, started);
      if (problem?.code === "resource-mismatch") {
        await previewMetadata(contextOf(flow.step("issuer"), started)).catch(() => {});
      }
      if ((await forgetUnknownClient(problem, started)) && mayRegisterAgain) {
        mayRegisterAgain = false;
        flowContext.isClientStored = false;
        flow.reset(["register", "authorize", "token"]);
        index = names.indexOf("register") - 1;
        continue;
      }
      if (problem) return problem;
      if (name === "issuer" && isInteractive && (await tryRenewal(started))) {
        for (const skipped of ["register", "authorize"] as const) {
          flow.step(skipped).state({ kind: "skipped" });
        }
        return undefined;
      }
    }
    return undefined;
  };

  return {
    run,
    isWaiting: () => continueStep !== undefined,
    goAhead: () => continueStep?.(),
  };
}

function stateOf(flow: FlowStore, name: StepName): string | undefined {
  return flow.get().steps.find((step) => step.name === name)?.state.kind;
}
