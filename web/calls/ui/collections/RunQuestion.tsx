/** Asks before the calls of a collection are sent, where some of their tools are destructive. */
import { useStore } from "zustand";
import { ToolNames } from "../../../content/ToolNames.tsx";
import { AlertDialog } from "../../../ui/overlays/AlertDialog.tsx";
import type { Collections } from "../../store/collections/collections.ts";

export function RunQuestion({ collections }: { collections: Collections }) {
  const names = useStore(collections, (state) => state.question);
  return (
    <AlertDialog
      title="Run destructive tools?"
      confirmLabel="Run calls"
      isDanger
      isGuarded
      isOpen={names !== undefined}
      onConfirm={() => collections.agree(true)}
      onCancel={() => collections.agree(false)}
    >
      <p>
        The server marks these tools as destructive: they may delete or overwrite data. Until you
        disconnect, you are not asked again for them here.
      </p>
      <ToolNames names={names ?? []} />
    </AlertDialog>
  );
}
