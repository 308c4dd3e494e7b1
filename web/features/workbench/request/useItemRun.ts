/** Provides an item's draft, its run and their actions. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { requiredDefaults } from "../../../../shared/schema/plan/acceptDefaults.ts";
import type { Verdict } from "../../../../shared/schema/validate/validate.ts";
import { useValidation } from "../../../form/useValidation.ts";
import { useRuntime } from "../../../hooks/RuntimeContext.tsx";
import type { Item } from "../../../stores/catalog/items.ts";
import type { ConnectedView } from "../../../stores/connections/connection.ts";
import {
  changeDraft,
  type Draft,
  emptyDraft,
  itemKey,
} from "../../../stores/invocations/drafts.ts";
import { type Run, startRun } from "../../../stores/invocations/runs.ts";
import type { Callable } from "../callable.ts";
import { draftOfRequest, type Frame, requestText } from "./requestText.ts";

export interface ItemRun {
  readonly draft: Draft;
  /** The request that would be sent now. */
  readonly request: string;
  /** Whether the arguments are valid; undefined until checked. */
  readonly verdict: Verdict | undefined;
  readonly current: Run | undefined;
  /** Whether the connection that ran it is closed. */
  readonly isStale: boolean;
  readonly canRun: boolean;
  change(change: Partial<Draft>): void;
  changeRequest(text: string): void;
  run(): void;
}

export function useItemRun(view: ConnectedView, item: Item, callable: Callable): ItemRun {
  const { connection, client } = view;
  const { drafts, runs, persistedTasks } = useRuntime();
  const key = itemKey(item);
  const written = useStore(drafts, (all) => all.get(key));
  const isFresh = written === undefined;
  const initial = useMemo(
    () => (isFresh ? initialDraft(callable.schema) : emptyDraft),
    [isFresh, callable.schema],
  );
  const draft = written ?? initial;
  const current = useStore(runs, (all) => all.get(key));
  const isConnected = useStore(connection.state, ({ kind }) => kind === "connected");
  const { verdict } = useValidation(callable.schema, draft.argumentsText);
  const frame = (): Frame => ({
    id: client.session.nextId(),
    layout: client.transport.kind === "stdio" ? "line" : "lines",
    meta: client.session.era().meta(),
  });
  const shown = frame();
  const canRun = isConnected && current?.kind !== "running";

  return {
    draft,
    request: requestText(callable, draft, shown),
    verdict,
    current,
    isStale: !isConnected,
    canRun,
    change: (change) => changeDraft(drafts, key, change, initial),
    changeRequest(text) {
      // The edited text contains the id that was on screen.
      changeDraft(drafts, key, draftOfRequest(callable, text, shown), initial);
    },
    run() {
      if (!canRun) return;
      const newest = drafts.getState().get(key) ?? initial;
      const text = requestText(callable, newest, frame());
      void startRun(runs, key, client, text, persistedTasks(connection.target));
    },
  };
}

/** A form starts with the defaults of its required properties. */
function initialDraft(schema: unknown): Draft {
  return schema === undefined
    ? emptyDraft
    : { ...emptyDraft, argumentsText: requiredDefaults(schema) };
}
