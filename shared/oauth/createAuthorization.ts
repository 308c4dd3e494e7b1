/** Puts authorization together: headers for each request, an answer to each refusal, and one flow at a time. */

import { type Problem, violation } from "../core/failures/authorizationProblem.ts";
import { findHeader, type Header } from "../core/headers.ts";
import type { AuthorizedRequest, Refusal, RefusalAnswer } from "../transport/http/authorizer.ts";
import type { Authorization, AuthorizationOptions, FlowEnd } from "./authorization.ts";
import { createDpop } from "./crypto/dpop.ts";
import { canonicalResource } from "./discovery/canonicalResource.ts";
import { authorizationChallenge, type Challenge, readChallenges } from "./discovery/challenge.ts";
import { splitScope, uniteScopes } from "./discovery/scopes.ts";
import type { Cause, StepName } from "./flow/flow.ts";
import { emptyFlowContext, type FlowContext } from "./flow/flowContext.ts";
import { createFlowRunner } from "./flow/flowRunner.ts";
import { createObservable } from "./flow/flowStore.ts";
import type { AuthorizationSettings } from "./settings.ts";
import { takeCallback } from "./steps/authorize.ts";
import type { Grant } from "./stores.ts";
import { revoke } from "./token/revoke.ts";

/** How often one request may be answered with each kind of refusal before that is final. */
const mostSignIns = 1;
const mostStepUps = 2;
const mostNonces = 2;
/** Milliseconds before its end at which a token is renewed: this, or a quarter of its life. */
const earlyMs = 30_000;
/** Milliseconds for which a renewal that failed is not tried again. */
const pauseMs = 10_000;

interface Counts {
  signIns: number;
  stepUps: number;
  nonces: number;
  catchUps: number;
}

/** What the newest refusal said. */
interface LastChallenge {
  readonly challenge: Challenge | undefined;
  readonly header: string | undefined;
  readonly problems: readonly Problem[];
}

/** Makes the authorization of one connection; nobody is contacted before a request is refused, or it is asked to. */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const { serverUrl, grants, clients, today } = options;
  const resource = canonicalResource(serverUrl);
  const { origin } = new URL(serverUrl);
  const grant = createObservable<Grant | undefined>(undefined);
  const dpop = createDpop();
  const counts = new WeakMap<AuthorizedRequest, Counts>();
  let stepwise = false;
  let last: LastChallenge = { challenge: undefined, header: undefined, problems: [] };
  /** Whose the client is that was entered without an issuer. */
  let bound: { readonly clientId: string; readonly issuer: string } | undefined;
  let renewing: Promise<FlowEnd> | undefined;
  let renewNotBefore = 0;

  const accept = async (next: Grant) => {
    await grants.write(next);
    grant.set(next);
    const { client } = options.settings();
    if (client && !client.issuer) bound = { clientId: client.clientId, issuer: next.server.issuer };
  };
  const runner = createFlowRunner(options, dpop, accept);
  const call = () => runner.flow.step("call");

  const settingsNow = (): AuthorizationSettings => {
    const settings = options.settings();
    const { client } = settings;
    if (!client || client.issuer || bound?.clientId !== client.clientId) return settings;
    return { ...settings, client: { ...client, issuer: bound.issuer } };
  };

  const start = (cause: Cause, known: Partial<FlowContext>, steps?: readonly StepName[]) =>
    runner.start({
      cause,
      stepwise,
      settings: settingsNow(),
      course: emptyFlowContext({
        challenge: last.challenge,
        challengeHeader: last.header,
        challengeProblems: last.problems,
        before: grant.get(),
        ...known,
      }),
      ...(steps ? { steps } : {}),
    });

  /** Renews the grant once, whoever asks; another tab may have done it meanwhile. */
  const renewOnce = (): Promise<FlowEnd> => {
    renewing ??= grants
      .alone(resource, async () => {
        const [mine, stored] = [grant.get(), await grants.read(resource)];
        if (stored && stored.accessToken !== mine?.accessToken && !isDue(stored, today())) {
          grant.set(stored);
          return undefined;
        }
        const current = stored ?? mine;
        if (!current) return violation("not-entered", "refresh", { what: "refresh_token" });
        return runner.renew(current);
      })
      .then((problem) => {
        if (problem) renewNotBefore = options.clock.now() + pauseMs;
        return problem;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
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

  /** Runs a flow, or waits for the one that runs. */
  const obtain = async (
    refusal: Refusal,
    begin: () => Promise<FlowEnd>,
  ): Promise<RefusalAnswer> => {
    const goOn = refusal.hold();
    try {
      const problem = await (runner.running() ?? begin());
      if (problem) return failed(refusal, problem);
      call().state({ kind: "running" });
      return { kind: "again" };
    } finally {
      goOn();
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
    if (wantsNonce && grant.get()?.tokenType === "DPoP" && count.nonces++ < mostNonces) {
      return { kind: "again" };
    }
    const sent = tokenIn(refusal.sent);
    if (runner.running() === undefined && count.catchUps++ < 1) {
      // this tab or another one may have got a token while the request was under way
      const stored = await grants.read(resource);
      const newer = [grant.get(), stored].find((each) => each && each.accessToken !== sent);
      if (newer) {
        grant.set(newer);
        return { kind: "again" };
      }
    }
    if (count.signIns++ >= mostSignIns) {
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
    return obtain(refusal, () => start(cause, { status, mayRenew: true, scopesBefore }));
  };

  const stepUp = async (refusal: Refusal, count: Counts): Promise<RefusalAnswer> => {
    const challenged = splitScope(last.challenge?.parameters.get("scope"));
    const current = grant.get();
    const had = current?.grantedScopes ?? current?.requestedScopes ?? [];
    const lacks = challenged.filter((scope) => !had.includes(scope));
    if (lacks.length === 0 || count.stepUps++ >= mostStepUps) {
      const problem = violation("scope-not-enough", "mcp-step-up", {
        scope: challenged.join(" "),
        granted: had.join(" "),
      });
      call().state({ kind: "failed", problem });
      return failed(refusal, problem);
    }
    const { status } = refusal.head;
    const scopesBefore = uniteScopes(current?.requestedScopes ?? [], had);
    const cause: Cause = { kind: "refused", status, challenge: last.header };
    return obtain(refusal, () => start(cause, { status, scopesBefore }));
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
      const isRenewable = current?.refreshToken !== undefined && isDue(current, today());
      if (!isRenewable || options.clock.now() < renewNotBefore) return headersOf(current, request);
      return renewOnce().then(() => headersOf(grant.get(), request));
    },
    answered({ url }, head) {
      dpop.heard(url, head.headers);
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
      // a server that asks for a password asks for no token
      if (challenges.length > 0 && !challenge) return { kind: "none" };
      const wantsMore =
        head.status === 403 && challenge?.parameters.get("error") === "insufficient_scope";
      if (head.status !== 401 && !wantsMore) return { kind: "none" };
      if (runner.running() === undefined) last = { challenge, header, problems };
      const count = counts.get(request) ?? { signIns: 0, stepUps: 0, nonces: 0, catchUps: 0 };
      counts.set(request, count);
      return wantsMore ? stepUp(refusal, count) : unauthorized(refusal, count, challenges);
    },
    authorize(wish) {
      if (wish?.stepwise !== undefined) stepwise = wish.stepwise;
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
      const problem = takeCallback({ course: known }, pending, parameters);
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

/** Whether a grant is over, or soon will be. */
function isDue({ expiresAt, obtainedAt }: Grant, today: number): boolean {
  if (expiresAt === undefined) return false;
  return today >= expiresAt - Math.min(earlyMs, (expiresAt - obtainedAt) / 4);
}

function tokenIn(headers: readonly Header[]): string | undefined {
  return findHeader(headers, "authorization")?.replace(/^\S+\s+/, "");
}
