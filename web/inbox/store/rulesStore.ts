/**
 * Stores the rules that answer requests from servers, and for which servers each is switched on.
 */
import { createStore } from "zustand/vanilla";
import { maxRules, type Rule, readRule } from "../../../shared/client/input/answerRule.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";

interface RulesState {
  /** In the order in which they are tried. */
  readonly rules: readonly Rule[];
  /**
   * The rules that are switched on for each connection record, with the number of requests that
   * each has
   * answered since. In memory only: no rule answers automatically after a reload.
   */
  readonly on: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export interface RulesStore extends ReadableStore<RulesState> {
  /** Adds rules at the end, switched off; those beyond 500 are left out. */
  add(rules: readonly Rule[]): void;
  /** Replaces the rule of the same id. */
  change(rule: Rule): void;
  remove(id: string): void;
  /** @param to position in the list without the rule, from 0 */
  move(id: string, to: number): void;
  /** Switches a rule on or off for a server; switching it on resets its count. */
  switch(serverId: string, id: string, isOn: boolean): void;
  /** Counts an answer of a rule. */
  count(serverId: string, id: string): void;
  /** Switches off every rule of a server. */
  clear(serverId: string): void;
}

const storageKey = "mcp-playground.rules";

export function createRulesStore(storage: TextStorage): RulesStore {
  const stored = readJson(storage, storageKey);
  const store = createStore<RulesState>(() => ({
    rules: (Array.isArray(stored) ? stored : []).flatMap((entry) => {
      const id = (entry as { id?: unknown } | null)?.id;
      const rule = typeof id === "string" ? readRule(entry, id) : undefined;
      return rule ? [rule] : [];
    }),
    on: new Map(),
  }));

  const put = (rules: readonly Rule[]) => {
    store.setState({ rules });
    writeJson(storage, storageKey, rules);
  };
  const putOn = (serverId: string, change: (own: Map<string, number>) => void) => {
    const { on } = store.getState();
    const own = new Map(on.get(serverId));
    change(own);
    const next = new Map(on);
    if (own.size > 0) next.set(serverId, own);
    else next.delete(serverId);
    store.setState({ on: next });
  };

  return {
    ...toReadable(store),
    add: (rules) => put([...store.getState().rules, ...rules].slice(0, maxRules)),
    change: (rule) =>
      put(store.getState().rules.map((other) => (other.id === rule.id ? rule : other))),
    remove(id) {
      put(store.getState().rules.filter((rule) => rule.id !== id));
      for (const serverId of store.getState().on.keys()) putOn(serverId, (own) => own.delete(id));
    },
    move(id, to) {
      const rule = store.getState().rules.find((other) => other.id === id);
      if (rule)
        put(
          store
            .getState()
            .rules.filter((other) => other !== rule)
            .toSpliced(to, 0, rule),
        );
    },
    switch: (serverId, id, isOn) =>
      putOn(serverId, (own) => (isOn ? own.set(id, 0) : own.delete(id))),
    count: (serverId, id) =>
      putOn(serverId, (own) => {
        // it may have been switched off while it answered
        const count = own.get(id);
        if (count !== undefined) own.set(id, count + 1);
      }),
    clear: (serverId) => putOn(serverId, (own) => own.clear()),
  };
}

/** Whether a rule may answer the next request of a server. */
export function isUsable({ on }: RulesState, serverId: string, rule: Rule): boolean {
  const count = on.get(serverId)?.get(rule.id);
  return count !== undefined && count < rule.limit;
}

/** How many rules are switched on for a server. */
export function countOn({ on }: RulesState, serverId: string): number {
  return on.get(serverId)?.size ?? 0;
}
