/** Keeps sampling requests that were written without a server; the saved ones in the browser. */
import { createStore } from "zustand/vanilla";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";
import {
  maxScratchAnswers,
  maxScratchRequests,
  readScratch,
  type ScratchAnswer,
  type ScratchRequest,
  savedRequests,
} from "./scratchRequest.ts";

export interface ScratchStore extends ReadableStore<readonly ScratchRequest[]> {
  /** Adds requests at the beginning; the oldest beyond 500 are removed. */
  add(requests: readonly ScratchRequest[]): void;
  change(id: string, change: Partial<Omit<ScratchRequest, "id" | "answers">>): void;
  remove(id: string): void;
  /** Keeps an answer with its request: the last 20. */
  addAnswer(id: string, answer: ScratchAnswer): void;
  removeAnswer(id: string, answer: ScratchAnswer): void;
}

const storageKey = "mcp-playground.sampling";

export function createScratchStore(storage: TextStorage): ScratchStore {
  const stored = readJson(storage, storageKey);
  const store = createStore<readonly ScratchRequest[]>(() =>
    (Array.isArray(stored) ? stored : []).slice(0, maxScratchRequests).flatMap((entry) => {
      const id = getOwn(entry, "id");
      const request = typeof id === "string" ? readScratch(entry, id) : undefined;
      return request ? [request] : [];
    }),
  );
  store.subscribe((now, before) => {
    const saved = savedRequests(now);
    const known = savedRequests(before);
    const isSame = saved.length === known.length && saved.every((one, at) => one === known[at]);
    if (!isSame) writeJson(storage, storageKey, saved);
  });
  const replace = (id: string, change: (request: ScratchRequest) => ScratchRequest) =>
    store.setState((all) => all.map((one) => (one.id === id ? change(one) : one)), true);

  return {
    ...toReadable(store),
    add: (requests) =>
      store.setState((all) => [...requests, ...all].slice(0, maxScratchRequests), true),
    change: (id, change) => replace(id, (request) => ({ ...request, ...change })),
    remove: (id) => store.setState((all) => all.filter((request) => request.id !== id), true),
    addAnswer: (id, answer) =>
      replace(id, (request) => ({
        ...request,
        answers: [answer, ...request.answers].slice(0, maxScratchAnswers),
      })),
    removeAnswer: (id, answer) =>
      replace(id, (request) => ({
        ...request,
        answers: request.answers.filter((other) => other !== answer),
      })),
  };
}
