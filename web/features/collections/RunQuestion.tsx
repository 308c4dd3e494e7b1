/** Asks before the calls of a collection are sent, where some of their tools are destructive. */
import { useStore } from "zustand";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { Collections } from "../../stores/collections/collections.ts";
import { AlertDialog } from "../../ui/overlays/AlertDialog.tsx";

/** Names that are listed. */
const maxNames = 50;

export function RunQuestion({ collections }: { collections: Collections }) {
  const names = useStore(collections, (state) => state.question);
  const more = (names?.length ?? 0) - maxNames;
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
      <ul>
        {names?.slice(0, maxNames).map((name) => (
          <li key={name}>
            <code>{escapeHidden(name)}</code>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </AlertDialog>
  );
}
