/** Asks before a tool is called that says it may delete or overwrite data. */
import { useStore } from "zustand";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { useStores } from "../../hooks/StoresContext.tsx";
import { AlertDialog } from "../../ui/overlays/AlertDialog.tsx";

/** The focus starts on Cancel: the name of the tool is the server's. */
export function DestructiveQuestion() {
  const { destructive } = useStores().invocations;
  const asked = useStore(destructive, (state) => state.asked);
  return (
    <AlertDialog
      title="Run destructive tool?"
      confirmLabel="Run tool"
      isDanger
      isGuarded
      isOpen={asked !== undefined}
      onConfirm={() => destructive.answer(true)}
      onCancel={() => destructive.answer(false)}
    >
      <p>
        The server marks <strong>{asked && escapeHidden(asked.label)}</strong> as destructive: it
        may delete or overwrite data. Until you disconnect, you are not asked again for this tool.
      </p>
    </AlertDialog>
  );
}
