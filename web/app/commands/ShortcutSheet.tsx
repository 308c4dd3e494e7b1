/** A dialog with the shortcuts of all commands, and the keys of lists and fields. */
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { formatShortcut, isApple } from "../../ui/shortcut.ts";
import { type Command, commandSections } from "./command.ts";
import { isKeySequence } from "./keySequences.ts";
import styles from "./ShortcutSheet.module.css";

/** Keys that belong to a place, not to a command. */
const placeKeys = [
  { id: "down", title: "Filter: move into the lists", shortcut: "Down" },
  { id: "first", title: "Filter: open the first match", shortcut: "Enter" },
  { id: "open", title: "List: move to the arguments", shortcut: "Enter" },
  { id: "move", title: "Server in the explorer: move up", shortcut: "Alt+Shift+Up" },
  { id: "move-down", title: "Server in the explorer: move down", shortcut: "Alt+Shift+Down" },
  { id: "back", title: "Close what is open, empty a filter", shortcut: "Escape" },
].map((each): Command => ({ ...each, section: "In place", run: () => {} }));

interface ShortcutSheetProps {
  readonly commands: readonly Command[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function ShortcutSheet({ commands, isOpen, onOpenChange }: ShortcutSheetProps) {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onOpenChange={onOpenChange}>
      <ShortcutList commands={commands} />
    </Dialog>
  );
}

export function ShortcutList({ commands }: { commands: readonly Command[] }) {
  const shown = [...commands, ...placeKeys].filter(({ shortcut }) => shortcut !== undefined);
  return (
    <>
      <p className={styles.note}>
        Keys without Ctrl or ⌘ are pressed one after the other, while no text field has the focus.
      </p>
      <div className={styles.sections}>
        {commandSections(shown).map(([section, members]) => (
          <section key={section} aria-label={section}>
            <h3 className={styles.heading}>{section}</h3>
            <dl>
              {members.map(({ id, title, shortcut }) => (
                <Row gap={3} key={id} className={styles.row}>
                  <dt>{title}</dt>
                  <dd>
                    {keysOf(shortcut as string).map((keys) => (
                      <kbd key={keys} className={styles.keys}>
                        {keys}
                      </kbd>
                    ))}
                  </dd>
                </Row>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}

/** The keys of a combination are pressed together, those of a sequence one after the other. */
function keysOf(shortcut: string): readonly string[] {
  const parts = isKeySequence(shortcut) ? shortcut.split(" ") : [shortcut];
  return parts.map((keys) => formatShortcut(keys, isApple(navigator.platform)));
}
