/** The words of the authorization view: steps, states, what was chosen and why, what is asked. */

import type { Cause, Choice, Purpose, Step, StepName } from "../../../shared/oauth/flow/flow.ts";
import type { Question } from "../../../shared/oauth/userPrompts.ts";

export interface StepWords {
  /** As the specification calls it. */
  readonly name: string;
  /** What stands over it; a button, so it must not be called as the one that acts. */
  readonly title: string;
  /** What the step is for, in one sentence. */
  readonly about: string;
}

export const stepWords: Readonly<Record<StepName, StepWords>> = {
  resource: {
    name: "Discover resource",
    title: "Discover resource",
    about: "Ask the MCP server who guards it: its protected resource metadata.",
  },
  issuer: {
    name: "Discover issuer",
    title: "Discover issuer",
    about: "Read the authorization server's metadata and check that it is who it says.",
  },
  register: {
    name: "Register",
    title: "Register client",
    about: "Get a client id that the authorization server knows.",
  },
  authorize: {
    name: "Authorize",
    title: "Sign in",
    about: "Sign in and consent at the authorization server, in a window of its own.",
  },
  token: {
    name: "Token",
    title: "Get token",
    about: "Exchange what came back for an access token.",
  },
  call: { name: "Call", title: "Call", about: "Send the request again, with the token." },
};

/** The step's state in a word. */
export function stateWord({ state }: Step): string {
  switch (state.kind) {
    case "waiting":
      return "not yet";
    case "running":
      return "running";
    case "needs":
      return state.need.kind === "go-ahead" ? "next" : "needs you";
    case "done":
      return "done";
    case "skipped":
      return "not needed";
    case "failed":
      return state.problem.code === "cancelled" ? "cancelled" : "failed";
  }
}

export const purposeWords: Readonly<Record<Purpose, string>> = {
  "resource-metadata": "Protected resource metadata",
  "oauth-metadata": "Authorization server metadata",
  "openid-metadata": "OpenID Connect metadata",
  registration: "Client registration",
  "code-token": "Token for the code",
  "refresh-token": "Token by refresh",
  "client-credentials-token": "Token for the client itself",
  "token-exchange": "Token exchange at the identity provider",
  "jwt-bearer-token": "Token for an assertion",
  revocation: "Revocation",
};

const choiceNames: Readonly<Record<Choice["what"], string>> = {
  "resource-metadata-url": "Metadata of the resource",
  resource: "Resource",
  issuer: "Authorization server",
  "metadata-url": "Metadata of the issuer",
  registration: "Client",
  "client-authentication": "Client authentication",
  scope: "Scopes",
  "offline-access": "offline_access",
  pkce: "PKCE",
  dpop: "DPoP",
  grant: "Grant",
  token: "Token",
};

const reasons: Readonly<Record<Choice["because"], string>> = {
  challenge: "named in WWW-Authenticate",
  "well-known-path": "found at the well-known place with the server's path",
  "well-known-root": "found at the well-known place of the origin",
  "server-origin": "the MCP server's own origin, as in 2025-03-26",
  "default-endpoints": "the default endpoints of 2025-03-26",
  entered: "entered by you",
  chosen: "chosen by you",
  agreed: "agreed to by you",
  "only-one": "the only one listed",
  announced: "announced in the metadata",
  "not-announced": "not announced in the metadata",
  kept: "kept from before",
  registered: "registered just now",
  "resource-metadata": "named in the resource's metadata",
  canonical: "the server's canonical URI",
  "step-up": "what was granted, and what the server wants in addition",
  "not-said": "nobody says otherwise",
  settings: "the way that is set",
  expired: "the token was about to run out",
  refused: "the server refused the token there was",
};

/** A choice as a line: what, which, why. */
export function choiceWords({ what, because }: Choice): { name: string; reason: string } {
  return { name: choiceNames[what], reason: reasons[because] };
}

/** Why the flow ran, after "Authorized". */
export function causeWords(cause: Cause): string {
  switch (cause.kind) {
    case "by-hand":
      return "by hand";
    case "expired":
      return "anew, before the token ran out";
    case "refused":
      return cause.status === 403
        ? "for more scopes, which the server asked for with 403"
        : `after the server answered ${cause.status}`;
  }
}

export interface QuestionWords {
  readonly title: string;
  readonly why: string;
  readonly confirm: string;
}

/** A question of the flow that is answered with yes or no. */
export function questionWords(question: Question): QuestionWords {
  switch (question.kind) {
    case "points-inward":
      return {
        title: "Send a request into a private network?",
        why: `The metadata at ${question.from} names ${question.url} as its ${question.member}. That is an address of this machine or of a private network, named by a server outside of it.`,
        confirm: "Send it there",
      };
    case "other-host":
      return {
        title: "Go on at another host?",
        why: `The metadata at ${question.from} names ${question.url} as its ${question.member}: another host than its own. Codes or secrets would be sent there.`,
        confirm: "Go on there",
      };
    case "no-pkce":
      return {
        title: "Go on without PKCE announced?",
        why: `Nothing says that ${question.issuer} supports PKCE with S256. The challenge is sent all the same; a server that ignores it leaves codes open to whoever intercepts them.`,
        confirm: "Go on",
      };
    case "default-endpoints":
      return {
        title: "Try the default endpoints?",
        why: `Nothing says where this server sends people to sign in. Servers of 2025-03-26 have /authorize, /token and /register at ${question.origin}; lazyComponent ones name their authorization server. This page would register itself there. Does it want a key or a token of yours? Then do not, and set that under Settings.`,
        confirm: "Try them",
      };
  }
}
