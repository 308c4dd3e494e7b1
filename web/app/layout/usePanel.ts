/** Keeps a panel's open state and its size on screen at one. */
import { useEffect } from "react";
import { type PanelSize, usePanelRef } from "react-resizable-panels";

/**
 * @param isOpen whether the panel should be open
 * @param onOpenChange told when the person opened or closed it by dragging or by the separator's keys
 * @param isPaused while sizes mean nothing, because one pane fills the screen
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
