/** Holds the questions of an authorization flow until the user answers them. */
import { createStore } from "zustand/vanilla";
import type {
  EnteredClient,
  EnteredEndpoints,
} from "../../../shared/oauth/authorizationSettings.ts";
import type { AuthorizationQuestion, PromptHandler } from "../../../shared/oauth/userPrompts.ts";
import type { AuthorizationProblem } from "../../../shared/protocol/failures/authorizationProblem.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import type { Redirects } from "./authorizationRedirects.ts";

/** The open prompts; each is answered once, and undefined cancels the flow. */
export type Asked =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "issuer";
      readonly issuers: readonly string[];
      readonly answer: (issuer: string | undefined) => void;
    }
  | {
      readonly kind: "client";
      readonly issuer: string;
      /** Errors of the grants that need no user. */
      readonly because: AuthorizationProblem | undefined;
      readonly answer: (client: EnteredClient | undefined) => void;
    }
  | {
      readonly kind: "endpoints";
      readonly serverUrl: string;
      readonly answer: (endpoints: EnteredEndpoints | undefined) => void;
    }
  | {
      readonly kind: "confirm";
      readonly question: AuthorizationQuestion;
      readonly answer: (agreed: boolean) => void;
    };

export interface UserPrompts {
  readonly promptHandler: PromptHandler;
  readonly asked: ReadableStore<Asked>;
}

export function createUserPrompts(redirects: Redirects): UserPrompts {
  const asked = createStore<Asked>(() => ({ kind: "nothing" }));

  /** Asks a question; `none` is the answer if the flow ends first. */
  const ask = <T>(put: (answer: (value: T) => void) => Asked, none: T, signal: AbortSignal) =>
    new Promise<T>((resolve) => {
      const settle = (value: T) => {
        asked.setState({ kind: "nothing" }, true);
        signal.removeEventListener("abort", withdraw);
        resolve(value);
      };
      const withdraw = () => settle(none);
      if (signal.aborted) return settle(none);
      signal.addEventListener("abort", withdraw);
      asked.setState(put(settle), true);
    });

  return {
    asked: toReadable(asked),
    promptHandler: {
      visit: (visit, signal) => redirects.begin(visit, signal),
      chooseIssuer: (issuers, signal) =>
        ask<string | undefined>(
          (answer) => ({ kind: "issuer", issuers, answer }),
          undefined,
          signal,
        ),
      enterClient: ({ issuer, because }, signal) =>
        ask<EnteredClient | undefined>(
          (answer) => ({ kind: "client", issuer, because, answer }),
          undefined,
          signal,
        ),
      enterEndpoints: ({ serverUrl }, signal) =>
        ask<EnteredEndpoints | undefined>(
          (answer) => ({ kind: "endpoints", serverUrl, answer }),
          undefined,
          signal,
        ),
      confirm: (question, signal) =>
        ask<boolean>((answer) => ({ kind: "confirm", question, answer }), false, signal),
    },
  };
}
