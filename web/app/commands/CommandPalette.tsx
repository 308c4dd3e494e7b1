/** The button that opens the command palette; also registers the global shortcuts. */
import { Search } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import type { Command } from "./command.ts";
import { useShortcuts } from "./useShortcuts.ts";

const CommandDialog = lazyComponent(
  async () => (await import("./CommandDialog.tsx")).CommandDialog,
  {
    preload: "connected",
  },
);

const shortcut = "Mod+K";

export function CommandPalette(props: { commands: readonly Command[] }) {
  const [isOpen, setOpen] = useState<boolean>();
  const open: Command = {
    id: "palette",
    title: "Command palette",
    shortcut,
    run: () => setOpen(true),
  };
  useShortcuts([open, ...props.commands]);

  return (
    <>
      <IconButton
        label="Command palette"
        icon={Search}
        shortcut={shortcut}
        size="small"
        aria-haspopup="dialog"
        onHoverStart={CommandDialog.preload}
        onFocus={CommandDialog.preload}
        onPress={open.run}
      />
      {isOpen !== undefined && (
        <CommandDialog commands={props.commands} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}
