/** Provides an item's draft, its run and their actions. */
import { useMemo } from "react";
import { useStore } from "zustand";
import type { Verdict } from "../../../../shared/schema/validate/validate.ts";
import { useValidation } from "../../../form/useValidation.ts";
import type { Item } from "../../../servers/store/catalog/items.ts";
import type { ConnectedView } from "../../../servers/store/connections/connection.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import type { Callable } from "../../store/callable.ts";
import { callsOf } from "../../store/calls.ts";
import { type Draft, draftOf, itemKey } from "../../store/drafts.ts";
import { isEdited } from "../../store/firstAttempt.ts";
import { type FormerCall, formerCall } from "../../store/history/staleness.ts";
import { initialDraft } from "../../store/initialDraft.ts";
import { attemptKey } from "../../store/invoke.ts";
import type { RepeatPlan } from "../../store/repeats.ts";
import { draftOfRequest, frameOf, requestText } from "../../store/requestText.ts";
import type { DoneRun, Run } from "../../store/run.ts";
import { useRun } from "../useRun.ts";

export interface ItemRun {
  readonly draft: Draft;
  /** Whether the user wrote anything into the request. */
  readonly isEdited: boolean;
  /** Whether a first attempt was not sent, because the arguments did not fit. */
  readonly isAttempted: boolean;
  /** The request that would be sent now. */
  readonly request: string;
  /** Whether the arguments are valid; undefined until checked. */
  readonly verdict: Verdict | undefined;
  readonly current: Run | undefined;
  /** The recent runs, oldest first; one that has just begun is not among them yet. */
  readonly calls: readonly Run[];
  /** Whether there is no connection to run it. */
  readonly isStale: boolean;
  /** Since when a call waits for the server, in milliseconds of the tab's clock. */
  readonly awaitedSince: number | undefined;
  /** The call does not wait for the server any more. */
  cancelAwaited(): void;
  /** What a result was made with, if that may no longer be what would be run now. */
  formerCallOf(done: DoneRun): FormerCall | undefined;
  readonly canRun: boolean;
  change(change: Partial<Draft>): void;
  changeRequest(text: string): void;
  /** Runs it, or lets it wait for the server; the first attempt is not sent where the arguments do not fit. */
  run(): void;
  /** Runs it once more while it is running. */
  runOnceMore(): void;
  /** Runs it many times. */
  runSeries(plan: RepeatPlan): void;
}

export function useItemRun(view: ConnectedView, item: Item, callable: Callable): ItemRun {
  const { connection, client } = view;
  const { serverId } = connection;
  const { catalog } = useStores();
  const { drafts, invoke, runs } = useStores().calls;
  const key = itemKey(item);
  const written = useStore(drafts, (all) => draftOf(all, serverId, key));
  const initial = useMemo(() => initialDraft(callable.schema), [callable.schema]);
  const draft = written ?? initial;
  const isAttempted = useStore(invoke.attempts, (all) => all.has(attemptKey(serverId, key)));
  const awaitedSince = useStore(invoke.awaited, (all) => all.get(attemptKey(serverId, key))?.since);
  const current = useRun(serverId, key);
  const recent = useStore(runs, (all) => callsOf(all, serverId, key));
  const calls = useMemo(() => {
    const last = recent.at(-1);
    const isHidden = last?.kind === "running" && last.mark !== current?.mark;
    return isHidden ? recent.slice(0, -1) : recent;
  }, [recent, current?.mark]);
  const stateKind = useStore(connection.state, ({ kind }) => kind);
  const isConnected = stateKind === "connected";
  const { verdict } = useValidation(callable.schema, draft.argumentsText);
  const shown = frameOf(client);
  const canRun = isConnected && current?.kind !== "running";
  const request = requestText(callable, draft, shown);
  const changedAt = useStore(catalog.changes, ({ at }) => at(connection.id, item.name));

  return {
    draft,
    isEdited: isEdited(draft, initial),
    isAttempted,
    request,
    verdict,
    current,
    calls,
    isStale: !isConnected,
    awaitedSince,
    cancelAwaited: () => invoke.awaited.cancel(attemptKey(serverId, key)),
    formerCallOf: (done) =>
      formerCall(done, {
        connectionId: connection.id,
        isProcess: client.transport.kind === "stdio",
        request,
        changedAt,
        isLost: stateKind === "lost",
        isReplaced: stateKind === "closed",
      }),
    canRun,
    change: (change) => drafts.change(serverId, key, change, initial),
    changeRequest(text) {
      // The edited text contains the id that was on screen.
      drafts.change(serverId, key, draftOfRequest(callable, text, shown), initial);
    },
    run: () => void invoke.attempt(view, item),
    runOnceMore: () => void invoke.run(view, item, { isOnceMore: true }),
    runSeries: (plan) => void invoke.runSeries(view, item, plan),
  };
}
