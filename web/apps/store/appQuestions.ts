/** What an app asks the user for: each question waits until it is answered; some answers are remembered. */
import { createStore } from "zustand/vanilla";
import type { AppDownload } from "../../../shared/apps/appRequests.ts";
import type { AppPermission } from "../../../shared/apps/appResource.ts";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import type { ConsentTool, ToolConsents } from "../../calls/store/toolConsents.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

/** What is asked; it is shown in full, because the app chooses it. */
export type AppWish =
  /** `text` is the request as it will be sent, without id and `_meta`. */
  | {
      readonly kind: "call";
      readonly text: string;
      /** An answer is remembered for its definition only. */
      readonly tool: ConsentTool;
      readonly isDestructive: boolean;
      /** Present if the user has agreed to another definition. */
      readonly change?: { readonly before: unknown };
    }
  | { readonly kind: "link"; readonly url: string }
  | { readonly kind: "download"; readonly files: readonly AppDownload[] }
  | { readonly kind: "message"; readonly content: readonly unknown[] }
  | { readonly kind: "context"; readonly text: string }
  | { readonly kind: "permissions"; readonly permissions: readonly AppPermission[] }
  /** To contact sources on this machine or in a private network. */
  | { readonly kind: "local-sources"; readonly sources: readonly string[] };

export interface AppQuestion {
  readonly key: string;
  readonly wish: AppWish;
  /** @param isRemembered whether the same is not asked again while the app is open */
  answer(isAllowed: boolean, isRemembered?: boolean): void;
}

export interface AppQuestions extends ReadableStore<readonly AppQuestion[]> {
  /**
   * Whether the user allows it; earlier answers that were remembered count.
   * @param signal aborted when the app no longer waits: then the question disappears, as refused
   */
  ask(wish: AppWish, signal: AbortSignal): Promise<boolean>;
}

interface AppQuestionsOptions {
  /** Random ids. */
  readonly newId: () => string;
  readonly consents: ToolConsents;
  readonly appId: string;
}

export function createAppQuestions(options: AppQuestionsOptions): AppQuestions {
  const { newId, consents } = options;
  const caller = `app ${options.appId}` as const;
  const store = createStore<readonly AppQuestion[]>(() => []);
  const remembered = new Set<string>();
  const isRemembered = (wish: AppWish) => {
    if (wish.kind !== "call") return remembered.has(rememberedAs(wish) ?? "");
    return !wish.isDestructive && consents.check(wish.tool, caller).kind === "agreed";
  };
  return {
    ...toReadable(store),
    ask(wish, signal) {
      const what = rememberedAs(wish);
      if (isRemembered(wish)) return Promise.resolve(true);
      if (signal.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const key = newId();
        const settle = (isAllowed: boolean) => {
          store.setState((all) => all.filter((question) => question.key !== key), true);
          signal.removeEventListener("abort", refuse);
          resolve(isAllowed);
        };
        const refuse = () => settle(false);
        signal.addEventListener("abort", refuse);
        const question: AppQuestion = {
          key,
          wish,
          answer(isAllowed, isLasting = false) {
            settle(isAllowed);
            if (!isAllowed) return;
            const isKept = isLasting && what !== undefined;
            if (wish.kind === "call") consents.note([wish.tool], caller, isKept);
            if (!isKept) return;
            remembered.add(what);
            // the same that already waits
            for (const other of store.getState()) {
              if (rememberedAs(other.wish) === what) other.answer(true);
            }
          },
        };
        store.setState((all) => [...all, question], true);
      });
    },
  };
}

/** What an answer may be remembered for; undefined for what is asked each time. */
function rememberedAs(wish: AppWish): string | undefined {
  switch (wish.kind) {
    case "call":
      return wish.isDestructive
        ? undefined
        : `call ${wish.tool.name} ${jsonText(wish.tool.definition)}`;
    case "context":
      return "context";
    default:
      return undefined;
  }
}
