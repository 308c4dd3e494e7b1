/** What the user has agreed to for the tools of open servers; a tool that has changed since then is asked about again. */
import { createStore } from "zustand/vanilla";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { needsConsent } from "../../../shared/protocol/toolHints.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

/** A tool with its definition at one time. */
export interface ConsentTool {
  readonly serverId: string;
  readonly name: string;
  /** An item of `tools/list`; undefined if the server does not list it. */
  readonly definition: unknown;
}

/** Tools of a server. @param definitions by name */
export function toolsOf(
  serverId: string,
  definitions: ReadonlyMap<string, unknown>,
): readonly ConsentTool[] {
  return [...definitions].map(([name, definition]) => ({ serverId, name, definition }));
}

/**
 * Who calls: the user in a form (`user`), by saved calls or a replay (`saved`), or by an eval; an app
 * or the model of a conversation, by its id. Agreement for one is none for another, except that
 * `saved` includes `user`.
 */
export type ToolCaller = "user" | "saved" | "eval" | `app ${string}` | `conversation ${string}`;

/** A tool as compared with what was agreed to. */
export type KnownConsent =
  | { readonly kind: "none" }
  /** The caller may call it as it is now. */
  | { readonly kind: "agreed" }
  /** The user has agreed to another definition only, `before`. */
  | { readonly kind: "changed"; readonly before: unknown };

/** What the user does when the question appears, which has its own rule. */
export type ConsentPurpose = keyof typeof purposes;

const purposes = {
  call: { caller: "user", isDue: (definition) => needsConsent(definition, "user") },
  "saved-calls": { caller: "saved", isDue: (definition) => needsConsent(definition, "user") },
  replay: { caller: "saved", isDue: (definition) => needsConsent(definition, "recording") },
  // the user has chosen whether tools that may change something are called
  eval: { caller: "eval", isDue: () => false },
} as const satisfies Readonly<
  Record<string, { caller: ToolCaller; isDue: (definition: unknown) => boolean }>
>;

/** A tool that the user is asked about. */
export interface AskedTool extends ConsentTool {
  /** Whether what it says of itself is a reason, whatever was agreed to. */
  readonly isDue: boolean;
  /** Present if another definition was agreed to. */
  readonly change?: { readonly before: unknown };
}

interface ToolConsentsState {
  readonly asked:
    | {
        /** Differs for each question. */
        readonly key: number;
        readonly purpose: ConsentPurpose;
        readonly tools: readonly AskedTool[];
      }
    | undefined;
}

export interface ToolConsents extends ReadableStore<ToolConsentsState> {
  check(tool: ConsentTool, caller: ToolCaller): KnownConsent;
  /**
   * Notes that the user agreed.
   * @param isLasting whether the caller may call the tools from now on, not only once
   */
  note(tools: readonly ConsentTool[], caller: ToolCaller, isLasting: boolean): void;
  /**
   * Whether tools may be called; asks the user about those that need it and were not agreed to as
   * they are now.
   * @param read gets them as they are now, again after the user has answered: meanwhile they may
   * have changed
   * @param signal refuses an open question
   */
  confirm(
    purpose: ConsentPurpose,
    read: () => Promise<readonly ConsentTool[]>,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** Answers the question. */
  answer(isAllowed: boolean): void;
  /** Forgets what was agreed to for a server, and refuses what is asked about it. */
  clear(serverId: string): void;
}

interface Agreement {
  readonly caller: ToolCaller;
  readonly definition: unknown;
  readonly isLasting: boolean;
}

/** Whether two definitions of a tool are the same. */
export function isSameDefinition(one: unknown, other: unknown): boolean {
  return one === other || jsonText(one) === jsonText(other);
}

export function createToolConsents(): ToolConsents {
  const store = createStore<ToolConsentsState>(() => ({ asked: undefined }));
  /** By server and name of the tool, oldest first. */
  const agreements = new Map<string, Map<string, readonly Agreement[]>>();
  let settle: ((isAllowed: boolean) => void) | undefined;
  let questions = 0;

  const answer = (isAllowed: boolean) => {
    settle?.(isAllowed);
    settle = undefined;
    store.setState({ asked: undefined });
  };

  const check: ToolConsents["check"] = ({ serverId, name, definition }, caller) => {
    const all = agreements.get(serverId)?.get(name) ?? [];
    // the user's own calls do not depend on what models and apps were allowed
    const known = isUser(caller) ? all.filter((one) => isUser(one.caller)) : all;
    const same = known.filter((one) => isSameDefinition(one.definition, definition));
    if (same.some((one) => one.isLasting && covers(one.caller, caller))) return { kind: "agreed" };
    const last = known.findLast((one) => one.caller === caller) ?? known.at(-1);
    return same.length > 0 || !last
      ? { kind: "none" }
      : { kind: "changed", before: last.definition };
  };

  const note: ToolConsents["note"] = (tools, caller, isLasting) => {
    for (const { serverId, name, definition } of tools) {
      const ofServer = agreements.get(serverId) ?? new Map<string, readonly Agreement[]>();
      const all = ofServer.get(name) ?? [];
      const isAgreed = check({ serverId, name, definition }, caller).kind === "agreed";
      const own = { caller, definition, isLasting: isLasting || isAgreed };
      const others = all.filter((one) => one.caller !== caller);
      agreements.set(serverId, ofServer.set(name, [...others, own]));
    }
  };

  const ask = (
    purpose: ConsentPurpose,
    tools: readonly AskedTool[],
    signal: AbortSignal | undefined,
  ): Promise<boolean> => {
    // a second question replaces the first, which counts as refused
    answer(false);
    if (signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const refuse = () => answer(false);
      settle = (isAllowed) => {
        signal?.removeEventListener("abort", refuse);
        resolve(isAllowed);
      };
      signal?.addEventListener("abort", refuse);
      store.setState({ asked: { key: questions++, purpose, tools } });
    });
  };

  return {
    ...toReadable(store),
    check,
    note,
    answer,
    async confirm(purpose, read, signal) {
      const { caller, isDue } = purposes[purpose];
      for (;;) {
        const tools = (await read()).flatMap((tool): readonly AskedTool[] => {
          const known = check(tool, caller);
          const asked = { ...tool, isDue: isDue(tool.definition) };
          if (known.kind === "changed") return [{ ...asked, change: { before: known.before } }];
          return known.kind === "none" && asked.isDue ? [asked] : [];
        });
        if (tools.length === 0) return true;
        if (!(await ask(purpose, tools, signal))) return false;
        note(tools, caller, true);
      }
    },
    clear(serverId) {
      agreements.delete(serverId);
      if (store.getState().asked?.tools.some((tool) => tool.serverId === serverId)) answer(false);
    },
  };
}

const isUser = (caller: ToolCaller) => caller === "user" || caller === "saved";

/** Whether agreement for one caller is agreement for another: saved calls may come from others. */
function covers(given: ToolCaller, caller: ToolCaller): boolean {
  return given === caller || (given === "saved" && caller === "user");
}
