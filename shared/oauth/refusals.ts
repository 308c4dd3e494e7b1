/** Decides what follows a refused request: sending it again, a sign-in, a step-up, or a failure. */
import {
  type AuthorizationProblem,
  authorizationViolation,
} from "../protocol/failures/authorizationProblem.ts";
import { findHeader, type Header } from "../protocol/headers.ts";
import type {
  AuthorizedRequest,
  AuthorizerRefusal,
  RefusalAnswer,
} from "../transport/http/authorizer.ts";
import type { FlowEnd } from "./authorization.ts";
import type { Grant, GrantStore } from "./authorizationStores.ts";
import { authorizationChallenge, type Challenge, readChallenges } from "./discovery/challenge.ts";
import { mergeScopes, parseScope } from "./discovery/scopes.ts";
import type { Cause } from "./flow/flow.ts";
import type { FlowContext } from "./flow/flowContext.ts";
import type { FlowRunner } from "./flow/flowRunner.ts";
import type { WritableObservable } from "./flow/flowStore.ts";

/** Limits on how often one request is retried for each kind of refusal, so that no server causes an endless loop. */
const maximumSignIns = 1;
const maximumStepUps = 2;
const maximumNonces = 2;

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
  readonly problems: readonly AuthorizationProblem[];
}

interface RefusalsOptions {
  /** The canonical URL of the server, under which its grant is stored. */
  readonly resource: string;
  readonly grant: WritableObservable<Grant | undefined>;
  readonly grants: GrantStore;
  readonly runner: FlowRunner;
  readonly start: (cause: Cause, known: Partial<FlowContext>) => Promise<FlowEnd>;
}

/** @param options the parts of the authorization of one connection */
export function createRefusals(options: RefusalsOptions) {
  const { resource, grant, grants, runner, start } = options;
  const counts = new WeakMap<AuthorizedRequest, Counts>();
  let last: LastChallenge = { challenge: undefined, header: undefined, problems: [] };

  /** Fails the refused request, and the step that shows it. */
  const fail = (refusal: AuthorizerRefusal, problem: AuthorizationProblem): RefusalAnswer => {
    runner.flow.step("call").state({ kind: "failed", problem });
    return failed(refusal, problem);
  };

  /** Runs a flow, or waits for the running one, while the timeout of the refused request is suspended. */
  const runFlowFor = async (
    refusal: AuthorizerRefusal,
    begin: () => Promise<FlowEnd>,
  ): Promise<RefusalAnswer> => {
    const release = refusal.pauseTimeouts();
    try {
      const problem = await (runner.running() ?? begin());
      if (problem) return failed(refusal, problem);
      runner.flow.step("call").state({ kind: "running" });
      return { kind: "again" };
    } finally {
      release();
    }
  };

  const unauthorized = async (
    refusal: AuthorizerRefusal,
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
      const problem = authorizationViolation("token-not-accepted", section, {
        status: refusal.head.status,
        error: last.challenge?.parameters.get("error") ?? null,
        description: last.challenge?.parameters.get("error_description") ?? null,
      });
      return fail(refusal, problem);
    }
    const { status } = refusal.head;
    const cause: Cause = { kind: "refused", status, challenge: last.header };
    const before = grant.get();
    const scopesBefore = before?.grantedScopes ?? before?.requestedScopes ?? [];
    return runFlowFor(refusal, () => start(cause, { status, mayRenew: true, scopesBefore }));
  };

  const stepUp = async (refusal: AuthorizerRefusal, count: Counts): Promise<RefusalAnswer> => {
    const challenged = parseScope(last.challenge?.parameters.get("scope"));
    const current = grant.get();
    const granted = current?.grantedScopes ?? current?.requestedScopes ?? [];
    const missing = challenged.filter((scope) => !granted.includes(scope));
    if (missing.length === 0 || count.stepUps++ >= maximumStepUps) {
      const problem = authorizationViolation("scope-not-enough", "mcp-step-up", {
        scope: challenged.join(" "),
        granted: granted.join(" "),
      });
      return fail(refusal, problem);
    }
    const { status } = refusal.head;
    const scopesBefore = mergeScopes(current?.requestedScopes ?? [], granted);
    const cause: Cause = { kind: "refused", status, challenge: last.header };
    return runFlowFor(refusal, () => start(cause, { status, scopesBefore }));
  };

  return {
    /** The challenge of the latest refusal that a flow can answer. */
    latest: () => last,
    /** Handles a refusal; a flow that it starts suspends the timeouts of the refused request. */
    async answer(refusal: AuthorizerRefusal): Promise<RefusalAnswer> {
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
  };
}

function failed(
  { request, head }: AuthorizerRefusal,
  problem: AuthorizationProblem,
): RefusalAnswer {
  return {
    kind: "failed",
    failure: { code: "not-authorized", url: request.url, status: head.status, problem },
  };
}

function tokenIn(headers: readonly Header[]): string | undefined {
  return findHeader(headers, "authorization")?.replace(/^\S+\s+/, "");
}
