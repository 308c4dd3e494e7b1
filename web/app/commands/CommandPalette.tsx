/** The button that opens the command palette, the shortcut sheet, and the shortcuts of all commands. */
import { Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { Stores } from "../../stores/stores.ts";
import { Button } from "../../ui/Button.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { lazyComponent } from "../../ui/lazyComponent.tsx";
import styles from "./CommandPalette.module.css";
import type { Command } from "./command.ts";
import { createKeySequences } from "./keySequences.ts";
import { type SingleKeys, withoutSingleKeys } from "./singleKeys.ts";
import { useShortcuts } from "./useShortcuts.ts";

const CommandDialog = lazyComponent(
  async () => (await import("./CommandDialog.tsx")).CommandDialog,
  {
    preload: "idle",
  },
);

const ShortcutSheet = lazyComponent(
  async () => (await import("./ShortcutSheet.tsx")).ShortcutSheet,
);

const shortcut = "Mod+K";

interface CommandPaletteProps {
  readonly stores: Stores;
  readonly commands: readonly Command[];
  readonly singleKeys: SingleKeys;
  /** Shows the workbench on a small screen. */
  readonly showWorkbench: () => void;
}

export function CommandPalette(props: CommandPaletteProps) {
  const { stores, showWorkbench } = props;
  const hasSingleKeys = useStore(props.singleKeys);
  const [isOpen, setOpen] = useState<boolean>();
  const [isSheetOpen, setSheetOpen] = useState<boolean>();
  const open = () => setOpen(true);
  const commands = useMemo(() => {
    const sheet: Command = {
      id: "shortcuts",
      section: "View",
      title: "Keyboard shortcuts",
      shortcut: "?",
      run: () => setSheetOpen(true),
    };
    const all = [...props.commands, sheet];
    return hasSingleKeys ? all : withoutSingleKeys(all);
  }, [props.commands, hasSingleKeys]);
  const all = useMemo(
    (): readonly Command[] => [
      { id: "palette", title: "Command palette", shortcut, run: () => setOpen(true) },
      ...commands,
    ],
    [commands],
  );
  useShortcuts(all);
  useKeySequences(all);

  return (
    <>
      <Button
        aria-label="Command palette"
        icon={Search}
        aria-haspopup="dialog"
        className={styles.field}
        onHoverStart={CommandDialog.preload}
        onFocus={CommandDialog.preload}
        onPress={open}
      >
        <span aria-hidden="true" className={styles.words} />
        <Kbd keys={shortcut} />
      </Button>
      {isOpen !== undefined && (
        <CommandDialog
          {...{ stores, commands, showWorkbench }}
          isOpen={isOpen}
          onOpenChange={setOpen}
        />
      )}
      {isSheetOpen !== undefined && (
        <ShortcutSheet commands={all} isOpen={isSheetOpen} onOpenChange={setSheetOpen} />
      )}
    </>
  );
}

/** Runs commands by keys that are pressed one after the other, outside of text fields. */
function useKeySequences(commands: readonly Command[]): void {
  useEffect(() => {
    const sequences = createKeySequences(commands);
    const press = (event: KeyboardEvent) => {
      const command = sequences.press(event, event.timeStamp);
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [commands]);
}
