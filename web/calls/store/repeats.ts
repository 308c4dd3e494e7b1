/**
 * Sends the request of an item many times, several concurrently, and records how long each call
 * took.
 */
import { createStore } from "zustand/vanilla";
import type { Connected } from "../../../shared/client/connected.ts";
import { withNewId } from "../../../shared/client/session/composeMessage.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

/** Maximum number of calls in a series, and of concurrent calls. */
export const maxCalls = 1000;
export const maxParallel = 8;

export interface RepeatPlan {
  readonly calls: number;
  /** Concurrent calls. */
  readonly parallel: number;
}

/** A series of calls, in progress or ended. */
interface Repeat {
  readonly plan: RepeatPlan;
  /** Milliseconds that each answered call took, all its requests together. */
  readonly times: readonly number[];
  /** Calls that were not answered, or with an error. */
  readonly failed: number;
  /** Calls whose result has `isError`. */
  readonly toolErrors: number;
  readonly startedAt: number;
  /** Undefined while calls are in progress. */
  readonly endedAt: number | undefined;
}

/** The newest series of each item, by `record key`. */
type RepeatsState = ReadonlyMap<string, Repeat>;

interface RepeatContext {
  readonly serverId: string;
  readonly key: string;
  readonly client: Connected;
  readonly limits: { readonly timeoutMs?: number; readonly maximumMs?: number };
}

export interface Repeats extends ReadableStore<RepeatsState> {
  /**
   * Runs a series to its end; one in progress for the same item is cancelled.
   * @param text the request, sent with a new id each time
   * @param confirm whether a further call may be sent; if not, the series is cancelled
   */
  start(
    context: RepeatContext,
    text: string,
    plan: RepeatPlan,
    confirm: () => Promise<boolean>,
  ): Promise<void>;
  /** Cancels the calls in progress and sends no further ones. */
  cancel(serverId: string, key: string): void;
  /** Removes a series. */
  remove(serverId: string, key: string): void;
  /** Cancels and removes the series of a server. */
  clear(serverId: string): void;
}

const initiator = { kind: "user" } as const;

export function createRepeats(clock: Clock): Repeats {
  const store = createStore<RepeatsState>(() => new Map());
  const controls = new Map<string, AbortController>();

  const removeNames = (isRemoved: (name: string) => boolean) => {
    for (const [name, control] of controls) {
      if (!isRemoved(name)) continue;
      controls.delete(name);
      control.abort();
    }
    store.setState((all) => new Map([...all].filter(([name]) => !isRemoved(name))), true);
  };

  return {
    ...toReadable(store),
    async start({ serverId, key, client, limits }, text, wanted, confirm) {
      const name = repeatKey(serverId, key);
      controls.get(name)?.abort();
      const control = new AbortController();
      controls.set(name, control);
      const plan = {
        calls: Math.min(wanted.calls, maxCalls),
        parallel: Math.min(wanted.parallel, maxParallel),
      };
      let series: Repeat = {
        plan,
        times: [],
        failed: 0,
        toolErrors: 0,
        startedAt: clock.now(),
        endedAt: undefined,
      };
      const update = (change: Partial<Repeat>) => {
        series = { ...series, ...change };
        if (controls.get(name) !== control) return;
        store.setState((all) => new Map(all).set(name, series), true);
      };
      let sent = 0;
      // what runs in parallel waits for the same answer
      let asking: Promise<boolean> | undefined;
      const mayGoOn = () => {
        asking ??= confirm().finally(() => {
          asking = undefined;
        });
        return asking;
      };
      const worker = async () => {
        while (sent < plan.calls && !control.signal.aborted) {
          sent++;
          if (!(await mayGoOn())) control.abort();
          if (control.signal.aborted) return;
          const request = withNewId(text, client.session.nextId());
          const { signal } = control;
          const call = client.run(request, { limits, initiator, signal });
          const outcome = await call.done;
          if (outcome.kind === "cancelled") return;
          const isAnswered = outcome.kind === "result";
          const took = isAnswered ? (call.took(outcome) ?? outcome.answer.ms) : 0;
          const isToolError = isAnswered && getOwn(outcome.value, "isError") === true;
          update({
            times: isAnswered ? [...series.times, took] : series.times,
            failed: series.failed + (isAnswered ? 0 : 1),
            toolErrors: series.toolErrors + (isToolError ? 1 : 0),
          });
        }
      };
      update({});
      await Promise.all(Array.from({ length: plan.parallel }, worker));
      update({ endedAt: clock.now() });
    },
    cancel: (serverId, key) => controls.get(repeatKey(serverId, key))?.abort(),
    remove: (serverId, key) => removeNames((name) => name === repeatKey(serverId, key)),
    clear: (serverId) => removeNames((name) => name.startsWith(repeatKey(serverId, ""))),
  };
}

export function repeatKey(serverId: string, key: string): string {
  return `${serverId} ${key}`;
}
