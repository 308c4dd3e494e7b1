/** Creates the authorization of a connection: headers for each request, retries of refused ones, one flow at a time. */
import { authorizationViolation } from "../protocol/failures/authorizationProblem.ts";
import type { AuthorizedRequest } from "../transport/http/authorizer.ts";
import type { Authorization, AuthorizationOptions, FlowEnd } from "./authorization.ts";
import type { Grant } from "./authorizationStores.ts";
import { createDpop } from "./crypto/dpop.ts";
import { canonicalResource } from "./discovery/canonicalResource.ts";
import type { Cause, StepName } from "./flow/flow.ts";
import { emptyFlowContext, type FlowContext } from "./flow/flowContext.ts";
import { createFlowRunner } from "./flow/flowRunner.ts";
import { createObservable } from "./flow/flowStore.ts";
import { createRefusals } from "./refusals.ts";
import { handleCallback } from "./steps/authorize.ts";
import { revoke } from "./token/revoke.ts";
import type { PendingAuthorization } from "./userPrompts.ts";

/** Milliseconds before expiry at which a token is renewed; at most a quarter of its lifetime. */
const renewBeforeMs = 30_000;
/** Milliseconds to wait after a failed renewal before the next attempt. */
const renewRetryMs = 10_000;

/** Creates the authorization of one connection. No request is sent before the server refuses one, or a caller starts a flow. */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const { serverUrl, grants, clients, bindings, wallClock } = options;
  const resource = canonicalResource(serverUrl);
  const { origin } = new URL(serverUrl);
  const grant = createObservable<Grant | undefined>(undefined);
  const dpop = createDpop();
  let stepwise = false;
  let renewal: Promise<FlowEnd> | undefined;
  let renewNotBefore = 0;

  const accept = async (next: Grant) => {
    await grants.write(next);
    grant.set(next);
  };
  const runner = createFlowRunner(options, dpop, accept);

  const start = (cause: Cause, known: Partial<FlowContext>, steps?: readonly StepName[]) => {
    const { challenge, header, problems } = refusals.latest();
    return runner.start({
      cause,
      stepwise,
      settings: options.settings(),
      flowContext: emptyFlowContext({
        challenge,
        challengeHeader: header,
        challengeProblems: problems,
        before: grant.get(),
        ...known,
      }),
      ...(steps ? { steps } : {}),
    });
  };
  const refusals = createRefusals({ resource, grant, grants, runner, start });

  /** Renews the grant; concurrent callers share one renewal. Another tab may have renewed it already. */
  const renewOnce = (): Promise<FlowEnd> => {
    renewal ??= grants
      .withLock(resource, async () => {
        const [current, stored] = [grant.get(), await grants.read(resource)];
        if (stored && stored.accessToken !== current?.accessToken && !isDue(stored, wallClock())) {
          grant.set(stored);
          return undefined;
        }
        const grantToRenew = stored ?? current;
        if (!grantToRenew)
          return authorizationViolation("not-entered", "refresh", { what: "refresh_token" });
        return runner.renew(grantToRenew);
      })
      .then((problem) => {
        if (problem) renewNotBefore = options.clock.now() + renewRetryMs;
        return problem;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };

  /** Restores the binding of a sign-in that left the page: its question was answered before. */
  const bindAgain = async ({ client, server }: PendingAuthorization) => {
    if (client.registered !== "entered") return;
    const { clientId, clientSecret } = client;
    const { issuer, tokenEndpoint } = server;
    const agreed = clientSecret
      ? ({ secret: "client-secret", origin: new URL(tokenEndpoint).origin } as const)
      : {};
    const others = (await bindings.read(resource)).filter((each) => each.clientId !== clientId);
    await bindings.write(resource, [...others, { clientId, issuer, ...agreed }]);
  };

  const headersOf = (current: Grant | undefined, request: AuthorizedRequest) => {
    if (!current || URL.parse(request.url)?.origin !== origin) return [];
    const { tokenType, dpopKeys, accessToken } = current;
    if (tokenType === "DPoP" && dpopKeys) return dpop.headersFor(dpopKeys, accessToken, request);
    return [["Authorization", `${tokenType} ${accessToken}`]] as const;
  };

  return {
    flow: runner.flow,
    grant,
    async prepare() {
      if (grant.get()) return;
      const stored = await grants.read(resource).catch(() => undefined);
      if (stored && !grant.get()) grant.set(stored);
    },
    headersFor(request) {
      const current = grant.get();
      const isRenewable = current?.refreshToken !== undefined && isDue(current, wallClock());
      if (!isRenewable || options.clock.now() < renewNotBefore) return headersOf(current, request);
      return renewOnce().then(() => headersOf(grant.get(), request));
    },
    answered({ url }, head) {
      dpop.storeNonce(url, head.headers);
      const isRefusal = head.status === 401 || head.status === 403;
      const { state, steps } = runner.flow.get();
      const step = steps.find(({ name }) => name === "call");
      const isOpen = step?.state.kind === "waiting" || step?.state.kind === "running";
      if (!isRefusal && state === "done" && isOpen)
        runner.flow.step("call").state({ kind: "done" });
    },
    refused: refusals.answer,
    authorize(flowOptions) {
      if (flowOptions?.stepwise !== undefined) stepwise = flowOptions.stepwise;
      return runner.running() ?? start({ kind: "by-hand" }, {});
    },
    setStepwise(next) {
      stepwise = next;
      runner.setStepwise(next);
    },
    next: runner.next,
    runThrough() {
      stepwise = false;
      runner.setStepwise(false);
    },
    cancel: runner.cancel,
    resend: runner.resend,
    async resume(pending, parameters) {
      const { server, client, indicator, requestedScopes } = pending;
      const known = emptyFlowContext({ server, client, indicator, scopes: requestedScopes });
      const problem = handleCallback({ flowContext: known }, pending, parameters);
      if (!problem) {
        await bindAgain(pending);
        return start({ kind: "by-hand" }, known, ["token", "call"]);
      }
      runner.flow.begin({ kind: "by-hand" }, false);
      runner.flow.step("authorize").state({ kind: "failed", problem });
      runner.flow.state("failed");
      return problem;
    },
    refresh: renewOnce,
    async forget() {
      runner.cancel();
      await runner.running();
      const current = grant.get() ?? (await grants.read(resource));
      grant.set(undefined);
      await grants.remove(resource);
      await bindings.remove(resource);
      const client = current?.client ?? runner.client();
      if (client) await clients.remove(client.issuer);
      runner.flow.reset(["register", "authorize", "token", "call"]);
      return current && revoke(runner, current, options.settings());
    },
  };
}

/** Whether a grant has expired or is about to. */
function isDue({ expiresAt, obtainedAt }: Grant, now: number): boolean {
  if (expiresAt === undefined) return false;
  return now >= expiresAt - Math.min(renewBeforeMs, (expiresAt - obtainedAt) / 4);
}
