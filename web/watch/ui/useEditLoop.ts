/** The edit loop of the active connection, with its actions. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import type { EditLoopSettings } from "../settings/editLoopSettings.ts";
import type { EditLoopState } from "../store/editLoopState.ts";
import { loopOf } from "../store/watchStore.ts";

/** The actions of {@link WatchStore} for one server. */
export interface EditLoopActions {
  settings(): EditLoopSettings;
  start(settings?: EditLoopSettings): void;
  stop(): void;
  dismiss(): void;
  repeatTool(name: string, isWanted: boolean): void;
}

export function useEditLoopState(): EditLoopState {
  const { servers, watch } = useStores();
  const id = useStore(servers.all, ({ activeId }) => activeId);
  return useStore(watch, (state) => loopOf(state, id));
}

/** @returns undefined while there is no connection */
export function useEditLoopActions(): EditLoopActions | undefined {
  const { servers, watch } = useStores();
  const id = useStore(servers.all, ({ activeId }) => activeId);
  return useMemo(
    () =>
      id === undefined
        ? undefined
        : {
            settings: () => watch.settings(id),
            start: (settings) => watch.start(id, settings),
            stop: () => watch.stop(id),
            dismiss: () => watch.dismiss(id),
            repeatTool: (name, isWanted) => watch.repeatTool(id, name, isWanted),
          },
    [id, watch],
  );
}
