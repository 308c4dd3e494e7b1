/** The tap that the page shows, for components. */
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ReadableStore } from "../../platform/readableStore.ts";
import type { OpenedRecording } from "../../sessions/store/openedRecording.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import type { TapControl, TapControlState } from "../store/tapControl.ts";

export interface ShownTap {
  readonly serverId: string;
  readonly opened: OpenedRecording;
  /** Undefined once it is restored after a reload and has not come back. */
  readonly control: TapControl | undefined;
}

/** @returns undefined if the page shows another server, or none */
export function useShownTap(): ShownTap | undefined {
  const { servers, sessions, taps } = useStores();
  const serverId = useStore(servers.all, ({ activeId }) => activeId);
  const opened = useStore(sessions.recordings, (state) => state.opened.get(serverId ?? ""));
  const name = opened?.source === "tap" ? (opened.name ?? "") : undefined;
  const control = useStore(taps.controls, (controls) => controls.get(name ?? ""));
  if (serverId === undefined || opened === undefined || name === undefined) return undefined;
  return { serverId, opened, control };
}

const none = createStore<Pick<TapControlState, "held" | "faults" | "isApplied">>(() => ({
  held: [],
  faults: [],
  isApplied: false,
}));

/** How many messages of the shown tap wait, and how many of its faults are on. */
export function useTapCounts() {
  const { control } = useShownTap() ?? {};
  const store: ReadableStore<Pick<TapControlState, "held" | "faults" | "isApplied">> =
    control?.state ?? none;
  const { held, faults, isApplied } = useStore(store);
  return { held: held.length, faults: faults.filter(({ isOn }) => isOn).length, isApplied };
}
