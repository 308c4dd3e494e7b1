/** A menu that copies the call of a message as a curl command, a program or a report. */
import { Check, ClipboardCopy } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Entry } from "../../../../shared/log/entry.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { CopyOutcome } from "../../../ui/CopyButton.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import type { LogIndex } from "../messages/logIndex.ts";
import { useCopyAs } from "../useCopyAs.ts";

const confirmationMs = 1600;

/** Renders nothing for an entry that is not part of a call. */
export function CopyAsMenu({ entry, index }: { entry: Entry; index: LogIndex }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const { actionsOf, result, dismiss } = useCopyAs(index);
  const isCopied = result?.kind === "copied";
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(dismiss, confirmationMs);
    return () => clearTimeout(timer);
  }, [isCopied, dismiss]);
  const actions = actionsOf(entry);
  if (actions.length === 0) return null;
  return (
    <span ref={anchor}>
      <Menu
        label="Copy as"
        trigger={
          <IconButton label="Copy as" icon={isCopied ? Check : ClipboardCopy} size="small" />
        }
        actions={actions}
      />
      <CopyOutcome anchor={anchor} result={result} onDismiss={dismiss} />
    </span>
  );
}
