/** Creates the authorization of a connection: headers for each request, retries of refused ones, one flow at a time. */

import { type Problem, violation } from "../core/failures/authorizationProblem.ts";
import { findHeader, type Header } from "../core/headers.ts";
import type { AuthorizedRequest, Refusal, RefusalAnswer } from "../transport/http/authorizer.ts";
import type { Authorization, AuthorizationOptions, FlowEnd } from "./authorization.ts";
import { createDpop } from "./crypto/dpop.ts";
import { canonicalResource } from "./discovery/canonicalResource.ts";
import { authorizationChallenge, type Challenge, readChallenges } from "./discovery/challenge.ts";
import { mergeScopes, parseScope } from "./discovery/scopes.ts";
import type { Cause, StepName } from "./flow/flow.ts";
import { emptyFlowContext, type FlowContext } from "./flow/flowContext.ts";
import { createFlowRunner } from "./flow/flowRunner.ts";
import { createObservable } from "./flow/flowStore.ts";
import type { AuthorizationSettings } from "./settings.ts";
import { handleCallback } from "./steps/authorize.ts";
import type { Grant } from "./stores.ts";
import { revoke } from "./token/revoke.ts";

/** Limits on how often one request is retried for each kind of refusal, so that no server causes an endless loop. */
const maximumSignIns = 1;
const maximumStepUps = 2;
const maximumNonces = 2;
/** Milliseconds before expiry at which a token is renewed; at most a quarter of its lifetime. */
const renewBeforeMs = 30_000;
/** Milliseconds to wait after a failed renewal before the next attempt. */
const renewRetryMs = 10_000;

interface Counts {
  signIns: number;
  stepUps: number;
  nonces: number;
  storedTokenRetries: number;
}

/** The `WWW-Authenticate` header of the latest refusal. */
interface LastChallenge {
  readonly challenge: Challenge | undefined;
  readonly header: string | undefined;
  readonly problems: readonly Problem[];
}

/** Creates the authorization of one connection. No request is sent before the server refuses one, or a caller starts a flow. */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const { serverUrl, grants, clients, wallClock } = options;
  const resource = canonicalResource(serverUrl);
  const { origin } = new URL(serverUrl);
  const grant = createObservable<Grant | undefined>(undefined);
  const dpop = createDpop();
  const counts = new WeakMap<AuthorizedRequest, Counts>();
  let stepwise = false;
  let last: LastChallenge = { challenge: undefined, header: undefined, problems: [] };
  /** The issuer that a client entered without one was first used with. */
  let boundClient: { readonly clientId: string; readonly issuer: string } | undefined;
  let renewal: Promise<FlowEnd> | undefined;
  let renewNotBefore = 0;

  const accept = async (next: Grant) => {
    await grants.write(next);
    grant.set(next);
    const { client } = options.settings();
    if (client && !client.issuer)
      boundClient = { clientId: client.clientId, issuer: next.server.issuer };
  };
  const runner = createFlowRunner(options, dpop, accept);
  const call = () => runner.flow.step("call");

  const currentSettings = (): AuthorizationSettings => {
    const settings = options.settings();
    const { client } = settings;
    if (!client || client.issuer || boundClient?.clientId !== client.clientId) return settings;
    return { ...settings, client: { ...client, issuer: boundClient.issuer } };
  };

  const start = (cause: Cause, known: Partial<FlowContext>, steps?: readonly StepName[]) =>
    runner.start({
      cause,
      stepwise,
      settings: currentSettings(),
      flowContext: emptyFlowContext({
        challenge: last.challenge,
        challengeHeader: last.header,
        challengeProblems: last.problems,
        before: grant.get(),
        ...known,
      }),
      ...(steps ? { steps } : {}),
    });

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
        if (!grantToRenew) return violation("not-entered", "refresh", { what: "refresh_token" });
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

  const headersOf = (current: Grant | undefined, request: AuthorizedRequest) => {
    if (!current || URL.parse(request.url)?.origin !== origin) return [];
    const { tokenType, dpopKeys, accessToken } = current;
    if (tokenType === "DPoP" && dpopKeys) return dpop.headersFor(dpopKeys, accessToken, request);
    return [["Authorization", `${tokenType} ${accessToken}`]] as const;
  };

  const failed = ({ request, head }: Refusal, problem: Problem): RefusalAnswer => ({
    kind: "failed",
    failure: { code: "not-authorized", url: request.url, status: head.status, problem },
  });

  /** Runs a flow, or waits for the running one, while the timeout of the refused request is suspended. */
  const runFlowFor = async (
    refusal: Refusal,
    begin: () => Promise<FlowEnd>,
  ): Promise<RefusalAnswer> => {
    const release = refusal.pauseTimeouts();
    try {
      const problem = await (runner.running() ?? begin());
      if (problem) return failed(refusal, problem);
      call().state({ kind: "running" });
      return { kind: "again" };
    } finally {
      release();
    }
  };

  const unauthorized = async (
    refusal: Refusal,
    count: Counts,
    challenges: readonly Challenge[],
  ): Promise<RefusalAnswer> => {
    const wantsNonce = challenges.some(
      ({ scheme, parameters }) => scheme === "dpop" && parameters.get("error") === "use_dpop_nonce",
    );
    if (wantsNonce && grant.get()?.tokenType === "DPoP" && count.nonces++ < maximumNonces) {
      return { kind: "again" };
    }
    const sent = tokenIn(refusal.sent);
    if (runner.running() === undefined && count.storedTokenRetries++ < 1) {
      // this tab or another one may have obtained a token while the request was in flight
      const stored = await grants.read(resource);
      const newer = [grant.get(), stored].find((each) => each && each.accessToken !== sent);
      if (newer) {
        grant.set(newer);
        return { kind: "again" };
      }
    }
    if (count.signIns++ >= maximumSignIns) {
      const section = wantsNonce ? "dpop-resource-nonce" : "bearer-errors";
      const problem = violation("token-not-accepted", section, {
        status: refusal.head.status,
        error: last.challenge?.parameters.get("error") ?? null,
        description: last.challenge?.parameters.get("error_description") ?? null,
      });
      call().state({ kind: "failed", problem });
      return failed(refusal, problem);
    }
    const { status } = refusal.head;
    const cause: Cause = { kind: "refused", status, challenge: last.header };
    const before = grant.get();
    const scopesBefore = before?.grantedScopes ?? before?.requestedScopes ?? [];
    return runFlowFor(refusal, () => start(cause, { status, mayRenew: true, scopesBefore }));
  };

  const stepUp = async (refusal: Refusal, count: Counts): Promise<RefusalAnswer> => {
    const challenged = parseScope(last.challenge?.parameters.get("scope"));
    const current = grant.get();
    const granted = current?.grantedScopes ?? current?.requestedScopes ?? [];
    const missing = challenged.filter((scope) => !granted.includes(scope));
    if (missing.length === 0 || count.stepUps++ >= maximumStepUps) {
      const problem = violation("scope-not-enough", "mcp-step-up", {
        scope: challenged.join(" "),
        granted: granted.join(" "),
      });
      call().state({ kind: "failed", problem });
      return failed(refusal, problem);
    }
    const { status } = refusal.head;
    const scopesBefore = mergeScopes(current?.requestedScopes ?? [], granted);
    const cause: Cause = { kind: "refused", status, challenge: last.header };
    return runFlowFor(refusal, () => start(cause, { status, scopesBefore }));
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
      if (!isRefusal && state === "done" && isOpen) call().state({ kind: "done" });
    },
    async refused(refusal) {
      const { request, head } = refusal;
      if (request.method === "DELETE") return { kind: "none" };
      const header = findHeader(head.headers, "www-authenticate");
      const { challenges, problems } = readChallenges(header ?? "");
      const challenge = authorizationChallenge(challenges);
      // a challenge for other schemes only (Basic, for example) is not answered with a token
      if (challenges.length > 0 && !challenge) return { kind: "none" };
      const isInsufficientScope =
        head.status === 403 && challenge?.parameters.get("error") === "insufficient_scope";
      if (head.status !== 401 && !isInsufficientScope) return { kind: "none" };
      if (runner.running() === undefined) last = { challenge, header, problems };
      const count = counts.get(request) ?? {
        signIns: 0,
        stepUps: 0,
        nonces: 0,
        storedTokenRetries: 0,
      };
      counts.set(request, count);
      return isInsufficientScope
        ? stepUp(refusal, count)
        : unauthorized(refusal, count, challenges);
    },
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
      if (!problem) return start({ kind: "by-hand" }, known, ["token", "call"]);
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

function tokenIn(headers: readonly Header[]): string | undefined {
  return findHeader(headers, "authorization")?.replace(/^\S+\s+/, "");
}
