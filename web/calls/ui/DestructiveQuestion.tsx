/** Asks before a call of a tool whose annotations say that it may delete or overwrite data. */
import { useStore } from "zustand";
import { ExactText } from "../../content/ExactText.tsx";
import { useStores } from "../../stores/StoresContext.tsx";
import { AlertDialog } from "../../ui/overlays/AlertDialog.tsx";

/** The focus starts on Cancel, because the server chooses the tool's name. */
export function DestructiveQuestion() {
  const { destructive } = useStores().calls;
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
        The server marks this tool as destructive: it may delete or overwrite data. Until you
        disconnect, you are not asked again for it.
      </p>
      {asked && (
        <p>
          <strong>
            <ExactText text={asked.name} />
          </strong>
        </p>
      )}
    </AlertDialog>
  );
}
