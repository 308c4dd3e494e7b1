/** Questions to the user about subjects, such as an origin; requests with the same subject share a question. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "./readableStore.ts";

export interface ConsentQueue<Subject> {
  /** The subjects that wait for the user's decision, the next one first. */
  readonly questions: ReadableStore<readonly Subject[]>;
  /**
   * Asks the user.
   * @param signal withdraws the request: it resolves with false, and the question ends with the
   * last request that waits for it
   */
  ask(subject: Subject, signal?: AbortSignal): Promise<boolean>;
  /** Answers every request that waits for a subject. */
  answer(subject: Subject, agreed: boolean): void;
}

/** @param keyOf is the same for subjects with the same question */
export function createConsentQueue<Subject>(
  keyOf: (subject: Subject) => string,
): ConsentQueue<Subject> {
  const questions = createStore<readonly Subject[]>(() => []);
  const waiting = new Map<string, ReadonlySet<(agreed: boolean) => void>>();

  const answer = (subject: Subject, agreed: boolean) => {
    const key = keyOf(subject);
    questions.setState(
      questions.getState().filter((other) => keyOf(other) !== key),
      true,
    );
    for (const settle of waiting.get(key) ?? []) settle(agreed);
    waiting.delete(key);
  };

  return {
    questions: toReadable(questions),
    answer,
    ask(subject, signal) {
      if (signal?.aborted) return Promise.resolve(false);
      const key = keyOf(subject);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      if (!waiting.has(key)) questions.setState([...questions.getState(), subject], true);
      waiting.set(key, new Set(waiting.get(key)).add(resolve));
      const withdraw = () => {
        const others = new Set(waiting.get(key));
        others.delete(resolve);
        resolve(false);
        if (others.size > 0) waiting.set(key, others);
        else answer(subject, false);
      };
      signal?.addEventListener("abort", withdraw, { once: true });
      return promise.finally(() => signal?.removeEventListener("abort", withdraw));
    },
  };
}
