/** Text of the authorization view: steps, states, choices with their reasons, questions. */

import {
  deprecatedInstead,
  deprecatedUse,
  deprecatedWhen,
} from "../../../shared/messages/deprecationText.ts";
import type { EnteredSecret } from "../../../shared/oauth/authorizationStores.ts";
import type {
  Cause,
  FlowChoice,
  Purpose,
  Step,
  StepName,
} from "../../../shared/oauth/flow/flow.ts";
import type { AuthorizationQuestion } from "../../../shared/oauth/userPrompts.ts";

interface StepText {
  /** Name of the step in the specification. */
  readonly name: string;
  /** Heading, which is a button; must differ from the name of the button that runs the step. */
  readonly title: string;
  /** Purpose of the step, in one sentence. */
  readonly about: string;
}

export const stepText: Readonly<Record<StepName, StepText>> = {
  resource: {
    name: "Discover resource",
    title: "Discover resource",
    about:
      "Read the MCP server's protected resource metadata, which names its authorization server.",
  },
  issuer: {
    name: "Discover issuer",
    title: "Discover issuer",
    about: "Read the authorization server's metadata and check its issuer.",
  },
  register: {
    name: "Register",
    title: "Register client",
    about: "Get a client id that the authorization server accepts.",
  },
  authorize: {
    name: "Authorize",
    title: "Sign in",
    about: "Sign in and consent at the authorization server, in a separate window.",
  },
  token: {
    name: "Token",
    title: "Get token",
    about: "Exchange the authorization code for an access token.",
  },
  call: { name: "Call", title: "Call", about: "Send the request again, with the token." },
};

/** Returns the state of a step as one or two words. */
export function stepStateText({ state }: Step): string {
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

export const purposeText: Readonly<Record<Purpose, string>> = {
  "resource-metadata": "Protected resource metadata",
  "oauth-metadata": "Authorization server metadata",
  "openid-metadata": "OpenID Connect metadata",
  registration: "Client registration",
  "code-token": "Token request (authorization code)",
  "refresh-token": "Token request (refresh token)",
  "client-credentials-token": "Token request (client credentials)",
  "token-exchange": "Token exchange at the identity provider",
  "jwt-bearer-token": "Token request (JWT assertion)",
  revocation: "Revocation",
};

const choiceNames: Readonly<Record<FlowChoice["what"], string>> = {
  "resource-metadata-url": "Resource metadata URL",
  resource: "Resource",
  issuer: "Authorization server",
  "metadata-url": "Issuer metadata URL",
  registration: "Client",
  "client-authentication": "Client authentication",
  scope: "Scopes",
  "offline-access": "offline_access",
  pkce: "PKCE",
  dpop: "DPoP",
  grant: "Grant",
  token: "Token",
};

const reasons: Readonly<Record<FlowChoice["because"], string>> = {
  challenge: "named in WWW-Authenticate",
  "well-known-path": "found at the well-known URL with the server's path",
  "well-known-root": "found at the well-known URL of the origin",
  "server-origin": "the MCP server's own origin, as in 2025-03-26",
  "default-endpoints": "the default endpoints of 2025-03-26",
  entered: "entered by you",
  chosen: "chosen by you",
  agreed: "allowed by you",
  "only-one": "the only one listed",
  announced: "announced in the metadata",
  "not-announced": "not announced in the metadata",
  kept: "stored from an earlier sign-in",
  registered: "just registered",
  "resource-metadata": "named in the resource's metadata",
  canonical: "the server's canonical URI",
  "step-up": "the granted scopes, and those that the server requires in addition",
  "not-said": "the default, because the metadata names no other",
  settings: "chosen in Settings",
  expired: "the token was about to expire",
  refused: "the server refused the previous token",
};

/** What is said where a client was registered dynamically. */
export const registrationDeprecated = `The authorization server uses ${deprecatedUse("client-registration")}, which is ${deprecatedWhen("client-registration")}. ${deprecatedInstead("client-registration")}`;

/** Returns the name of a choice and the reason for it. */
export function choiceText({ what, because }: FlowChoice): { name: string; reason: string } {
  return { name: choiceNames[what], reason: reasons[because] };
}

/** Returns why the flow ran, to be read after "Authorized". */
export function causeText(cause: Cause): string {
  switch (cause.kind) {
    case "by-hand":
      return "manually";
    case "expired":
      return "again, before the token expired";
    case "refused":
      return cause.status === 403
        ? "for more scopes, which the server required with 403"
        : `after the server answered ${cause.status}`;
  }
}

/** The names of what the user entered, as in a sentence. */
const secretNames: Readonly<Record<EnteredSecret, string>> = {
  "client-secret": "client secret",
  assertion: "assertion",
  "initial-access-token": "initial access token",
};

interface QuestionText {
  readonly title: string;
  readonly why: string;
  /** The URLs that it is about, as a server wrote them, with their names. */
  readonly urls: readonly (readonly [name: string, url: string])[];
  readonly confirm: string;
}

/** Returns the text of a yes/no question of the flow. */
export function questionText(question: AuthorizationQuestion): QuestionText {
  switch (question.kind) {
    case "points-inward":
      return {
        title: "Send a request into a private network?",
        why: "This URL is on your machine or in a private network, but the metadata of a server outside of it asks for it.",
        urls: [
          [question.member, question.url],
          ["Metadata of", question.from],
        ],
        confirm: "Send it there",
      };
    case "other-host":
      return {
        title: "Continue at another host?",
        why: "The metadata names a URL of a different host. Authorization codes or secrets would be sent there.",
        urls: [
          [question.member, question.url],
          ["Metadata of", question.from],
        ],
        confirm: "Continue there",
      };
    case "send-secret":
      return {
        title: `Send the ${secretNames[question.secret]} to this authorization server?`,
        why: "The MCP server chose this authorization server. Whoever runs it gets what you entered, and can use it. You are asked once for each authorization server.",
        urls: [
          [question.member, question.url],
          ["Authorization server", question.issuer],
          ["Chosen by", question.from],
        ],
        confirm: "Send it there",
      };
    case "no-pkce":
      return {
        title: "Continue without PKCE support?",
        why: "The metadata of the authorization server does not say that it supports PKCE with S256. The code challenge is sent anyway. If the server ignores it, an intercepted authorization code can be used by others.",
        urls: [["Metadata of", question.issuer]],
        confirm: "Continue",
      };
    case "default-endpoints":
      return {
        title: "Try the default endpoints?",
        why: "The server does not name its authorization server. Servers of revision 2025-03-26 may have /authorize, /token and /register at their origin, and this page would register itself there. If the server expects an API key or a token instead, enter it above.",
        urls: [["Origin", question.origin]],
        confirm: "Try them",
      };
  }
}
