/** Asks whether a redirect that the browser hides may take the user's headers along. */
import { createStore } from "zustand/vanilla";
import type { AllowRedirect, HiddenRedirect } from "../../../shared/transport/http/redirects.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface RedirectConsents {
  /** Asks, unless the user has allowed it before on this page. */
  readonly allow: AllowRedirect;
  /** The redirects that wait for the user's decision, the next one first. */
  readonly questions: ReadableStore<readonly HiddenRedirect[]>;
  /** Answers every question about the same URL and headers. */
  answer(redirect: HiddenRedirect, agreed: boolean): void;
}

export function createRedirectConsents(): RedirectConsents {
  const questions = createStore<readonly HiddenRedirect[]>(() => []);
  const agreed = new Set<string>();
  const waiting = new Map<string, ((agreed: boolean) => void)[]>();

  const answer: RedirectConsents["answer"] = (redirect, isAgreed) => {
    const key = keyOf(redirect);
    if (isAgreed) agreed.add(key);
    questions.setState(
      questions.getState().filter((other) => keyOf(other) !== key),
      true,
    );
    for (const settle of waiting.get(key) ?? []) settle(isAgreed);
    waiting.delete(key);
  };

  return {
    questions: toReadable(questions),
    answer,
    async allow(redirect, signal) {
      const key = keyOf(redirect);
      if (agreed.has(key)) return true;
      if (signal.aborted) return false;
      if (!waiting.has(key)) questions.setState([...questions.getState(), redirect], true);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
      const withdraw = () => {
        const others = (waiting.get(key) ?? []).filter((settle) => settle !== resolve);
        resolve(false);
        if (others.length > 0) waiting.set(key, others);
        else if (waiting.has(key)) answer(redirect, false);
      };
      signal.addEventListener("abort", withdraw, { once: true });
      return promise.finally(() => signal.removeEventListener("abort", withdraw));
    },
  };
}

function keyOf({ url, headers }: HiddenRedirect): string {
  return JSON.stringify([url, ...headers]);
}
