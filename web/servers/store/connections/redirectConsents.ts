/** Asks whether a redirect that the browser hides may take the user's headers along. */
import type {
  AllowRedirect,
  HiddenRedirect,
} from "../../../../shared/transport/http/followRedirects.ts";
import { type ConsentQueue, createConsentQueue } from "../../../platform/consentQueue.ts";

export interface RedirectConsents
  extends Pick<ConsentQueue<HiddenRedirect>, "questions" | "answer"> {
  /** Asks, unless the user has allowed it before on this page. */
  readonly allow: AllowRedirect;
}

export function createRedirectConsents(): RedirectConsents {
  const { questions, ask, answer } = createConsentQueue(keyOf);
  const agreed = new Set<string>();
  return {
    questions,
    answer(redirect, isAgreed) {
      if (isAgreed) agreed.add(keyOf(redirect));
      answer(redirect, isAgreed);
    },
    allow: async (redirect, signal) => agreed.has(keyOf(redirect)) || ask(redirect, signal),
  };
}

function keyOf({ url, headers }: HiddenRedirect): string {
  return JSON.stringify([url, ...headers]);
}
