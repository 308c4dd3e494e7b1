/** Decides whether the result is beside or below the request. */
import type { RefObject } from "react";
import { useStore } from "zustand";
import { useMinWidth } from "../../platform/useMinWidth.ts";
import type { SplitSide } from "../../servers/store/view/workbenchLayout.ts";
import { useStores } from "../../stores/StoresContext.tsx";

/** CSS pixels from which both have room beside each other. */
const besideWidth = 832;

/** @param frame the element that both share */
export function useArrangement(frame: RefObject<HTMLElement | null>): SplitSide {
  const arrangement = useStore(useStores().workbenchLayout, (state) => state.arrangement);
  const hasRoom = useMinWidth(frame, besideWidth);
  return arrangement === "auto" ? (hasRoom ? "beside" : "below") : arrangement;
}
