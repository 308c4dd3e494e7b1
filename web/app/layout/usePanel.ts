/** Synchronizes a panel's open state with its size on screen. */
import { useEffect } from "react";
import { type PanelSize, usePanelRef } from "react-resizable-panels";

/**
 * @param isOpen whether the panel should be open
 * @param onOpenChange called when the user opens or closes the panel by dragging or with the
 * separator's keys
 * @param isPaused true while one pane fills the screen and sizes are meaningless
 * @returns the panel's props
 */
export function usePanel(
  isOpen: boolean,
  onOpenChange: (isOpen: boolean) => void,
  isPaused: boolean,
) {
  const panelRef = usePanelRef();
  useEffect(() => {
    if (isPaused) return;
    if (isOpen) panelRef.current?.expand();
    else panelRef.current?.collapse();
  }, [isOpen, isPaused, panelRef]);
  const onResize = (size: PanelSize, _id: unknown, previous: PanelSize | undefined) => {
    if (isPaused || previous === undefined) return;
    const isOpenNow = size.inPixels > 0;
    if (isOpenNow !== previous.inPixels > 0 && isOpenNow !== isOpen) onOpenChange(isOpenNow);
  };
  return { panelRef, onResize, collapsible: true, collapsedSize: 0 } as const;
}
