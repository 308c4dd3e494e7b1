/** Limits automatic answers by models, for each server and session. */
import { createStore } from "zustand/vanilla";
import type { Usage } from "../../../shared/models/model.ts";
import {
  addSpending,
  limitReached,
  nothingSpent,
  type Spending,
  type SpendingLimits,
} from "../../../shared/models/spending.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

/** The limits of automatic answers to a server, until the tab is closed. */
interface LimitSettings extends Required<Pick<SpendingLimits, "rounds" | "tokens">> {
  /** Turns of one conversation in which the model uses tools. */
  readonly turns: number;
}

const defaultLimits: LimitSettings = {
  rounds: 20,
  tokens: 50_000,
  turns: 10,
};

export interface LimitReason {
  readonly code: "rounds" | "tokens" | "turns";
  readonly maximum: number;
}

/** A request that is about to be answered. */
export interface Planned {
  /** Estimated tokens of the request. */
  readonly inputTokens: number;
  /** How many turns with tool uses its conversation has. */
  readonly turns: number;
}

interface LimitsState {
  readonly settings: LimitSettings;
  /** By connection record. */
  readonly spent: ReadonlyMap<string, Spending>;
  /** Why the newest request of a connection record was not answered. */
  readonly reached: ReadonlyMap<string, LimitReason>;
}

type Admission =
  /** @param maxTokens the maximum that may be requested */
  | { readonly kind: "admitted"; readonly maxTokens: number }
  | { readonly kind: "refused"; readonly reason: LimitReason };

export interface LimitsStore extends ReadableStore<LimitsState> {
  change(settings: Partial<LimitSettings>): void;
  /** Whether the limits allow a request; the one before it must be settled. */
  admit(serverId: string, planned: Planned): Admission;
  /** Counts what a request used; values that the provider did not report count as estimated. */
  settle(serverId: string, planned: Planned, maxTokens: number, usage: Usage): void;
  /** Resets the counts of a server. */
  reset(serverId: string): void;
}

export function createLimits(): LimitsStore {
  const store = createStore<LimitsState>(() => ({
    settings: defaultLimits,
    spent: new Map(),
    reached: new Map(),
  }));
  const spentOf = (serverId: string) => store.getState().spent.get(serverId) ?? nothingSpent;

  return {
    ...toReadable(store),
    change: (settings) =>
      store.setState((state) => ({ settings: { ...state.settings, ...settings } })),
    admit(serverId, planned) {
      const admission = admissionOf(store.getState().settings, spentOf(serverId), planned);
      store.setState(({ reached: all }) => {
        const reached = new Map(all);
        if (admission.kind === "refused") reached.set(serverId, admission.reason);
        else reached.delete(serverId);
        return { reached };
      });
      return admission;
    },
    settle(serverId, { inputTokens }, maxTokens, reported) {
      const usage = {
        inputTokens: reported.inputTokens ?? inputTokens,
        outputTokens: reported.outputTokens ?? maxTokens,
      };
      const spent = addSpending(spentOf(serverId), usage, maxTokens, undefined);
      store.setState(({ spent: all }) => ({ spent: new Map(all).set(serverId, spent) }));
    },
    reset: (serverId) =>
      store.setState(({ spent, reached }) => ({
        spent: without(spent, serverId),
        reached: without(reached, serverId),
      })),
  };
}

function admissionOf(limits: LimitSettings, spent: Spending, planned: Planned): Admission {
  const { inputTokens, turns } = planned;
  const refused = (code: LimitReason["code"]): Admission => ({
    kind: "refused",
    reason: { code, maximum: limits[code] },
  });
  const { rounds, tokens } = limits;
  if (turns >= limits.turns) return refused("turns");
  const reached = limitReached(spent, { rounds, tokens }, inputTokens + 1);
  if (reached === "rounds" || reached === "tokens") return refused(reached);
  return { kind: "admitted", maxTokens: tokens - spent.tokens - inputTokens };
}

function without<V>(all: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const rest = new Map(all);
  rest.delete(key);
  return rest;
}
