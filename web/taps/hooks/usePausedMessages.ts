/** The messages of all taps that wait for the user, for components. */
import { useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useStores } from "../../stores/StoresContext.tsx";
import type { HeldMessage, TapControl } from "../store/tapControl.ts";

interface PausedMessagesOfTap {
  /** The name of the tap. */
  readonly name: string;
  /** At least one, the oldest first. */
  readonly held: readonly HeldMessage[];
}

/** @returns the taps with messages that wait */
export function usePausedMessages(): readonly PausedMessagesOfTap[] {
  const controls = useStore(useStores().taps.controls);
  const all = useMemo(() => readTogether(controls), [controls]);
  return useSyncExternalStore(all.subscribe, all.snapshot, all.snapshot);
}

function readTogether(controls: ReadonlyMap<string, TapControl>) {
  const heldIn = ({ state }: TapControl) => state.getState().held;
  let read: readonly (readonly HeldMessage[])[] = [];
  let paused: readonly PausedMessagesOfTap[] = [];
  return {
    subscribe(changed: () => void) {
      const stops = [...controls.values()].map(({ state }) => state.subscribe(changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    snapshot() {
      const now = [...controls.values()].map(heldIn);
      if (now.some((held, at) => held !== read[at])) {
        paused = [...controls].flatMap(([name, control]) => {
          const held = heldIn(control);
          return held.length > 0 ? [{ name, held }] : [];
        });
      }
      read = now;
      return paused;
    },
  };
}
