/** Drafts of answers to sampling requests, kept until the requests are answered. */

import { createStore } from "zustand/vanilla";
import { membersOf, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { Inbox } from "../../inbox/store/inbox.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

/** An answer of a model that became the draft. */
export interface ModelAnswer {
  /** The id of its generation. */
  readonly id: string;
  /** The model's name in the page. */
  readonly model: string;
  /** The result as JSON text. */
  readonly text: string;
}

interface AnswerDraft {
  /** The params of the request as edited, JSON text; absent while they are as received. */
  readonly requestText?: string | undefined;
  /** The whole answer as JSON text; absent until it is started. */
  readonly answerText?: string | undefined;
  /** The answer that `answerText` began as; absent if the user began it. */
  readonly used?: ModelAnswer | undefined;
}

/** By the key of the inbox item. */
export interface AnswerDrafts extends ReadableStore<ReadonlyMap<string, AnswerDraft>> {
  change(key: string, draft: Pick<AnswerDraft, "requestText" | "answerText">): void;
  /** Replaces the answer by that of a model. */
  use(key: string, answer: ModelAnswer): void;
  /** Uses the answer of a model, unless the user wrote one. */
  offer(key: string, answer: ModelAnswer): void;
  /** Removes the answer of a model that the user did not change. */
  withdraw(key: string): void;
}

/** Creates the drafts; those of a request are deleted when it leaves the inbox. */
export function createAnswerDrafts(inbox: Pick<Inbox, "subscribe">): AnswerDrafts {
  const store = createStore<ReadonlyMap<string, AnswerDraft>>(() => new Map());
  const change = (key: string, draft: AnswerDraft) =>
    store.setState((drafts) => new Map(drafts).set(key, { ...drafts.get(key), ...draft }), true);
  const use = (key: string, used: ModelAnswer) => change(key, { answerText: used.text, used });
  inbox.subscribe((items) => {
    const present = new Set(items.map(({ key }) => key));
    const kept = [...store.getState()].filter(([key]) => present.has(key));
    if (kept.length < store.getState().size) store.setState(new Map(kept), true);
  });
  return {
    ...toReadable(store),
    change,
    use,
    offer(key, answer) {
      const { answerText, used } = store.getState().get(key) ?? {};
      const isWritten = answerText !== undefined && answerText !== used?.text;
      if (!isWritten || isEmptyText(answerText)) use(key, answer);
    },
    withdraw(key) {
      const { answerText, used } = store.getState().get(key) ?? {};
      if (used === undefined || answerText !== used.text) return;
      change(key, { answerText: undefined, used: undefined });
    },
  };
}

/** Whether an answer, as JSON text, holds texts only and all of them are empty. */
export function isEmptyText(answerText: string): boolean {
  const { content } = parseJsonObject(answerText) ?? {};
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return (
    blocks.length > 0 &&
    blocks.map(membersOf).every(({ type, text }) => type === "text" && text === "")
  );
}
