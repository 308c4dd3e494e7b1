/** The selected item as the workbench draws it: in slices, after the list has shown what is selected. */
import { useDeferredValue, useState } from "react";
import { useSelection } from "../../servers/hooks/useShownServer.ts";
import { useView } from "../../stores/StoresContext.tsx";
import type { Selection } from "../../view/selection.ts";

/** An item that takes the focus is drawn at once: the next keys are meant for it. */
export function useDrawnSelection(): Selection | undefined {
  const selection = useSelection();
  const takesFocus = useView((state) => state.takesFocus);
  const deferred = useDeferredValue(selection);
  const [atOnce, setAtOnce] = useState<Selection>();
  if (takesFocus && atOnce !== selection) setAtOnce(selection);
  return atOnce === selection ? selection : deferred;
}
